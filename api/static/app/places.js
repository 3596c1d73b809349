/** Weeks, days, sections and clock times, in the words of the page and in the zone of the term. */

import { state } from "./store.js";
import { words } from "./words.js";

const say = words({
  days: ["一,二,三,四,五,六,日", "Mon,Tue,Wed,Thu,Fri,Sat,Sun"],
  day: ["周{short}", "{short}"],
  place: ["{day} {sections}", "{day} {sections}"],
  far: ["第{week}周{day} {sections}", "week {week} {day} {sections}"],
});

const DAY = 86_400_000;

/** `一` or `Mon` for a day of the week, 1 is Monday. */
export const shortDay = (day) => say("days").split(",")[day - 1];

/** `周一` or `Mon`. */
export const dayName = (day) => say("day", { short: shortDay(day) });

/** `5–6`, or `5` for one section. */
export const sections = (from, to) => (from === to ? `${from}` : `${from}–${to}`);

/** `周一 5–6`, with the week where it is not the one that is shown. */
export function placeName({ week, day_of_week: day, section_from: from, section_to: to }) {
  const key = week === undefined || week === state.week ? "place" : "far";
  return say(key, { week, day: dayName(day), sections: sections(from, to) });
}

/** The date of a day of a term as `Date` at midnight UTC: only its calendar parts mean something. */
export function dateOf(term, week, day) {
  return new Date(Date.parse(`${term.first_monday}T00:00:00Z`) + ((week - 1) * 7 + day - 1) * DAY);
}

/** Where a moment lies in a term: its week (which may lie outside of it), day, and minutes since midnight there. */
export function placeOf(term, moment) {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", {
      timeZone: term.zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    }).formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const days = (Date.parse(`${parts.year}-${parts.month}-${parts.day}T00:00:00Z`) - Date.parse(`${term.first_monday}T00:00:00Z`)) / DAY;
  const week = Math.floor(days / 7) + 1;
  return { week, day: days - (week - 1) * 7 + 1, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
}

/** Minutes since midnight of a clock time `08:55:00`. */
export const minutesOf = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** `08:55` of a clock time. */
export const clock = (text) => text.slice(0, 5);

/** `3月30日` or `30 Mar` of a date of `dateOf`. */
export function monthDay(date) {
  const locale = state.language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: state.language === "zh" ? "long" : "short", day: "numeric" }).format(date);
}

/** `3.30` or `30/3` of a date of `dateOf`, for heads of columns. */
export function shortDate(date) {
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return state.language === "zh" ? `${month}.${day}` : `${day}/${month}`;
}

/** A moment as date and clock time, in a zone. */
export function momentText(iso, zone) {
  const locale = state.language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }).format(new Date(iso));
}
