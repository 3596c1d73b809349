/** What is in hand, with other ways to put it somewhere than by pointer or arrows (rule PAGE-35). */

import { dayName } from "../app/places.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { name } from "../app/words.js";
import { showWeek } from "../app/terms.js";
import { state, update } from "../app/store.js";
import { edit } from "./edits.js";
import { aim, clashText, drop, putBack, togglePin } from "./hand.js";
import { say } from "./words.js";

/** The bar of the task in hand, with day and section to choose; a drag needs none, and no sheet that becomes smaller under it. */
export function handView({ hand, preview }) {
  if (!hand || hand.by === "pointer") return nothing;
  return html`<div class="hand-bar" role="group" aria-label=${say("inHand", { name: hand.name })}>
    <p class="hand-name">${say("inHand", { name: name(hand.name) })} ${fitView(hand)} <span class="note keys-told">${say("keysTold")}</span></p>
    <label>${say("day")}<select @change=${dayChosen}>${preview.window.day_mapping.map((day) => dayOption(day, hand))}</select></label>
    <label>${say("first")}<input type="number" min="1" max=${13 - hand.length} .value=${live(String(hand.to.section_from))} @change=${sectionChosen}></label>
    <button type="button" class="plain" ?disabled=${Boolean(hand.clash)} @click=${drop}>${say("drop")}</button>
    <button type="button" class="plain" @click=${putBack}>${say("back")}</button>
    <button type="button" class="quiet" @click=${() => togglePin(hand)}>${say(hand.isPinned ? "unpin" : "pin")}</button>
    <button type="button" class="quiet" @click=${letWait}>${say("wait")}</button>
  </div>`;
}

function fitView(hand) {
  if (hand.clash) return html`<span class="problem">${clashText(hand, name)}</span>`;
  return html`<span class="note">${hand.host ? say("fitsInside", { host: name(hand.host.name) }) : say("fits")}</span>`;
}

function dayOption({ week, day_of_week: day, day_index: index }, { to }) {
  const isChosen = to.week === week && to.day_of_week === day;
  const number = state.language === "zh" ? `第${week}周` : `week ${week}`;
  return html`<option value=${index} ?selected=${isChosen}>${number} ${dayName(day)}</option>`;
}

function dayChosen({ target }) {
  const { week, day_of_week } = state.preview.window.day_mapping.find(({ day_index }) => day_index === Number(target.value));
  aim({ ...state.hand.to, week, day_of_week });
  if (week !== state.week) showWeek(week);
}

function sectionChosen({ target }) {
  if (target.checkValidity()) aim({ ...state.hand.to, section_from: Number(target.value) });
  else target.reportValidity();
}

async function letWait() {
  const { stateId } = state.hand;
  update({ hand: null });
  await edit([{ tool: "unplace", arguments: { task_id: stateId } }]);
  document.getElementById("trayh")?.focus();
}
