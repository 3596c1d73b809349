/** The devices of a room: what was recommended, what holds, and setting them otherwise (rule PAGE-42). */

import { ask, get, newKey } from "../../app/client.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { attempt, isBusy, outcomeView, part, put } from "../part.js";
import { deviceName, say, valueText } from "./words.js";

const NAME = "preparation";

/** See each device with a control, while it can be changed. */
export function devicesView(one, isOver) {
  const { draft } = part(NAME);
  const keys = keysOf(one);
  if (!keys.length) return html`<p class="note">${say("no_devices")}</p>`;
  const isChanged = Object.keys(draft).length > 0;
  const isUnheard = one.snapshots.filter(({ devices }) => devices).at(-1)?.devices === "not_configured";
  return html`<form class="p-devices" novalidate @submit=${(event) => apply(event, one)}><h3>${say("devices")}</h3>
    ${isUnheard ? html`<p class="problem">${say("devices_not_configured")}</p>` : nothing}
    <ul class="p-rows">${keys.map((key) => keyView(one, key, draft, isOver))}</ul>
    ${isOver ? nothing : html`<p class="acts"><button class="go" ?disabled=${!isChanged || isBusy(NAME)}>${say("apply")}</button>
      ${isChanged ? html`<button type="button" class="quiet"
        @click=${() => put(NAME, { draft: {} })}>${say("undo_draft")}</button>` : nothing}</p>
      <p class="note">${say("apply_note")}</p>`}${outcomeView(NAME, "devices")}</form>`;
}

/** The keys that the room has, then those that are known of it although it does not have them. */
function keysOf({ ranges, values, recommended }) {
  return [...new Set([...Object.keys(ranges), ...Object.keys(values), ...Object.keys(recommended)])];
}

function keyView(one, key, draft, isOver) {
  const range = one.ranges[key];
  const value = draft[key] ?? one.values[key];
  return html`<li class="p-device ${key in draft ? "changed" : ""}">
    ${range && !isOver ? controlView(key, range, value) : html`<span
      class="p-head"><span>${deviceName(key)}</span><span>${valueText(key, one.values[key])}</span></span>`}
    <p class="note">${key in one.recommended ? say("recommended", { value: valueText(key, one.recommended[key]) })
      : say("not_recommended")}
      ${key in draft ? html` · ${say("now", { value: valueText(key, one.values[key]) })}` : nothing}${notTaken(one,
        key)}</p></li>`;
}

function controlView(key, range, value) {
  if (range.kind === "switch") return switchView(key, value);
  const id = `device-${key}`;
  const field = range.kind === "choice" ? choiceView(id, key, range, value) : numberView(id, key, range, value);
  return html`<span class="p-head"><label for=${id}>${deviceName(key)}</label><span>${field}</span></span>`;
}

function switchView(key, value) {
  const option = (is) => html`<label class="tick"><input type="radio" name=${key} .checked=${live(value === is)}
    @change=${() => set(key, is)}>${valueText(key, is)}</label>`;
  return html`<fieldset
    class="p-head"><legend>${deviceName(key)}</legend><span>${option(true)}${option(false)}</span></fieldset>`;
}

function choiceView(id, key, { choices }, value) {
  const isKnown = choices.includes(value);
  return html`<select id=${id} @change=${({ target }) => set(key, target.value)}>
    ${isKnown ? nothing : html`<option value="" selected disabled>${valueText(key, value)}</option>`}
    ${choices.map((each) => html`<option value=${each}
      .selected=${live(each === value)}>${valueText(key, each)}</option>`)}</select>`;
}

function numberView(id, key, { least, most, step }, value) {
  const range = say("range", { least: valueText(key, least), most: valueText(key, most) });
  return html`<input id=${id} type="number" inputmode="decimal" min=${least} max=${most} step=${step}
    aria-describedby=${`${id}-range`}
      .value=${live(value === undefined ? "" : String(value))} @input=${({ target }) => set(key, target.value)}>
    <small id=${`${id}-range`}>${range}</small>`;
}

function set(key, value) {
  put(NAME, { draft: { ...part(NAME).draft, [key]: value } });
}

/** What the devices said to the newest row that has the key, where they did not take what it says and it does not hold. */
function notTaken({ snapshots, values }, key) {
  const told = snapshots.filter(({ devices, snapshot }) => devices && key in snapshot).at(-1);
  if (!told || ["taken", "not_configured"].includes(told.devices) || (told.devices === "refused"
    && told.snapshot[key] === values[key])) return nothing;
  const text = say(`devices_${told.devices}`, { value: valueText(key, told.snapshot[key]) });
  return html` · <span class=${told.devices === "refused" ? "problem" : ""}>${text}</span>`;
}

async function apply(event, one) {
  event.preventDefault();
  const wrong = [...event.target.querySelectorAll("input[type=number]")].find((field) => !field.checkValidity());
  if (wrong) return wrong.reportValidity();
  const { draft } = part(NAME);
  await attempt(NAME, "devices", async () => {
    const now = await get(`/preparation/sessions/${one.id}`);
    const { value } = await ask("POST", `/preparation/sessions/${one.id}/adjust`, { body: { values: wholeOf(now, draft) },
      key: newKey() });
    put(NAME, { one: value, draft: {} });
  }, say("applied"));
}

/** Every key of the room with the value it has, or is to have. */
function wholeOf({ ranges, values }, draft) {
  const whole = {};
  for (const [key, range] of Object.entries(ranges)) {
    const typed = draft[key] === "" ? undefined : draft[key];
    const value = range.kind === "number" && typed !== undefined ? Number(typed) : (typed ?? values[key]);
    if (typed !== undefined || fits(range, value)) whole[key] = value;
  }
  return whole;
}

function fits({ kind, least, most, step, choices }, value) {
  if (kind === "switch") return typeof value === "boolean";
  if (kind === "choice") return choices.includes(value);
  const steps = (value - least) / step;
  return typeof value === "number" && value >= least && value <= most && Math.abs(steps - Math.round(steps)) < 1e-6;
}
