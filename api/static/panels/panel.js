/** One panel at a time over the conversation; it takes the focus, and gives it back (rule PAGE-40). */

import { Problem } from "../app/client.js";
import { icon } from "../app/icons.js";
import { told } from "../app/problems.js";
import { state, update } from "../app/store.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { part, put } from "./part.js";
import { say } from "./words.js";

/** Each is loaded when it is opened: who looks at the week waits for none of them. */
const PANELS = {
  classes: () => import("./classes.js"),
  feeds: () => import("./feeds.js"),
  history: () => import("./history.js"),
  memories: () => import("./memories.js"),
  overrides: () => import("./overrides.js"),
  preparation: () => import("./preparation.js"),
  reminders: () => import("./reminders.js"),
  settings: () => import("./settings.js"),
};
const AROUND = ["top", "main", "tray", "talk"];
const ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const PHONE = matchMedia("(max-width: 719px)");
const isPhone = () => PHONE.matches;

let before = null;
let opened = null;

/** See the panel that is open. */
export function panelView({ panel }) {
  if (!panel) return nothing;
  const { loadProblem, isReady } = part(panel.name);
  return html`<section class="panel" role="dialog" aria-labelledby="panel-title" aria-modal=${isPhone()}>
    <div class="panel-head"><h2 id="panel-title" tabindex="-1">${say(panel.name)}</h2>
      <button type="button" class="step" aria-label=${say("close")} title=${say("close")}
        @click=${closePanel}>${icon("no")}</button></div>
    <div class="panel-body">${loadProblem ? failedView(panel, loadProblem) : isReady
      ? opened.view(state, part(panel.name)) : html`<p class="note">${say("loading")}</p>`}</div>
  </section>`;
}

/** Open a panel by its name; `options` are of that panel, such as `{id}` of a preparation. */
export async function openPanel(name, options = {}) {
  if (!PANELS[name]) return;
  if (state.panel) end();
  else before = document.activeElement;
  put(name, { loadProblem: null, isReady: false, problem: null, done: null, asked: null });
  const panel = { name, options };
  update({ panel });
  cover(true);
  setTimeout(() => document.getElementById("panel-title")?.focus());
  await begin(panel);
}

/** Close the panel and give the focus back to where it was. */
export function closePanel() {
  if (!state.panel) return;
  end();
  update({ panel: null });
  cover(false);
  const isThere = before?.isConnected && before !== document.body;
  setTimeout(() => (isThere ? before : document.getElementById("main")).focus());
}

/** Open what the address of the page asks for: `/?preparation={id}`, as notices carry it. */
export function openFromAddress() {
  const id = new URLSearchParams(location.search).get("preparation");
  if (id && ID.test(id)) openPanel("preparation", { id });
}

async function begin(panel) {
  try {
    const module = await PANELS[panel.name]().catch(() => { throw new Problem(0, { code: "unreachable" }); });
    if (state.panel !== panel) return;
    opened = module;
    await module.begin(panel.options);
    if (state.panel === panel) put(panel.name, { isReady: true });
  } catch (problem) {
    if (problem.status === undefined) throw problem;
    put(panel.name, { loadProblem: told(problem) });
  }
}

function end() {
  opened?.end?.();
  opened = null;
}

function failedView(panel, problem) {
  const again = () => openPanel(panel.name, panel.options);
  return html`<p class="problem">${problem}</p><p class="acts"><button type="button" class="plain"
    @click=${again}>${say("again")}</button></p>`;
}

/** What lies under the panel cannot be reached: the conversation, and on a phone everything. */
function cover(isOpen) {
  for (const id of AROUND) document.getElementById(id).inert = isOpen && (isPhone() || id === "talk");
  document.body.classList.toggle("has-panel", isOpen);
}

/** Esc closes the panel from within, and from where nothing has the focus. */
document.addEventListener("keydown", ({ key, target, defaultPrevented }) => {
  if (key === "Escape" && state.panel && !defaultPrevented && (target === document.body
    || target.closest(".panel"))) closePanel();
});

PHONE.addEventListener("change", () => cover(Boolean(state.panel)));
