/** What is remembered of the person: by kind, added, corrected, done, forgotten (rule PAGE-45). */

import { ask, get, newKey } from "../app/client.js";
import { momentText } from "../app/places.js";
import { state } from "../app/store.js";
import { words } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import {
  attempt, fieldsOf, fieldView, focusSoon, listView, onceView, outcomeView, part, put, quietView, sendView,
} from "./part.js";

const NAME = "memories";
const KINDS = ["commitment", "calendar_event", "todo", "decision", "person", "preference", "note"];
const say = words({
  show: ["显示", "Show"],
  all: ["全部", "all kinds"],
  commitment: ["承诺", "commitments"],
  calendar_event: ["日程", "appointments"],
  todo: ["待办", "to-dos"],
  decision: ["决定", "decisions"],
  person: ["人", "people"],
  preference: ["偏好", "preferences"],
  note: ["备注", "notes"],
  none: ["这里还没有记住什么。", "Nothing is remembered here yet."],
  more: ["显示更多", "Show more"],
  new: ["记住一件事", "Remember something"],
  text: ["内容", "What it is"],
  kind: ["种类", "Kind"],
  add: ["记住", "Remember it"],
  added: ["已记住。", "It is remembered."],
  known: ["早就记住了，没有再加一条。", "It was remembered already, and not added again."],
  origin_person: ["你写下的", "you wrote it down"],
  origin_chat: ["对话里说的", "said in the conversation"],
  origin_ingest: ["程序告知的", "told by a program"],
  done: ["已完成", "done"],
  before: ["改之前：", "before: "],
  correct: ["更正", "Correct"],
  save: ["保存", "Save"],
  leave: ["不改了", "Leave it"],
  finish: ["完成", "Done"],
  reopen: ["重新打开", "Not done after all"],
  forget: ["忘掉…", "Forget…"],
  forget_ask: ["内容会删除，以后不再想起；对话记录里说过的原话还在。不能恢复。",
    "Its text goes and is not recalled again; the conversation keeps what was said in it. This cannot be taken back."],
  forget_yes: ["忘掉", "Forget it"],
});

/** Read the newest ones of all kinds. */
export async function begin() {
  put(NAME, { kind: "", editing: null });
  await read();
}

/** See the list of a kind, and a form for one more. */
export function view(_, { kind, items, cursor, editing }) {
  return html`<div>${fieldView(say("show"), html`<select .value=${live(kind)} @change=${chooseKind}><option
    value="">${say("all")}</option>${kindOptions(null)}</select>`)}
      ${listView(items, (each) => (each.id === editing ? editView(each) : rowView(each)), say("none"))}
      ${cursor ? quietView(NAME, say("more"), more) : nothing}${outcomeView(NAME, "list")}</div>
    <form @submit=${add}><h3>${say("new")}</h3>
      ${fieldView(say("text"), html`<textarea name="text" rows="2" required maxlength="2000"></textarea>`)}
      ${fieldView(say("kind"), html`<select name="kind">${kindOptions("note")}</select>`)}
      <p class="acts">${sendView(NAME, say("add"))}</p>${outcomeView(NAME, "form")}</form>`;
}

const kindOptions = (chosen) => KINDS.map((each) => html`<option value=${each}
  ?selected=${each === chosen}>${say(each)}</option>`);

async function read(cursor = null) {
  const { kind, items } = part(NAME);
  const asked = new URLSearchParams({ limit: "30", ...(kind && { kind }), ...(cursor && { cursor }) });
  const page = await get(`/memories?${asked}`);
  if (part(NAME).kind === kind) put(NAME, { items: cursor ? [...items, ...page.items] : page.items, cursor: page.next_cursor });
}

const more = () => attempt(NAME, "list", () => read(part(NAME).cursor));

async function chooseKind({ target }) {
  put(NAME, { kind: target.value, editing: null });
  await attempt(NAME, "list", () => read());
}

function rowView(each) {
  const spot = `forget-${each.id}`;
  const when = momentText(each.learned_at, state.term?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const named = html`<span class="vh">: ${each.text.slice(0, 80)}</span>`;
  return html`<li data-memory=${each.id}><p class=${each.status === "done" ? "note" : ""}><bdi>${each.text}</bdi></p>
    <p class="note">${say(each.kind)} · ${say(`origin_${each.origin}`)} · ${when}${each.status === "done"
      ? html` · ${say("done")}` : nothing}</p>
    ${each.corrected_from ? html`<p class="note">${say("before")}<bdi>${each.corrected_from}</bdi></p>` : nothing}
    <div class="acts">${quietView(NAME, say("correct"), () => edit(each.id), { of: each.text.slice(0, 80), kind: "correct" })}
      ${quietView(NAME, say(each.status === "done" ? "reopen" : "finish"), () => finish(each), { of: each.text.slice(0, 80) })}
      ${onceView(NAME, spot, { label: html`${say("forget")}${named}`, question: say("forget_ask"), yes: say("forget_yes"),
        act: () => forget(each, spot) })}</div>
    ${outcomeView(NAME, each.id)}</li>`;
}

function editView(each) {
  return html`<li><form @submit=${(event) => correct(event, each)}>
    ${fieldView(say("text"), html`<textarea class="editing" name="text" rows="3" required
      maxlength="2000">${each.text}</textarea>`)}
    ${fieldView(say("kind"), html`<select name="kind">${kindOptions(each.kind)}</select>`)}
    <p class="acts">${sendView(NAME, say("save"))}
      ${quietView(NAME, say("leave"), () => edit(null, each.id))}</p>${outcomeView(NAME, each.id)}</form></li>`;
}

function edit(id, before = null) {
  put(NAME, { editing: id, problem: null });
  focusSoon(id ? ".editing" : `[data-memory="${before}"] .correct`);
}

async function add(event) {
  event.preventDefault();
  const form = event.target;
  let wasKnown = false;
  const isDone = await attempt(NAME, "form", async () => {
    wasKnown = (await ask("POST", "/memories", { body: fieldsOf(form), key: newKey() })).value.was_known;
    form.reset();
    await read();
  }, say("added"));
  if (isDone && wasKnown) put(NAME, { done: { spot: "form", text: say("known") } });
}

async function correct(event, each) {
  event.preventDefault();
  if (await patch(each, fieldsOf(event.target))) edit(null, each.id);
}

const finish = (each) => patch(each, { status: each.status === "done" ? "active" : "done" });

async function patch(each, body) {
  return attempt(NAME, each.id, async () => {
    try {
      swap((await ask("PATCH", `/memories/${each.id}`, { body, etag: `"${each.version}"` })).value);
    } catch (problem) {
      if (problem.code === "version_mismatch") swap(await get(`/memories/${each.id}`));
      throw problem;
    }
  });
}

function swap(memory) {
  put(NAME, { items: part(NAME).items.map((each) => (each.id === memory.id ? memory : each)) });
}

async function forget(each, spot) {
  await attempt(NAME, spot, async () => {
    await ask("DELETE", `/memories/${each.id}`, { etag: `"${each.version}"` });
    put(NAME, { items: part(NAME).items.filter(({ id }) => id !== each.id) });
    focusSoon("#panel-title");
  });
}
