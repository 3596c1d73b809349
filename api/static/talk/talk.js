/** The conversation beside the week: what is said, what it comes to, and what is asked. */

import { change, state, watch } from "../app/store.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { asking, isOpen } from "./entries.js";
import { formView, restoreDraft } from "./form.js";
import { headView } from "./head.js";
import { lookAround, readEarlier, readHistory } from "./history.js";
import { goToQuestion, questionView } from "./question.js";
import { beginSheet, gripView, setSheet } from "./sheet.js";
import { turnView } from "./turns.js";
import { say } from "./words.js";

export { sendMessage } from "./following.js";
export { lookAround } from "./history.js";

const LOOK_MS = 5000;
const NEAR = 80;

/** See the conversation. */
export function talkView(state) {
  const { talk } = state;
  const asked = asking(talk);
  return html`${gripView(state)}${headView(state)}
    <div class="log" id="log" tabindex="0" role="log" aria-live="off" aria-labelledby="talkh" @scroll=${noteScroll}
      @click=${() => requestAnimationFrame(noteScroll)}>
      ${talk.earlier ? html`<button type="button" class="quiet" @click=${readEarlier}>${say("earlier")}</button>` : nothing}
      ${talk.entries.length ? nothing : html`<p class="doing">${say(state.preview ? "empty_plan" : "empty")}</p>`}
      ${repeat(talk.entries, ({ id }) => id, (entry) => turnView(entry, state, entry === asked))}
      ${questionView(state)}
    </div>${formView(state)}`;
}

/** Begin the conversation: what was said, what is under way, and looking around for what others do; once. */
export async function beginTalk() {
  beginSheet();
  watch(stayAtEnd);
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", () => look());
  setInterval(look, LOOK_MS);
  setInterval(tick, 1000);
  restoreDraft();
  await readHistory();
}

function look() {
  lookAround().catch((problem) => {
    if (problem.status === undefined) throw problem;
  });
}

/** Clocks go on while something is under way. */
function tick() {
  if (!document.hidden && (state.talk.entries.some(isOpen) || asking(state.talk))) change("talk", {});
}

function onKey(event) {
  if (event.key !== "F6" || !asking(state.talk)) return;
  event.preventDefault();
  if (!state.talk.isSheetOpen && matchMedia("(max-width: 719px)").matches) setSheet(true);
  requestAnimationFrame(() => requestAnimationFrame(goToQuestion));
}

let isAtEnd = true;

/** Somebody who reads further up, or opens what is folded, is left there. */
function noteScroll() {
  const log = document.getElementById("log");
  isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
}

/** What is new is in view; so is what was just said. */
function stayAtEnd() {
  const log = document.getElementById("log");
  if (state.talk.entries.at(-1)?.id === "sending") isAtEnd = true;
  if (log && isAtEnd) requestAnimationFrame(() => log.scrollTo({ top: log.scrollHeight }));
}
