/** A day of the sheet: its head, and what stands in it in the order of time (rules PAGE-11 to PAGE-14). */

import { dayName, shortDate } from "../app/places.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { press } from "../plan/hand.js";
import { showDetails } from "./details.js";
import { loadView } from "./load.js";
import { lineView, phaseOf } from "./moment.js";
import { meals } from "./rows.js";
import { carriedView, ghostView, tileView } from "./tile.js";
import { told } from "./told.js";
import { say } from "./words.js";

/** The column of a day, or its list on a phone. */
export function dayView(day, state, moment) {
  return html`<section class="day d${day.day} ${day.isToday ? "today" : ""}" id="d${day.day}" aria-labelledby="h${day.day}">
    <header><h2 id="h${day.day}">${dayName(day.day)} <span class="date">${shortDate(day.date)}</span>${
      day.isToday ? html`<span class="tod">${say("today")}</span>` : nothing}</h2>
      ${loadView(day.load)}${heldView(day)}${timedView(day)}</header>
    <ol data-day=${day.day}>${itemsOf(day, state, moment)}</ol></section>`;
}

/** Tiles and ghosts in the order of time, and the long breaks between them, which a list shows. */
function itemsOf(day, state, moment) {
  const phases = new Map(day.tiles.map((tile) => [tile, phaseOf(tile, day, state, moment)]));
  const items = [
    ...day.tiles.map((tile) => [tile.from, `t${tile.eventId ?? ""}${tile.stateId ?? ""}${tile.from}`, tileView(tile, phases.get(tile))]),
    ...carried(day, state),
    ...day.ghosts.map((ghost) => [ghost.from, `g${ghost.change.stateId}`, ghostView(ghost)]),
    ...meals(state.term.sections).map((meal) => [meal.after + 0.5, `m${meal.after}`, mealView(meal)]),
    ...nowLine(day, moment, [...phases.values()].every(({ current }) => !current)),
  ].sort(([one], [other]) => one - other);
  return repeat(items, ([, key]) => key, ([, , view]) => view);
}

function nowLine({ isToday }, moment, isIdle) {
  return isToday && moment.section ? [[moment.section - 0.2, "now", lineView(moment, isIdle)]] : [];
}

function carried({ day }, { hand, week, term }) {
  const isHere = hand && hand.to.week === week && hand.to.day_of_week === day && hand.to.section_to <= term.sections.length;
  return isHere ? [[hand.to.section_from + 0.1, "carried", carriedView(hand)]] : [];
}

const mealView = ({ isNoon, start, end }) => html`<li class="sep" aria-hidden="true">${say(isNoon ? "noon" : "evening")} ${start}–${end}</li>`;

function heldView({ heldAs }) {
  if (!heldAs) return nothing;
  const { as_week: week, as_day_of_week: day } = heldAs;
  return html`<p class="held-as">${week === null ? say("noClasses") : say("heldAs", { week, day: dayName(day) })}</p>`;
}

function timedView({ timed }) {
  if (!timed.length) return nothing;
  const row = (tile) => html`<li><button type="button" tabindex="-1" data-from=${tile.from - 0.4} aria-label=${told(tile)}
    @click=${() => showDetails(tile)} @keydown=${(event) => press(event, tile)}><time>${tile.start}</time> <bdi>${tile.name}</bdi></button></li>`;
  return html`<ul class="timed" aria-label=${say("timed")}>${timed.map(row)}</ul>`;
}
