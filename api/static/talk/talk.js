import { html } from "../vendor/lit-html/lit-html.js";

/** See the state as this area shows it. */
export const talkView = (state) => html``;
export async function beginTalk() {}
export async function sendMessage(text) {}
