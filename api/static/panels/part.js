/** What each panel keeps under its own name in `state.panels`, and doing what may be refused. */

import { say as tell } from "../app/live.js";
import { told } from "../app/problems.js";
import { change, state } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

/** What the panel of this name keeps. */
export const part = (name) => state.panels[name] ?? {};

/** Change what the panel of this name keeps. */
export function put(name, changes) {
  change("panels", { [name]: { ...part(name), ...changes } });
}

/**
 * Do something that may be refused. The refusal is shown where `spot` is, and spoken; so is `done` where all went well.
 *
 * @returns {Promise<boolean>} whether it was done
 */
export async function attempt(name, spot, doing, done = null) {
  const before = document.activeElement;
  try {
    return await settle(name, spot, doing, done);
  } finally {
    setTimeout(() => keepFocus(before, spot));
  }
}

/** A button that was pressed may be gone or have been off meanwhile; the focus then goes where the work goes on. */
function keepFocus(before, spot) {
  if (!state.panel || document.activeElement !== document.body) return;
  const isThere = before.isConnected && before !== document.body && !before.disabled;
  (isThere ? before : (document.querySelector(`[data-spot="${spot}"] button`) ?? document.getElementById("panel-title"))).focus();
}

async function settle(name, spot, doing, done) {
  put(name, { busy: spot, problem: null, done: null });
  try {
    await doing();
    put(name, { busy: null, asked: null, done: done && { spot, text: done } });
    if (done) tell(done);
    return true;
  } catch (problem) {
    if (problem.status === undefined) throw problem;
    put(name, { busy: null, problem: { spot, text: told(problem), refusal: problem } });
    tell(told(problem));
    return false;
  }
}

/** See what came of what was asked at a spot. */
export function outcomeView(name, spot) {
  const { problem, done } = part(name);
  if (problem?.spot === spot) return html`<p class="problem">${problem.text}</p>`;
  return done?.spot === spot ? html`<p class="note">${done.text}</p>` : nothing;
}

/** Whether something that was asked at a spot, or anywhere in the panel, is under way. */
export const isBusy = (name, spot = null) => (spot === null ? Boolean(part(name).busy) : part(name).busy === spot);

/**
 * See a button that asks once, in its place, before it does what cannot be taken back.
 *
 * @param {{label: any, question: any, yes: any, act: () => Promise<any>, title?: string}} what
 */
export function onceView(name, spot, { label, question, yes, act, title = nothing }) {
  const isAsked = part(name).asked === spot;
  return html`<div class="once" data-spot=${spot}>${isAsked ? html`<p id=${`ask-${spot}`}>${question}</p>
    <p class="acts"><button type="button" class="plain yes" aria-describedby=${`ask-${spot}`} ?disabled=${isBusy(name)}
      @click=${act}>${yes}</button>
      <button type="button" class="quiet" @click=${() => ask(name, null, spot)}>${say("keep")}</button></p>`
    : html`<button type="button" class="quiet ask" aria-label=${title} @click=${() => ask(name, spot)}>${label}</button>`}
    ${outcomeView(name, spot)}</div>`;
}

function ask(name, spot, before = spot) {
  put(name, { asked: spot, problem: null });
  focusSoon(`[data-spot="${before}"] ${spot ? ".yes" : ".ask"}`);
}

/** Focus what is there once the page has been drawn anew. */
export function focusSoon(selector) {
  setTimeout(() => document.querySelector(`#panel ${selector}`)?.focus());
}

/** The fields of a form by their names, as trimmed text. */
export function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]));
}

/** See a field with its label, and a note that belongs to it. */
export function fieldView(label, field, note = null) {
  return html`<label class="field"><span>${label}</span>${field}${note ? html`<small>${note}</small>` : nothing}</label>`;
}

/** See the rows of a list, or a note where there are none. */
export function listView(items, row, none) {
  return items?.length ? html`<ul class="p-rows">${items.map(row)}</ul>` : html`<p class="note">${none}</p>`;
}

/** See the button that sends a form, off while the panel is at work; `kind` is how it looks. */
export function sendView(name, label, kind = "go") {
  return html`<button class=${kind} ?disabled=${isBusy(name)}>${label}</button>`;
}

/** See a button in a line; a reader hears as well what it is about, where that is said with `of`. */
export function quietView(name, label, act, { of = null, kind = "" } = {}) {
  return html`<button type="button" class="quiet ${kind}" ?disabled=${isBusy(name)} @click=${act}>${label}${ofView(of)}</button>`;
}

/** What only a reader hears behind the label of a button: what it is about. */
export const ofView = (of) => (of === null ? nothing : html`<span class="vh"> ${of}</span>`);
