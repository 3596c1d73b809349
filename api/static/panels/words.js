/** What every panel says. */

import { words } from "../app/words.js";

/** The speaker of the frame of panels. */
export const say = words({
  close: ["关闭", "Close"],
  loading: ["正在取…", "Loading…"],
  again: ["再试一次", "Try again"],
  keep: ["不，保持原样", "No, leave it"],
  preparation: ["会议准备", "Meeting preparation"],
  reminders: ["提醒", "Reminders"],
  memories: ["记住的事", "What is remembered"],
  overrides: ["调休", "Exchanged days"],
  feeds: ["日历订阅与下载", "Calendar feeds and downloads"],
  classes: ["类别与任务", "Classes and tasks"],
  history: ["写入记录与撤销", "What was written, and undo"],
  settings: ["设置", "Settings"],
  noTerm: ["先建一个学期，只要第一周的周一。", "Start with a term. All it needs is the first Monday."],
});
