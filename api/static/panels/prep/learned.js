/** What past preparations taught, as it is told to a model, and forgetting it (rule PAGE-43). */

import { ask, get } from "../../app/client.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { attempt, onceView, outcomeView, part, put, quietView } from "../part.js";
import { fetchAgain, fetchList } from "./fresh.js";
import { say } from "./words.js";
import { state } from "../../app/store.js";

const NAME = "preparation";

/** See what was learned of the booker of a preparation, or of all; it is read when it is opened. */
export function learnedView(one) {
  const { history, historyCursor, briefing } = part(NAME);
  return html`<details @toggle=${({ target }) => target.open && !history && read(one)}><summary>${say("learned")}</summary>
    ${history?.length === 0 ? html`<p class="note">${say("nothing_learned")}</p>` : nothing}
    ${history?.length ? html`<ul class="p-rows">${history.map(decisionView)}</ul>` : nothing}
    ${historyCursor ? quietView(NAME, say("more"), () => more(one)) : nothing}
    ${briefing ? html`<h3>${say("briefing")}</h3><pre class="briefing">${briefing}</pre>`
      : nothing}${outcomeView(NAME, "learned")}</details>`;
}

/** See the button that forgets it, which says first what goes. */
export function forgetView(one) {
  const who = one ? html`<bdi>${one.booker_name || one.booker_id}</bdi>` : null;
  const question = one ? say("forget_one", { who }) : say("forget_all");
  return onceView(NAME, "forget", { label: say("forget"), question, yes: say("forget_yes"), act: () => forget(one) });
}

function decisionView({ line, label, room_id: room }) {
  return html`<li><p><bdi>${line}</bdi></p><p class="note"><bdi>${room}</bdi> · ${say(label)}</p></li>`;
}

async function read(one) {
  await attempt(NAME, "learned", async () => {
    const [page, context] = await Promise.all([get(address(one)), one ? contextOf(one) : null]);
    put(NAME, { history: page.items, historyCursor: page.next_cursor, briefing: context?.briefing ?? "" });
  });
}

async function more(one) {
  const { history, historyCursor } = part(NAME);
  await attempt(NAME, "learned", async () => {
    const page = await get(address(one, historyCursor));
    put(NAME, { history: [...history, ...page.items], historyCursor: page.next_cursor });
  });
}

async function forget(one) {
  await attempt(NAME, "forget", async () => {
    await ask("DELETE", `/preparation/history${one ? `?booker_id=${encodeURIComponent(one.booker_id)}` : ""}`);
    put(NAME, { history: [], historyCursor: null, briefing: "" });
    await (one ? fetchAgain(one.id) : fetchList());
  }, say("forgotten"));
}

const contextOf = ({ id }) => get(`/preparation/sessions/${id}/context?locale=${state.language === "zh" ? "zh-CN" : "en"}`);

function address(one, cursor = null) {
  const asked = new URLSearchParams({ limit: "20", ...(one && { booker_id: one.booker_id }), ...(cursor && { cursor }) });
  return `/preparation/history?${asked}`;
}
