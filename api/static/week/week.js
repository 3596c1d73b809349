/** The week as a sheet: seven days and the term's sections (rules PAGE-10 to PAGE-19). */

import { icon } from "../app/icons.js";
import { clock } from "../app/places.js";
import { told } from "../app/problems.js";
import { showWeek } from "../app/terms.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { dayView } from "./day.js";
import { detailsView } from "./details.js";
import { focused, keyed, settleStops } from "./keys.js";
import { planOf, weekModel } from "./model.js";
import { flagView, momentOf } from "./moment.js";
import { edgesOf, layRows, meals } from "./rows.js";
import { follow, settleDay, stripView } from "./strip.js";
import { wireView } from "./wire.js";
import { travel } from "./travel.js";
import { say } from "./words.js";

/** The sheet of the week that is shown; an empty one until it has been read. */
export function weekView(state) {
  layRows(state.term);
  const model = weekModel(state);
  setTimeout(() => settle(model, state));
  return html`${stripView(model)} ${sheetView(model, state)} ${noteView(state, model)} ${keyView()} ${detailsView(state)}`;
}

function settle(model, state) {
  const grid = document.getElementById("week");
  settleStops(grid);
  settleDay(grid, model);
  travel(state);
}

function sheetView(model, state) {
  const moment = momentOf(state);
  return html`<div class="week" id="week" role="group" tabindex="-1" aria-label=${say("week")} aria-busy=${!model.isRead} @keydown=${keyed} @focusin=${focused}
      @scroll=${({ currentTarget }) => follow(currentTarget)}>
      <div class="corner" aria-hidden="true"><span>${say("load")}</span></div> ${bedView(state.term, model)} ${axisView(state, moment)}
      ${repeat(model.days, ({ day }) => day, (day) => dayView(day, state, moment))} ${wireView(state, planOf(state))}</div>`;
}

function noteView({ week, weekProblem }, { isRead, isEmpty }) {
  if (!isRead && weekProblem) return html`<p class="problem unread">${told(weekProblem)}
    <button type="button" class="quiet" @click=${() => showWeek(week)}>${say("again")}</button></p>`;
  if (!isRead) return html`<p class="loading">${say("loading", { week })}</p>`;
  return isEmpty ? html`<p class="empty">${say("emptyWeek")}</p>` : nothing;
}

function bedView({ sections }, { excluded }) {
  const kinds = (place) => `s${place + 1} e${place + 1} ${edgesOf(sections, place)} ${excluded.has(place + 1) ? "off" : ""}`;
  const row = (_, place) => html`<div class="b ${kinds(place)}"></div>`;
  return html`<div class="bed" aria-hidden="true">${sections.map(row)}</div>`;
}

function axisView({ term: { sections }, week }, moment) {
  const isNow = (place) => moment.week === week && moment.section === place + 1 && moment.share < 5;
  const kinds = (place) => `s${place + 1} e${place + 1} ${isNow(place) ? "flagged" : ""}`;
  const row = ({ start }, place) => html`<li class=${kinds(place)}><b>${place + 1}</b><time>${clock(start)}</time></li>`;
  const meal = ({ after, isNoon }) => html`<li class="b${after} meal">${say(isNoon ? "noon" : "evening")}</li>`;
  return html`<ol class="axis" aria-label=${say("axis")}>${sections.map(row)}${meals(sections).map(meal)}${flagView(moment, week)}</ol>`;
}

function keyView() {
  const kinds = [["course", "kCourse"], ["host", "kHost"], ["have", "kHave"], ["sug", "kSug"], ["ghost", "kGhost"], ["off", "kOff"]];
  return html`<ul class="key" aria-label=${say("key")}>${kinds.map(([kind, text]) => html`<li class="k-${kind}">${say(text)}</li>`)}
    <li class="k-pin">${icon("pin")}${say("kPin")}</li><li class="k-clash">${icon("clash")}${say("kClash")}</li></ul>`;
}
