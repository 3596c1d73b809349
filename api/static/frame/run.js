/** The newest run, for the link to what it did (rule PAGE-6). */

import { get } from "../app/client.js";
import { change, state, watch } from "../app/store.js";

/** The run that the conversation shows, else the newest that there is. */
export const latestRun = ({ talk, frame }) => talk.run ?? frame.run;

/** Keep the newest run in mind: it is asked for again whenever a plan has come. */
export function beginRun() {
  let known;
  watch(() => {
    const mark = state.me && `${state.preview?.run} ${state.preview?.revision}`;
    if (!mark || mark === known) return;
    known = mark;
    load();
  });
}

async function load() {
  const { items } = await get("/runs?limit=1").catch(() => ({ items: [] }));
  change("frame", { run: items[0] ?? null });
}
