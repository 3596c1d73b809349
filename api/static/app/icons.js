/** The drawn signs of the page. */

import { html, svg } from "../vendor/lit-html/lit-html.js";

const DRAWN = {
  ok: ["0 0 12 12", svg`<path d="M2 6.4 4.8 9.2 10 3.2" fill="none" stroke="currentColor" stroke-width="1.7"/>`],
  no: ["0 0 12 12", svg`<path d="M2.5 2.5l7 7M9.5 2.5l-7 7" fill="none" stroke="currentColor" stroke-width="1.7"/>`],
  to: ["0 0 14 10", svg`<path d="M0 5h12M8.5 1.5 12 5 8.5 8.5" fill="none" stroke="currentColor" stroke-width="1.4"/>`],
  from: ["0 0 14 10", svg`<path d="M0 1v4h12M8.5 1.5 12 5 8.5 8.5" fill="none" stroke="currentColor" stroke-width="1.4"/>`],
  pin: ["0 0 12 14", svg`<path d="M3 1h6v1L8 3v3l2 2v1H2V8l2-2V3L3 2z" fill="currentColor"/><path d="M6 9v5" stroke="currentColor" stroke-width="1.2"/>`],
  clash: ["0 0 14 14", svg`<path d="M4.2.5h5.6l3.7 3.7v5.6l-3.7 3.7H4.2L.5 9.8V4.2z" fill="currentColor"/><path d="M7 3.2v4.6M7 9.4v1.6" stroke="var(--sheet)" stroke-width="1.7"/>`],
  out: ["0 0 12 12", svg`<path d="M2 10 10 2M4 2h6v6" fill="none" stroke="currentColor" stroke-width="1.4"/>`],
  undo: ["0 0 14 12", svg`<path d="M5 1 1.5 4.5 5 8M1.8 4.5h7a3.2 3.2 0 0 1 0 6.4H5" fill="none" stroke="currentColor" stroke-width="1.5"/>`],
  prev: ["0 0 8 12", svg`<path d="M6.5 1 2 6l4.5 5" fill="none" stroke="currentColor" stroke-width="1.6"/>`],
  next: ["0 0 8 12", svg`<path d="M1.5 1 6 6l-4.5 5" fill="none" stroke="currentColor" stroke-width="1.6"/>`],
  menu: ["0 0 14 12", svg`<path d="M0 2h14M0 6h14M0 10h14" fill="none" stroke="currentColor" stroke-width="1.5"/>`],
};

/** A sign by its name; `kind` is a class beside `ic`. It says nothing to a screen reader. */
export function icon(which, kind = "") {
  const [box, drawn] = DRAWN[which];
  return html`<svg class="ic ${kind}" viewBox=${box} aria-hidden="true" focusable="false">${drawn}</svg>`;
}
