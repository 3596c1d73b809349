/** Secret addresses to which calendars subscribe, and files to take away (rule PAGE-49). */

import { ask, get } from "../app/client.js";
import { say as tell } from "../app/live.js";
import { momentText } from "../app/places.js";
import { state } from "../app/store.js";
import { words } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import {
  attempt, fieldsOf, fieldView, focusSoon, listView, ofView, onceView, outcomeView, part, put, quietView, sendView,
} from "./part.js";

const NAME = "feeds";
const say = words({
  files: ["下载", "Take away"],
  ics: ["整学期，日历文件（.ics）", "The term as a calendar file (.ics)"],
  csv: ["整学期的课程，表格（.csv）", "The courses of the term as a table (.csv)"],
  svg: ["第 {week} 周，矢量图（.svg）", "Week {week} as a drawing (.svg)"],
  png: ["第 {week} 周，图片（.png）", "Week {week} as a picture (.png)"],
  new: ["新的订阅地址", "A new address to subscribe to"],
  name: ["名字", "Name"],
  name_note: ["给自己看的，例如「手机」", "For you to tell it by, such as phone"],
  shows: ["内容", "What it shows"],
  this: ["这个学期", "this term"],
  newest: ["总是最新的学期", "the newest terms, always"],
  alarm: ["提前几分钟提醒", "Alarm, minutes before each start"],
  alarm_note: ["留空：不提醒", "Left empty, there is none"],
  make: ["生成地址", "Make the address"],
  url: ["订阅地址", "Address"],
  once: ["只显示这一次。拿到它的人都能看你的课表。", "It is shown this once. Whoever has it can read your timetable."],
  copy: ["复制", "Copy"],
  copied: ["已复制。", "Copied."],
  by_hand: ["浏览器不让复制：已选中，请手动复制。", "The browser does not let us copy: it is selected, copy it by hand."],
  list: ["订阅", "Feeds"],
  none: ["还没有订阅地址。", "There are no feeds yet."],
  nameless: ["没有名字", "without a name"],
  alarm_is: ["提前 {n} 分钟提醒", "alarm {n} min before"],
  other: ["另一个学期", "another term"],
  revoke: ["作废…", "Revoke…"],
  revoke_ask: ["这个地址从此打不开，用它的日历不再更新。不能恢复。",
    "Its address leads nowhere from then on, and calendars with it are not updated any more. This cannot be taken back."],
  revoke_yes: ["作废", "Revoke it"],
  more: ["显示更多", "Show more"],
});

/** Read the feeds. */
export async function begin() {
  put(NAME, { made: null });
  await read();
}

/** The address that was shown is not kept. */
export function end() {
  put(NAME, { made: null });
}

/** See the files, the feeds and a form for one more. */
export function view({ term, week }, { items, cursor, made }) {
  return html`${term ? filesView(term, week) : nothing}
    <form @submit=${make}><h3>${say("new")}</h3>
      ${fieldView(say("name"), html`<input name="name" maxlength="100" autocomplete="off">`, say("name_note"))}
      ${fieldView(say("shows"), html`<select name="term_id">${term ? html`<option
        value=${term.id} selected>${say("this")}</option>` : nothing}<option value="">${say("newest")}</option></select>`)}
      ${fieldView(say("alarm"), html`<input name="alarm" type="number" min="0" max="10080" inputmode="numeric">`,
        say("alarm_note"))}
      <p class="acts">${sendView(NAME, say("make"))}</p>${outcomeView(NAME, "form")}
      ${made ? madeView(made) : nothing}</form>
    <div><h3>${say("list")}</h3>${listView(items, (each) => rowView(each, term), say("none"))}
      ${cursor ? quietView(NAME, say("more"), more) : nothing}${outcomeView(NAME, "list")}</div>`;
}

function filesView(term, week) {
  const at = `/api/v1/terms/${term.id}`;
  const locale = state.language === "zh" ? "zh-CN" : "en";
  const link = (key, path) => html`<li><a download href=${at + path}>${say(key, { week })}</a></li>`;
  return html`<div><h3>${say("files")}</h3><ul class="p-files">${link("ics", "/export.ics")}${link("csv", "/export.csv")}
    ${link("svg", `/weeks/${week}/image.svg?locale=${locale}`)}
    ${link("png", `/weeks/${week}/image.png?locale=${locale}`)}</ul></div>`;
}

function madeView({ url }) {
  return html`<div>${fieldView(say("url"), html`<input id="feed-url" readonly value=${url}
    @focus=${({ target }) => target.select()}>`, say("once"))}
    <p class="acts"><button type="button" class="plain"
      @click=${() => copy(url)}>${say("copy")}</button></p>${outcomeView(NAME, "copy")}</div>`;
}

function rowView(each, term) {
  const shows = each.term_id === null ? "newest" : each.term_id === term?.id ? "this" : "other";
  const when = momentText(each.created_at, term?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const title = each.name || say("nameless");
  return html`<li><p><bdi>${title}</bdi></p><p class="note">${say(shows)} · ${when}${each.alarm_minutes === null ? nothing
    : html` · ${say("alarm_is", { n: each.alarm_minutes })}`}</p>
    ${onceView(NAME, `revoke-${each.id}`, { label: html`${say("revoke")}${ofView(title)}`, question: say("revoke_ask"),
      yes: say("revoke_yes"), act: () => revoke(each) })}</li>`;
}

async function read(cursor = null) {
  const page = await get(`/feeds?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  put(NAME, { items: cursor ? [...part(NAME).items, ...page.items] : page.items, cursor: page.next_cursor });
}

const more = () => attempt(NAME, "list", () => read(part(NAME).cursor));

async function make(event) {
  event.preventDefault();
  const form = event.target;
  const { name, term_id: term, alarm } = fieldsOf(form);
  await attempt(NAME, "form", async () => {
    const body = { name, term_id: term || null, alarm_minutes: alarm === "" ? null : Number(alarm) };
    const { value } = await ask("POST", "/feeds", { body });
    put(NAME, { made: value });
    form.reset();
    focusSoon("#feed-url");
    await read();
  });
}

async function copy(url) {
  const isCopied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  if (!isCopied) document.getElementById("feed-url").select();
  const text = say(isCopied ? "copied" : "by_hand");
  put(NAME, { done: { spot: "copy", text } });
  tell(text);
}

async function revoke({ id }) {
  await attempt(NAME, `revoke-${id}`, async () => {
    await ask("DELETE", `/feeds/${id}`);
    if (part(NAME).made?.id === id) put(NAME, { made: null });
    await read();
    focusSoon("#panel-title");
  });
}
