/** One state for the whole page. What changes it calls `update`; what shows it is told once per turn of the event loop. */

/**
 * Every area of the page keeps what it needs under a name of its own; what several need stands at the top.
 * `null` means that nobody has asked for it yet, or that there is none where that is said.
 */
export const state = {
  language: "en",
  now: new Date(),
  isOnline: true,
  /** Who is signed in, as `/auth/me` tells; `isSignedOut` once it is known that nobody is. */
  me: null,
  isSignedOut: false,
  /** The terms, newest first; the one that is shown (null: there is none); its classes. */
  terms: null,
  term: null,
  classes: null,
  /** The week that is shown, and the weeks that have been read, by number. */
  week: 1,
  weeks: new Map(),
  /** Why the week that is shown could not be read, where it could not. */
  weekProblem: null,
  /** The conversation, its newest plan (null: none), the plan's revisions newest first, the revision that is looked at. */
  session: null,
  preview: null,
  /** The commit that has written the newest plan, and what its changes are told against. */
  written: null,
  /** How many changes would be written, where some revision is written already; else the plan tells (null). */
  toWrite: null,
  basis: null,
  revisions: [],
  /** What each area keeps for itself. */
  frame: { isMenuOpen: false, run: null },
  held: null,
  hand: null,
  selected: null,
  tray: {},
  talk: {},
  panel: null,
  panels: {},
  steps: {},
};

const watchers = new Set();
let isDue = false;

/** Change what is shown. */
export function update(changes) {
  Object.assign(state, changes);
  if (isDue) return;
  isDue = true;
  queueMicrotask(tell);
}

/** Change one area's part of the state: `change("talk", {draft: ""})`. */
export function change(area, changes) {
  update({ [area]: { ...state[area], ...changes } });
}

/** Call `view` now and whenever the state has changed. */
export function watch(view) {
  watchers.add(view);
  update({});
  return () => watchers.delete(view);
}

function tell() {
  isDue = false;
  for (const view of watchers) view(state);
}
