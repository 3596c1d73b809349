/** The one wire, from the old place of the chosen change to its new one (rule PAGE-18). */

import { changesOf } from "../plan/changes.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** A line from ghost to tile of the chosen change, where both are in the week that is shown. */
export function wireView({ selected, week }, preview) {
  const chosen = changesOf(preview).find(({ number, isKept }) => number === selected && !isKept);
  if (!chosen?.from || !chosen.to || chosen.from.week !== week || chosen.to.week !== week) return nothing;
  return html`<div class="wires" aria-hidden="true">${partsOf(chosen)}</div>`;
}

/** A lane under the new place, across to the day of the old one; and where they lie apart, a way along that day. */
function partsOf({ from, to }) {
  const [start, end] = [from.day_of_week, to.day_of_week];
  const rows = rowsBetween(from, to, start === end);
  const along = (kind) => html`<div class="along ${kind} wl${start} wr${start} ${rows}"></div>`;
  if (start === end) return rows ? along(from.section_from > to.section_to ? "up own" : "down own") : nothing;
  const side = end > start ? "on" : "back";
  const stop = rows ? start + (side === "on" ? 1 : -1) : start;
  const [left, right] = [Math.min(stop, end), Math.max(stop, end)];
  const lane = html`<div class="wire ${side} ${rows ? "far" : ""} wl${left} wr${right} n${right - left + 1} e${to.section_to}"></div>`;
  return rows ? [lane, along(`${from.section_from > to.section_to ? "up" : "down"} ${side}`)] : lane;
}

/** The rows from the old place to the lane, or on one day to the new place; none where they touch. */
function rowsBetween(from, to, isOneDay) {
  if (from.section_from > to.section_to + 1) return `a${to.section_to} z${from.section_from}`;
  if (from.section_to < to.section_to && !isOneDay) return `a${from.section_to} e${to.section_to}`;
  return isOneDay && from.section_to + 1 < to.section_from ? `a${from.section_to} z${to.section_from}` : "";
}
