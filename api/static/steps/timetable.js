/** A timetable file: dropped or chosen, and read without being stored (rule PAGE-51). */

import { ask, newKey } from "../app/client.js";
import { told } from "../app/problems.js";
import { loadSession } from "../app/sessions.js";
import { change, state } from "../app/store.js";
import { loadTerms, loadWeek, reloadWeeks } from "../app/terms.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { goTo } from "./steps.js";
import { say } from "./words.js";
import { nearestMonday } from "./term.js";

const MOST = 5 * 1024 * 1024;

/** Where a file is dropped or chosen. */
export function fileView({ steps }) {
  return html`<section class="drop ${steps.isOver ? "over" : ""}" @dragover=${over} @dragleave=${left} @drop=${dropped}>
    <p class="drop-head">${steps.isBusy && steps.file ? say("reading", { file: steps.file.name }) : say("drop")}</p>
    <p>${say("kinds")}</p>
    <label class="plain choose">${say("choose")}
      <input type="file" class="vh" accept=".ics,.csv,.json,text/calendar,text/csv,application/json" @change=${chosen}></label>
    ${steps.problem ? html`<p class="problem" role="alert">${steps.problem}</p>` : nothing}
  </section>`;
}

/** Read the file again as it would come with what is said of its term now. */
export async function readAgain(said) {
  await look(state.steps.file, { ...state.steps.said, ...said });
}

/** Store the file as it was reported, and go on to what there is to do. */
export async function store({ displace = false, twin = false } = {}) {
  change("steps", { isBusy: true, problem: null });
  const { file, said, key } = state.steps;
  try {
    const { value } = await ask("POST", address({ ...said, displace, new: twin }), { file, type: typeOf(file), key });
    await showTerm(value.term.id);
    goTo("tasks");
  } catch (problem) {
    change("steps", { isBusy: false, problem: told(problem), key: newKey() });
  }
}

/** Show a term that has just come or changed. */
export async function showTerm(id) {
  await loadTerms(id);
  await Promise.all([reloadWeeks(), loadSession()]);
  await loadWeek(state.week);
}

async function look(file, said) {
  if (file.size > MOST) return change("steps", { file, problem: tooLarge(file) });
  change("steps", { file, said, isBusy: true, isOver: false, problem: null, isDated: true });
  try {
    await report(file, said);
  } catch (problem) {
    const lacksMonday = !said.first_monday && !said.term_id && problem.code.includes("term");
    if (!lacksMonday) return change("steps", { isBusy: false, problem: told(problem) });
    await look(file, { ...said, first_monday: nearestMonday(), weeks: said.weeks ?? 18 });
    change("steps", { isDated: false });
  }
}

async function report(file, said) {
  const { value } = await ask("POST", address({ ...said, dry_run: true }), { file, type: typeOf(file), key: newKey() });
  const { first_monday, weeks, zone } = value.term;
  const whole = said.term_id ? said : { first_monday, weeks, zone };
  const isFirst = state.steps.step !== "report";
  change("steps", { report: value, said: whole, isBusy: false, key: newKey() });
  if (isFirst) goTo("report");
}

function address(said) {
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== undefined && value !== false));
  return `/timetable/import?${query}`;
}

const typeOf = ({ name }) =>
  /\.json$/i.test(name) ? "application/json" : /\.csv$/i.test(name) ? "text/csv" : /\.ics$/i.test(name) ? "text/calendar" : "application/octet-stream";

const tooLarge = ({ name, size }) => say("tooLarge", { file: name, size: (size / 1024 / 1024).toFixed(1) });

function take(file) {
  if (file) return look(file, {});
}

function over(event) {
  event.preventDefault();
  if (!state.steps.isOver) change("steps", { isOver: true });
}

function left() {
  change("steps", { isOver: false });
}

function dropped(event) {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
}

function chosen(event) {
  take(event.target.files[0]);
  event.target.value = "";
}
