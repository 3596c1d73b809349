/** Following a stream of server-sent events to its end, over connections that break. */

import { Problem, send } from "./client.js";

const PAUSES = [1, 2, 4, 8, 15];

/**
 * Follow a stream; nothing is told twice and nothing is left out, because each connection goes on behind the last id.
 *
 * @param {{
 *   open?: () => Promise<Response>,
 *   resume: string | (() => string),
 *   after?: string | null,
 *   isOver: (event: {id: string | null, name: string, data: string}) => boolean,
 *   on: (event: {id: string | null, name: string, data: string}) => void,
 *   waits?: (seconds: number) => void,
 *   back?: () => void,
 *   signal?: AbortSignal,
 * }} following `open` is the first request where it is not the one of `resume`; `resume` the address that is asked with
 *   `Last-Event-ID`; `isOver` whether an event is the last one; `waits` is told each second how long until the next try;
 *   `back` is told when a connection stands again
 */
export async function follow({ open, resume, after = null, isOver, on, waits, back, signal }) {
  let last = after;
  let failures = 0;
  let first = open ?? null;
  for (;;) {
    try {
      const answer = await (first ? first() : again(resume, last, signal));
      first = null;
      if (failures) back?.();
      for await (const event of events(answer.body, signal)) {
        failures = 0;
        if (event.id) last = event.id;
        if (event.data) on(event);
        if (isOver(event)) return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const isPassing = !(error instanceof Problem) || error.status === 0 || error.status >= 500 || error.status === 429;
      if (!isPassing) throw error;
    }
    if (signal?.aborted) return;
    await countdown(PAUSES[Math.min(failures++, PAUSES.length - 1)], waits, signal);
    if (signal?.aborted) return;
  }
}

function again(resume, last, signal) {
  const headers = last ? { "Last-Event-ID": last } : {};
  return send("GET", typeof resume === "function" ? resume() : resume, { headers, signal });
}

async function countdown(seconds, waits, signal) {
  for (let left = seconds; left > 0 && !signal?.aborted; left -= 1) {
    waits?.(left);
    await new Promise((done) => setTimeout(done, 1000));
  }
}

async function* events(body, signal) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  signal?.addEventListener("abort", () => reader.cancel().catch(() => {}), { once: true });
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop();
    for (const block of blocks) yield parsed(block);
  }
}

function parsed(block) {
  const event = { id: null, name: "message", data: "" };
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "id") event.id = value;
    if (field === "event") event.name = value;
    if (field === "data") data.push(value);
  }
  event.data = data.join("\n");
  return event;
}
