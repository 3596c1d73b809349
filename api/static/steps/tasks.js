/** What there is to do, and the weeks in which it shall be done (rules PAGE-54 and PAGE-55). */

import { ask, newKey } from "../app/client.js";
import { dateOf, placeOf } from "../app/places.js";
import { told } from "../app/problems.js";
import { openSession } from "../app/sessions.js";
import { change, state } from "../app/store.js";
import { loadClasses, showWeek } from "../app/terms.js";
import { lookAround } from "../talk/talk.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { closeSteps } from "./steps.js";
import { say } from "./words.js";

const LONGEST = 200;

/** The classes that are there, a form for one more, and the button that plans. */
export function tasksView({ steps, classes, term }) {
  return html`<h1 tabindex="-1">${say("tasksTitle")}</h1>
    <p>${say("tasksHow")}</p>
    ${classes?.length ? haveView(classes) : nothing}
    <form class="class-form" @submit=${add}>
      <label>${say("className")}<input name="name" maxlength="200" autocomplete="off" .value=${live(steps.name ?? "")} @input=${typed}></label>
      <label>${say("lines")}<textarea name="lines" rows="5" .value=${live(steps.lines ?? "")} @input=${typed}></textarea></label>
      <label class="short-field">${say("each")}<input name="each" type="number" min="1" max="12" value="2"></label>
      <p class="acts"><button class="plain" ?disabled=${steps.isBusy}>${say("addClass")}</button>
        <label class="quiet choose">${say("list")}<input type="file" class="vh" accept=".json,application/json" @change=${listChosen}></label></p>
    </form>
    ${planView(steps, term)}
    ${steps.problem ? html`<p class="problem" role="alert">${steps.problem}</p>` : nothing}`;
}

function haveView(classes) {
  const row = ({ name, items }) => html`<li><bdi class="nm">${name}</bdi> <span class="note">${say("have", { tasks: items.length })}</span></li>`;
  return html`<ul class="plain-list">${classes.map(row)}</ul>`;
}

function planView(steps, term) {
  const { from, to } = weeksOf(steps, term);
  const field = (key, value) =>
    html`<label>${say(key)}<input type="number" min="1" max=${term.weeks} .value=${live(String(value))} @change=${(event) => chosenWeek(key, event)}></label>`;
  return html`<section class="plan-weeks"><h2>${say("planTitle")}</h2>
    <div class="fields">${field("from", from)} ${field("to", to)}</div>
    <p class="acts"><button type="button" class="go" ?disabled=${steps.isBusy} @click=${plan}>${isTyped(steps) ? say("addAndPlan") : say("planIt")}</button>
      <button type="button" class="quiet" @click=${closeSteps}>${say("later")}</button></p></section>`;
}

/** The coming two weeks of the term, unless others were chosen. */
function weeksOf({ from, to }, term) {
  const { week } = placeOf(term, new Date());
  const first = from ?? Math.min(Math.max(week, 1), term.weeks);
  return { from: first, to: Math.max(first, to ?? Math.min(first + 1, term.weeks)) };
}

function chosenWeek(key, event) {
  if (event.target.checkValidity() && event.target.value) change("steps", { [key]: Number(event.target.value) });
  else event.target.reportValidity();
}

function typed({ target }) {
  change("steps", { [target.name]: target.value });
}

const isTyped = ({ name, lines }) => Boolean(name?.trim() || lines?.trim());

async function add(event) {
  event.preventDefault();
  await settle(addTyped);
}

async function plan() {
  await settle(async () => {
    if (isTyped(state.steps)) await addTyped();
    if (!state.classes?.some(({ items }) => items.length)) throw new Refused(say("nothing"));
    const { from, to } = weeksOf(state.steps, state.term);
    await order(from, to);
    closeSteps();
    await showWeek(from);
    await lookAround();
  });
}

/**
 * Order a plan of the term that is shown, with its words. As a message alone they would be about the term of today, and where a
 * plan is there already they could mean a change of it, in which new tasks go on waiting.
 */
async function order(from, to) {
  const { term, language } = state;
  const days = daysOf(term, from, to);
  const session = state.session ?? (await openSession());
  const message = say(from === to ? "planOne" : "planMany", { from, to });
  const body = { kind: "plan", term_id: term.id, ...days, message, session_id: session.id, locale: language === "zh" ? "zh-CN" : "en" };
  await ask("POST", "/runs", { body, key: newKey() });
}

/** The days of some weeks from today on. */
function daysOf(term, from, to) {
  const today = placeOf(term, new Date());
  const [first, now, last] = [dateOf(term, from, 1), dateOf(term, today.week, today.day), dateOf(term, to, 7)];
  if (last < now) throw new Refused(say("over"));
  const iso = (date) => date.toISOString().slice(0, 10);
  return { first: iso(first < now ? now : first), last: iso(last) };
}

async function addTyped() {
  const { name, lines } = state.steps;
  const items = linesOf(lines ?? "");
  if (!name?.trim()) throw new Refused(say("needName"));
  if (!items.length) throw new Refused(say("nothing"));
  const long = items.find((item) => [...item].length > LONGEST);
  if (long) throw new Refused(say("tooLong", { most: LONGEST, begin: [...long].slice(0, 20).join("") }));
  const each = Number(document.querySelector(".class-form [name=each]").value) || 2;
  await ask("POST", "/classes", { body: { name: name.trim(), items, total_slots: each * items.length }, key: newKey() });
  await loadClasses();
  change("steps", { name: "", lines: "" });
}

/** One task on each line; what a table pastes between its columns is a space. */
const linesOf = (text) => text.split("\n").map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim()).filter(Boolean);

async function listChosen(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  await settle(async () => {
    await ask("POST", "/classes/import", { file, type: "application/json", key: newKey() });
    await loadClasses();
  });
}

/** Do something that may be refused, and say so where it was asked for. */
async function settle(doing) {
  change("steps", { isBusy: true, problem: null });
  try {
    await doing();
    change("steps", { isBusy: false });
  } catch (problem) {
    change("steps", { isBusy: false, problem: problem instanceof Refused ? problem.message : told(problem) });
  }
}

class Refused extends Error {}
