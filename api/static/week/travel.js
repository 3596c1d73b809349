/** Moved tasks travel from their old places once for each new revision (rule PAGE-19). */

import { changesOf } from "../plan/changes.js";

const MOST = 8;
const APART = 30;
let shown = null;

/** Let the tasks that the newest revision has moved travel, where that revision has not been seen to arrive. */
export function travel({ preview, week }) {
  const key = preview && `${preview.session}/${preview.revision}`;
  if (!preview || key === shown) return;
  const isFirst = shown === null;
  shown = key;
  if (isFirst || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moved = changesOf(preview).filter(({ from, to, isKept }) => !isKept && from?.week === week && to?.week === week);
  moved.slice(0, MOST).forEach((change, place) => setTimeout(() => set(change), place * APART));
}

function set({ stateId, from }) {
  const tile = document.querySelector(`[data-task="${stateId}"]`);
  const [column, row] = [document.querySelector(`.day > ol[data-day="${from.day_of_week}"]`), document.querySelector(`.bed .s${from.section_from}`)];
  if (!tile || !column || !row?.offsetParent) return;
  const here = tile.getBoundingClientRect();
  const item = tile.matches(".guest") ? tile : tile.closest(".it");
  item.style.setProperty("--from-x", `${column.getBoundingClientRect().left - here.left}px`);
  item.style.setProperty("--from-y", `${row.getBoundingClientRect().top - here.top}px`);
  item.classList.add("travels");
  tile.addEventListener("animationend", () => item.classList.remove("travels"), { once: true });
}
