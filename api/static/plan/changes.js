/** The pencilled changes of a plan, numbered as everywhere (rules PAGE-30 and PAGE-31). */

import { state } from "../app/store.js";

let last = { preview: null, basis: null, changes: [] };

/**
 * What the plan that is shown changes, in the order of the new places: what its last run did, and what a hand did since.
 *
 * @returns {{number: number, stateId: number, name: string, kind: string, from: object | null, to: object | null,
 *   fromHost: number | null, toHost: number | null, decidedBy: string, reason: object, isKept: boolean}[]} places have
 *   week, day_of_week, section_from and section_to; what is kept has come back to its old place and is pinned there
 */
export function changesOf(preview, basis = state.basis) {
  if (!preview) return [];
  if (last.preview !== preview || last.basis !== basis) last = { preview, basis, changes: counted(preview, basis) };
  return last.changes;
}

function counted(preview, basis) {
  const isOfRun = !basis || basis.session !== preview.session || basis.made.revision >= preview.revision;
  const told = isOfRun ? preview.diff.previous.map((change) => fromDiff(change, preview)) : sinceRun(preview, basis);
  return told.map((change, place) => ({ ...change, number: place + 1 }));
}

function fromDiff(change, { window }) {
  const days = new Map(window.day_mapping.map((day) => [day.day_index, day]));
  return {
    stateId: change.task_id, name: change.name, kind: change.kind, from: placeIn(change.from_slots, days), to: placeIn(change.to_slots, days),
    fromHost: change.from_host, toHost: change.to_host, decidedBy: change.decided_by, reason: change.reason, isKept: false,
  };
}

function placeIn([slot], days) {
  if (!slot) return null;
  const { week, day_of_week } = days.get(slot.day);
  return { week, day_of_week, section_from: slot.slot_start, section_to: slot.slot_end };
}

/** Where a hand went on from what a run made: each task against where it stood before that run. */
function sinceRun(preview, { made, old }) {
  const ofRun = new Map(made.diff.previous.map((change) => [change.task_id, fromDiff(change, made)]));
  const byHand = new Map(preview.diff.previous.map((change) => [change.task_id, change]));
  const [before, after] = [tasks(old), tasks(preview)];
  const ids = new Set([...tasks(made).keys(), ...after.keys(), ...ofRun.keys(), ...before.keys()]);
  const changes = [...ids].flatMap((id) => changed(id, before.get(id), after.get(id), ofRun.get(id), byHand.get(id)));
  return changes.sort((one, other) => rank(one.to) - rank(other.to));
}

function changed(stateId, from = null, to = null, ofRun, byHand) {
  const isSame = samePlace(from, to);
  if (isSame && !ofRun) return [];
  const wasRun = ofRun && samePlace(ofRun.to, to);
  const { name } = to ?? from ?? ofRun;
  const kind = wasRun ? ofRun.kind : !to ? "taken_back" : !from ? "placed" : "moved";
  const reason = wasRun ? ofRun.reason : (byHand?.reason ?? null);
  const isKept = isSame && Boolean(ofRun);
  return [{ stateId, name, kind, from: isKept ? ofRun.to : from, to, fromHost: null, toHost: to?.embed_host ?? null, decidedBy: wasRun ? ofRun.decidedBy : "person", reason, isKept, ofRun }];
}

const tasks = (preview) => new Map((preview?.entries ?? []).filter(({ type }) => type === "task").map((entry) => [entry.state_id, entry]));
const rank = (place) => (place ? place.week * 1000 + place.day_of_week * 100 + place.section_from : Infinity);
const samePlace = (one, other) =>
  (!one && !other) || Boolean(one && other && one.week === other.week && one.day_of_week === other.day_of_week && one.section_from === other.section_from);
