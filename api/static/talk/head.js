/** Above the conversation: what is left of the run's budget, and its nodes (rule PAGE-21). */

import { icon } from "../app/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { clockOf } from "./clocks.js";
import { isOpen, latestRunEntry } from "./entries.js";
import { NODES, NOTHING } from "./stages.js";
import { say } from "./words.js";

const MARKS = { done: "ok", failed: "no" };

/** See the heading, the budget and the nodes of the run that was last at work. */
export function headView({ talk }) {
  const entry = latestRunEntry(talk);
  return html`<header><h2 id="talkh" tabindex="-1">${say("title")}</h2>${budgetView(talk.run, entry)}</header>
    ${nodesView(entry)}`;
}

function budgetView(run, entry) {
  if (!run?.limits || run.id !== entry?.run) return nothing;
  const { told } = entry;
  if (told.over && !isOpen(entry)) return html`<p class="budget">${spentView(told)}</p>`;
  const paused = told.waited + (told.asked ? Date.now() - Date.parse(told.asked.at) : 0);
  const worked = (Date.now() - Date.parse(run.created_at) - paused) / 1000;
  const time = html`<b>${clockOf(Math.min(run.limits.seconds, run.limits.seconds - worked))}</b>`;
  if (run.limits.actions === null) return html`<p class="budget">${say("left_time", { time })}</p>`;
  const n = run.limits.actions - told.actions;
  return html`<p class="budget">${say("left", { actions: actionsView(n), time })}</p>`;
}

function spentView(told) {
  const time = html`<b>${clockOf((Date.parse(told.at) - Date.parse(told.from) - told.waited) / 1000)}</b>`;
  return told.kind === "plan" ? say("spent_time", { time }) : say("spent", { actions: actionsView(told.actions), time });
}

const actionsView = (count) => html`${say("actions", { n: html`<b>${count}</b>`, many: count })}`;

function nodesView(entry) {
  const { kind, nodes, over } = entry?.told ?? { ...NOTHING, kind: "refine" };
  const order = NODES[kind ?? entry?.kind] ?? NODES.refine;
  return html`<ol class="nodes" aria-label=${say("nodes")}>${order.map((node) => {
    const stands = nodes[node] ?? (over === "completed" ? "unused" : "waiting");
    return html`<li class=${stands} aria-current=${stands === "running" ? "step" : nothing}>
      ${MARKS[stands] ? icon(MARKS[stands]) : nothing}<span>${say(`${kind ?? entry?.kind ?? "refine"}.${node}`)}</span>
      <span class=${stands === "running" ? "state" : "vh"}>${say(stands)}</span></li>`;
  })}</ol>`;
}
