/** What was said, and what came of it (rules PAGE-20 and PAGE-21). */

import { icon } from "../app/icons.js";
import { dayName, shortDay } from "../app/places.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { spanOf, timeOf } from "./clocks.js";
import { isOpen } from "./entries.js";
import { showSteps } from "./history.js";
import { rowsView } from "./rows.js";
import { say } from "./words.js";

/** See one thing that was said with its answer; `isAsking` where its question stands below by itself. */
export function turnView(entry, state, isAsking) {
  return html`<article class="turn">${saidView(entry, state)}${entry.told ? runView(entry) : stepsView(entry)}
    ${isAsking ? nothing : replyView(entry, state)}${statusView(entry)}</article>`;
}

function saidView({ origin, said, kind, at }, { language }) {
  const time = html`<time datetime=${at}>${timeOf(at, language)}</time>`;
  if (origin === "reminder") return html`<p class="who">${say("reminder")} · ${time}</p>`;
  const who = say(origin === "run" ? "started" : "you");
  const words = said ?? (kind ? say(`${kind}_run`) : "");
  return html`<blockquote class="ask"><p class="who">${who} · ${time}</p><p class="raw"><bdi>${words}</bdi></p></blockquote>`;
}

function stepsView(entry) {
  if (!entry.run || isOpen(entry)) return nothing;
  return html`<button type="button" class="quiet" @click=${() => showSteps(entry)}>${say("steps")}</button>`;
}

function runView({ told }) {
  const { lines, thoughts, seconds, tools } = told;
  return html`${lines.length || thoughts.length ? html`<details class="think"><summary>${say("thinking", { time: spanOf(seconds) })}</summary>
      ${lines.map((line) => html`<p><bdi>${line}</bdi></p>`)}${thoughts.map((text) => html`<p class="raw"><bdi>${text}</bdi></p>`)}
    </details>` : nothing}
    ${tools.length ? html`<ol class="tools" aria-label=${say("tools")}>${tools.map(toolView)}</ol>` : nothing}`;
}

function toolView({ ok, text, said, n, tool }) {
  const [kind, mark, state] = { true: ["ok", "ok", "worked"], false: ["bad", "no", "refused"], null: ["going", null, "at_work"] }[ok];
  return html`<li class=${kind}>${mark ? icon(mark) : html`<i class="ring" aria-hidden="true"></i>`}
    <p><span class="vh">${say(state)}: </span><bdi>${said ? say(said, { n }) : text}</bdi></p><code>${tool}</code></li>`;
}

function replyView(entry, state) {
  const { told, run, reply, rows, loads, status, code } = entry;
  if (told?.over && told.over !== "completed" && status === "failed") return failureView(told, reply);
  if (!reply) return nothing;
  const isResult = Boolean(run) && status === "completed";
  const [head, rest] = isResult ? parted(reply) : ["", reply];
  return html`<div class="sum">${head ? html`<h3><bdi>${head}</bdi></h3>` : nothing}${loads ? loads.map((each) => loadsView(each, loads.length)) : nothing}
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
  const row = (key, kind) => html`<tr class=${kind}><th scope="row">${say(key)}</th>${days.map((day) => html`<td>${day[key]}</td>`)}</tr>`;
  return html`<table><caption class=${count > 1 ? "" : "vh"}>${say("loads_of", { week })}</caption>
    <thead><tr><td></td>${days.map(({ day }) => html`<th scope="col" aria-label=${dayName(day)}>${shortDay(day)}</th>`)}</tr></thead>
    <tbody>${row("before", "")}${row("after", "aft")}</tbody></table>`;
}

function statusView({ status, told }) {
  const key = { sending: "sending", queued: "queued", running: told ? null : "working" }[status];
  return key ? html`<p class="doing">${say(key)}</p>` : nothing;
}
