/** What the events of a run come to: its nodes, its tool calls, what it thought, what it asks. Pure (rule PAGE-21). */

/** The nodes of each kind of run, in order. */
export const NODES = {
  refine: ["contract", "plan", "slice", "route", "react", "hard_check", "summary"],
  plan: ["plan", "preview", "hybrid", "react", "preview_return"],
};

const RUNNING = ["analyzing", "generating", "building", "start", "attempt", "task_start", "round", "round_start",
  "tool_call", "need_info", "answered", "fallback_mode", "repair_call"];
const STATES = {
  ...Object.fromEntries(RUNNING.map((what) => [what, "running"])),
  done: "done", pass: "done", handoff: "done", saved: "done", skip: "unused", fail: "failed", failed: "failed",
};
const WITHIN = { refine: { objective: "slice", preview: "summary" }, plan: {} };

/** Of a run of which nothing has been told. */
export const NOTHING = {
  kind: null, nodes: {}, tools: [], lines: [], thoughts: [], seconds: 0, actions: 0, waited: 0, asked: null, seq: 0,
  saved: null, over: null, reason: null, stoppedAt: null, at: null, from: null, isOpen: false,
};

/** Of a run that goes on in another turn: its nodes and counts stay, what is shown of it begins anew. */
export const goingOn = (told) => ({ ...told, tools: [], lines: [], thoughts: [], seconds: 0 });

/** What is known after one more event of the run; an event that is known already changes nothing. */
export function heard(told, event) {
  if (event.seq <= told.seq) return told;
  const [, kind, node, what] = /^schedule_(\w+?)\.(\w+)(?:\.(\w+))?$/.exec(event.stage) ?? [];
  if (!kind) return told;
  const known = { ...told, kind, seq: event.seq, from: told.from ?? event.at };
  const next = [withNode, withTool, withThought, withQuestion, withEnd].reduce(
    (so, step) => step(so, { ...event, kind, node, what: what ?? "" }), known);
  return { ...next, at: event.at };
}

/** Words of a model for a turn that is no run. */
export const thought = (told, event) => withThought(told, { ...event, node: event.stage.split(".")[1], what: "" });

function withNode(told, { kind, node, what, data }) {
  const own = WITHIN[kind]?.[node] ?? node;
  const order = NODES[kind] ?? [];
  const isIdle = own === "react" && what === "done" && data.rounds === 0;
  const stands = isIdle ? "unused" : what === "fallback" && own === "route" ? "failed" : STATES[what];
  const place = order.indexOf(own);
  if (place < 0 || !stands) return told;
  const nodes = { ...told.nodes };
  for (const earlier of order.slice(0, place)) {
    if (!nodes[earlier] || nodes[earlier] === "running") nodes[earlier] = "done";
  }
  return { ...told, nodes: { ...nodes, [own]: stands } };
}

const TOOLS = {
  "refine.objective.done": ({ detail, data }) => ({ ok: data.mode !== "none", text: detail, tool: "slice" }),
  "refine.route.attempt": ({ detail, data }) => ({ ok: null, text: withoutTool(detail, data.tool), tool: data.tool }),
  "refine.react.tool_call": ({ detail, data }) => ({ ok: null, text: withoutTool(detail, data.tool), tool: data.tool }),
  "refine.react.tool_blocked": ({ detail, data }) => ({ ok: false, text: detail, tool: data.tool }),
  "refine.hard_check.repair_call": ({ detail, data }) => ({ ok: null, text: withoutTool(detail, data.tool), tool: data.tool }),
  "refine.hard_check.order_normalized": ({ detail }) => ({ ok: true, text: detail, tool: "hard_check" }),
  "refine.hard_check.pass": ({ detail, data }) => ({ ok: true, text: listed(detail, data.checks), tool: "hard_check" }),
  "refine.hard_check.fail": ({ detail }) => ({ ok: false, text: detail, tool: "hard_check" }),
  "plan.plan.done": ({ detail }) => ({ ok: true, text: detail, tool: "plan" }),
  "plan.preview.done": ({ data: { optimal, placed: n } }) =>
    ({ ok: true, said: optimal ? "placed_best" : "placed", n, tool: "placement" }),
  "plan.preview.failed": ({ detail }) => ({ ok: false, text: detail, tool: "placement" }),
  "plan.hybrid.done": ({ detail }) => ({ ok: true, text: detail, tool: "hybrid" }),
  "plan.react.tool_call": ({ detail, data }) => ({ ok: data.ok, text: detail, tool: data.tool }),
};
const RESULTS = ["route.result", "react.tool_result", "hard_check.repair_result"];

function withTool(told, event) {
  const name = `${event.node}.${event.what}`;
  const line = TOOLS[`${event.kind}.${name}`]?.(event);
  if (name === "react.tool_blocked") return { ...told, tools: [...told.tools.filter(({ ok }) => ok !== null), line] };
  if (line) return { ...told, tools: [...told.tools, line] };
  return RESULTS.includes(name) ? withResult(told, event, name) : told;
}

function withResult(told, { detail, data }, name) {
  const asked = told.tools.at(-1);
  if (asked?.ok !== null) return told;
  const isRoute = name === "route.result";
  const text = isRoute ? `${asked.text}${detail.replace(/^\w+\s*[:：]\s*/, "")}` : detail;
  const done = { ...asked, ok: data.ok ?? data.code === "ok", text };
  const actions = told.actions + (name === "react.tool_result" ? 1 : 0);
  return { ...told, actions, tools: [...told.tools.slice(0, -1), done] };
}

const SAID = ["contract.done", "plan.done", "slice.done", "plan.replan", "react.fallback", "route.fallback", "react.done"];

function withThought(told, { kind, node, what, detail, data, at }) {
  const seconds = told.seconds + (told.at ? Math.max(0, Date.parse(at) - Date.parse(told.at)) / 1000 : 0);
  if (node === "reasoning") return { ...told, at, seconds, isOpen: true, thoughts: withPiece(told, data.text ?? "") };
  if (node === "reset") return { ...told, at, seconds, thoughts: told.thoughts.slice(0, -1), isOpen: false };
  const closed = told.isOpen ? { ...told, isOpen: false } : told;
  const name = `${node}.${what}`;
  const isSaid = kind === "refine" ? SAID.includes(name) || what === "parse_retry" : name === "react.done";
  if (!isSaid) return closed;
  return { ...closed, seconds, lines: [...told.lines, ...(data.steps ?? [detail])] };
}

/** Pieces that follow each other are one thought. */
function withPiece(told, text) {
  return told.isOpen ? [...told.thoughts.slice(0, -1), told.thoughts.at(-1) + text] : [...told.thoughts, text];
}

function withQuestion(told, { node, what, data, at }) {
  if (what === "need_info") return { ...told, asked: { ...data, at } };
  if (what !== "answered" || !told.asked) return told;
  return { ...told, asked: null, waited: told.waited + Date.parse(at) - Date.parse(told.asked.at) };
}

function withEnd(told, { node, what, detail, data }) {
  if (data.revision && ["saved", "done"].includes(what)) return { ...told, saved: data.revision, over: "completed" };
  const isOver = node === "run" || ["save_failed", "skipped"].includes(what);
  if (!isOver) return told;
  const order = NODES[told.kind] ?? [];
  const stoppedAt = order.findLast((each) => ["running", "failed"].includes(told.nodes[each])) ?? null;
  const nodes = stoppedAt ? { ...told.nodes, [stoppedAt]: what === "cancelled" ? "unused" : "failed" } : told.nodes;
  return { ...told, nodes, stoppedAt, asked: null, over: what || "failed", reason: detail };
}

const withoutTool = (detail, tool) => detail.replace(tool, "").replace(/^\s*[:：]\s*/, "");

function listed(detail, checks) {
  if (!checks?.length) return detail;
  const isChinese = /[\u4e00-\u9fff]/.test(detail);
  return isChinese ? `${detail}：${checks.join("，")}` : `${detail}: ${checks.join(", ")}`;
}
