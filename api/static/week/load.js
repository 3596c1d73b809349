/** How full a day is (rule PAGE-12). */

import { icon } from "../app/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

/** Twelve cells. */
export const cellsView = ({ cells }) => html`<span class="load" aria-hidden="true">${cells.map((kind) => html`<i class=${kind}></i>`)}</span>`;

/** The cells, and the sections of tasks before and after. */
export function loadView(load) {
  const isChanged = load.before !== load.after;
  const told = say(isChanged ? "loadChanged" : "loadTold", load);
  return html`<p class="ld">${cellsView(load)}<span class="num" aria-hidden="true">${isChanged ? html`${load.before}${icon("to")}` : nothing}<b>${load.after}</b></span>
    <span class="unit" aria-hidden="true">${say("tasks")}</span><span class="vh">${told}</span></p>`;
}
