/** The menu of the top bar: the panels, importing, the terms, signing out (rule PAGE-5). */

import { ask } from "../app/client.js";
import { icon } from "../app/icons.js";
import { dateOf, monthDay } from "../app/places.js";
import { change, state } from "../app/store.js";
import { loadTerms, loadWeek } from "../app/terms.js";
import * as panels from "../panels/panel.js";
import * as steps from "../steps/steps.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";
import { weekButtons } from "./weeks.js";

const PANELS = ["classes", "preparation", "reminders", "memories", "overrides", "feeds", "history", "settings"];

/** See the button of the menu, and the menu while it is open. */
export function menuView({ frame, me, term, terms, week, now }) {
  return html`<div class="menu" @keydown=${onKey} @focusout=${onLeaving}>
    <button type="button" aria-label=${say("menu")} title=${say("menu")} aria-expanded=${frame.isMenuOpen} aria-controls="menu"
      @click=${() => setOpen(!frame.isMenuOpen)}>${icon("menu")}</button>
    <div class="menu-sheet" id="menu" ?hidden=${!frame.isMenuOpen}>${frame.isMenuOpen ? html`
      ${term ? html`<div class="menu-weeks"><h2>${say("weeks")}</h2><ol>${weekButtons(term, week, now, close)}</ol></div>` : nothing}
      <ul>${itemView(say("import"), () => steps.openSteps())}
        ${PANELS.map((name) => itemView(say(name), () => panels.openPanel(name)))}</ul>
      ${terms?.length > 1 ? html`<div><h2>${say("terms")}</h2><ul>${terms.map((each) => termView(each, term))}</ul></div>` : nothing}
      <ul>${itemView(say("leave"), leave, html`<bdi class="q menu-note" title=${me.user_id}>${me.user_id}</bdi>`)}</ul>` : nothing}
    </div></div>`;
}

function itemView(label, act, note = nothing, isCurrent = false) {
  return html`<li><button type="button" class="menu-item" aria-current=${isCurrent ? "true" : nothing}
    @click=${() => { close(); act(); }}><span>${label}</span>${note}</button></li>`;
}

function termView(each, shown) {
  const first = `${monthDay(dateOf(each, 1, 1))} ${each.first_monday.slice(0, 4)}`;
  const note = html`<span class="menu-note">${say("term_weeks", { n: each.weeks })}</span>`;
  return itemView(say("term", { first }), () => showTerm(each.id), note, each.id === shown?.id);
}

async function showTerm(id) {
  await loadTerms(id);
  await loadWeek(state.week);
}

async function leave() {
  await ask("DELETE", "/auth/login");
  sessionStorage.clear();
  location.assign("/");
}

const setOpen = (isMenuOpen) => change("frame", { isMenuOpen });

/** Close the menu where something else is pressed; what is pressed gets the focus, where it takes any. */
export function beginMenu() {
  document.addEventListener("pointerdown", ({ target }) => {
    if (state.frame.isMenuOpen && !target.closest(".menu")) setOpen(false);
  });
}

/** Close the menu and give the focus to its button, from where what opens next can give it back. */
function close() {
  setOpen(false);
  document.querySelector(".menu > button")?.focus();
}

function onKey(event) {
  if (event.key === "Escape" && state.frame.isMenuOpen) {
    event.stopPropagation();
    return close();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !state.frame.isMenuOpen) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll("button")].filter((each) => each.offsetParent);
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
}

function onLeaving(event) {
  const to = event.relatedTarget;
  if (state.frame.isMenuOpen && to && !event.currentTarget.contains(to)) setOpen(false);
}
