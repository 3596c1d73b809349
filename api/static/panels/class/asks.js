/** What a class asks of a placement: sections, pace, and when its tasks may or should stand. */

import { dayName } from "../../app/places.js";
import { state } from "../../app/store.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { fieldView, outcomeView, part, sendView } from "../part.js";
import { say } from "./words.js";
import { NAME, writeClass } from "./write.js";

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const LISTS = ["excluded_sections", "excluded_days_of_week", "preferred_sections"];

/** See the form of what a class asks. */
export function asksView(each) {
  const sections = Array.from({ length: state.term?.sections?.length ?? 12 }, (_, before) => before + 1);
  const strategy = (value) => html`<label class="tick"><input type="radio" name="strategy" value=${value}
    ?checked=${each.strategy === value}>${say(value)}</label>`;
  return html`<form @submit=${(event) => save(event, each)}>
    ${fieldView(say("name"), html`<input name="name" required maxlength="200" autocomplete="off" value=${each.name}>`)}
    ${fieldView(say("total"), html`<input name="total_slots" type="number" min="1" max="6000" inputmode="numeric"
      value=${each.total_slots ?? ""}>`, say("total_note"))}
    <fieldset><legend>${say("strategy")}</legend>${strategy("steady")}${strategy("rapid")}</fieldset>
    ${ticksView("excluded_sections", sections, each)} ${ticksView("excluded_days_of_week", DAYS, each, dayName)}
    ${ticksView("preferred_sections", sections, each)}
    <label class="tick"><input type="checkbox" name="allow_embed" ?checked=${each.allow_embed}>${say("embed")}</label>
    <p class="acts">${sendView(NAME, say("save"))}</p>${outcomeView(NAME, `asks-${each.id}`)}</form>`;
}

function ticksView(key, values, each, label = String) {
  return html`<fieldset><legend>${say(key)}</legend>${values.map((value) => html`<label class="tick p-small"><input
    type="checkbox" name=${key} value=${value}
    ?checked=${each[key].includes(value)}>${label(value)}</label>`)}</fieldset>`;
}

async function save(event, each) {
  event.preventDefault();
  const form = event.target;
  const sent = new FormData(form);
  const body = {
    name: sent.get("name").trim(),
    total_slots: sent.get("total_slots") ? Number(sent.get("total_slots")) : null,
    strategy: sent.get("strategy"),
    allow_embed: sent.has("allow_embed"),
    ...Object.fromEntries(LISTS.map((key) => [key, sent.getAll(key).map(Number)])),
  };
  const isSaved = await writeClass(`asks-${each.id}`, each, "PATCH", "", body, say("saved"));
  if (isSaved || part(NAME).problem?.refusal.code === "version_mismatch") setTimeout(() => form.reset());
}
