/** What was said and answered, oldest first: how it is kept, and how events of turns change it. */

import { state, update } from "../app/store.js";
import { NOTHING, goingOn, heard, thought } from "./stages.js";

Object.assign(state.talk, {
  /** What was said with what answers it; where earlier ones begin, null where there are none. */
  entries: [], earlier: null,
  /** The run that is or was last at work, as the API shows it. */
  run: null,
  /** Why something could not be said; seconds until a lost connection is tried again; events that came after it stood. */
  problem: null, waits: null, caught: null,
  isSending: false, isStopping: false, isSheetOpen: false,
});

const OPEN = ["sending", "queued", "running"];

/** Something that was said, of which no more is known. */
export const newEntry = (known) => ({
  id: null, origin: "person", said: null, at: new Date().toISOString(), status: "completed", kind: null, run: null,
  reply: null, rows: [], code: null, told: null, loads: null, ...known,
});

/** Whether an answer is still under way. */
export const isOpen = (entry) => OPEN.includes(entry.status);

/** The entry of a turn, or `run:{id}` of a run that no turn has started. */
export const entryOf = (id) => state.talk.entries.find((entry) => entry.id === id) ?? null;

/** The newest entry of a run. */
export const latestOf = (run) => state.talk.entries.findLast((entry) => entry.run === run) ?? null;

/** The newest entry that has a run. */
export const latestRunEntry = ({ entries }) => entries.findLast(({ run, told }) => run && told) ?? null;

/** The entry whose run waits for an answer, with what it asks. */
export function asking({ entries }) {
  const entry = entries.findLast(({ told }) => told?.asked);
  return entry && latestOf(entry.run) === entry && !told(entry).over ? entry : null;
}

const told = (entry) => entry.told ?? NOTHING;

let queue = [];

/** Change the conversation with the next batch, so that many events are drawn together. */
export function later(step) {
  queue.push(step);
  if (queue.length === 1) setTimeout(flush, 30);
}

/** Change it now. */
export function flush() {
  const steps = queue;
  queue = [];
  if (steps.length) update({ talk: steps.reduce((talk, step) => step(talk), state.talk) });
}

/** The conversation with an entry put in its place in time, or with what is new of one that is there. */
export function withEntry(talk, known) {
  const found = talk.entries.findIndex(({ id }) => id === known.id);
  if (found >= 0) return { ...talk, entries: talk.entries.with(found, { ...talk.entries[found], ...known }) };
  const entries = [...talk.entries, newEntry(known)].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { ...talk, entries };
}

/** The conversation without an entry. */
export const withoutEntry = (talk, id) => ({ ...talk, entries: talk.entries.filter((entry) => entry.id !== id) });

/** The conversation after an event of a turn or of its run. */
export function withEvent(talk, id, event) {
  const entry = talk.entries.find((each) => each.id === id);
  return entry ? withEntry(talk, { id, ...changed(talk, entry, event) }) : talk;
}

function changed(talk, entry, { run, stage, detail, data, ...rest }) {
  const event = { run, stage, detail, data, ...rest };
  if (stage.startsWith("schedule_")) return { told: heard(told(entry), event) };
  if (stage === "turn.reasoning" || stage === "turn.reset") return { told: thought(told(entry), event) };
  const change = {
    "turn.accepted": () => ({ status: data.status ?? entry.status }),
    "turn.routed": () => ({ kind: data.kind, status: "running" }),
    "turn.rows": () => ({ rows: data.rows }),
    "turn.run": () => ({ run: data.run, told: begun(talk, entry, data.run) }),
    "turn.reply": () => ({ reply: data.text, rows: data.rows ?? entry.rows }),
    "turn.ended": () => ({ status: data.status, code: data.code ?? null }),
    "turn.failed": () => ({ status: "failed", code: data.code ?? null }),
  }[stage];
  return change?.() ?? {};
}

/** A run that a turn before this one has begun goes on where it stood. */
function begun(talk, entry, run) {
  const before = talk.entries.findLast((each) => each.run === run && each.id !== entry.id && each.told);
  return before && !entry.told ? goingOn(before.told) : told(entry);
}
