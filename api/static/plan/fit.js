/** Whether a task can be put somewhere in the plan: what the server would say, before it is asked (rule PAGE-33). */

const SECTIONS = 12;

/**
 * What becomes of a task at a place.
 *
 * @param {object} preview the newest revision
 * @param {number} stateId the task
 * @param {{week: number, day_of_week: number, section_from: number, section_to: number}} place
 * @returns {{fits: boolean, host?: object, clash?: {kind: "outside" | "past" | "section" | "host", entry?: object, host?: object}}}
 */
export function fitOf(preview, stateId, place) {
  if (dayIndex(preview, place) === null) return { fits: false, clash: { kind: "outside" } };
  if (place.section_from < 1 || place.section_to > SECTIONS) return { fits: false, clash: { kind: "past" } };
  const met = preview.entries.filter((entry) => entry.state_id !== stateId && isOn(entry, place) && meets(entry, place));
  if (!met.length) return { fits: true };
  const host = met.find((entry) => entry.can_be_embedded && holds(entry, place));
  if (!host) return { fits: false, clash: { kind: "section", entry: met[0] } };
  const guest = preview.entries.find((entry) => entry.state_id !== stateId && isOn(entry, place) && isGuestOf(entry, host));
  if (guest) return { fits: false, clash: { kind: "host", entry: guest, host } };
  const other = met.find((entry) => entry !== host);
  return other ? { fits: false, clash: { kind: "section", entry: other } } : { fits: true, host };
}

/** The number of a day in the window of a plan; null outside of it. */
export function dayIndex({ window }, { week, day_of_week: day }) {
  return window.day_mapping.find((each) => each.week === week && each.day_of_week === day)?.day_index ?? null;
}

/** The place that is `step` days on in the window; the same where there is none. */
export function daysOn({ window }, place, step) {
  const days = window.day_mapping;
  const at = days.findIndex((each) => each.week === place.week && each.day_of_week === place.day_of_week);
  const { week, day_of_week } = days[Math.min(Math.max(at + step, 0), days.length - 1)];
  return { ...place, week, day_of_week };
}

/** The next start on the same day, later (1) or earlier (-1), at which the task fits; the same place where there is none. */
export function nextFit(preview, stateId, place, step) {
  const length = place.section_to - place.section_from;
  for (let from = place.section_from + step; from >= 1 && from + length <= SECTIONS; from += step) {
    const next = { ...place, section_from: from, section_to: from + length };
    if (fitOf(preview, stateId, next).fits) return next;
  }
  return place;
}

const isOn = (entry, { week, day_of_week: day }) => entry.week === week && entry.day_of_week === day;
const meets = (entry, place) => entry.section_from <= place.section_to && place.section_from <= entry.section_to;
const holds = (entry, place) => entry.section_from <= place.section_from && place.section_to <= entry.section_to;
const isGuestOf = (entry, host) => entry.type !== "course" && entry.embed_host !== null && holds(host, entry);
