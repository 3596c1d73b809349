/** What was said before the page was opened, and what happens in the conversation in other places (rules PAGE-23 and PAGE-24). */

import { get } from "../app/client.js";
import { say as tell } from "../app/live.js";
import { loadPreview, loadSession } from "../app/sessions.js";
import { change, state, update } from "../app/store.js";
import { asking, entryOf, isOpen, withEntry } from "./entries.js";
import { followRun, followTurn, isFollowed, noteEnd, noteLoads, showRun, stopWatching, watchQuestion } from "./following.js";

const PAGE = 40;
const SHOWN_RUNS = 3;

/** Of which session the entries are, and up to which entry of its log they are known. */
const known = { session: null, seq: 0 };

/** Read the newest part of the conversation, and go on following what is under way in it. */
export async function readHistory() {
  const id = state.session?.id ?? null;
  Object.assign(known, { session: id, seq: state.session?.last_seq ?? 0 });
  change("talk", { entries: [], earlier: null, run: null });
  if (!id) return;
  await readPage(null);
  await takeUp();
}

/** Read the part before what is shown. */
export async function readEarlier() {
  await readPage(state.talk.earlier);
}

async function readPage(cursor) {
  const id = known.session;
  const at = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
  const [log, turns, runs] = await Promise.all([
    get(`/sessions/${id}/log?kind=message&limit=${PAGE}${at}`),
    get(`/sessions/${id}/turns?limit=200`),
    get(`/runs?session_id=${id}&limit=100`),
  ]);
  if (known.session !== id) return;
  const since = log.next_cursor ? log.items.at(-1).at : "";
  const own = new Set(turns.items.map(({ run_id: run }) => run));
  let talk = { ...state.talk, earlier: log.next_cursor };
  for (const message of log.items.toReversed()) talk = withMessage(talk, message);
  for (const turn of turns.items) talk = withTurn(talk, turn);
  for (const run of runs.items) if (!own.has(run.id) && run.created_at > since) talk = withRun(talk, run);
  change("talk", { ...talk, run: talk.run ?? runs.items[0] ?? null });
}

/** Take in a message of the log. */
function withMessage(talk, { at, data }) {
  const id = data.turn ?? `message:${at}`;
  if (data.role === "user") return withEntry(talk, { id, said: data.text, at, origin: data.origin ?? "person" });
  const there = talk.entries.find((entry) => entry.id === id);
  if (isFollowed(id) || there?.reply || there?.told?.over) return talk;
  const { text: reply, rows = [], run = null, code = null } = data;
  return withEntry(talk, { id, ...(there ? {} : { at }), reply, rows, run, code });
}

function withTurn(talk, { id, status, kind, run_id: run, code, created_at: at, origin }) {
  const there = talk.entries.find((entry) => entry.id === id);
  if (!there || isFollowed(id) || there.told?.over) return talk;
  return withEntry(talk, { id, status, kind, run, code, at, origin });
}

function withRun(talk, run) {
  const id = `run:${run.id}`;
  if (isFollowed(id)) return talk;
  const said = run.request.message || null;
  const isOver = Boolean(run.finished_at);
  return withEntry(talk, { id, origin: "run", said, at: run.created_at, kind: run.kind, run: run.id,
    status: isOver ? run.status : "running", reply: run.status === "cancelled" ? null : run.detail, code: run.code });
}

/** Read again what the newest runs did, and follow what is open. */
async function takeUp() {
  await showNewest(state.talk.entries);
  for (const entry of state.talk.entries) if (isOpen(entry)) followAny(entry);
  const open = state.session?.open_run;
  if (open) await showRun(open);
  await takeUpQuestion(open);
}

async function showNewest(entries) {
  for (const entry of entries.filter(({ run, told }) => run && !told).slice(-SHOWN_RUNS)) await showSteps(entry);
}

/** A question that waits is watched; of a run that went on without the page, or was stopped, the rest is read. */
async function takeUpQuestion(open) {
  const asked = asking(state.talk);
  if (!asked || isFollowed(asked.id)) return;
  if (asked.run === open) return watchQuestion(asked);
  await followRun(asked, { isOld: true });
  await noteEnd(asked.id);
}

/** What is still being sent has no turn to follow yet. */
function followAny(entry) {
  if (entry.id === "sending") return;
  if (entry.id.startsWith("run:")) followRun(entry);
  else followTurn(entry.id);
}

/** Read again what a run did that has ended, or has asked. */
export async function showSteps(entry) {
  if (isOpen(entry)) return;
  await (entry.id.startsWith("run:") ? followRun(entry, { isOld: true }) : followTurn(entry.id, { isOld: true }));
  noteLoads(entry.id);
}

/** Look whether something was said, run or made in another place, and take it in. */
export async function lookAround() {
  if (document.hidden || state.isSignedOut || state.talk.isSending || !state.me) return;
  if (!state.session) return loadSession();
  const id = state.session.id;
  const session = await get(`/sessions/${id}`);
  if (state.session?.id !== id || state.talk.isSending) return;
  if (known.session !== id && known.session) return readHistory();
  known.session = id;
  update({ session });
  if (session.last_seq > known.seq || isUnknown(session)) await takeNews(session);
  if ((session.revision ?? 0) > newestHere() && !state.talk.entries.some(isOpen)) await takeRevision(session);
}

/** The newest revision that is known here; one that was written is no preview any more. */
const newestHere = () => Math.max(state.preview?.revision ?? 0, state.revisions[0]?.revision ?? 0);

function isUnknown({ active_turn: turn, open_run: run }) {
  return (turn && !entryOf(turn)) || (run && !state.talk.entries.some((entry) => entry.run === run));
}

async function takeNews(session) {
  const { earlier, entries } = state.talk;
  const answered = new Set(entries.filter(({ reply }) => reply).map(({ id }) => id));
  const before = new Set(entries.map(({ id }) => id));
  await readPage(null);
  known.seq = session.last_seq;
  if (entries.length) change("talk", { earlier });
  for (const entry of state.talk.entries) {
    if (isOpen(entry) && !isFollowed(entry.id)) followAny(entry);
    else if (entry.reply && !answered.has(entry.id) && !isFollowed(entry.id)) tell(entry.reply);
  }
  const fresh = state.talk.entries.filter(({ id }) => !before.has(id));
  fresh.forEach(handOver);
  const isNews = ({ id, run }) => !before.has(id) || (run && fresh.some((each) => each.run === run));
  await showNewest(state.talk.entries.filter(isNews));
  if (session.open_run) await showRun(session.open_run);
  await takeUpQuestion(session.open_run);
}

/** What a run did after its question was answered is told beside the answer, not beside the question. */
function handOver({ id, run }) {
  for (const entry of state.talk.entries) {
    if (!run || entry.run !== run || entry.id === id || !entry.told) continue;
    stopWatching(entry.id);
    change("talk", withEntry(state.talk, { id: entry.id, told: null, loads: null }));
  }
}

/** A plan that another window has changed is shown, unless something is in hand or looked at here: then it is offered. */
async function takeRevision({ revision }) {
  if (state.hand || state.tray.looking) return change("tray", { staleRevision: revision });
  await loadPreview();
}
