/** A pointer that drags something over the sheet: where it is, and when it is let go (rule PAGE-34). */

import { state } from "../app/store.js";

const SLACK = 6;
const LONG_PRESS = 350;

/**
 * Follow a pointer from its press on. Mouse and pen drag at once; a finger after a long press, so that it can scroll. Where days are
 * lists there are no rows to drag to, and a press is a click.
 *
 * @param {PointerEvent} event the press
 * @param {{take: () => void, over: (place: object | null) => void, drop: () => void, click: () => void, leave: () => void}} act
 */
export function dragged(event, act) {
  const start = { x: event.clientX, y: event.clientY };
  const grabbed = sectionsInto(event);
  let isTaken = false;
  const take = () => { isTaken = true; act.take(); };
  const hasRows = rows().length > 0;
  const timer = hasRows && event.pointerType === "touch" ? setTimeout(take, LONG_PRESS) : null;
  const ends = new AbortController();
  const isOther = ({ pointerId }) => pointerId !== undefined && pointerId !== event.pointerId;
  const listen = (type, does) => addEventListener(type, (each) => isOther(each) || does(each), { signal: ends.signal, passive: false });
  const end = () => { clearTimeout(timer); ends.abort(); };

  listen("pointermove", (move) => {
    const isFar = Math.hypot(move.clientX - start.x, move.clientY - start.y) > SLACK;
    if (!isTaken && isFar && (timer !== null || !hasRows)) return end();
    if (!isTaken && isFar) take();
    if (isTaken) act.over(isOnSheet(move) ? placeAt(move.clientX, move.clientY, grabbed) : null);
  });
  listen("touchmove", (move) => { if (isTaken) move.preventDefault(); });
  listen("pointerup", () => { end(); if (isTaken) act.drop(); else act.click(); });
  listen("pointercancel", () => { end(); if (isTaken) act.leave(); });
  listen("keydown", (key) => { if (key.key === "Escape" && isTaken) { end(); act.leave(); } });
}

const isOnSheet = ({ clientX: x, clientY: y }) => Boolean(document.elementFromPoint(x, y)?.closest("#week"));

/** How many sections below its first one a tile was grabbed. */
function sectionsInto(event) {
  const { from, day } = event.currentTarget.dataset;
  const at = placeAt(event.clientX, event.clientY, 0);
  return at && Number(day) === at.day_of_week ? Math.max(0, at.section_from - Number(from)) : 0;
}

function placeAt(x, y, grabbed) {
  const day = [...document.querySelectorAll(".day > ol")].find((list) => isWithin(list.getBoundingClientRect(), x));
  const places = rows();
  if (!day || !places.length) return null;
  const row = places.findIndex(({ bottom }) => y < bottom);
  const section = (row < 0 ? places.length : row + 1) - grabbed;
  return { week: state.week, day_of_week: Number(day.dataset.day), section_from: Math.max(1, section) };
}

const rows = () => [...document.querySelectorAll(".bed .b")].map((row) => row.getBoundingClientRect()).filter(({ height }) => height > 0);

const isWithin = ({ left, right }, x) => left <= x && x < right;
