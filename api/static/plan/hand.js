/** Taking a task in hand, by pointer or keyboard, and putting it somewhere (rules PAGE-33 to PAGE-35). */

import { say as speak } from "../app/live.js";
import { name } from "../app/words.js";
import { placeName, sections } from "../app/places.js";
import { change, state, update } from "../app/store.js";
import { showWeek } from "../app/terms.js";
import { showDetails } from "../week/details.js";
import { dragged } from "./drag.js";
import { edit, isNewest, movedTo } from "./edits.js";
import { dayIndex, daysOn, fitOf, nextFit } from "./fit.js";
import { say } from "./words.js";

/** Begin to drag the task of a tile; without a move it is a click, which takes the task in hand. */
export function grab(event, tile) {
  if (!canTake(tile) || event.button > 0) return;
  const over = (place) => aim(place ?? state.hand?.from);
  const click = () => (state.hand ? drop() : take(tile, "keys"));
  dragged(event, { take: () => take(tile, "pointer"), over, drop, click, leave: putBack });
}

/** What a key does to the tile that has focus; true where it did something. */
export function press(event, tile) {
  const act = state.hand ? inHand(event) : atRest(event, tile);
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}

/** Where a task may be moved: it stands in a plan that is open and newest. */
export const canTake = (tile) =>
  tile.kind === "task" && tile.stateId !== null && Boolean(state.preview) && !state.session?.open_run && isNewest(state);

/** Aim at a place: a day of the window and the section it begins with. */
export function aim(place) {
  const { hand, preview } = state;
  if (!hand) return;
  const to = { ...place, section_to: place.section_from + hand.length - 1 };
  const { fits, host, clash } = fitOf(preview, hand.stateId, to);
  update({ hand: { ...hand, to, clash: fits ? null : clash, host: host ?? null } });
}

/** Put the task where it is aimed; on a clash it stays in hand, and why is said. */
export async function drop() {
  const { hand, preview } = state;
  if (!hand) return;
  if (hand.clash) return stay(hand);
  if (samePlace(hand.from, hand.to)) return putBack();
  const made = await edit(movedTo(preview, hand.stateId, hand.to, dayIndex(preview, hand.to)));
  if (made) speak(say("dropped", { name: hand.name, place: placeName(hand.to) }));
  focusTask(hand.stateId);
}

/** What does not fit stays in hand, and can be put elsewhere by the bar and by keys. */
function stay(hand) {
  update({ hand: { ...hand, by: "keys" } });
  speak(clashText(hand));
}

/** Put the task back where it was taken. */
export function putBack() {
  const { hand } = state;
  if (!hand) return;
  update({ hand: null });
  speak(say("putBack", { name: hand.name }));
  if (hand.from.week !== state.week) showWeek(hand.from.week);
  focusTask(hand.stateId);
}

/** What is in the way, in a sentence with the other's name, or with what `named` makes of names. */
export function clashText({ clash, to }, named = (text) => text) {
  if (clash.kind === "host") return say("hostTaken", { host: named(clash.host.name), name: named(clash.entry.name) });
  if (clash.kind === "section") return say("noRoom", { sections: sections(to.section_from, to.section_to), name: named(clash.entry.name) });
  return say(clash.kind);
}

/** Give focus to the tile of a task, once it is drawn. */
export function focusTask(stateId) {
  setTimeout(() => document.querySelector(`[data-task="${stateId}"]`)?.focus(), 30);
}

function take(tile, by) {
  const from = { week: tile.week, day_of_week: tile.day, section_from: tile.from, section_to: tile.to };
  update({ hand: { stateId: tile.stateId, name: tile.name, length: tile.to - tile.from + 1, isPinned: tile.isPinned, from, to: from, clash: null, host: null, by } });
  speak(say("picked", { name: tile.name, place: placeName(from) }));
}

function atRest(event, tile) {
  const isPress = event.key === "Enter" || event.key === " ";
  if (!canTake(tile)) return isPress ? () => showDetails(tile) : null;
  if (isPress) return () => take(tile, "keys");
  if (localStorage.getItem("daywright.letters") === "off" || event.ctrlKey || event.metaKey || event.altKey) return null;
  const letter = event.key.toLowerCase();
  if (letter === "p") return () => togglePin(tile);
  if (letter === "k" && tile.change) return () => putAt(tile.change, tile.change.from);
  return null;
}

/**
 * Put the task of a change to one of its places, or let it wait where that is null. `keep` of the API would not do: it knows the
 * revision before the newest alone, and a hand may have gone on since the run that made the change.
 */
export async function putAt({ stateId }, place) {
  const { preview } = state;
  const { clash } = place ? fitOf(preview, stateId, place) : {};
  if (clash) return change("tray", { problem: clashText({ clash, to: place }, name) });
  await edit(place ? movedTo(preview, stateId, place, dayIndex(preview, place)) : [{ tool: "unplace", arguments: { task_id: stateId } }]);
}

/** Pin or unpin a task. */
export async function togglePin({ stateId, name, isPinned }) {
  if (await edit([isPinned ? { unpin: stateId } : { pin: stateId }])) speak(say(isPinned ? "unpinned" : "pinned", { name }));
  focusTask(stateId);
}

const DAYS = { ArrowLeft: -1, ArrowRight: 1 };
const STARTS = { ArrowUp: -1, ArrowDown: 1 };

function inHand(event) {
  const { hand, preview } = state;
  if (event.key === "Enter" || event.key === " ") return drop;
  if (event.key === "Escape") return putBack;
  if (event.key in DAYS) return () => aimTold(daysOn(preview, hand.to, DAYS[event.key]));
  if (!(event.key in STARTS)) return null;
  const step = STARTS[event.key];
  if (!event.shiftKey) return () => aimTold(nextFit(preview, hand.stateId, hand.to, step));
  return () => aimTold({ ...hand.to, section_from: Math.min(Math.max(hand.to.section_from + step, 1), 13 - hand.length) });
}

function aimTold(place) {
  aim(place);
  const { hand } = state;
  if (hand.to.week !== state.week) carryTo(hand);
  setTimeout(() => document.querySelector(".carried")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  speak(`${placeName(hand.to)}, ${hand.clash ? clashText(hand) : hand.host ? say("fitsInside", { host: hand.host.name }) : say("fits")}`);
}

/** In a week without the tile the grid has the focus, so that no key is lost. */
function carryTo({ to, stateId }) {
  document.getElementById("week").focus();
  showWeek(to.week).then(() => focusTask(stateId));
}

const samePlace = (one, other) => one.week === other.week && one.day_of_week === other.day_of_week && one.section_from === other.section_from;
