/** The one wire, from the old place of the chosen change to its new one (rule PAGE-18). */

import { changesOf } from "../plan/changes.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** A line between ghost and tile of the chosen change, where both are in the week that is shown. */
export function wireView({ selected, preview, week }) {
  const chosen = changesOf(preview).find(({ number }) => number === selected);
  if (!chosen?.from || !chosen.to || chosen.from.week !== week || chosen.to.week !== week) return nothing;
  const [left, right] = [chosen.from.day_of_week, chosen.to.day_of_week].sort();
  if (left === right) return nothing;
  const on = chosen.to.day_of_week > chosen.from.day_of_week ? "on" : "";
  return html`<div class="wires" aria-hidden="true"><div class="wire ${on} w${left}${right} e${chosen.to.section_to}"></div></div>`;
}
