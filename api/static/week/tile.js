/** One course, task or old place on the sheet (rules PAGE-11 and PAGE-15). */

import { icon } from "../app/icons.js";
import { clock, dayName, placeName, sections } from "../app/places.js";
import { state, update } from "../app/store.js";
import { canTake, clashText, grab, press } from "../plan/hand.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { showDetails } from "./details.js";
import { say } from "./words.js";

/** The tile of a course or a task, with the guests inside of it. */
export function tileView(tile, { isPast, current }) {
  const classes = ["it", look(tile, isPast), `s${tile.from}`, `e${tile.to}`, tile.from === tile.to ? "one" : "", isSelected(tile) ? "sel" : "", isHeld(tile) ? "held" : "", current ? "cur" : ""];
  return html`<li class=${classes.filter(Boolean).join(" ")}>${timesView(tile)}${tile.kind === "course" ? courseView(tile, current) : taskView(tile, "tile")}</li>`;
}

/** The task in hand, where it would be put. */
export function carriedView(hand) {
  const { to, clash, name, host } = hand;
  return html`<li class="it carried s${to.section_from} e${to.section_to} ${clash ? "bad" : ""}" aria-hidden="true"><div class="tile">${clash ? icon("clash", "clash") : nothing}
    <span class="nm"><bdi>${name}</bdi></span><span class="meta">${clash ? clashText(hand) : host ? say("inside", { host: host.name }) : say("inHand")}</span></div></li>`;
}

/** What the eraser left of a moved task. */
export function ghostView(ghost) {
  const isChosen = state.selected === ghost.change.number;
  return html`<li class="it ghost s${ghost.from} e${ghost.to} ${isChosen ? "sel" : ""}" aria-label=${`${say("oldPlace")}: ${ghost.name}`}>
    ${timesView(ghost)}<div class="tile"><b class="no">${ghost.change.number}</b><span class="nm"><s><bdi>${ghost.name}</bdi></s></span>
      ${ghost.to_place ? html`<span class="meta">${icon("to")}${placeName(ghost.to_place)}</span>` : nothing}</div></li>`;
}

function look(tile, isPast) {
  if (tile.kind === "course") return tile.isEmbeddable || tile.guests.length ? "course host" : isPast ? "course past" : "course";
  if (tile.status === "existing") return tile.isPinned ? "have pin" : "have";
  return ["sug", tile.change?.kind === "moved" ? "moved" : "", tile.isPinned ? "pin" : ""].filter(Boolean).join(" ");
}

const isHeld = ({ stateId, kind }) => kind === "task" && state.hand?.stateId === stateId && stateId !== null;
const isSelected = ({ change }) => change !== null && state.selected === change?.number;

function courseView(tile, current) {
  const isHost = tile.isEmbeddable || tile.guests.length > 0;
  const now = current ? html`<span class="curl"> · ${current}</span>` : nothing;
  const opened = { click: () => showDetails(tile), keydown: (event) => press(event, tile) };
  if (!isHost) {
    return html`<button type="button" class="tile" tabindex="-1" data-task=${tile.stateId ?? nothing} data-event=${tile.eventId} data-day=${tile.day} data-from=${tile.from} data-to=${tile.to}
      aria-label=${told(tile)} @click=${opened.click} @keydown=${opened.keydown}><span class="nm"><bdi>${tile.name}</bdi></span><span class="meta"><bdi>${tile.location}</bdi>${now}</span></button>`;
  }
  return html`<div class="tile"><button type="button" class="hd" tabindex="-1" data-task=${tile.stateId ?? nothing} data-event=${tile.eventId} data-day=${tile.day} data-from=${tile.from} data-to=${tile.to}
      aria-label=${told(tile)} @click=${opened.click} @keydown=${opened.keydown}><span class="nm"><bdi>${tile.name}</bdi></span><span class="tag">${say("open")}</span></button>
    ${tile.guests.map((guest) => taskView(guest, `guest ${guest.status === "existing" ? "kept" : ""} g${guest.to - guest.from + 1}`, tile))}
    ${tile.location ? html`<span class="foot"><bdi>${tile.location}</bdi></span>` : nothing}</div>`;
}

function taskView(tile, kind, host = null) {
  const mark = tile.isPinned ? icon("pin", "pinned") : tile.change && tile.change.kind !== "placed" ? html`<b class="no">${tile.change.number}</b>` : nothing;
  return html`<button type="button" class=${kind} tabindex="-1" data-task=${tile.stateId ?? nothing} data-event=${tile.eventId ?? nothing} data-day=${tile.day} data-from=${tile.from} data-to=${tile.to}
    aria-label=${told(tile, host)} @pointerdown=${(event) => grab(event, tile)} @click=${(event) => clicked(event, tile)} @keydown=${(event) => press(event, tile)}
    @focus=${() => choose(tile)} @pointerenter=${() => choose(tile)}>${mark}<span class="nm"><bdi>${tile.name}</bdi></span>${metaView(tile)}</button>`;
}

function choose({ change }) {
  if (change && state.selected !== change.number) update({ selected: change.number });
}

/** What cannot be taken in hand shows its details; the hand hears of the others by itself. */
function clicked(event, tile) {
  if (!canTake(tile)) showDetails(tile);
}

function metaView(tile) {
  if (tile.isPinned) return html`<span class="meta">${say("pinned")}</span>`;
  if (tile.status === "existing") return html`<span class="meta">${say(tile.isDone ? "done" : "inTimetable")}</span>`;
  if (tile.change?.from) return html`<span class="meta">${icon("from")}${placeName(tile.change.from)}</span>`;
  return nothing;
}

function timesView({ from, to }) {
  const { sections: table } = state.term;
  return html`<span class="tm"><time>${clock(table[from - 1].start)}</time><time>${clock(table[to - 1].end)}</time></span>`;
}

/** Everything that the marks of a tile tell, in words. */
function told(tile, host = null) {
  const { sections: table } = state.term;
  const where = say("where", { day: dayName(tile.day), sections: sections(tile.from, tile.to), start: clock(table[tile.from - 1].start), end: clock(table[tile.to - 1].end) });
  return [tile.name.slice(0, 300), where, ...stateWords(tile), host ? say("inside", { host: host.name }) : ""].filter(Boolean).join("; ");
}

function stateWords(tile) {
  if (tile.kind === "course") return [say("course"), tile.isEmbeddable ? say("takesGuest") : "", tile.location];
  const { change } = tile;
  const moved = change?.from && change.to ? say("moved", { from: placeName(change.from), to: placeName(change.to) }) : "";
  return [say(tile.status), moved, tile.isPinned ? say("pinned") : "", tile.isDone ? say("done") : ""];
}
