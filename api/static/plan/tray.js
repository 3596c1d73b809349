/** The tray of pencilled changes: each with its way and its reason, the revisions, and the button that writes (rules PAGE-30 to PAGE-38). */

import { placeName } from "../app/places.js";
import { icon } from "../app/icons.js";
import { name } from "../app/words.js";
import { update } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { changesOf } from "./changes.js";
import { confirmView, foresee } from "./confirm.js";
import { isNewest } from "./edits.js";
import { putAt } from "./hand.js";
import { handView } from "./hand_bar.js";
import { revisionsView, undoButton } from "./revisions.js";
import { resultView } from "./result.js";
import { say } from "./words.js";

/** See the changes of the plan that is shown. */
export function trayView(state) {
  const { preview, tray } = state;
  const changes = changesOf(preview);
  return html`<header class="bar">
      <h2 id="trayh" tabindex="-1">${say("title")} <span class="count">${changes.filter(({ isKept }) => !isKept).length || ""}</span></h2>
      <p class="hint">${preview ? say("hint") : nothing}</p>
      <div class="acts">${preview ? html`${revisionsView(state)} ${undoButton(state)} ${goButton(state)}` : nothing}</div>
    </header>
    ${handView(state)} ${resultView(state)} ${confirmView(state)} ${tray.foreseen ? nothing : listView(state, changes)}`;
}

function goButton(state) {
  const count = state.toWrite ?? state.preview.diff.timetable.length;
  const off = whyOff(state, count);
  return html`<button type="button" class="go" id="go" ?disabled=${Boolean(off)} aria-describedby="go-off" @click=${foresee}>${say("confirm", { n: count })}</button>
    <span class="why-off" id="go-off">${off ?? ""}</span>`;
}

/** Why nothing can be written just now; null where it can be. */
function whyOff({ session, hand, tray, preview, revisions }, count) {
  if (!count) return say("offNothing");
  if (session?.open_run) return say("offRun");
  if (hand) return say("offHand");
  if (!isNewest({ preview, revisions })) return say("offOld");
  return tray.isBusy ? "" : null;
}

function listView({ preview, selected, written, revisions }, changes) {
  if (!preview) return written ? nothing : html`<p class="note-line">${say("none")}</p>`;
  if (!changes.length) return html`<p class="note-line">${say("noChange")}</p>`;
  const row = (change) => rowView(change, selected, preview, isNewest({ preview, revisions }));
  return html`<ol class="list" aria-labelledby="trayh">${repeat(changes, ({ stateId }) => stateId, row)}</ol>`;
}

function rowView(change, selected, preview, isOpen) {
  const choose = () => selected !== change.number && update({ selected: change.number });
  const classes = `chg ${change.number === selected ? "sel" : ""} ${change.isKept ? "kept" : ""}`;
  return html`<li class=${classes} @focusin=${choose} @pointerenter=${choose}><b class="no">${change.number}</b>
    <p class="what"><span class="nm"><bdi title=${change.name}>${change.name}</bdi></span><span class="mv">${wayView(change, preview)}</span></p>
    <p class="why1">${whyView(change)}</p>
    ${!isOpen ? nothing : change.isKept ? againButton(change) : keepButton(change)}</li>`;
}

function wayView({ from, to, toHost }, { entries }) {
  const host = toHost === null ? null : entries.find((entry) => entry.state_id === toHost);
  return html`<span class="old">${from ? placeName(from) : say("waits")}</span>${icon("to")}<span class="new">${to ? placeName(to) : say("waits")}</span>
    ${host ? html`<span class="note">${say("inside", { host: name(host.name) })}</span>` : nothing}`;
}

function whyView({ reason, isKept, decidedBy }) {
  if (isKept) return say("kept");
  if (reason) return html`<bdi>${[reason.ground, reason.effect].filter(Boolean).join(say("and"))}</bdi>`;
  return decidedBy === "person" ? say("byHand") : nothing;
}

const keepButton = (change) => putButton("keep", change, change.from);

const againButton = (change) => putButton("again", change, change.ofRun.to);

function putButton(key, change, place) {
  const put = ({ currentTarget }) => inRow(currentTarget, () => putAt(change, place));
  return html`<button type="button" class="keep" aria-label=${`${say(key)}: ${change.name}`} @click=${put}>${say(key)}</button>`;
}

/** Focus stays in the row in which something was asked for. */
async function inRow(button, doing) {
  const row = button.closest("li");
  await doing();
  setTimeout(() => (row.isConnected ? row.querySelector("button") : document.getElementById("trayh"))?.focus(), 30);
}
