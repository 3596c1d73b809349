/** The top bar: whose page this is, which week is shown, where its run can be seen, the language, and the way to everything else. */

import { icon } from "../app/icons.js";
import { chooseLanguage } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { menuView } from "./menu.js";
import { latestRun } from "./run.js";
import { weeksView } from "./weeks.js";
import { say } from "./words.js";

/** See the top bar; signed out it is the brand and the language. */
export function topView(state) {
  const isIn = Boolean(state.me) && !state.isSignedOut;
  const hasWeek = isIn && Boolean(state.term) && !state.steps.isOpen;
  return html`<a class="skip" href="#main">${say(hasWeek ? "skip" : "skip_first")}</a>
    <p class="brand"><span class="mk" aria-hidden="true"><i></i><i></i><i></i></span>Daywright</p>
    ${hasWeek ? weeksView(state) : nothing}
    <div class="side">${isIn ? runView(state) : nothing} ${languageView(state)} ${isIn ? menuView(state) : nothing}</div>
    ${state.isOnline ? nothing : html`<p class="offline">${say("offline")}</p>`}`;
}

function runView(state) {
  const address = latestRun(state)?.links?.web_ui;
  if (!address) return nothing;
  return html`<a class="run" href=${address} target="_blank" rel="noopener noreferrer"
    ><span class="long">${say("run")}</span><span class="short">${say("run_short")}</span>${icon("out")}</a>`;
}

function languageView({ language }) {
  const choice = (code, label, lang) => html`<button type="button" lang=${lang} aria-pressed=${language === code}
    @click=${() => chooseLanguage(code)}>${label}</button>`;
  return html`<div class="lang" role="group" aria-label=${say("language")}>
    ${choice("zh", "中文", "zh-CN")}${choice("en", "EN", "en")}</div>`;
}
