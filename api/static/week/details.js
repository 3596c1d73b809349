/** The whole name of a tile, and what else is known of it, in a small dialog (rule PAGE-16). */

import { dayName, sections } from "../app/places.js";
import { change } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cut, timesOf } from "./told.js";
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
  const place = tile.kind === "timed" ? "" : ` ${sections(tile.from, tile.to)} ·`;
  const time = `${dayName(tile.day)}${place} ${timesOf(tile).join("–")}`;
  const row = (key, value) => (value ? html`<div><dt>${say(key)}</dt><dd><bdi>${cut(value)}</bdi></dd></div>` : nothing);
  return html`<dialog class="details" aria-labelledby="details-name" @close=${closed}>
    <h2 id="details-name"><bdi>${cut(tile.name)}</bdi></h2>
    <dl>${row("time", time)}${row("place", tile.location)}${row("teacher", tile.teacher)}</dl>
    <form method="dialog"><button class="plain">${say("close")}</button></form></dialog>`;
}

function closed() {
  change("details", { tile: null });
  from?.focus();
}
