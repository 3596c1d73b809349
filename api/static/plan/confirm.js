/** Writing the plan into the timetable: what will be written is shown first (rule PAGE-37). */

import { ask, get, newKey } from "../app/client.js";
import { say as speak } from "../app/live.js";
import { placeName } from "../app/places.js";
import { told } from "../app/problems.js";
import { loadPreview } from "../app/sessions.js";
import { change, state } from "../app/store.js";
import { loadClasses, reloadWeeks } from "../app/terms.js";
import { icon } from "../app/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

/** Ask what a confirm would write now, and show it. */
export async function foresee() {
  change("tray", { isBusy: true, problem: null, result: null });
  try {
    const foreseen = await get(`/previews/${state.session.id}/confirm`);
    change("tray", { isBusy: false, foreseen, key: newKey() });
    tellForeseen(foreseen.conflicts);
  } catch (problem) {
    change("tray", { isBusy: false, problem: told(problem) });
  }
}

/** The focus goes to where it can be written, or to what is in the way, which is said. */
function tellForeseen(conflicts) {
  if (conflicts.length) speak(say("conflicts", { n: conflicts.length }));
  focusOn(conflicts.length ? "foreseen-head" : "write");
}

const focusOn = (id) => setTimeout(() => document.getElementById(id)?.focus());

function putOff() {
  change("tray", { foreseen: null, problem: null });
  focusOn("go");
}

/** What will be written, or what is in its way. */
export function confirmView({ tray }) {
  const { foreseen } = tray;
  if (!foreseen) return nothing;
  const isFree = !foreseen.conflicts.length;
  return html`<section class="foreseen" aria-labelledby="foreseen-head">
    <h3 id="foreseen-head" tabindex="-1">${isFree ? say("willWrite") : say("conflicts", { n: foreseen.conflicts.length })}</h3>
    <p><bdi>${isFree ? foreseen.summary : nothing}</bdi></p>
    <p class="acts">${isFree ? html`<button type="button" class="go" id="write" ?disabled=${tray.isBusy} @click=${write}>${say("write")}</button>` : nothing}
      <button type="button" class="plain" @click=${putOff}>${say("notYet")}</button></p>
    <ol class="list" tabindex="0" aria-labelledby="foreseen-head">${isFree ? foreseen.changes.map(changeView) : foreseen.conflicts.map(conflictView)}</ol></section>`;
}

const placesOf = ({ places }) => (places.length ? places.map(placeName).join(", ") : say("waits"));

const changeView = ({ task, before, after }) => html`<li class="chg"><p class="what"><span class="nm"><bdi>${task}</bdi></span>
  <span class="mv"><span class="old">${placesOf(before)}</span>${icon("to")}<span class="new">${placesOf(after)}</span></span></p></li>`;

const conflictView = ({ task, message }) => html`<li class="chg"><p class="what">${icon("clash", "clash")}<span class="nm"><bdi>${task}</bdi></span></p><p class="why1"><bdi>${message}</bdi></p></li>`;

async function write() {
  const { foreseen, key } = state.tray;
  change("tray", { isBusy: true, problem: null });
  try {
    const { value } = await ask("POST", `/previews/${state.session.id}/confirm`, { etag: `"${foreseen.revision}"`, key });
    await Promise.all([loadPreview(), reloadWeeks(), loadClasses()]);
    change("tray", { isBusy: false, foreseen: null });
    speak(say("confirmed", { n: value.changes.length }));
    focusOn("result");
  } catch (problem) {
    await refused(problem, foreseen);
  }
}

/** What is in the way stands in the list; the plan and the week are read as they are now. */
async function refused(problem, foreseen) {
  const conflicts = problem.body?.conflicts;
  change("tray", { isBusy: false, problem: conflicts ? null : told(problem), foreseen: conflicts ? { ...foreseen, conflicts } : null });
  if (conflicts) tellForeseen(conflicts);
  else focusOn("trayh");
  if (problem.status) await Promise.all([loadPreview(), reloadWeeks()]);
}
