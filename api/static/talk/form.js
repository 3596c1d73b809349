/** Where something is said: the field, what stands in its way, and the end of what is under way (rule PAGE-20). */

import { state } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { asking, isOpen } from "./entries.js";
import { sendMessage, stop } from "./following.js";
import { say } from "./words.js";

/** See the field with its lines above. */
export function formView({ talk, preview }) {
  const isAtWork = talk.entries.some((entry) => isOpen(entry) && entry.id !== "sending") || Boolean(asking(talk));
  return html`<div class="lines">${linesView(talk)}${isAtWork ? html`<button type="button" class="quiet stop"
      ?disabled=${talk.isStopping} @click=${stop}>${say(talk.isStopping ? "stopping" : "stop")}</button>` : nothing}</div>
    <form class="say" @submit=${onSubmit}><label class="vh" for="msg">${say("label")}</label>
      <textarea id="msg" rows="1" placeholder=${say(preview ? "example" : "example_plan")} @keydown=${onKey} @input=${keepDraft}></textarea>
      <button type="submit" class="send" title=${say("send_keys")} ?disabled=${talk.isSending}>${say("send")}</button></form>`;
}

function linesView({ waits, caught, problem }) {
  if (waits !== null) return html`<p class="problem">${say("reconnecting", { n: waits })}</p>`;
  if (problem) return html`<p class="problem">${problem}</p>`;
  return caught === null ? nothing : html`<p class="doing">${say("caught_up", { n: caught })}</p>`;
}

/** Ctrl or ⌘ with Enter sends; in other places of the page the same keys mean something else. */
function onKey(event) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  event.target.form.requestSubmit();
}

async function onSubmit(event) {
  event.preventDefault();
  const field = event.target.querySelector("textarea");
  if (!field.value.trim()) return field.focus();
  const words = field.value;
  if (!(await sendMessage(words)) || field.value !== words) return;
  field.value = "";
  sessionStorage.removeItem(KEPT);
}

const KEPT = "daywright.draft";

function keepDraft({ target }) {
  sessionStorage.setItem(KEPT, JSON.stringify({ user: state.me?.user_id, text: target.value }));
}

/** What was being typed outlives a page that is loaded anew, as after signing in again; nobody else sees it. */
export function restoreDraft() {
  const { user, text } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  const field = document.getElementById("msg");
  if (field && text && user === state.me?.user_id && !field.value) field.value = text;
}
