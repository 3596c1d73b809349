/** What is shown of preparations is read again every few seconds while the panel is open; what is being typed stays. */

import { get } from "../../app/client.js";
import { put } from "../part.js";

const PAUSE = 4000;

let timer = null;

/** Read one preparation as it stands. */
export async function fetchOne(id) {
  put("preparation", { one: await get(`/preparation/sessions/${id}`) });
}

/** Read one anew; where it is gone meanwhile, as after what was learned of it was forgotten, the list is shown. */
export async function fetchAgain(id) {
  try {
    await fetchOne(id);
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    put("preparation", { id: null, one: null });
    await fetchList();
  }
}

/** Read the newest preparations. */
export async function fetchList() {
  const page = await get("/preparation/sessions?limit=20");
  put("preparation", { items: page.items, cursor: page.next_cursor });
}

/** Call `read` again and again until `stop`; an answer that fails is left out, since the page tells of an outage by itself. */
export function keepFresh(read) {
  stop();
  const turn = async () => {
    if (!document.hidden) await read().catch(() => {});
    if (timer !== null) timer = setTimeout(turn, PAUSE);
  };
  timer = setTimeout(turn, PAUSE);
}

/** Read no more. */
export function stop() {
  clearTimeout(timer);
  timer = null;
}
