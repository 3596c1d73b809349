/** What the page says, in Chinese and English side by side, so that both tell the same facts. */

import { html } from "../vendor/lit-html/lit-html.js";
import { state, update } from "./store.js";

const KEPT = "daywright.language";

/**
 * Make the speaker of a table `{key: [chinese, english]}`; `{name}` stands for a value.
 *
 * The speaker gives a text where every value is one, and parts for a template where a value is a template itself,
 * such as `name(…)`. English may give `{n|one|many}` for a word that follows the number `n`.
 */
export function words(table) {
  return (key, values = {}) => fill(table[key][state.language === "zh" ? 0 : 1], values);
}

/** A name of the person's as a part of a sentence: set as text, kept inside its own direction, cut at 12 em. */
export function name(text) {
  return html`<bdi class="q" title=${text}>${text}</bdi>`;
}

/** Take the language that was chosen here before, else the one that the browser asks for. */
export function beginLanguage() {
  chooseLanguage(localStorage.getItem(KEPT) ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
}

/** Show the page in `zh` or `en`, now and the next time. */
export function chooseLanguage(language) {
  localStorage.setItem(KEPT, language);
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  update({ language });
}

function fill(sentence, values) {
  const parts = sentence.split(/\{([^}]*)\}/).map((part, place) => (place % 2 ? valueOf(part, values) : part));
  return parts.every((part) => typeof part !== "object") ? parts.join("") : parts;
}

function valueOf(slot, values) {
  const [key, one, many] = slot.split("|");
  return one === undefined ? values[key] : Number(values[key]) === 1 ? one : many;
}
