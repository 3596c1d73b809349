/** Where the page begins: who is here, what there is, and each area showing its part of the state. */

import { loadClasses, loadTerms, loadWeek } from "./app/terms.js";
import { loadSession } from "./app/sessions.js";
import { get } from "./app/client.js";
import { told } from "./app/problems.js";
import { change, state, update, watch } from "./app/store.js";
import { beginLanguage } from "./app/words.js";
import { beginFrame } from "./frame/frame.js";
import { beginKeys } from "./frame/keys.js";
import { topView } from "./frame/top.js";
import { panelView, openFromAddress } from "./panels/panel.js";
import { beginBasis } from "./plan/basis.js";
import { trayView } from "./plan/tray.js";
import { stepsView, watchSignIn } from "./steps/steps.js";
import { beginTalk, talkView } from "./talk/talk.js";
import { render } from "./vendor/lit-html/lit-html.js";
import { beginHeld } from "./week/held.js";
import { weekView } from "./week/week.js";

const at = (id) => document.getElementById(id);

function show() {
  const isAtWork = Boolean(state.term) && !state.isSignedOut && !state.steps.isOpen;
  document.body.classList.toggle("first", !isAtWork);
  at("tray").hidden = at("talk").hidden = !isAtWork;
  render(topView(state), at("top"));
  render(isAtWork ? weekView(state) : stepsView(state), at("main"));
  render(isAtWork ? trayView(state) : null, at("tray"));
  render(isAtWork ? talkView(state) : null, at("talk"));
  render(panelView(state), at("panel"));
}

/** Note when what there is has been painted; measurements and tests look for it. */
function markDrawn() {
  requestAnimationFrame(() => setTimeout(() => performance.mark("daywright:drawn")));
}

/** What is pencilled is seen first: its term, and its first week where today does not lie in it. */
function goToPlan() {
  const { preview, terms } = state;
  if (!preview) return;
  const weeks = preview.window.day_mapping.map(({ week }) => week);
  const term = terms.find(({ id }) => id === preview.term_id) ?? state.term;
  update({ term, week: term === state.term && weeks.includes(state.week) ? state.week : weeks[0] });
}

async function begin() {
  beginLanguage();
  watch(show);
  beginFrame();
  beginKeys();
  beginBasis();
  beginHeld();
  setInterval(() => update({ now: new Date() }), 20_000);
  try {
    const [me] = await Promise.all([get("/auth/me"), loadTerms(), loadSession(), loadClasses()]);
    update({ me });
    goToPlan();
    if (state.term) await loadWeek(state.week);
    markDrawn();
    openFromAddress();
    await beginTalk();
  } catch (problem) {
    if (problem.status === undefined) throw problem;
    markDrawn();
    if (problem.status !== 401) change("steps", { loadProblem: told(problem) });
  }
}

watchSignIn();
begin();
