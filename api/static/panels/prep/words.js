/** What the panel of preparations says: devices and their values in words, where a preparation stands, who did what. */

import { words } from "../../app/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";

/** The speaker of the panel. */
export const say = words({
  all: ["全部会议准备", "All preparations"],
  none: ["还没有会议准备。", "No room has been prepared yet."],
  more: ["显示更多", "Show more"],
  unknown: ["不知道", "not known"],
  ask: ["为一次会议准备房间", "Have a room prepared"],
  room: ["会议室", "Room"],
  start: ["开始", "Start"],
  end: ["结束", "End"],
  clocks: ["按 {zone} 的时钟", "On the clocks of {zone}"],
  then: ["到时候", "What happens then"],
  confirm_type: ["先问我", "Ask me first"],
  auto_notify_type: ["直接执行并告诉我", "Do it and tell me"],
  prepare: ["准备", "Prepare it"],
  meeting: ["会议", "Meeting"],
  trigger: ["准备时间", "Prepared at"],
  trigger_note: ["留空：与开始的间隔不变", "Left empty, as long before the start as now"],
  zone: ["时区", "Time zone"],
  booker: ["预订人", "Booked by"],
  weather: ["室外天气", "Weather outdoors"],
  waiting: ["等待准备时间", "Waits for its time"],
  preparing: ["正在准备", "Being prepared"],
  unconfirmed: ["等你确认", "Waits for your word"],
  prepared: ["已准备", "Prepared"],
  ended: ["已结束", "Over"],
  cancelled: ["已取消", "Called off"],
  waiting_long: ["将在 {trigger} 准备。", "It will be prepared at {trigger}."],
  preparing_long: ["正在准备，建议马上就到。", "It is being prepared; the recommendation is on its way."],
  unconfirmed_long: ["等你确认，到 {start} 为止。", "It waits for your word until {start}."],
  prepared_long: ["已准备好，{end} 之前都能调整。", "It is prepared, and can be adjusted until {end}."],
  ended_long: ["会议已于 {end} 结束，不能再改。", "The meeting ended at {end}; nothing can be changed any more."],
  cancelled_long: ["已取消，不能再改。", "It was called off; nothing can be changed any more."],
  confirm: ["确认并执行", "Confirm and execute"],
  confirm_note: ["按建议执行，你改过的保留。", "What is recommended is executed, but for what you changed."],
  move: ["改期或取消", "Move or call off"],
  move_it: ["改期", "Move it"],
  call_off: ["取消这次准备", "Call it off"],
  call_off_ask: ["取消后不会再准备，也不能恢复。", "The room is then not prepared, and this cannot be taken back."],
  changed: ["已改。", "Changed."],
  devices: ["设备", "Devices"],
  no_devices: ["这个房间没有可以设置的设备。", "This room has no devices that can be set."],
  recommended: ["建议 {value}", "recommended {value}"],
  not_recommended: ["没有建议", "no recommendation"],
  now: ["现在 {value}", "now {value}"],
  range: ["{least} – {most}", "{least} – {most}"],
  apply: ["立即应用", "Apply now"],
  undo_draft: ["放弃这些改动", "Drop these changes"],
  apply_note: ["应用后，之后的建议不会盖掉你改的。", "No later recommendation overwrites what you change."],
  applied: ["已应用。", "Applied."],
  on: ["开", "on"],
  off: ["关", "off"],
  制冷: ["制冷", "cooling"],
  制热: ["制热", "heating"],
  送风: ["送风", "fan"],
  除湿: ["除湿", "drying"],
  自动: ["自动", "automatic"],
  devices_waiting: ["正在告诉设备", "the devices are being told"],
  devices_refused: ["设备没有接受 {value}", "the devices did not take {value}"],
  devices_not_configured: ["没有接通设备：记下了，但没有执行。", "No devices are connected: this is kept, but was not executed."],
  devices_withdrawn: ["没有再告诉设备", "the devices were not told any more"],
  devices_row_waiting: ["正在告诉设备", "The devices are being told"],
  devices_row_taken: ["设备已执行", "The devices took it"],
  devices_row_refused: ["设备没有接受", "The devices did not take it"],
  devices_row_not_configured: ["没有接通设备", "No devices are connected"],
  devices_row_withdrawn: ["没有再告诉设备", "The devices were not told any more"],
  rows: ["发生过什么（{n}）", "What happened ({n})"],
  by: ["由", "by"],
  llm_recommend: ["建议", "Recommended"],
  auto_executed: ["自动执行", "Executed"],
  user_confirmed: ["确认", "Confirmed"],
  user_adjust: ["会前调整", "Adjusted before the meeting"],
  user_later_adjust: ["会中调整", "Adjusted during the meeting"],
  learned: ["学到了什么", "What was learned"],
  nothing_learned: ["还没有学到什么。", "Nothing has been learned yet."],
  briefing: ["告诉模型的原文", "What a model is told, word for word"],
  user_adjusted: ["你调整过", "you adjusted it"],
  auto_no_intervention: ["自动执行，没有人改", "executed, and nobody changed it"],
  forget: ["忘掉学到的…", "Forget what was learned…"],
  forget_one: ["{who} 已结束的会议准备会删除；进行中的不再记得以前的事，结束后也删除。不能恢复。",
    "Preparations of {who} that are over are removed; those at hand forget and are removed once over. It cannot be taken back."],
  forget_all: ["所有人已结束的会议准备会删除；进行中的不再记得以前的事，结束后也删除。不能恢复。",
    "Preparations of everybody that are over are removed; those at hand forget and are removed once over. It cannot be taken back."],
  forget_yes: ["忘掉", "Forget it"],
  forgotten: ["已忘掉。", "Forgotten."],
});

const UNITS = { hvac_target_temp: " °C", light_brightness: " %", curtain_position: " %" };
const named = words({
  hvac_power: ["空调", "Air conditioning"],
  hvac_mode: ["空调模式", "Air conditioning mode"],
  hvac_target_temp: ["空调温度", "Temperature"],
  light_power: ["灯", "Light"],
  light_brightness: ["灯光亮度", "Brightness"],
  curtain_power: ["窗帘", "Curtain"],
  curtain_position: ["窗帘开度", "Curtain open"],
});
const NAMED = new Set(["hvac_power", "hvac_mode", "hvac_target_temp", "light_power", "light_brightness", "curtain_power",
  "curtain_position"]);
const MODES = new Set(["制冷", "制热", "送风", "除湿", "自动"]);

/** A device in words; one that only its room knows by its key. */
export const deviceName = (key) => (NAMED.has(key) ? named(key) : html`<bdi>${key}</bdi>`);

/** A value in words, with its unit. */
export function valueText(key, value) {
  if (value === undefined || value === null) return say("unknown");
  if (typeof value === "boolean") return say(value ? "on" : "off");
  if (typeof value === "number") return `${value}${UNITS[key] ?? ""}`;
  return key === "hvac_mode" && MODES.has(value) ? say(value) : value;
}
