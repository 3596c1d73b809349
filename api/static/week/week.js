/** The week as a sheet: seven days and the term's sections (rules PAGE-10 to PAGE-18). */

import { icon } from "../app/icons.js";
import { clock, dayName, minutesOf, placeOf, shortDate, shortDay } from "../app/places.js";
import { told } from "../app/problems.js";
import { showWeek } from "../app/terms.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { detailsView } from "./details.js";
import { focused, keyed, settleStops } from "./keys.js";
import { cellsView, loadView } from "./load.js";
import { weekModel } from "./model.js";
import { layRows, meals } from "./rows.js";
import { carriedView, ghostView, tileView } from "./tile.js";
import { wireView } from "./wire.js";
import { travel } from "./travel.js";
import { say } from "./words.js";

/** The sheet of the week that is shown; an empty one until it has been read. */
export function weekView(state) {
  layRows(state.term);
  const model = weekModel(state);
  setTimeout(() => {
    settleStops(document.getElementById("week"));
    travel(state);
  });
  return html`${stripView(model)}
    <div class="week" id="week" role="group" aria-label=${say("week")} @keydown=${keyed} @focusin=${focused} @scroll=${followed}>
      ${cornerView()} ${bedView(state.term, model)} ${axisView(state.term)}
      ${model ? repeat(model.days, ({ day }) => day, (day) => dayView(day, state)) : nothing}
      ${model ? wireView(state, model) : nothing}
    </div>
    ${noteView(state, model)} ${keyView()} ${detailsView(state)}`;
}

function noteView({ week, weekProblem }, model) {
  if (!model && weekProblem) return html`<p class="problem unread">${told(weekProblem)}
    <button type="button" class="quiet" @click=${() => showWeek(week)}>${say("again")}</button></p>`;
  if (!model) return html`<p class="loading">${say("loading", { week })}</p>`;
  return model.isEmpty ? html`<p class="empty">${say("emptyWeek")}</p>` : nothing;
}

function stripView(model) {
  const day = (each) => html`<li><a href="#d${each.day}" aria-current=${each.isToday ? "date" : nothing}>
    <span>${shortDay(each.day)}</span><b>${each.date.getUTCDate()}</b>${cellsView(each.load)}</a></li>`;
  return html`<nav class="strip" id="strip" aria-label=${say("days")}><ol>${model?.days.map(day)}</ol></nav>`;
}

/** The strip of days marks the day that has been scrolled to. */
function followed({ currentTarget: week }) {
  const days = [...week.querySelectorAll(".day")];
  const shown = days.find(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth / 2 > week.scrollLeft);
  for (const link of document.querySelectorAll("#strip a")) link.classList.toggle("shown", link.hash === `#${shown?.id}`);
}

const cornerView = () => html`<div class="corner" aria-hidden="true"><span>${say("load")}</span></div>`;

function bedView({ sections }, model) {
  const isOff = (number) => (model?.excluded.has(number) ? "off" : "");
  return html`<div class="bed" aria-hidden="true">${sections.map((_, place) => html`<div class="b s${place + 1} e${place + 1} ${isOff(place + 1)}"></div>`)}</div>`;
}

function axisView({ sections }) {
  const row = ({ start }, place) => html`<li class="s${place + 1} e${place + 1}"><b>${place + 1}</b><time>${clock(start)}</time></li>`;
  const meal = ({ after, isNoon }) => html`<li class="b${after} meal">${say(isNoon ? "noon" : "evening")}</li>`;
  return html`<ol class="axis" aria-label=${say("axis")}>${sections.map(row)}${meals(sections).map(meal)}</ol>`;
}

function dayView(day, state) {
  return html`<section class="day d${day.day} ${day.isToday ? "today" : ""}" id="d${day.day}" aria-labelledby="h${day.day}">
    <header><h2 id="h${day.day}">${dayName(day.day)} <span class="date">${shortDate(day.date)}</span>${day.isToday ? html`<span class="tod">${say("today")}</span>` : nothing}</h2>
      ${loadView(day.load)}</header>
    <ol data-day=${day.day}>${itemsOf(day, state)}${day.isToday ? nowView(state) : nothing}</ol>
    ${timedView(day.timed)}</section>`;
}

/** Tiles and ghosts in the order of time, and the long breaks between them, which a list shows. */
function itemsOf(day, state) {
  const { sections } = state.term;
  const items = [
    ...day.tiles.map((tile) => [tile.from, `t${tile.eventId ?? ""}${tile.stateId ?? ""}${tile.from}`, tileView(tile, phaseOf(tile, day, state))]),
    ...carried(day, state),
    ...day.ghosts.map((ghost) => [ghost.from, `g${ghost.change.stateId}`, ghostView(ghost)]),
    ...meals(sections).map((meal) => [meal.after + 0.5, `m${meal.after}`, mealView(meal)]),
  ].sort(([one], [other]) => one - other);
  return repeat(items, ([, key]) => key, ([, , view]) => view);
}

function carried({ day }, { hand, week }) {
  const isHere = hand && hand.to.week === week && hand.to.day_of_week === day && hand.to.section_to <= 12;
  return isHere ? [[hand.to.section_from + 0.1, "carried", carriedView(hand)]] : [];
}

const mealView = ({ isNoon, start, end }) => html`<li class="sep" aria-hidden="true">${say(isNoon ? "noon" : "evening")} ${start}–${end}</li>`;

/** Whether something lies behind, and the words for what goes on at this moment. */
function phaseOf({ from, to }, { day, isToday }, { term, now, week }) {
  const today = placeOf(term, now);
  if (!isToday) return { isPast: week * 7 + day < today.week * 7 + today.day, current: null };
  const [start, end] = [minutesOf(term.sections[from - 1].start), minutesOf(term.sections[to - 1].end)];
  const isNow = start <= today.minutes && today.minutes < end;
  return { isPast: end <= today.minutes, current: isNow ? say("current", { time: timeText(today.minutes) }) : null };
}

const timeText = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The line of this moment: in the section that runs, or above the one that comes next; none outside of the day. */
function nowView({ term, now }) {
  const { minutes } = placeOf(term, now);
  const place = term.sections.findIndex(({ end }) => minutes < minutesOf(end));
  if (place < 0 || minutes < minutesOf(term.sections[0].start)) return nothing;
  const { start, end } = term.sections[place];
  const share = Math.max(0, Math.round(((minutes - minutesOf(start)) / (minutesOf(end) - minutesOf(start))) * 10));
  return html`<li class="now s${place + 1} p${share}" aria-hidden="true"><span>${timeText(minutes)}</span></li>`;
}

function timedView(timed) {
  if (!timed?.length) return nothing;
  const row = (event) => html`<li><bdi>${event.name}</bdi> <time>${event.starts_at?.slice(11, 16) ?? ""}</time></li>`;
  return html`<ul class="timed" aria-label=${say("timed")}>${timed.map(row)}</ul>`;
}

function keyView() {
  const kinds = [["course", "kCourse"], ["host", "kHost"], ["have", "kHave"], ["sug", "kSug"], ["ghost", "kGhost"], ["off", "kOff"]];
  return html`<ul class="key" aria-label=${say("key")}>${kinds.map(([kind, text]) => html`<li class="k-${kind}">${say(text)}</li>`)}
    <li class="k-pin">${icon("pin")}${say("kPin")}</li><li class="k-clash">${icon("clash")}${say("kClash")}</li></ul>`;
}
