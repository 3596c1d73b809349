/** The conversation that the page goes on with, and the plan that is made and refined in it. */

import { ask, get, newKey } from "./client.js";
import { state, update } from "./store.js";

/** Take up the newest conversation that is live; where there is none, one is opened with the first message or run. */
export async function loadSession() {
  const { items } = await get("/sessions?limit=20");
  const session = items.find(({ state: stage, role }) => stage !== "ended" && role !== "child") ?? null;
  update({ session });
  await loadPreview(session);
}

/** Go on with a session that another part of the page has opened. */
export async function goOnWith(id) {
  if (state.session?.id !== id) update({ session: await get(`/sessions/${id}`) });
}

/** Open a conversation in which nothing has been said. */
export async function openSession() {
  const { value } = await ask("POST", "/sessions", { body: {}, key: newKey() });
  update({ session: value, preview: null, written: null, revisions: [], hand: null, selected: null });
  return value;
}

/**
 * Read the session, unless it was read just now, its newest plan and the plan's revisions; a plan that is written is a
 * commit, and no longer pencilled.
 */
export async function loadPreview(known = null) {
  const id = state.session?.id;
  if (!id) return update({ preview: null, written: null, revisions: [] });
  const session = known ?? await get(`/sessions/${id}`);
  if (!session.revision) return update({ session, preview: null, written: null, revisions: [] });
  const [preview, revisions] = await Promise.all([
    get(`/agent/schedule-preview?conversation_id=${id}`).catch(gone),
    get(`/agent/schedule-preview/revisions?conversation_id=${id}&limit=200`).catch(gone),
  ]);
  const [newest] = revisions?.items ?? [];
  const written = newest?.commit_id ? await get(`/commits/${newest.commit_id}`) : null;
  const items = revisions?.items ?? [];
  update({ session, preview: written ? null : preview, written, revisions: items, toWrite: written ? null : await countToWrite(id, items) });
}

/** The plan counts against the timetable that it began with; where some of it has been written since, a look at the confirm tells. */
async function countToWrite(id, revisions) {
  if (!revisions.some(({ commit_id: commit }) => commit)) return null;
  const seen = await get(`/previews/${id}/confirm`).catch(unknown);
  return seen && seen.changes.length + seen.conflicts.length;
}

function unknown(problem) {
  if (problem.status === undefined) throw problem;
  return null;
}

function gone(problem) {
  if (problem.code === "SchedulePlanPreviewNotFound") return null;
  throw problem;
}
