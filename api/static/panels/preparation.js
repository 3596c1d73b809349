/** Rooms that are prepared for meetings: the list of them, a form for one more, and one by itself (rules PAGE-41 and PAGE-42). */

import { ask, get, newKey } from "../app/client.js";
import { momentText } from "../app/places.js";
import { state } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { fetchAgain, fetchList, fetchOne, keepFresh, stop } from "./prep/fresh.js";
import { forgetView, learnedView } from "./prep/learned.js";
import { oneView } from "./prep/one.js";
import { say } from "./prep/words.js";
import { attempt, fieldsOf, fieldView, focusSoon, listView, outcomeView, part, put, quietView, sendView } from "./part.js";

const NAME = "preparation";

/** Show the preparation that is named, else all of them. */
export async function begin({ id = null }) {
  put(NAME, { id, one: null, draft: {}, history: null, briefing: "" });
  await (id ? fetchOne(id) : fetchList());
  keepFresh(refresh);
}

export const end = stop;

/** See one preparation, or the list. */
export function view(_, { id, one, items, cursor }) {
  if (id && one) return html`<p class="acts">${quietView(NAME, say("all"), backToList)}</p>${oneView(one)}`;
  return html`<div>${listView(items, rowView, say("none"))}
    ${cursor ? quietView(NAME, say("more"), more) : nothing}${outcomeView(NAME, "list")}</div>
    ${formView()}<div>${learnedView(null)}${forgetView(null)}</div>`;
}

async function more() {
  const { items, cursor } = part(NAME);
  await attempt(NAME, "list", async () => {
    const page = await get(`/preparation/sessions?limit=20&cursor=${encodeURIComponent(cursor)}`);
    put(NAME, { items: [...items, ...page.items], cursor: page.next_cursor });
  });
}

async function refresh() {
  const { id, items } = part(NAME);
  if (id) return fetchAgain(id);
  if ((items?.length ?? 0) <= 20) await fetchList();
}

function rowView(each) {
  return html`<li><button type="button" class="p-open"
    @click=${() => show(each.id)}><bdi>${each.room_id}</bdi> · ${momentText(each.meeting_start, each.zone)}</button>
    <p class="note">${say(each.status)}${each.booker_name ? html` · <bdi>${each.booker_name}</bdi>` : nothing}</p></li>`;
}

async function show(id) {
  await attempt(NAME, "list", async () => {
    await fetchOne(id);
    put(NAME, { id, draft: {}, history: null, briefing: "" });
    focusSoon("#room-title");
  });
}

async function backToList() {
  await attempt(NAME, "list", async () => {
    await fetchList();
    put(NAME, { id: null, one: null, history: null });
    focusSoon("#panel-title");
  });
}

function formView() {
  const zone = state.term?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return html`<form @submit=${(event) => request(event, zone)}><h3>${say("ask")}</h3>
    ${fieldView(say("room"), html`<input name="room_id" required maxlength="64" autocomplete="off">`)}
    ${fieldView(say("start"), html`<input name="meeting_start" type="datetime-local" required>`, say("clocks", { zone }))}
    ${fieldView(say("end"), html`<input name="meeting_end" type="datetime-local" required>`)}
    <fieldset><legend>${say("then")}</legend>
      <label class="tick"><input type="radio" name="prep_type" value="confirm" checked>${say("confirm_type")}</label>
      <label class="tick"><input type="radio" name="prep_type" value="auto_notify">${say("auto_notify_type")}</label></fieldset>
    <p class="acts">${sendView(NAME, say("prepare"))}</p>${outcomeView(NAME, "form")}</form>`;
}

async function request(event, zone) {
  event.preventDefault();
  const form = event.target;
  const body = { ...fieldsOf(form), zone, locale: state.language === "zh" ? "zh-CN" : "en" };
  await attempt(NAME, "form", async () => {
    const { value } = await ask("POST", "/preparation/sessions", { body, key: newKey() });
    form.reset();
    await show(value.id);
  });
}
