/** What an answer was read from, as ways to where it stands in the week. */

import { placeName } from "../app/places.js";
import { showWeek } from "../app/terms.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

const MOST = 6;

/** See the rows that are known here as buttons that go to them, and how many others there are. */
export function rowsView(rows, state) {
  const found = rows.map((row) => placeOfRow(row, state)).filter(Boolean).slice(0, MOST);
  const others = rows.length - found.length;
  if (!found.length) return nothing;
  return html`<p class="rows">${say("rows")}${found.map(wayView)}
    ${others ? html`<span>${say("more_rows", { n: others })}</span>` : nothing}</p>`;
}

function wayView(place) {
  return html`<button type="button" class="quiet" @click=${() => goTo(place)}
    ><bdi class="q" title=${place.name}>${place.name}</bdi> ${placeName(place)}</button> `;
}

/** A row is a task of the plan that is shown, or an entry of a week that has been read; null where it is neither. */
function placeOfRow(row, { preview, weeks }) {
  const planned = preview?.entries.find(({ source_id: id }) => id === row);
  if (planned) return planned;
  for (const read of weeks.values()) {
    for (const day of read.days) {
      const entry = day.entries.find(({ event_id: event, item_id: item }) => event === row || item === row);
      if (entry) return { ...entry, week: day.week, day_of_week: day.day_of_week };
    }
  }
  return null;
}

async function goTo({ week, day_of_week: day, state_id: task, section_from: from }) {
  await showWeek(week);
  requestAnimationFrame(() => {
    const main = document.getElementById("main");
    const tile = main.querySelector(`[data-task="${task}"]`) ?? main.querySelector(`[data-day="${day}"][data-from="${from}"]`);
    (tile?.querySelector("button") ?? tile)?.focus();
  });
}
