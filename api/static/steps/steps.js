/** The first steps: signing in, a term with a timetable, and what there is to do (rules PAGE-50 to PAGE-55). */

import { get } from "../app/client.js";
import { change, state } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { reportView } from "./report.js";
import { sampleView } from "./sample.js";
import { tasksView } from "./tasks.js";
import { emptyTermView } from "./term.js";
import { fileView } from "./timetable.js";
import { say } from "./words.js";

const VIEWS = { timetable: timetableStep, report: reportView, tasks: tasksView };

/** See the step that comes next for whoever looks. */
export function stepsView(shown) {
  if (shown.isSignedOut) return signedOutView();
  if (!shown.steps.isOpen && shown.terms === null) return waitingView(shown.steps);
  const step = shown.steps.step ?? "timetable";
  return html`<div class="steps">${VIEWS[step](shown)} ${shown.term && step !== "tasks" ? closing() : nothing}</div>`;
}

/** Open the steps again beside a term that is there: `timetable` or `tasks`. */
export function openSteps(step = "timetable") {
  change("steps", { isOpen: true, step, problem: null, report: null });
  focusHeading();
}

/** Go to another step, and let whoever uses the keyboard begin at its heading. */
export function goTo(step, changes = {}) {
  change("steps", { isOpen: true, step, problem: null, isBusy: false, ...changes });
  focusHeading();
}

/** Show the week again. */
export function closeSteps() {
  change("steps", { isOpen: false, problem: null });
  document.getElementById("main").focus();
}

function focusHeading() {
  setTimeout(() => document.querySelector(".steps h1")?.focus());
}

function closing() {
  return html`<button type="button" class="quiet" @click=${closeSteps}>${say("close")}</button>`;
}

function waitingView({ loadProblem }) {
  if (!loadProblem) return html`<p class="first-wait">${say("loading")}</p>`;
  return html`<div class="steps"><p class="problem" role="alert">${loadProblem}</p>
    <button type="button" class="plain" @click=${() => location.reload()}>${say("tryAgain")}</button></div>`;
}

function timetableStep(shown) {
  return html`<h1 tabindex="-1">${shown.term ? say("addTitle") : say("noTerm")}</h1>
    ${shown.term ? html`<p><button type="button" class="plain" @click=${() => goTo("tasks")}>${say("toTasks")}</button></p>` : nothing}
    ${fileView(shown)} ${shown.term ? nothing : sampleView(shown)} ${emptyTermView(shown)}`;
}

function signedOutView() {
  return html`<div class="steps">
    <h1 tabindex="-1">${say("welcome")}</h1>
    <h2>${say("signIn")}</h2>
    <p>${say("signInHow")}</p>
    <p class="command"><code>daywright open</code></p>
    <button type="button" class="plain" @click=${() => location.reload()}>${say("again")}</button>
  </div>`;
}

/** Whoever signs in elsewhere finds this page signed in when it is looked at again. */
export function watchSignIn() {
  addEventListener("focus", async () => {
    if (!state.isSignedOut) return;
    const isIn = await get("/auth/me").then(() => true, () => false);
    if (isIn) location.reload();
  });
}
