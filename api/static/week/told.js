/** Everything that the marks of a tile tell, in words (rules PAGE-11 and PAGE-15). */

import { clock, dayName, placeName, sections } from "../app/places.js";
import { state } from "../app/store.js";
import { say } from "./words.js";

const LONGEST = 300;

/** A name, cut where it is longer than anybody reads. */
export const cut = (text) => [...text].slice(0, LONGEST).join("");

/** The clock times at which a tile begins and ends. */
export function timesOf({ from, to, start, end }) {
  const { sections: table } = state.term;
  return start ? [start, end] : [clock(table[from - 1].start), clock(table[to - 1].end)];
}

/** The accessible name of a tile: its name, its place, its state. */
export function told(tile, host = null) {
  const [start, end] = timesOf(tile);
  const where = say(tile.start ? "whereTimed" : "where", { day: dayName(tile.day), sections: sections(tile.from, tile.to), start, end });
  return [cut(tile.name), where, ...stateWords(tile), host ? say("inside", { host: cut(host.name) }) : ""].filter(Boolean).join("; ");
}

/** The accessible name of an old place. */
export function toldOld({ change: { number, name, to } }) {
  return [`${say("oldPlace")}: ${cut(name)}`, say("change", { number }), to ? say("goesTo", { to: placeName(to) }) : say("waits")].join("; ");
}

function stateWords(tile) {
  if (tile.kind === "timed") return [say("timedOne"), cut(tile.location)];
  if (tile.kind === "course") return [say("course"), tile.isEmbeddable ? say("takesGuest") : "", cut(tile.location)];
  const clash = tile.clash ? say("clashes", { name: cut(tile.clash.name) }) : "";
  return [say(tile.status), clash, ...changeWords(tile.change), tile.isPinned ? say("pinned") : "", tile.isDone ? say("done") : ""];
}

function changeWords(change) {
  if (!change || change.kind === "placed") return [];
  const moved = change.from && change.to ? say("moved", { from: placeName(change.from), to: placeName(change.to) }) : "";
  return [moved, say("change", { number: change.number })];
}
