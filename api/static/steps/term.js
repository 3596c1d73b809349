/** A term in which nothing stands yet (rule PAGE-52). */

import { ask, newKey } from "../app/client.js";
import { told } from "../app/problems.js";
import { change, state } from "../app/store.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { goTo } from "./steps.js";
import { showTerm } from "./timetable.js";
import { say } from "./words.js";

const DAY = 86_400_000;

/** The Monday with which the week of today begins, as a date: a term of which nothing is known begins now. */
export function nearestMonday(now = new Date()) {
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return iso(midnight - ((now.getDay() + 6) % 7) * DAY);
}

/** Whether a date `2026-08-31` is a Monday. */
export const isMonday = (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1;

/** The zone in which this browser lives. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The form of the term. */
export function emptyTermView() {
  return html`<details class="empty-term"><summary>${say("empty")}</summary>
    <form class="fields" @submit=${make}>
      <label>${say("firstMonday")}<input type="date" name="first_monday" required value=${nearestMonday()}></label>
      <label>${say("weeks")}<input type="number" name="weeks" required min="1" max="60" value="18"></label>
      <label>${say("zone")}<input name="zone" required maxlength="64" value=${ownZone()}></label>
      <button class="plain">${say("make")}</button>
    </form></details>`;
}

async function make(event) {
  event.preventDefault();
  const { first_monday, weeks, zone } = Object.fromEntries(new FormData(event.target));
  if (!isMonday(first_monday)) return change("steps", { problem: say("notMonday", { date: first_monday }) });
  const key = state.steps.key ?? newKey();
  change("steps", { isBusy: true, problem: null, key });
  try {
    const { value } = await ask("POST", "/terms", { body: { first_monday, weeks: Number(weeks), zone }, key });
    await showTerm(value.id);
    goTo("tasks", { key: null });
  } catch (problem) {
    change("steps", { isBusy: false, problem: told(problem), key: null });
  }
}

const iso = (moment) => new Date(moment).toISOString().slice(0, 10);
