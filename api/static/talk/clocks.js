/** How long things took and how long is left, in words and as a clock. Pure. */

import { say } from "./words.js";

/** `4:38` of seconds. */
export function clockOf(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** `12 s`, or hours and minutes where it is an hour or more. */
export function spanOf(seconds) {
  if (seconds < 1) return say("moment");
  if (seconds < 60) return say("seconds", { n: Math.round(seconds) });
  if (seconds < 3600) return clockOf(seconds);
  return say("hours", { h: Math.floor(seconds / 3600), m: Math.floor((seconds % 3600) / 60) });
}

/** `10:31` of a moment, in the zone of the term. */
export function timeOf(iso, { language, term }) {
  const shown = { timeZone: term?.zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", shown).format(new Date(iso));
}
