/** The days of the week on a phone: a strip that follows the one that is looked at (rule PAGE-8). */

import { shortDay } from "../app/places.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cellsView } from "./load.js";
import { say } from "./words.js";

let isSettled = false;

/** The seven days, each with its load. */
export function stripView({ days }) {
  const day = (each) => html`<li><a href="#d${each.day}" aria-current=${each.isToday ? "date" : nothing} @click=${chosen}>
    <span>${shortDay(each.day)}</span><b>${each.date.getUTCDate()}</b>${cellsView(each.load)}</a></li>`;
  return html`<nav class="strip" id="strip" aria-label=${say("days")}><ol>${days.map(day)}</ol></nav>`;
}

/** Mark the day that has been scrolled to. */
export function follow(grid) {
  const days = [...grid.querySelectorAll(".day")];
  const shown = days.find(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth / 2 > grid.scrollLeft);
  for (const link of document.querySelectorAll("#strip a")) link.classList.toggle("shown", link.hash === `#${shown?.id}`);
}

/** Begin with today, where it is in the week that is seen first. */
export function settleDay(grid, { isRead }) {
  if (isSettled || !isRead || !grid) return;
  isSettled = true;
  const today = grid.querySelector(".today");
  if (grid.scrollWidth > grid.clientWidth && today) grid.scrollLeft = today.offsetLeft;
  follow(grid);
}

function chosen(event) {
  event.preventDefault();
  const day = document.querySelector(event.currentTarget.hash);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  day.parentElement.scrollTo({ left: day.offsetLeft, behavior: isStill ? "instant" : "smooth" });
}
