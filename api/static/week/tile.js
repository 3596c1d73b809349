/** One course, task or old place on the sheet (rules PAGE-11 and PAGE-15). */

import { icon } from "../app/icons.js";
import { placeName } from "../app/places.js";
import { state, update } from "../app/store.js";
import { name } from "../app/words.js";
import { canTake, clashText, grab, press } from "../plan/hand.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { showDetails } from "./details.js";
import { timesOf, told, toldOld } from "./told.js";
import { say } from "./words.js";

/** The tile of a course or a task, with the guests inside of it. */
export function tileView(tile, { isPast, current }) {
  const kinds = [look(tile, isPast), tile.from === tile.to ? "one" : "", current ? "cur" : ""];
  const place = `s${tile.from} e${tile.to}`;
  return html`<li class="it ${place} ${kinds.filter(Boolean).join(" ")}">${timesView(tile)}${
    tile.kind === "course" ? courseView(tile, current) : taskView(tile, "tile")}</li>`;
}

/** The task in hand, where it would be put. */
export function carriedView(hand) {
  const { to, clash, host } = hand;
  const told = clash ? clashText(hand, name) : host ? say("inside", { host: name(host.name) }) : say("inHand");
  const kinds = [clash ? "bad" : "", hand.length === 1 ? "one" : ""].join(" ");
  const times = timesView({ from: to.section_from, to: to.section_to });
  return html`<li class="it carried s${to.section_from} e${to.section_to} ${kinds}" aria-hidden="true">${times}<div class="tile">
    ${clash ? icon("clash", "clash") : nothing}<span class="nm"><bdi>${hand.name}</bdi></span><span class="meta">${told}</span></div></li>`;
}

/** What the eraser left of a moved task. */
export function ghostView(ghost) {
  const { from, to, change } = ghost;
  const kinds = [from === to ? "one" : "", state.selected === change.number ? "sel" : ""].join(" ");
  return html`<li class="it ghost s${from} e${to} ${kinds}" aria-label=${toldOld(ghost)}>${timesView(ghost)}<div class="tile">
    <b class="no">${change.number}</b><span class="nm"><s><bdi>${change.name}</bdi></s></span>
    ${change.to ? html`<span class="meta">${icon("to")}${placeName(change.to)}</span>` : html`<span class="meta">${say("waits")}</span>`}</div></li>`;
}

function look(tile, isPast) {
  if (tile.kind === "task") return taskLook(tile);
  return tile.isEmbeddable || tile.guests.length ? "course host" : isPast ? "course past" : "course";
}

function taskLook(tile) {
  const isMoved = tile.change !== null && tile.change.from !== null;
  const kinds = [tile.status === "existing" ? "have" : "sug", isMoved ? "moved" : "", tile.isPinned ? "pin" : "", tile.clash ? "bad" : ""];
  return [...kinds, isSelected(tile) ? "sel" : "", isHeld(tile) ? "held" : ""].filter(Boolean).join(" ");
}

const isHeld = ({ stateId }) => stateId !== null && state.hand?.stateId === stateId;
const isSelected = ({ change }) => change !== null && state.selected === change.number;

function courseView(tile, current) {
  const now = current ? html`<span class="curl"> · ${current}</span>` : nothing;
  if (tile.isEmbeddable || tile.guests.length) return hostView(tile, now);
  return courseButton(tile, "tile", html`<span class="meta"><bdi>${tile.location}</bdi>${now}</span>`);
}

function hostView(tile, now) {
  return html`<div class="tile">${courseButton(tile, "hd", html`<span class="tag">${say("open")}</span>`)}
    ${tile.location || now !== nothing ? html`<span class="foot"><bdi>${tile.location}</bdi>${now}</span>` : nothing}
    ${tile.guests.map((guest) => taskView(guest, guestLook(guest, tile), tile))}</div>`;
}

/** Guests lie at their sections; one that would be hidden by the strip with the host's name stands beside it. */
function guestLook(guest, host) {
  const isFirst = guest.from === host.from;
  const place = isFirst && guest.from === guest.to ? "tight" : isFirst ? "under" : "";
  return `guest ${taskLook(guest)} f${guest.from} u${guest.to} ${place}`;
}

function courseButton(tile, kind, rest) {
  return html`<button type="button" class=${kind} tabindex="-1" data-task=${tile.stateId ?? nothing} data-event=${tile.eventId}
    data-day=${tile.day} data-from=${tile.from} data-to=${tile.to} aria-label=${told(tile)} @click=${() => showDetails(tile)}
    @keydown=${(event) => press(event, tile)}><span class="nm"><bdi>${tile.name}</bdi></span>${rest}</button>`;
}

function taskView(tile, kind, host = null) {
  return html`<button type="button" class=${kind} tabindex="-1" data-task=${tile.stateId ?? nothing} data-event=${tile.eventId ?? nothing}
    data-day=${tile.day} data-from=${tile.from} data-to=${tile.to} aria-label=${told(tile, host)}
    @pointerdown=${(event) => grab(event, tile)} @click=${() => clicked(tile)} @keydown=${(event) => press(event, tile)}
    @focus=${() => choose(tile)} @pointerenter=${() => choose(tile)}>${markView(tile)}<span class="nm"><bdi>${tile.name}</bdi></span>${
    metaView(tile)}</button>`;
}

function choose({ change }) {
  if (change && state.selected !== change.number) update({ selected: change.number });
}

/** What cannot be taken in hand shows its details; the hand hears of the others by itself. */
function clicked(tile) {
  if (!canTake(tile)) showDetails(tile);
}

function markView({ isPinned, change, clash }) {
  if (clash) return icon("clash", "clash");
  if (isPinned) return icon("pin", "pinned");
  return change && change.kind !== "placed" ? html`<b class="no">${change.number}</b>` : nothing;
}

function metaView(tile) {
  if (isHeld(tile)) return html`<span class="meta">${say("oldPlace")}</span>`;
  if (tile.clash) return html`<span class="meta">${say("clashes", { name: name(tile.clash.name) })}</span>`;
  if (tile.isPinned) return html`<span class="meta">${say("pinned")}</span>`;
  if (tile.change?.from) return html`<span class="meta">${icon("from")}${placeName(tile.change.from)}</span>`;
  if (tile.status === "existing") return html`<span class="meta">${say(tile.isDone ? "done" : "inTimetable")}</span>`;
  return nothing;
}

function timesView(tile) {
  const [start, end] = timesOf(tile);
  return html`<span class="tm"><time>${start}</time><time>${end}</time></span>`;
}
