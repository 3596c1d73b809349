import { html } from "../vendor/lit-html/lit-html.js";

/** See the state as this area shows it. */
export const panelView = (state) => html``;
export function openFromAddress() {}
