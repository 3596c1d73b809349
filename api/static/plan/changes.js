/** The pencilled changes of a plan, numbered as everywhere (rule PAGE-30). */

/**
 * What a plan changes against the revision before it, in the order of the new places.
 *
 * @returns {{number: number, stateId: number, name: string, kind: string, from: object | null, to: object | null,
 *   fromHost: number | null, toHost: number | null, decidedBy: string, reason: object}[]} places have week, day_of_week,
 *   section_from and section_to
 */
export function changesOf(preview) {
  if (!preview) return [];
  const days = new Map(preview.window.day_mapping.map((day) => [day.day_index, day]));
  return preview.diff.previous.map((change, place) => ({
    number: place + 1,
    stateId: change.task_id,
    name: change.name,
    kind: change.kind,
    from: placeOf(change.from_slots, days),
    to: placeOf(change.to_slots, days),
    fromHost: change.from_host,
    toHost: change.to_host,
    decidedBy: change.decided_by,
    reason: change.reason,
  }));
}

function placeOf([slot], days) {
  if (!slot) return null;
  const { week, day_of_week } = days.get(slot.day);
  return { week, day_of_week, section_from: slot.slot_start, section_to: slot.slot_end };
}
