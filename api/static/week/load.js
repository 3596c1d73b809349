/** How full a day is (rule PAGE-12). */

import { icon } from "../app/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

/** Twelve cells. */
export const cellsView = ({ cells }) => html`<span class="load" aria-hidden="true">${cells.map((kind) => html`<i class=${kind}></i>`)}</span>`;

/** The cells, and the sections of tasks before and after; no figures of a day that has not been read. */
export function loadView(load) {
  return html`<p class="ld">${cellsView(load)}${load.isRead ? figuresView(load) : html`<span class="num" aria-hidden="true">·</span>`}</p>`;
}

function figuresView(load) {
  const isChanged = load.before !== load.after;
  return html`<span class="num" aria-hidden="true">${isChanged ? html`${load.before}${icon("to")}` : nothing}<b>${load.after}</b></span>
    <span class="unit" aria-hidden="true">${say("tasks")}</span><span class="vh">${say(isChanged ? "loadChanged" : "loadTold", load)}</span>`;
}
