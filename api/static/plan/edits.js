/** Changing the plan by hand: each edit is a new revision, or nothing (rule PAGE-32). */

import { ask, newKey } from "../app/client.js";
import { told } from "../app/problems.js";
import { loadPreview } from "../app/sessions.js";
import { change, state, update } from "../app/store.js";

/** Whether what is shown is what an edit would change: an older revision is only looked at. */
export const isNewest = ({ preview, revisions }) => !revisions.length || preview.revision === revisions[0].revision;

/** Ask for edits on top of the newest revision; true where they were made. */
export async function edit(edits) {
  return send("/agent/schedule-state", { edits });
}

/** Make an earlier revision the newest one again; true where it is. */
export async function stepBack(revision) {
  return send("/agent/schedule-preview/revert", { revision });
}

/** The edits that put a task somewhere: one that is in the timetable is taken back first. */
export function movedTo(preview, stateId, place, day) {
  const entry = preview.entries.find((each) => each.state_id === stateId);
  const placed = { tool: "place", arguments: { task_id: stateId, day, slot_start: place.section_from } };
  if (!entry) return [placed];
  if (entry.status === "existing") return [{ tool: "unplace", arguments: { task_id: stateId } }, placed];
  return [{ tool: "move", arguments: { task_id: stateId, new_day: day, new_slot_start: place.section_from } }];
}

/** One at a time: each names the newest revision, and what is asked for twice in a moment was meant once. */
async function send(path, body) {
  const { session, tray } = state;
  if (tray.isBusy) return false;
  change("tray", { isBusy: true, problem: null, foreseen: null, result: null });
  try {
    const newest = state.revisions[0]?.revision ?? state.preview.revision;
    await ask("POST", path, { body: { conversation_id: session.id, ...body }, etag: `"${newest}"`, key: newKey() });
    await loadPreview();
    change("tray", { isBusy: false, looking: null, staleRevision: null });
    return true;
  } catch (problem) {
    change("tray", { isBusy: false, problem: told(problem) });
    if (problem.status === 412 || problem.status === 409) {
      await loadPreview();
      change("tray", { staleRevision: null });
    }
    return false;
  } finally {
    update({ hand: null });
  }
}
