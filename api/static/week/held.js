/** The days of the term that are held as other days, told in their heads (rule PAGE-12). */

import { get } from "../app/client.js";
import { state, update, watch } from "../app/store.js";

let asked = null;

/** Read them once the week has been drawn, and again whenever the timetable has another version. */
export function beginHeld() {
  watch(() => {
    const wanted = wantedKey(state);
    if (!wanted || wanted === asked) return;
    asked = wanted;
    read(state.term.id).catch(forget);
  });
}

function wantedKey({ term, weeks, week, isOnline }) {
  const read = weeks.get(week);
  return term && read && isOnline ? `${term.id}/${read.timetable_version}` : null;
}

async function read(term) {
  const { items } = await get(`/terms/${term}/overrides`);
  if (state.term?.id === term) update({ held: { term, byDate: new Map(items.map((each) => [each.day, each])) } });
}

/** Where no answer came it is asked again with the next one that does. */
function forget(problem) {
  if (problem.status === undefined) throw problem;
  if (!state.isOnline) asked = null;
}
