/** What the top bar and its menu say. */

import { words } from "../app/words.js";

/** The speaker of the frame. */
export const say = words({
  skip: ["跳到本周课表", "Skip to the week"],
  skip_first: ["跳到正文", "Skip to the content"],
  weeks: ["周", "Weeks"],
  week: ["第 {week} 周", "Week {week}"],
  this_week: ["第 {week} 周，今天所在的周", "Week {week}, the week of today"],
  earlier: ["上一周：第 {week} 周", "Previous week: {week}"],
  later: ["下一周：第 {week} 周", "Next week: {week}"],
  no_earlier: ["这是学期的第一周", "This is the first week of the term"],
  no_later: ["这是学期的最后一周", "This is the last week of the term"],
  dates: ["{first} – {last}", "{first} – {last}"],
  run: ["在 Temporal 里看这次运行", "This run in Temporal"],
  run_short: ["运行", "Run"],
  language: ["语言", "Language"],
  menu: ["菜单", "Menu"],
  import: ["导入或添加", "Import or add"],
  classes: ["类别与任务", "Classes and tasks"],
  preparation: ["会议准备", "Meeting preparation"],
  reminders: ["提醒", "Reminders"],
  memories: ["记住的事", "What is remembered"],
  overrides: ["调休", "Exchanged days"],
  feeds: ["日历订阅", "Calendar feeds"],
  history: ["写入记录与撤销", "What was written, and undo"],
  settings: ["设置", "Settings"],
  terms: ["学期", "Terms"],
  term: ["{first} 起", "from {first}"],
  term_weeks: ["{n} 周", "{n} {n|week|weeks}"],
  leave: ["退出登录", "Sign out"],
  offline: ["服务没有应答，每 3 秒再试一次。课表没有改动。", "The server does not answer; trying again every 3 s. The timetable is unchanged."],
  online: ["已接上。", "Back."],
});
