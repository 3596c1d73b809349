/** Stepping through the revisions of a plan, and back to one (rule PAGE-36). */

import { get } from "../app/client.js";
import { icon } from "../app/icons.js";
import { told } from "../app/problems.js";
import { loadPreview } from "../app/sessions.js";
import { change, state, update } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { stepBack } from "./edits.js";
import { say } from "./words.js";

/** Older and newer, and which one is looked at. */
export function revisionsView({ preview, revisions }) {
  const newest = revisions[0]?.revision ?? preview.revision;
  const at = revisions.findIndex(({ revision }) => revision === preview.revision);
  const button = (key, sign, step) => html`<button type="button" aria-label=${say(key)} ?disabled=${!revisions[at + step]} @click=${() => lookAt(step)}>${icon(sign)}</button>`;
  return html`<div class="rev" role="group" aria-label=${say("revision")}>${button("older", "prev", 1)}
    <span class="long">${say("ofRevisions", { n: preview.revision, of: newest })}</span><span class="short">${preview.revision} / ${newest}</span>${button("newer", "next", -1)}</div>
    ${preview.revision === newest ? nothing : html`<button type="button" class="plain" @click=${() => stepBack(preview.revision)}>${say("useThis")}</button>`}`;
}

/** Undo the last move by hand: the newest revision is one of a hand, and the one before it comes back. */
export function undoButton({ revisions, preview }) {
  const canUndo = isByHand(revisions, preview);
  return html`<button type="button" class="plain undo" ?disabled=${!canUndo} @click=${undoMove}>${icon("undo")}${say("undo")}</button>`;
}

/** Look at the revision `step` places older (1) or newer (-1) than the one that is looked at. */
export async function lookAt(step) {
  const { revisions, preview, session } = state;
  const next = revisions[revisions.findIndex(({ revision }) => revision === preview.revision) + step];
  if (!next) return;
  try {
    const preview = await get(`/agent/schedule-preview?conversation_id=${session.id}&revision=${next.revision}`);
    update({ preview, hand: null, selected: null });
    change("tray", { looking: next.revision === revisions[0].revision ? null : next.revision, foreseen: null });
  } catch (problem) {
    change("tray", { problem: told(problem) });
    await loadPreview();
  }
}

/** Take the last move of the hand back; false where there is none. */
export async function undoMove() {
  const { revisions, preview } = state;
  if (!isByHand(revisions, preview)) return false;
  await stepBack(revisions[0].parent_revision);
  document.getElementById("trayh")?.focus();
  return true;
}

function isByHand(revisions, preview) {
  const [newest] = revisions;
  return Boolean(newest && newest.run_id === null && newest.parent_revision && preview?.revision === newest.revision);
}
