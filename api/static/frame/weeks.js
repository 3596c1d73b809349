/** The week that is shown, its neighbours, and all weeks of the term (rule PAGE-4). */

import { icon } from "../app/icons.js";
import { dateOf, monthDay, placeOf } from "../app/places.js";
import { showWeek } from "../app/terms.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

/** See the switcher of weeks with the term as a ruler. */
export function weeksView({ term, week, now }) {
  return html`<nav class="weeks" aria-label=${say("weeks")}>
    ${stepView("prev", week - 1, week > 1 ? "earlier" : "no_earlier")}
    <h1>${say("week", { week })}<small>${datesOf(term, week)}</small></h1>
    ${stepView("next", week + 1, week < term.weeks ? "later" : "no_later")}
    <ol class="term">${weekButtons(term, week, now)}</ol>
  </nav>`;
}

/** A button in a list for each week of a term, for the ruler and for the menu. */
export function weekButtons(term, shown, now, then = () => {}) {
  const today = placeOf(term, now).week;
  return Array.from({ length: term.weeks }, (_, before) => {
    const week = before + 1;
    const label = say(week === today ? "this_week" : "week", { week });
    return html`<li><button type="button" class="week-no ${week === today ? "today" : ""}" aria-label=${label} title=${label}
      aria-current=${week === shown ? "true" : nothing} @click=${() => { then(); showWeek(week); }}>${week}</button></li>`;
  });
}

/** `3月30日 – 4月5日` of a week. */
export function datesOf(term, week) {
  return say("dates", { first: monthDay(dateOf(term, week, 1)), last: monthDay(dateOf(term, week, 7)) });
}

function stepView(which, week, key) {
  const label = say(key, { week });
  return html`<button type="button" class="step" aria-label=${label} title=${label} aria-disabled=${key.startsWith("no_")}
    @click=${() => showWeek(week)}>${icon(which)}</button>`;
}
