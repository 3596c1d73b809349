/** What the editor of classes says. */

import { words } from "../../app/words.js";

/** The speaker of the editor. */
export const say = words({
  none: ["还没有任务类别。", "There are no classes of tasks yet."],
  new: ["新的一类任务", "A new class of tasks"],
  name: ["类名", "Name of the class"],
  add: ["加入", "Add"],
  count: ["{n} 个任务", "{n} {n|task|tasks}"],
  asks: ["这一类的要求", "What this class asks"],
  total: ["全部任务共几节", "Sections for all its tasks together"],
  total_note: ["留空：每个任务两节", "Left empty, a task takes two"],
  strategy: ["节奏", "Pace"],
  steady: ["分散着排", "spread out"],
  rapid: ["尽快排完", "as soon as possible"],
  excluded_sections: ["不排的节次", "Sections it keeps free"],
  excluded_days_of_week: ["不排的日子", "Days it keeps free"],
  preferred_sections: ["优先的节次", "Sections it prefers"],
  embed: ["可以嵌进可嵌入的课", "May stand inside open courses"],
  save: ["保存", "Save"],
  saved: ["已保存。", "Saved."],
  leave: ["不改了", "Leave it"],
  item: ["任务", "Task"],
  new_item: ["新任务", "A new task"],
  arranged: ["已在课表", "in timetable"],
  up: ["上移", "Move up"],
  down: ["下移", "Move down"],
  rename: ["改名", "Rename"],
  remove: ["删除…", "Remove…"],
  remove_item_ask: ["这个任务会删除，不能恢复。", "The task is removed, and cannot be brought back."],
  remove_class: ["删除这一类…", "Remove this class…"],
  remove_ask: ["这一类连同 {n} 个任务一起删除，不能恢复。", "The class goes with its {n} {n|task|tasks}, and cannot be brought back."],
  remove_yes: ["删除", "Remove"],
});
