/** What goes on around the page by itself: its title, the newest run, and being told when the server answers again. */

import { send } from "../app/client.js";
import { say as tell } from "../app/live.js";
import { state, watch } from "../app/store.js";
import { showWeek } from "../app/terms.js";
import { beginMenu } from "./menu.js";
import { beginRun } from "./run.js";
import { datesOf } from "./weeks.js";
import { say } from "./words.js";

const PAUSE = 3000;

/** Begin all of it; once. */
export function beginFrame() {
  beginRun();
  beginMenu();
  addEventListener("dragover", keepFilesOut);
  watch(showTitle);
  watch(showWeekOnRuler);
  watch(waitForServer);
}

/** A file that is let go beside a place for files would be opened by the browser in the place of the page. */
function keepFilesOut(event) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files") || event.target.matches?.("[type=file]")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

function showTitle() {
  const { term, week, me } = state;
  document.title = term && me ? `${say("week", { week })} · ${datesOf(term, week)} · Daywright` : "Daywright";
}

let shown = null;

function showWeekOnRuler() {
  if (shown === state.week) return;
  shown = state.week;
  requestAnimationFrame(() => document.querySelector(".term [aria-current=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
}

let waiting = null;

/** Ask again and again while the server does not answer (rule PAGE-7). */
function waitForServer() {
  if (state.isOnline || waiting) return;
  tell(say("offline"));
  waiting = setInterval(async () => {
    if (!state.isOnline) await send("GET", "/auth/me").catch(() => {});
    if (!state.isOnline) return;
    waiting = clearInterval(waiting) ?? null;
    if (!state.me && !state.isSignedOut) location.reload();
    if (state.weekProblem) showWeek(state.week);
    tell(say("online"));
  }, PAUSE);
}
