/** What was written into the timetable, and taking it back (rule PAGE-46). */

import { ask, get, newKey } from "../app/client.js";
import { dayName, momentText, sections } from "../app/places.js";
import { loadPreview } from "../app/sessions.js";
import { state } from "../app/store.js";
import { loadClasses, reloadWeeks } from "../app/terms.js";
import { name, words } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { attempt, onceView, outcomeView, part, put, quietView } from "./part.js";

const NAME = "history";
const say = words({
  none: ["还没有写入过课表。", "Nothing has been written into the timetable yet."],
  more: ["显示更多", "Show more"],
  confirm: ["写入 {n} 处改动", "{n} {n|change|changes} written"],
  not_done: ["{n} 个任务没有做", "{n} {n|task|tasks} not done"],
  refused: ["没有写入：被拒绝", "Refused: nothing was written"],
  undone: ["已撤销 · {at}", "undone · {at}"],
  revision: ["预览第 {n} 版", "revision {n} of a preview"],
  changes: ["改了什么（{n}）", "What changed ({n})"],
  placed: ["排到 {after}", "placed {after}"],
  moved: ["从 {before} 移到 {after}", "moved from {before} to {after}"],
  embedded: ["嵌入 {host}，{after}", "inside {host}, {after}"],
  taken_back: ["离开 {before}，回到待排", "left {before}, waits again"],
  place: ["第{week}周{day} {sections}", "week {week} {day} {sections}"],
  nowhere: ["待排", "waiting"],
  undo: ["撤销…", "Undo…"],
  undo_ask: ["这 {n} 处改动会一起撤销，之后别处的改动保留。", "All {n} changes are taken back together; later changes elsewhere stay."],
  undo_yes: ["撤销", "Undo"],
  was_undone: ["已撤销。", "Undone."],
  undo_refused: ["不能撤销：{name} 之后又被改过。", "Cannot undo: {name} was changed since."],
});

/** Read the newest commits. */
export async function begin() {
  put(NAME, { later: null });
  await read();
}

/** See the commits, newest first. */
export function view(_, { items, cursor }) {
  if (!items.length) return html`<p class="note">${say("none")}</p>`;
  return html`<div><ol class="p-rows">${items.map(rowView)}</ol>
    ${cursor ? quietView(NAME, say("more"), more) : nothing}${outcomeView(NAME, "list")}</div>`;
}

async function read(cursor = null) {
  const page = await get(`/commits?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  put(NAME, { items: cursor ? [...part(NAME).items, ...page.items] : page.items, cursor: page.next_cursor });
}

const more = () => attempt(NAME, "list", () => read(part(NAME).cursor));

function rowView(commit) {
  const { id, kind, status, changes, revision, created_at: created, undone_at: undone } = commit;
  const head = status === "refused" ? say("refused") : say(kind, { n: changes.length });
  return html`<li><p class="p-head"><strong>${head}</strong><small>${at(created)}</small></p>
    <p class="note">${revision ? say("revision", { n: revision }) : nothing}${undone
      ? html` · ${say("undone", { at: at(undone) })}` : nothing}</p>
    ${status === "refused" && commit.problem?.message ? html`<p class="note"><bdi>${commit.problem.message}</bdi></p>` : nothing}
    ${changes.length ? html`<details><summary>${say("changes", { n: changes.length })}</summary><ul
      class="p-changes">${changes.map(changeView)}</ul></details>` : nothing}
    ${status === "applied" ? undoView(id, changes.length) : outcomeView(NAME, id)}</li>`;
}

function changeView({ task, kind, before, after }) {
  const host = after.host ? name(after.host.name) : "";
  return html`<li><bdi>${task}</bdi> <span
    class="note">${say(kind, { before: standing(before), after: standing(after), host })}</span></li>`;
}

function standing({ places }) {
  if (!places.length) return say("nowhere");
  return places.map(placeText).join(", ");
}

function placeText({ week, day_of_week: day, section_from: from, section_to: to }) {
  return say("place", { week, day: dayName(day), sections: sections(from, to) });
}

function undoView(id, n) {
  const { later } = part(NAME);
  const refused = later?.id === id ? later.tasks.map((task) => html`<p
    class="problem">${say("undo_refused", { name: name(task) })}</p>`) : nothing;
  const button = onceView(NAME, id, { label: say("undo"), question: say("undo_ask", { n }), yes: say("undo_yes"),
    act: () => undo(id) });
  return html`${button}${refused}`;
}

async function undo(id) {
  put(NAME, { later: null });
  const isUndone = await attempt(NAME, id, async () => {
    await ask("POST", `/commits/${id}/undo`, { key: newKey() });
    await Promise.all([read(), reloadWeeks(), loadPreview(), loadClasses()]);
  }, say("was_undone"));
  const { refusal } = part(NAME).problem ?? {};
  if (isUndone || refusal?.code !== "undo_conflict") return;
  put(NAME, { problem: null, asked: null, later: { id, tasks: [...new Set(refusal.body.dependents.map(({ task }) => task))] } });
}

function at(moment) {
  return momentText(moment, state.term?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}
