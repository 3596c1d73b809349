/** All that happened in a preparation, the newest first. */

import { momentText } from "../../app/places.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { deviceName, say, valueText } from "./words.js";

/** See the rows of a preparation with what the devices said to each. */
export function rowsView({ snapshots, zone }) {
  if (!snapshots.length) return nothing;
  return html`<details><summary>${say("rows", { n: snapshots.length })}</summary><ol
    class="p-rows">${[...snapshots].reverse().map((row) => rowView(row, zone))}</ol></details>`;
}

function rowView(row, zone) {
  const values = Object.entries(row.snapshot).map(([key, value]) => html`<li>${deviceName(key)}: ${valueText(key, value)}</li>`);
  return html`<li><p class="p-head"><strong>${say(row.source)}</strong><small>${momentText(row.recorded_at, zone)}</small></p>
    ${row.operator_id ? html`<p class="note">${say("by")} <bdi>${row.operator_id}</bdi></p>` : nothing}
    ${row.devices ? html`<p class=${row.devices === "refused" ? "problem" : "note"}>${say(`devices_row_${row.devices}`)}</p>`
      : nothing}
    <ul class="note p-values">${values}</ul></li>`;
}
