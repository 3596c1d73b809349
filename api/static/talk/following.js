/** Saying something, and following what answers it over connections that break (rules PAGE-20 and PAGE-22). */

import { Problem, get, newKey, send } from "../app/client.js";
import { say as tell } from "../app/live.js";
import { told as problemText } from "../app/problems.js";
import { goOnWith, loadPreview } from "../app/sessions.js";
import { change, state } from "../app/store.js";
import { follow } from "../app/stream.js";
import { reloadWeeks, showWeek } from "../app/terms.js";
import { changesOf } from "../plan/changes.js";
import { asking, entryOf, flush, isOpen, later, latestOf, newEntry, withEntry, withEvent, withoutEntry } from "./entries.js";
import { loadsOf } from "./loads.js";
import { NODES } from "./stages.js";
import { say } from "./words.js";

const MOST = 10_000;
const PAUSES = [400, 1200, null];
const CAUGHT_MS = 8000;

/** The message that was not taken yet, with the key under which it is sent again. */
let unsent = null;
const followed = new Map();

/**
 * Say something in the conversation and follow what answers it; true once it was taken.
 *
 * @param {string} text the words of the person
 */
export async function sendMessage(text) {
  const said = text.trim();
  if (!said || state.talk.isSending) return false;
  if ([...said].length > MOST) return change("talk", { problem: say("too_long") }) ?? false;
  if (unsent?.said !== said) unsent = { said, key: newKey() };
  stopWatching(asking(state.talk)?.id);
  change("talk", { ...withEntry(state.talk, { id: "sending", said, status: "sending" }), isSending: true, problem: null });
  try {
    const answer = await posted(unsent);
    unsent = null;
    begin(answer, said);
    return true;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    change("talk", { ...withoutEntry(state.talk, "sending"), isSending: false, problem: problem.code === "unreachable" ? say("unreachable") : problemText(problem) });
    tell(state.talk.problem);
    watchQuestion(asking(state.talk));
    return false;
  }
}

async function posted({ said, key }) {
  const body = { message: said, ...(state.session ? { conversation_id: state.session.id } : {}) };
  for (const pause of PAUSES) {
    try {
      return await send("POST", "/agent/chat", { body, key });
    } catch (problem) {
      if (problem.status !== 0 || pause === null) throw problem;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

function begin(answer, said) {
  const id = /\/chat\/([^/]+)\/events/.exec(answer.headers.get("Location") ?? "")[1];
  const entry = newEntry({ id, said, status: "running" });
  const others = state.talk.entries.filter((each) => each.id !== "sending" && each.id !== id);
  change("talk", { entries: [...others, entry], isSending: false });
  followTurn(id, { open: async () => answer });
}

/**
 * Follow a turn to its end. One that has ended is only read again.
 *
 * @param {string} id of the turn
 * @param {{open?: () => Promise<Response>, isOld?: boolean}} options `isOld`: what it brings is no news
 */
export function followTurn(id, { open, isOld = false } = {}) {
  return once(id, { open, resume: `/agent/chat/${id}/events`, isOld, on: (chunk) => chunk.extra, over: () => endOf(id) });
}

/** Follow a run for an entry that no turn follows: one that was started elsewhere, or whose turn ended with its question. */
export function followRun(entry, { isOld = false } = {}) {
  const after = entry.told?.seq ? String(entry.told.seq) : null;
  const resume = `/runs/${entry.run}/events`;
  return once(entry.id, { resume, after, isOld, on: (event) => event, over: () => endOfRun(entry.id) });
}

/** Follow the run whose question is open, for it goes on without an answer as well. */
export function watchQuestion(entry) {
  if (entry && !isOpen(entry)) followRun(entry);
}

/** Whether something of this id is being followed. */
export const isFollowed = (id) => followed.has(id);

/** Follow something no longer. */
export function stopWatching(id) {
  if (!id) return;
  followed.get(id)?.abort();
  followed.delete(id);
}

async function once(id, { open, resume, after = null, isOld, on, over }) {
  if (followed.has(id)) return;
  const stop = new AbortController();
  followed.set(id, stop);
  const caught = { count: null };
  try {
    await follow({
      open, resume, after, signal: stop.signal, isOver: ({ data }) => data === "[DONE]",
      on: (event) => take(id, event, on, { isOld, caught }), waits: (waits) => lost(waits), back: () => back(caught),
    });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    change("talk", { problem: problemText(problem) });
  }
  if (followed.get(id) === stop) followed.delete(id);
  flush();
  if (!stop.signal.aborted && !isOld) await over();
}

function take(id, { name, data }, on, { isOld, caught }) {
  if (data === "[DONE]" || name === "error") return;
  const event = on(JSON.parse(data));
  if (!event?.stage) return;
  if (caught.count !== null) caught.count += 1;
  if (event.stage === "turn.accepted" && !state.session) goOnWith(event.conversation_id);
  later((talk) => withEvent(talk, id, event));
  if (event.stage === "turn.run") runBegins(id, event.data.run, isOld);
  if (!isOld) later((talk) => announced(talk, id));
}

function lost(waits) {
  if (state.talk.waits === null) tell(say("reconnecting", { n: waits }));
  change("talk", { waits, caught: null });
}

function back(caught) {
  caught.count = 0;
  change("talk", { waits: null });
  setTimeout(() => {
    change("talk", { caught: caught.count });
    tell(say("caught_up", { n: caught.count }));
    caught.count = null;
    setTimeout(() => change("talk", { caught: null }), CAUGHT_MS);
  }, 900);
}

async function runBegins(id, run, isOld) {
  const other = latestOf(run);
  if (other && other.id !== id) stopWatching(other.id);
  if (!isOld || state.talk.run === null) await showRun(run);
}

/** Take a run as the API shows it for what stands above the conversation. */
export async function showRun(id) {
  const run = await get(`/runs/${id}`).catch(() => null);
  if (run) change("talk", { run });
}

const spoken = new Map();

/** Speak the end of each node once, and a question as it is asked. */
function announced(talk, id) {
  const told = talk.entries.find((entry) => entry.id === id)?.told;
  if (!told?.kind) return talk;
  const before = spoken.get(id) ?? {};
  for (const node of NODES[told.kind] ?? []) {
    const now = told.nodes[node];
    const isNews = now !== before[node] && ["done", "failed"].includes(now);
    if (isNews) tell(say("node_end", { node: say(`${told.kind}.${node}`), state: say(now) }));
  }
  const isAsked = told.asked && before.asked !== told.asked.question_id;
  if (isAsked) tell([say("asks_open"), ...told.asked.questions, say("asks_key")].join(" "));
  spoken.set(id, { ...told.nodes, asked: told.asked?.question_id });
  return talk;
}

async function endOf(id) {
  const entry = entryOf(id);
  change("talk", { isStopping: false, waits: null });
  if (!entry) return;
  if (entry.told?.asked) {
    await showRun(entry.run);
    return watchQuestion(entry);
  }
  tell(entry.reply ?? say("run_over"));
  if (entry.run) await takeResult(id, entry.run);
  if (asking(state.talk)) watchQuestion(asking(state.talk));
}

async function endOfRun(id) {
  const { run } = entryOf(id);
  await noteEnd(id);
  const { status, reply, kind } = entryOf(id);
  tell(status === "cancelled" ? say(kind === "refine" ? "stopped_refine" : "stopped_plan") : (reply ?? say("run_over")));
  await takeResult(id, run);
}

/** Take how a run has ended that no turn tells. */
export async function noteEnd(id) {
  const { run: wanted } = entryOf(id);
  await showRun(wanted);
  const { run } = state.talk;
  if (run?.id !== wanted || !run.finished_at) return;
  const { status, code, kind, detail } = run;
  change("talk", withEntry(state.talk, { id, status, code, kind, reply: status === "cancelled" ? null : detail }));
}

/** What a run has made is shown: its plan, the week where that begins, and how it changes the days. */
async function takeResult(id, run) {
  const [before] = [state.preview?.revision];
  await Promise.all([loadPreview(), showRun(run)]).catch(() => {});
  const { preview } = state;
  noteLoads(id);
  if (!preview || preview.run !== run || preview.revision === before) return;
  if (preview.timetable_version !== state.weeks.get(state.week)?.timetable_version) await reloadWeeks();
  const weeks = weeksOf(preview);
  if (!weeks.includes(state.week) || entryOf(id)?.told?.kind === "plan") await showWeek(Math.min(...weeks));
}

/** The weeks in which the plan changes something; where it changes nothing, those of its window. */
function weeksOf(preview) {
  const changed = changesOf(preview, null).map(({ from, to }) => (to ?? from).week);
  return changed.length ? changed : preview.window.day_mapping.map(({ week }) => week);
}

/** Keep how the plan of an entry changed the days while it is the newest one. */
export function noteLoads(id) {
  const entry = entryOf(id);
  if (!entry?.told?.saved || state.preview?.revision !== entry.told.saved || state.preview.run !== entry.run) return;
  change("talk", withEntry(state.talk, { id, loads: loadsOf(state.preview, entry.told.kind) }));
}

/** Ask for an end of what is under way. */
export async function stop() {
  const entry = state.talk.entries.findLast((each) => isOpen(each) && each.id !== "sending") ?? asking(state.talk);
  if (!entry) return;
  change("talk", { isStopping: true, problem: null });
  const isTurn = isOpen(entry) && !entry.id.startsWith("run:");
  try {
    await send("POST", isTurn ? `/agent/chat/${entry.id}/cancel` : `/runs/${entry.run}/cancel`);
    if (!isFollowed(entry.id)) await (isTurn ? followTurn(entry.id) : followRun(entry));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    change("talk", { problem: problemText(problem) });
  }
  change("talk", { isStopping: false });
}
