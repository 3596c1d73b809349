/** How many sections of tasks a plan has on each day, before and after what it changes. Pure. */

/**
 * The weeks that a plan changes, each with its days.
 *
 * @param {object} preview as the API gives it
 * @param {"plan" | "refine"} kind of the run that made it: a plan is compared with the timetable, a change with the plan before
 * @returns {{week: number, days: {day: number, before: number, after: number}[]}[]} three weeks at most, by number
 */
export function loadsOf(preview, kind) {
  const days = new Map(preview.window.day_mapping.map((each) => [each.day_index, each]));
  const changes = kind === "plan" ? preview.diff.timetable : preview.diff.previous;
  const shifts = new Map();
  for (const { from_slots: from, to_slots: to } of changes) {
    for (const slot of from) add(shifts, days.get(slot.day), -lengthOf(slot));
    for (const slot of to) add(shifts, days.get(slot.day), lengthOf(slot));
  }
  const weeks = [...new Set([...shifts.keys()].map((key) => Number(key.split(".")[0])))].sort((a, b) => a - b);
  return weeks.slice(0, 3).map((week) => ({ week, days: daysOf(week, preview.entries, shifts) }));
}

function daysOf(week, entries, shifts) {
  const all = [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const here = entries.filter((each) => each.type === "task" && each.week === week && each.day_of_week === day);
    const after = here.reduce((sum, each) => sum + each.section_to - each.section_from + 1, 0);
    return { day, before: after - (shifts.get(`${week}.${day}`) ?? 0), after };
  });
  return all.filter(({ day, before, after }) => day <= 5 || before || after);
}

function add(shifts, day, sections) {
  if (!day) return;
  const key = `${day.week}.${day.day_of_week}`;
  shifts.set(key, (shifts.get(key) ?? 0) + sections);
}

const lengthOf = ({ slot_start: start, slot_end: end }) => end - start + 1;
