/** On a phone the conversation is a sheet at the foot, which opens over the week as a dialog (rule PAGE-25). */

import { change, state, watch } from "../app/store.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { asking, latestRunEntry } from "./entries.js";
import { say } from "./words.js";

const PHONE = matchMedia("(max-width: 719px)");
const STOPS = "button:not(:disabled), textarea, input, summary, a[href]";

/** See the grip of the sheet with the newest sentence; it is there on phones only. */
export function gripView({ talk }) {
  const label = say(talk.isSheetOpen ? "grip_close" : "grip_open");
  return html`<button type="button" class="grip" aria-expanded=${talk.isSheetOpen} aria-controls="talk" title=${label}
    @click=${() => setSheet(!talk.isSheetOpen)}><span class="pill" aria-hidden="true"></span><span class="vh">${label}: </span>
    <span class="peek"><bdi>${newest(talk)}</bdi></span></button>`;
}

function newest(talk) {
  if (asking(talk)) return say("asks_open");
  const entry = talk.entries.at(-1);
  const { kind, nodes = {} } = latestRunEntry(talk)?.told ?? {};
  const node = Object.keys(nodes).find((each) => nodes[each] === "running");
  if (node && entry?.status === "running") return `${say(`${kind}.${node}`)} · ${say("running")}`;
  return entry?.reply?.split(/(?<=[。！？])|\n/)[0] ?? say("label");
}

/** Open or close the sheet: the focus goes in, and back to the grip. */
export function setSheet(isSheetOpen) {
  change("talk", { isSheetOpen });
  requestAnimationFrame(() => document.querySelector(isSheetOpen ? "#talkh" : "#talk .grip")?.focus({ preventScroll: true }));
}

/** Keep the panel's role and the keys of the sheet; once. */
export function beginSheet() {
  const panel = document.getElementById("talk");
  document.addEventListener("keydown", (event) => onKey(panel, event));
  const draw = () => {
    const isDialog = PHONE.matches && state.talk.isSheetOpen;
    panel.classList.toggle("open", state.talk.isSheetOpen);
    panel.setAttribute("aria-labelledby", "talkh");
    for (const [name, value] of [["role", "dialog"], ["aria-modal", "true"]]) {
      if (isDialog) panel.setAttribute(name, value);
      else panel.removeAttribute(name);
    }
  };
  PHONE.addEventListener("change", draw);
  watch(draw);
  watch(watchFoot);
}

let foot = null;

const measure = new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--foot", `${target.offsetHeight}px`);
});

/** The sheet stands on the bar at the foot, however high that is. */
function watchFoot() {
  const bar = document.querySelector("#tray .bar .acts");
  if (bar === foot) return;
  measure.disconnect();
  foot = bar;
  if (bar) measure.observe(bar);
  else document.documentElement.style.removeProperty("--foot");
}

/** A key is the sheet's where the focus is in it, or nowhere: a button that has gone off had it. */
function onKey(panel, event) {
  const isOurs = event.target === document.body || panel.contains(event.target);
  if (!PHONE.matches || !state.talk.isSheetOpen || !isOurs) return;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    setSheet(false);
  } else if (event.key === "Tab") keepInside(panel, event);
}

function keepInside(panel, event) {
  const stops = [...panel.querySelectorAll(STOPS)].filter((each) => each.offsetParent);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from && document.activeElement.id !== "talkh") return;
  if (document.activeElement.id === "talkh" && !event.shiftKey) return;
  event.preventDefault();
  to.focus();
}
