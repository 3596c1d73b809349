/** The terms of the person and the weeks of the one that is shown. */

import { get } from "./client.js";
import { placeOf } from "./places.js";
import { state, update } from "./store.js";

/** Read the terms and show the newest one, or the one that is named, at the week of today. */
export async function loadTerms(wanted = null) {
  const { items } = await get("/terms");
  const term = items.find(({ id }) => id === wanted) ?? items[0] ?? null;
  const week = term ? clamp(placeOf(term, new Date()).week, 1, term.weeks) : 1;
  update({ terms: items, term, week, weeks: new Map() });
}

/** Show another week of the term; it is read where it has not been, and a refusal stands in the place of the week. */
export async function showWeek(week) {
  const shown = clamp(week, 1, state.term.weeks);
  update({ week: shown, weekProblem: null });
  try {
    await loadWeek(shown);
  } catch (problem) {
    if (problem.status === undefined) throw problem;
    if (state.week === shown) update({ weekProblem: problem });
  }
}

/** Read a week anew where it is not there. */
export async function loadWeek(week) {
  if (!state.weeks.has(week)) await readWeek(week);
}

/** Read the week that is shown anew, and forget the others: what a commit writes may lie in any. */
export async function reloadWeeks() {
  update({ weeks: new Map() });
  await readWeek(state.week);
}

/** Read the classes of the person with their items. */
export async function loadClasses() {
  update({ classes: (await get("/classes?limit=200")).items });
}

async function readWeek(week) {
  const { term } = state;
  const read = await get(`/terms/${term.id}/weeks/${week}`);
  if (state.term?.id === term.id) update({ weeks: new Map(state.weeks).set(week, read) });
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
