/** The reminders of the conversation: those that wait, those that were told, and setting one (rule PAGE-44). */

import { ask, get, newKey } from "../app/client.js";
import { momentText } from "../app/places.js";
import { openSession } from "../app/sessions.js";
import { state } from "../app/store.js";
import { words } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { attempt, fieldsOf, fieldView, listView, outcomeView, put, quietView, sendView } from "./part.js";

const NAME = "reminders";
const PAUSE = 5000;
const say = words({
  none: ["没有在等的提醒。", "No reminder waits."],
  overdue: ["到时间了，正在告诉你", "due, and being told"],
  soon: ["不到 1 分钟后", "in less than a minute"],
  minutes: ["{n} 分钟后", "in {n} {n|minute|minutes}"],
  hours: ["{n} 小时 {m} 分钟后", "in {n} {n|hour|hours} {m} min"],
  days: ["{n} 天 {m} 小时后", "in {n} {n|day|days} {m} h"],
  take_back: ["撤回", "Take it back"],
  taken_back: ["已撤回。", "Taken back."],
  gone: ["这条提醒已经不在等了。", "This reminder does not wait any more."],
  told: ["已告诉你", "Told"],
  new: ["新提醒", "A new reminder"],
  text: ["提醒我", "Remind me of"],
  after: ["多久以后", "After"],
  unit: ["单位", "Unit"],
  60: ["分钟", "minutes"],
  3600: ["小时", "hours"],
  86400: ["天", "days"],
  set: ["设置", "Set it"],
  was_set: ["已设置。", "Set."],
  where: ["只在这个对话里告诉你一次。", "You are told once, in this conversation."],
});

let timer = null;

/** Read the reminders, and again while the panel is open. */
export async function begin() {
  await read();
  end();
  timer = setInterval(() => document.hidden || read().catch(() => {}), PAUSE);
}

/** Read no more. */
export function end() {
  timer = clearInterval(timer) ?? null;
}

/** See those that wait, those that were told, and a form. */
export function view({ now }, { items, told }) {
  return html`<div>${listView(items, (each) => rowView(each, now), say("none"))}
      ${outcomeView(NAME, "list")}</div>
    ${told.length ? html`<details><summary>${say("told")}</summary><ul class="p-rows">${told.map(toldView)}</ul></details>`
      : nothing}
    ${formView()}`;
}

async function read() {
  const id = state.session?.id;
  if (!id) return put(NAME, { items: [], told: [] });
  const [waiting, changes] = await Promise.all([
    get(`/sessions/${id}/reminders`),
    get(`/sessions/${id}/log?kind=${encodeURIComponent("schedule/change")}&limit=100`),
  ]);
  put(NAME, { items: waiting.items, told: toldIn(changes.items) });
}

/** What was told, the newest first: the log says which reminder was dispatched, and what it had said. */
function toldIn(entries) {
  const of = (operation) => entries.filter(({ data }) => data.operation === operation);
  const said = new Map(of("create").map(({ data }) => [data.schedule.id, data.schedule]));
  return of("dispatch").filter(({ data }) => said.has(data.id)).map(({ at: when, data }) => ({ at: when, ...said.get(data.id) }));
}

function rowView(each, now) {
  return html`<li><p><bdi>${each.prompt}</bdi></p>
    <p class="p-head"><span class="note">${whenText(each, now)} · ${at(each.scheduledAt)}</span>
      ${quietView(NAME, say("take_back"), () => takeBack(each), { of: each.prompt })}</p></li>`;
}

function toldView({ at: when, prompt }) {
  return html`<li><bdi>${prompt}</bdi><p class="note">${say("told")} · ${at(when)}</p></li>`;
}

function whenText({ state: stage, scheduledAt }, now) {
  const minutes = Math.round((Date.parse(scheduledAt) - now) / 60_000);
  if (stage === "overdue") return say("overdue");
  if (minutes < 1) return say("soon");
  if (minutes < 60) return say("minutes", { n: minutes });
  if (minutes < 2880) return say("hours", { n: Math.floor(minutes / 60), m: minutes % 60 });
  return say("days", { n: Math.floor(minutes / 1440), m: Math.floor((minutes % 1440) / 60) });
}

function at(moment) {
  return momentText(moment, state.term?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}

function formView() {
  return html`<form @submit=${set}><h3>${say("new")}</h3>
    ${fieldView(say("text"), html`<textarea name="prompt" rows="2" required maxlength="10000"></textarea>`, say("where"))}
    <div class="pair">${fieldView(say("after"), html`<input name="n" type="number" min="1" max="100000" value="30" required
      inputmode="numeric">`)}
      ${fieldView(say("unit"), html`<select name="unit">${["60", "3600", "86400"].map((each) => html`<option
        value=${each}>${say(each)}</option>`)}</select>`)}</div>
    <p class="acts">${sendView(NAME, say("set"))}</p>${outcomeView(NAME, "form")}</form>`;
}

async function set(event) {
  event.preventDefault();
  const form = event.target;
  const { prompt, n, unit } = fieldsOf(form);
  await attempt(NAME, "form", async () => {
    const session = state.session ?? (await openSession());
    await ask("POST", `/sessions/${session.id}/reminders`, { body: { prompt, after_seconds: n * unit }, key: newKey() });
    form.reset();
    await read();
  }, say("was_set"));
}

async function takeBack({ id }) {
  let wasThere = true;
  await attempt(NAME, "list", async () => {
    wasThere = (await ask("DELETE", `/sessions/${state.session.id}/reminders/${encodeURIComponent(id)}`)).value.deleted;
    await read();
  }, say("taken_back"));
  if (!wasThere) put(NAME, { done: { spot: "list", text: say("gone") } });
}
