/** What a file holds, before anything of it is stored (rule PAGE-51). */

import { monthDay, sections, shortDay } from "../app/places.js";
import { state } from "../app/store.js";
import { name } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { goTo } from "./steps.js";
import { readAgain, showTerm, store } from "./timetable.js";
import { isMonday } from "./term.js";
import { closeSteps } from "./steps.js";
import { say } from "./words.js";

/** See the report of the dry run, and what can be said of the term. */
export function reportView({ steps, term }) {
  const { report, file } = steps;
  return html`<h1 tabindex="-1">${say("reportTitle", { file: name(file.name) })}</h1>
    ${countsView(report)} ${term ? targetView(steps, term) : nothing} ${steps.said.term_id ? nothing : termFields(steps)}
    ${report.same_as ? sameView(report.same_as) : nothing} ${report.difference ? differenceView(report.difference) : nothing}
    ${steps.problem ? html`<p class="problem" role="alert">${steps.problem}</p>` : nothing}
    <p class="acts">${storeButton(steps)} <button type="button" class="quiet" @click=${() => goTo("timetable")}>${say("back")}</button></p>
    ${skippedView(report.skipped)} ${coursesView(report.courses)}`;
}

function countsView({ counts }) {
  const { courses, section_rows: rows, timed_events: timed, tasks } = counts;
  return html`<p>${say("counts", { courses, rows, timed, tasks })}</p>`;
}

function termFields({ said, isDated, isBusy }) {
  return html`<fieldset class="fields" ?disabled=${isBusy}>
    <label>${say("firstMonday")}<input type="date" .value=${live(said.first_monday)} @change=${monday}></label>
    <label>${say("weeks")}<input type="number" min="1" max="60" .value=${live(String(said.weeks))} @change=${weeks}></label>
    <label>${say("zone")}<input .value=${live(said.zone)} @change=${(event) => readAgain({ zone: event.target.value })}></label>
    <p class="note">${isDated ? say("guessed") : say("notGuessed")}</p>
  </fieldset>`;
}

function targetView({ said }, term) {
  const date = monthDay(new Date(`${term.first_monday}T00:00:00Z`));
  const into = (event) => readAgain(event.target.value ? { term_id: term.id, first_monday: undefined, weeks: undefined, zone: undefined } : { term_id: undefined });
  return html`<label class="field">${say("into")}
    <select @change=${into}>
      <option value="" ?selected=${!said.term_id}>${say("newTerm")}</option>
      <option value=${term.id} ?selected=${Boolean(said.term_id)}>${say("thisTerm", { date })}</option>
    </select></label>`;
}

function monday(event) {
  const date = event.target.value;
  if (date && isMonday(date)) return readAgain({ first_monday: date });
  event.target.setCustomValidity(date ? say("notMonday", { date }) : "");
  event.target.reportValidity();
  event.target.setCustomValidity("");
}

function weeks(event) {
  if (event.target.checkValidity()) readAgain({ weeks: Number(event.target.value) });
  else event.target.reportValidity();
}

function sameView(id) {
  const open = async () => {
    await showTerm(id);
    closeSteps();
  };
  return html`<p>${say("same")} <button type="button" class="quiet" @click=${open}>${say("sameOpen")}</button></p>`;
}

function differenceView(difference) {
  const count = (kind) => difference.courses?.filter((course) => course.kind === kind).length ?? 0;
  const isEmpty = !difference.courses?.length && !difference.timed_events?.length && !difference.displaced?.length;
  if (isEmpty) return html`<p>${say("unchanged")}</p>`;
  const displaced = difference.displaced ?? [];
  return html`<p>${say("difference", { added: count("added"), removed: count("removed"), changed: count("changed") })}</p>
    ${displaced.length ? html`<p class="problem">${say("displaced", { n: displaced.length })}</p><ul class="plain-list">${displaced.map((task) => html`<li><bdi>${task.task}</bdi> <span class="note">${task.message}</span></li>`)}</ul>` : nothing}`;
}

function storeButton({ report, isBusy }) {
  const displace = Boolean(report.difference?.displaced?.length);
  const press = () => store({ displace, twin: Boolean(report.same_as) });
  return html`<button type="button" class="go" ?disabled=${isBusy} @click=${press}>${displace ? say("storeDisplace") : say("store")}</button>`;
}

function skippedView(skipped) {
  if (!skipped.length) return nothing;
  const row = ({ name: what, reason }) => html`<li><bdi>${what}</bdi> <span class="note">${reason}</span></li>`;
  return html`<details><summary>${say("skipped", { n: skipped.length })}</summary><ul class="plain-list">${skipped.map(row)}</ul></details>`;
}

function coursesView(courses) {
  if (!courses.length) return nothing;
  const meeting = ({ day_of_week: day, slot_start: from, slot_end: to, weeks: held }) =>
    html`<span class="meeting">${shortDay(day)} ${sections(from, to)} · ${runs(held)}</span>`;
  const row = (course) => html`<li><bdi class="nm">${course.name}</bdi> <bdi class="note">${course.location}</bdi> ${course.meetings.map(meeting)}</li>`;
  return html`<h2>${say("courses")}</h2><ul class="plain-list">${courses.map(row)}</ul>`;
}

/** `1–8, 10` of the weeks of a meeting. */
function runs(held) {
  const found = [];
  for (const week of held) {
    const last = found.at(-1);
    if (last && last[1] === week - 1) last[1] = week;
    else found.push([week, week]);
  }
  return (state.language === "zh" ? "第" : "w ") + found.map(([from, to]) => sections(from, to)).join(", ") + (state.language === "zh" ? "周" : "");
}
