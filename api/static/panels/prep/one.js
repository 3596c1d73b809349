/** One preparation: where it stands, its meeting, its devices, and what can be done with it. */

import { ask, newKey } from "../../app/client.js";
import { momentText } from "../../app/places.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { attempt, fieldsOf, fieldView, isBusy, onceView, outcomeView, put, sendView } from "../part.js";
import { devicesView } from "./devices.js";
import { fetchAgain } from "./fresh.js";
import { learnedView, forgetView } from "./learned.js";
import { rowsView } from "./rows.js";
import { say } from "./words.js";

const NAME = "preparation";
const OVER = ["ended", "cancelled"];

/** See a preparation with all that can still be done with it. */
export function oneView(one) {
  const isOver = OVER.includes(one.status);
  return html`<div><h3 id="room-title" tabindex="-1"><bdi>${one.room_id}</bdi></h3><p
    class="p-state">${statusText(one)}</p>${factsView(one)}
      ${one.status === "unconfirmed" ? confirmView(one) : nothing}</div>
    ${devicesView(one, isOver)} ${isOver ? nothing : meetingView(one)} ${rowsView(one)}
    <div>${learnedView(one)}${forgetView(one)}</div>`;
}

function statusText(one) {
  const at = (moment) => momentText(moment, one.zone);
  return say(`${one.status}_long`, { trigger: at(one.prep_trigger_at), start: at(one.meeting_start), end: at(one.meeting_end) });
}

function factsView(one) {
  const { zone, weather_temp: temp, weather_condition: condition } = one;
  const weather = [temp === null ? null : `${temp} °C`, condition].filter(Boolean).join(" · ");
  const fact = (key, value) => html`<dt>${say(key)}</dt><dd>${value}</dd>`;
  return html`<dl>${fact("meeting", `${momentText(one.meeting_start, zone)} – ${momentText(one.meeting_end, zone)}`)}
    ${fact("trigger", momentText(one.prep_trigger_at, zone))} ${fact("zone", zone)}
    ${fact("booker", html`<bdi>${one.booker_name || one.booker_id}</bdi>`)}
    ${fact("weather", weather ? html`<bdi>${weather}</bdi>` : say("unknown"))} ${fact("then",
      say(`${one.prep_type}_type`))}</dl>`;
}

function confirmView(one) {
  return html`<p class="acts"><button type="button" class="go" ?disabled=${isBusy(NAME)}
    @click=${() => confirm(one)}>${say("confirm")}</button></p>
    <p class="note">${say("confirm_note")}</p>${outcomeView(NAME, "confirm")}`;
}

async function confirm({ id }) {
  await attempt(NAME, "confirm", async () => {
    const { value } = await ask("POST", `/preparation/sessions/${id}/confirm`, { key: newKey() });
    put(NAME, { one: value });
  });
}

function meetingView(one) {
  const clock = (moment) => localOf(moment, one.zone);
  return html`<details><summary>${say("move")}</summary><form @submit=${(event) => move(event, one)}>
      ${fieldView(say("start"), html`<input name="meeting_start" type="datetime-local" required
        value=${clock(one.meeting_start)}>`, say("clocks", { zone: one.zone }))}
      ${fieldView(say("end"), html`<input name="meeting_end" type="datetime-local" required value=${clock(one.meeting_end)}>`)}
      ${fieldView(say("trigger"), html`<input name="prep_trigger_at" type="datetime-local">`, say("trigger_note"))}
      <p class="acts">${sendView(NAME, say("move_it"), "plain")}</p>${outcomeView(NAME, "move")}</form>
    ${onceView(NAME, "call-off", { label: say("call_off"), question: say("call_off_ask"), yes: say("call_off"),
      act: () => callOff(one) })}</details>`;
}

async function move(event, one) {
  event.preventDefault();
  const { prep_trigger_at: trigger, ...body } = fieldsOf(event.target);
  await patch(one, "move", trigger ? { ...body, prep_trigger_at: trigger } : body);
}

const callOff = (one) => patch(one, "call-off", { status: "cancelled" });

async function patch({ id }, spot, body) {
  await attempt(NAME, spot, async () => {
    await ask("PATCH", `/preparation/sessions/${id}`, { body });
    await fetchAgain(id);
  }, say("changed"));
}

/** `2026-07-14T13:50` on the clocks of a zone, as a field for date and time takes it. */
function localOf(moment, timeZone) {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date(moment)).replace(" ", "T");
}
