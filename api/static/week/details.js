/** The whole name of a tile, and what else is known of it, in a small dialog (rule PAGE-16). */

import { clock, dayName, sections } from "../app/places.js";
import { change, state } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

let from = null;

/** Open the details of a tile. */
export function showDetails(tile) {
  from = document.activeElement;
  change("details", { tile });
  setTimeout(() => document.querySelector(".details")?.showModal());
}

/** The dialog, where one is open. */
export function detailsView({ details }) {
  if (!details?.tile) return nothing;
  const { tile } = details;
  const table = state.term.sections;
  const time = `${dayName(tile.day)} ${sections(tile.from, tile.to)} · ${clock(table[tile.from - 1].start)}–${clock(table[tile.to - 1].end)}`;
  const row = (key, value) => (value ? html`<div><dt>${say(key)}</dt><dd><bdi>${value}</bdi></dd></div>` : nothing);
  return html`<dialog class="details" aria-labelledby="details-name" @close=${closed}>
    <h2 id="details-name"><bdi>${tile.name.slice(0, 300)}</bdi></h2>
    <dl>${row("time", time)}${row("place", tile.location)}${row("teacher", tile.teacher)}</dl>
    <form method="dialog"><button class="plain">${say("close")}</button></form></dialog>`;
}

function closed() {
  change("details", { tile: null });
  from?.focus();
}
