/** What was said, and what came of it (rules PAGE-20 and PAGE-21). */

import { icon } from "../app/icons.js";
import { dayName, shortDay } from "../app/places.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { spanOf, timeOf } from "./clocks.js";
import { isOpen } from "./entries.js";
import { showSteps } from "./history.js";
import { rowsView } from "./rows.js";
import { say } from "./words.js";

/**
 * See one thing that was said with its answer; `isAsking` where its question stands below by itself. An answer whose
 * message is in the part before is not shown.
 */
export function turnView(entry, state, isAsking) {
  if (entry.origin === "person" && entry.said === null) return nothing;
  return html`<article class="turn">${saidView(entry, state)}${entry.told ? runView(entry, state) : stepsView(entry)}
    ${isAsking ? nothing : replyView(entry, state)}${statusView(entry)}</article>`;
}

function saidView({ origin, said, kind, at }, state) {
  const time = html`<time datetime=${at}>${timeOf(at, state)}</time>`;
  if (origin === "reminder") return html`<p class="who">${say("reminder")} · ${time}</p>`;
  const who = say(origin === "run" ? "started" : "you");
  const words = said ?? say(kind === "refine" ? "refine_run" : "plan_run");
  return html`<blockquote class="ask"><p class="who">${who} · ${time}</p><p class="raw"><bdi>${words}</bdi></p></blockquote>`;
}

function stepsView(entry) {
  if (!entry.run || isOpen(entry)) return nothing;
  return html`<button type="button" class="quiet" @click=${() => showSteps(entry)}>${say("steps")}</button>`;
}

function runView({ told }, { preview }) {
  const names = new Map(preview?.entries.map(({ state_id: id, name }) => [String(id), name]));
  const tools = told.tools.map((each) => toolView(each, names));
  return html`${told.lines.length || told.thoughts.length ? thinkingView(told) : nothing}
    ${tools.length ? html`<ol class="tools" aria-label=${say("tools")}>${tools}</ol>` : nothing}`;
}

function thinkingView({ lines, thoughts, seconds }) {
  return html`<details class="think"><summary>${say("thinking", { time: spanOf(seconds) })}</summary>
    ${[...lines, ...thoughts].map((text) => html`<p class="raw"><bdi>${text}</bdi></p>`)}</details>`;
}

const OUTCOMES = { true: ["ok", "ok", "worked"], false: ["bad", "no", "refused"], null: ["going", null, "at_work"] };

function toolView({ ok, text, said, n, tool }, names) {
  const [kind, mark, state] = OUTCOMES[ok];
  const sentence = said ? say(said, { n }) : unnumbered(text, names);
  return html`<li class=${kind}>${mark ? icon(mark) : html`<i class="ring" aria-hidden="true"></i>`}
    <p><span class="vh">${say(state)}: </span><bdi>${sentence}</bdi></p><code>${tool}</code></li>`;
}

/** Numbers of tasks before their names are for programs. */
function unnumbered(text, names) {
  const isBefore = (id, place) => names.has(id) && text.startsWith(names.get(id), place);
  return text.replace(/\[(\d+)\]/g, (mark, id, place) => (isBefore(id, place + mark.length) ? "" : mark));
}

function replyView(entry, state) {
  const { told, kind, run, reply, rows, loads, status, code } = entry;
  if (told?.over && told.over !== "completed" && status === "failed") return failureView(told, reply);
  if (!reply) return status === "cancelled" ? html`<p class="doing">${say(kind === "refine" ? "stopped_refine" : "stopped_plan")}</p>` : nothing;
  const isResult = Boolean(run) && status === "completed";
  const [head, rest] = isResult ? parted(reply) : ["", reply];
  return html`<div class="sum">${head ? html`<h3><bdi>${head}</bdi></h3>` : nothing}
    ${loads?.map((each) => loadsView(each, loads.length))}
    ${rest ? html`<p class="raw ${status === "failed" && code ? "problem" : ""}"><bdi>${rest}</bdi></p>` : nothing}
    ${rows.length ? rowsView(rows, state) : nothing}
    ${told?.saved ? html`<p class="saved">${say("saved", { n: told.saved })}</p>` : nothing}</div>`;
}

function failureView({ kind, stoppedAt, reason }, reply) {
  if (!stoppedAt) return html`<p class="problem raw"><bdi>${reply ?? reason}</bdi></p>`;
  const node = say(`${kind}.${stoppedAt}`);
  return html`<p class="problem">${say("run_failed", { node, reason: html`<bdi>${reason.replace(/[。.]\s*$/, "")}</bdi>` })}</p>`;
}

/** The first sentence of a summary is its headline. */
function parted(text) {
  const [, head, rest] = /^(.+?[。！？]|.+?[.!?](?=\s|$))\s*([\s\S]*)$/.exec(text) ?? [null, text, ""];
  return [head, rest];
}

function loadsView({ week, days }, count) {
  const cells = (key) => days.map((day) => html`<td>${day[key]}</td>`);
  const row = (key, kind) => html`<tr class=${kind}><th scope="row">${say(key)}</th>${cells(key)}</tr>`;
  return html`<table><caption class=${count > 1 ? "" : "vh"}>${say("loads_of", { week })}</caption>
    <thead><tr><td></td>${days.map(({ day }) => html`<th scope="col" title=${dayName(day)}>${shortDay(day)}</th>`)}</tr></thead>
    <tbody>${row("before", "")}${row("after", "aft")}</tbody></table>`;
}

function statusView({ status, told }) {
  const key = { sending: "sending", queued: "queued", running: told ? null : "working" }[status];
  return key ? html`<p class="doing">${say(key)}</p>` : nothing;
}
