/** This moment on the sheet: where it lies in the term, and the line that marks it (rule PAGE-14). */

import { minutesOf, placeOf } from "../app/places.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

let last = { term: null, now: null, moment: null };

/**
 * Where now lies: worked out once for each tick of the page's clock.
 *
 * @returns {{week: number, day: number, minutes: number, text: string, section: number | null, share: number}} `section` is the one
 *   that runs or comes next and `share` how many tenths of it are over; null before the first section and after the last
 */
export function momentOf({ term, now }) {
  if (last.term !== term || last.now !== now) last = { term, now, moment: made(term, now) };
  return last.moment;
}

function made(term, now) {
  const { week, day, minutes } = placeOf(term, now);
  const text = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  const place = term.sections.findIndex(({ end }) => minutes < minutesOf(end));
  const isOut = place < 0 || minutes < minutesOf(term.sections[0].start);
  return { week, day, minutes, text, section: isOut ? null : place + 1, share: isOut ? 0 : shareOf(term.sections[place], minutes) };
}

const two = (number) => String(number).padStart(2, "0");

function shareOf({ start, end }, minutes) {
  return Math.max(0, Math.round(((minutes - minutesOf(start)) / (minutesOf(end) - minutesOf(start))) * 10));
}

/** Whether something of a day lies behind, and the words for what goes on now. */
export function phaseOf({ from, to }, { day, isToday }, { term, week }, moment) {
  if (!isToday) return { isPast: week * 7 + day < moment.week * 7 + moment.day, current: null };
  const [start, end] = [minutesOf(term.sections[from - 1].start), minutesOf(term.sections[to - 1].end)];
  const isNow = start <= moment.minutes && moment.minutes < end;
  return { isPast: end <= moment.minutes, current: isNow ? say("current", { time: moment.text }) : null };
}

/** The line in the column of today; a list shows it where nothing goes on. */
export function lineView({ section, share, text }, isIdle) {
  return html`<li class="now s${section} p${share} ${isIdle ? "idle" : ""}" aria-hidden="true"><span>${text}</span></li>`;
}

/** The clock time on the axis, in the place of the section's own, while the week of today is shown. */
export function flagView({ week, section, share, text }, shown) {
  return week === shown && section ? html`<li class="flag s${section} p${share}" aria-hidden="true"><span>${text}</span></li>` : nothing;
}
