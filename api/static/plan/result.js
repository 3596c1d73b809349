/** What came of a confirm or of an edit, and taking a commit back (rule PAGE-38). */

import { ask, newKey } from "../app/client.js";
import { say as speak } from "../app/live.js";
import { told } from "../app/problems.js";
import { loadPreview } from "../app/sessions.js";
import { change, state } from "../app/store.js";
import { loadClasses, reloadWeeks } from "../app/terms.js";
import { name } from "../app/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

/** The line of the last result, of another window's revision, of a refusal. */
export function resultView({ tray, written }) {
  return html`${tray.staleRevision ? staleView(tray) : nothing}
    ${tray.problem ? html`<p class="problem note-line" role="alert">${tray.problem}</p>` : nothing}
    ${written?.status === "applied" ? writtenView(written, tray) : nothing}
    ${tray.result?.kind === "undone" ? html`<p class="note-line" id="result" tabindex="-1">${say("undone")}</p>` : nothing}`;
}

function staleView({ staleRevision }) {
  const show = async () => {
    await loadPreview();
    change("tray", { staleRevision: null, foreseen: null });
  };
  return html`<p class="note-line">${say("stale", { n: staleRevision })} <button type="button" class="quiet" @click=${show}>${say("show")}</button></p>`;
}

function writtenView(commit, { isAsking, isBusy }) {
  const sure = html`${say("undoSure")} <button type="button" class="plain" id="undo-yes" ?disabled=${isBusy} @click=${() => undoCommit(commit)}>${say("yes")}</button>
    <button type="button" class="quiet" @click=${leave}>${say("no")}</button>`;
  const undo = html`<button type="button" class="plain" id="undo-ask" @click=${askUndo}>${say("undo")}</button>`;
  return html`<p class="note-line written" id="result" tabindex="-1">${say("confirmed", { n: commit.changes.length })} ${isAsking ? sure : undo}</p>`;
}

/** Ask whether the commit shall be taken back. */
export function askUndo() {
  change("tray", { isAsking: true });
  setTimeout(() => document.getElementById("undo-yes")?.focus());
}

function leave() {
  change("tray", { isAsking: false });
  setTimeout(() => document.getElementById("undo-ask")?.focus());
}

async function undoCommit(commit) {
  change("tray", { isBusy: true, problem: null });
  try {
    await ask("POST", `/commits/${commit.id}/undo`, { key: newKey() });
    await Promise.all([loadPreview(), reloadWeeks(), loadClasses()]);
    change("tray", { isBusy: false, isAsking: false, result: { kind: "undone" } });
    speak(say("undone"));
    setTimeout(() => document.getElementById("trayh")?.focus());
  } catch (problem) {
    const [dependent] = problem.body?.dependents ?? [];
    const refused = dependent ? say("undoRefused", { name: name(dependent.task ?? dependent.name ?? "") }) : told(problem);
    change("tray", { isBusy: false, problem: refused });
    leave();
  }
}
