import { html } from "../vendor/lit-html/lit-html.js";

/** See the state as this area shows it. */
export const weekView = (state) => html``;
