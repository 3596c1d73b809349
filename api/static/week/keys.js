/** Moving in the grid by keys: one stop of the tabulator, arrows inside (rule PAGE-17). */

import { state } from "../app/store.js";
import { press } from "../plan/hand.js";

const TILES = "button.tile, button.guest, button.hd, .timed button";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a key does in the grid: what the hand takes is its own, arrows go on to other tiles. */
export function keyed(event) {
  if (event.target === event.currentTarget) return keyedAlone(event);
  if (event.defaultPrevented || !(event.key in STEPS)) return;
  const [across, along] = STEPS[event.key];
  const next = across ? neighbourDay(event.target, across) : neighbour(event.target, along);
  event.preventDefault();
  next?.focus();
}

/** The grid itself has focus while what is in hand stands in no tile of the week. */
function keyedAlone(event) {
  if (state.hand) press(event, null);
  else if (event.key in STEPS) event.currentTarget.querySelector("[tabindex='0']")?.focus();
}

/** Exactly one tile can be come to by the tabulator: the one that had focus last, else the first. */
export function settleStops(grid) {
  const tiles = [...(grid?.querySelectorAll(TILES) ?? [])];
  if (tiles.some((tile) => tile.tabIndex === 0)) return;
  if (tiles[0]) tiles[0].tabIndex = 0;
}

/** The tile that gets focus becomes the stop. */
export function focused({ target, currentTarget }) {
  if (!target.matches(TILES)) return;
  for (const tile of currentTarget.querySelectorAll(TILES)) tile.tabIndex = tile === target ? 0 : -1;
}

const dayOf = (tile) => tile.closest(".day");

function neighbour(tile, step) {
  const tiles = [...dayOf(tile).querySelectorAll(TILES)];
  return tiles[tiles.indexOf(tile) + step];
}

/** The tile of another day that begins nearest to where this one does; days without any are passed over. */
function neighbourDay(tile, step) {
  const days = [...tile.closest(".week").querySelectorAll(".day")];
  for (let place = days.indexOf(dayOf(tile)) + step; days[place]; place += step) {
    const tiles = [...days[place].querySelectorAll(TILES)];
    const distance = ({ dataset }) => Math.abs(dataset.from - tile.dataset.from);
    if (tiles.length) return tiles.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  }
  return null;
}
