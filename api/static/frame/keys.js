/** Keys that work everywhere on the page (rule PAGE-39). */

import { state } from "../app/store.js";
import { showWeek } from "../app/terms.js";
import { askUndo } from "../plan/result.js";
import { lookAt, undoMove } from "../plan/revisions.js";

let typed = null;

/** Listen for the keys. */
export function beginKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !state.term || state.isSignedOut) return;
    const act = withModifier(event) ?? inGrid(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const isField = ({ target }) => target.matches("input, textarea, select, [contenteditable]");

function withModifier(event) {
  if (!(event.ctrlKey || event.metaKey) || isField(event)) return null;
  if (event.key === "Enter") return () => document.getElementById("go")?.focus();
  if (event.key.toLowerCase() === "z" && !event.shiftKey) return undo;
  return null;
}

async function undo() {
  if (state.preview ? await undoMove() : false) return;
  if (state.written) askUndo();
}

/** Single letters work in the grid alone, and can be switched off. */
function inGrid(event) {
  const isOff = localStorage.getItem("daywright.letters") === "off";
  if (isOff || event.ctrlKey || event.metaKey || event.altKey || isField(event) || !event.target.closest("#week")) return null;
  if (event.key === "[" && state.preview) return () => lookAt(1);
  if (event.key === "]" && state.preview) return () => lookAt(-1);
  if (event.key.toLowerCase() === "g") return () => { typed = ""; setTimeout(go, 900); };
  if (typed !== null && /^\d$/.test(event.key)) return () => { typed += event.key; };
  return null;
}

function go() {
  if (typed) showWeek(Number(typed));
  typed = null;
}
