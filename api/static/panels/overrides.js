/** Days that are held as other days: what the public calendar proposes, what is in force, and one's own (rule PAGE-48). */

import { ask, get, newKey } from "../app/client.js";
import { dateOf, dayName, monthDay } from "../app/places.js";
import { state } from "../app/store.js";
import { reloadWeeks } from "../app/terms.js";
import { name, words } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { attempt, fieldsOf, fieldView, isBusy, listView, outcomeView, part, put, quietView, sendView } from "./part.js";
import { say as frame } from "./words.js";

const NAME = "overrides";
const DAY = 86_400_000;
const say = words({
  proposed: ["日历建议的调休", "What the public calendar proposes"],
  none_proposed: ["没有建议：公布的放假安排不碰这学期的课，或这个时区没有安排。",
    "Nothing is proposed: no public holiday touches the courses of this term, or none is known for its zone."],
  provisional: ["未公布，请核对", "not announced yet: check it"],
  goes: ["停：", "goes: "],
  comes: ["上：", "comes: "],
  accept: ["接受", "Accept"],
  accepted: ["已接受", "accepted"],
  held_otherwise: ["你已另作安排：{as}", "you hold it otherwise: {as}"],
  accept_all: ["全部接受（{n} 天）", "Accept all ({n} {n|day|days})"],
  force: ["生效的调休", "Days that are held otherwise"],
  none: ["没有一天另作安排。", "Every day is held as itself."],
  off: ["停课", "no classes"],
  as: ["上第{week}周{day}的课", "held as {day} of week {week}"],
  day: ["{date}，第{week}周{day}", "{day} {date}, week {week}"],
  take_back: ["恢复原样", "Hold it as itself"],
  own: ["自己定一天", "A day of your own"],
  which: ["哪一天", "Which day"],
  how: ["怎么上", "How it is held"],
  other: ["上另一天的课", "as another day"],
  as_day: ["上哪一天的课", "As which day"],
  set: ["设置", "Set it"],
  changed: ["已改，课表是新的。", "Changed; the timetable shows it."],
  displaced: ["这些任务的位置会被课程占用，回到待排：", "These tasks lose their place to courses and will wait again:"],
  displace: ["照改，让它们回到待排", "Change it, and let them wait again"],
  leave: ["不改了", "Leave it"],
});

/** Read what is proposed and what is in force. */
export async function begin() {
  put(NAME, { isOther: false, reading: null });
  if (state.term) await read();
}

async function read() {
  const at = `/terms/${state.term.id}/overrides`;
  const locale = state.language === "zh" ? "zh-CN" : "en";
  const [proposals, force] = await Promise.all([get(`${at}/proposals?locale=${locale}`), get(at)]);
  put(NAME, { proposals: proposals.items, items: force.items, of: sourceOf() });
}

/** What the list was read for: a term, and the language of the reasons. */
const sourceOf = () => `${state.term.id} ${state.language}`;

/** See proposals, what is in force, and a form for one's own day. */
export function view({ term }, { proposals, items, isOther, of }) {
  if (!term) return html`<p class="note">${frame("noTerm")}</p>`;
  if (of !== sourceOf()) {
    setTimeout(readAgain);
    return html`<div><p class="note">${frame("loading")}</p>${outcomeView(NAME, "all")}</div>`;
  }
  const open = proposals.filter(({ standing }) => !standing);
  return html`<div><h3>${say("proposed")}</h3>
      ${listView(proposals, proposalView, say("none_proposed"))}
      ${open.length > 1 ? html`<p class="acts"><button type="button" class="go" ?disabled=${isBusy(NAME)}
        @click=${() => acceptAll(open)}>${say("accept_all", { n: open.length })}</button></p>` : nothing}
      ${resultView("all")}</div>
    <div><h3>${say("force")}</h3>${listView(items, forceView, say("none"))}</div>
    ${formView(term, isOther)}`;
}

/** Read it again for the term and the language that were chosen meanwhile, once for each. */
async function readAgain() {
  const wanted = sourceOf();
  if (part(NAME).of === wanted || part(NAME).reading === wanted) return;
  put(NAME, { reading: wanted });
  await attempt(NAME, "all", read);
}

function proposalView(each) {
  const isTaken = each.standing && each.standing.as_week === each.as_week && each.standing.as_day_of_week === each.as_day_of_week;
  return html`<li><p class="p-head"><strong>${dayText(each.day)}</strong><span>${heldAs(each)}</span></p>
    <p>${each.reason}${each.provisional ? html` <span class="p-tag">${say("provisional")}</span>`
      : nothing}</p>${namesView("goes", each.goes)}${namesView("comes", each.comes)}
    ${each.standing ? html`<p class="note">${isTaken ? say("accepted")
      : say("held_otherwise", { as: heldAs(each.standing) })}</p>` : nothing}
    ${isTaken ? nothing : quietView(NAME, say("accept"), () => hold(each.day, each, `p-${each.day}`), { of: dayText(each.day) })}
    ${resultView(`p-${each.day}`)}</li>`;
}

function namesView(key, names) {
  const row = (each, place) => html`${place ? ", " : nothing}${name(each)}`;
  return names.length ? html`<p class="note">${say(key)}${names.map(row)}</p>` : nothing;
}

function forceView(each) {
  const spot = `f-${each.day}`;
  return html`<li><p class="p-head"><span><strong>${dayText(each.day)}</strong><br>${heldAs(each)}</span>
    ${quietView(NAME, say("take_back"), () => write("DELETE", each.day, undefined, spot), { of: dayText(each.day) })}</p>
    ${resultView(spot)}</li>`;
}

function formView(term, isOther) {
  const [least, most] = [dateOf(term, 1, 1), dateOf(term, term.weeks, 7)].map(isoOf);
  const choice = (value, is, label) => html`<label class="tick"><input type="radio" name="how" value=${value} .checked=${is}
    @change=${() => put(NAME, { isOther: value === "other" })}>${label}</label>`;
  return html`<form @submit=${own}><h3>${say("own")}</h3>
    ${fieldView(say("which"), html`<input name="day" type="date" required min=${least} max=${most}>`)}
    <fieldset><legend>${say("how")}</legend>${choice("off", !isOther, say("off"))}${choice("other", isOther,
      say("other"))}</fieldset>
    ${isOther ? fieldView(say("as_day"), html`<input name="as" type="date" required min=${least} max=${most}>`) : nothing}
    <p class="acts">${sendView(NAME, say("set"))}</p>${resultView("own")}</form>`;
}

/** See what came of it; where tasks stand in the way, their names, and the choice to let them wait. */
function resultView(spot) {
  const { problem, again } = part(NAME);
  if (problem?.spot !== spot || problem.refusal.code !== "tasks_displaced" || !again) return outcomeView(NAME, spot);
  const rows = problem.refusal.body.displaced.map(({ task, by }) => html`<li>${name(task)} ${by.length
    ? html`← ${by.map((one) => name(one))}` : nothing}</li>`);
  return html`<div class="p-choice"><p class="problem">${say("displaced")}</p><ul>${rows}</ul><p class="acts">
    <button type="button" class="plain" ?disabled=${isBusy(NAME)} @click=${() => again(true)}>${say("displace")}</button>
    ${quietView(NAME, say("leave"), () => put(NAME, { problem: null, again: null }))}</p></div>`;
}

async function own(event) {
  event.preventDefault();
  const { day, as } = fieldsOf(event.target);
  const place = as ? placeIn(state.term, as) : { as_week: null, as_day_of_week: null };
  await hold(day, place, "own");
}

const hold = (day, { as_week, as_day_of_week }, spot) => write("PUT", day, { as_week, as_day_of_week }, spot);

const write = (method, day, body, spot) => change(spot, method, `/${day}`, body);

function acceptAll(open) {
  const overrides = open.map(({ day, as_week, as_day_of_week }) => ({ day, as_week, as_day_of_week }));
  return change("all", "POST", "", { overrides });
}

async function change(spot, method, path, body, displace = false) {
  put(NAME, { again: (isWanted) => change(spot, method, path, body, isWanted) });
  const done = await attempt(NAME, spot, async () => {
    await ask(method, `/terms/${state.term.id}/overrides${path}?displace=${displace}`, { body, key: newKey() });
    await Promise.all([read(), reloadWeeks()]);
  }, say("changed"));
  if (done) put(NAME, { again: null });
}

function placeIn(term, iso) {
  const days = (Date.parse(`${iso}T00:00:00Z`) - Date.parse(`${term.first_monday}T00:00:00Z`)) / DAY;
  return { as_week: Math.floor(days / 7) + 1, as_day_of_week: (days % 7) + 1 };
}

function dayText(iso) {
  const { as_week: week, as_day_of_week: day } = placeIn(state.term, iso);
  return say("day", { date: monthDay(new Date(`${iso}T00:00:00Z`)), week, day: dayName(day) });
}

function heldAs({ as_week: week, as_day_of_week: day }) {
  return week === null ? say("off") : say("as", { week, day: dayName(day) });
}

const isoOf = (date) => date.toISOString().slice(0, 10);
