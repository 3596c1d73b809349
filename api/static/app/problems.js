/** What a refusal of the API means to a person. */

import { state } from "./store.js";
import { words } from "./words.js";

const TABLE = {
  unreachable: ["服务没有应答，请稍后再试。", "The server does not answer: try again in a moment."],
  unauthenticated: ["登录已过期：在终端运行 daywright open，再打开它给的链接。", "You are signed out: run `daywright open` and open the link that it gives."],
  rate_limited: ["请求太多，请稍后再试。", "Too many requests: try again in a moment."],
  run_in_progress: ["还有一个运行没有结束：等它结束，或先取消它。", "A run is still open: wait for its end, or cancel it."],
  too_many_runs: ["同时运行的任务已到上限：等一个结束再开始。", "Too many runs are open: wait until one ends."],
  revision_mismatch: ["另一个窗口已经改过这个预览：已取回最新的一版。", "Another window has changed this preview: the newest revision is shown now."],
  version_mismatch: ["这里刚被别处改过：已取回最新的内容，请再试一次。", "This was changed elsewhere: what is there now is shown, try again."],
  upload_too_large: ["文件太大：日历最多 5 MB。", "The file is too large: a calendar has at most 5 MB."],
  undo_conflict: ["不能撤销：之后又被改过。", "Cannot undo: it was changed since."],
  invalid_preparation: ["会议的结束要晚于开始，准备时间要早于结束；准备开始后不能换房间。", "A meeting ends after its start and is prepared before its end; once it is being prepared its room stays."],
  snapshot_invalid: ["有的值设备不接受：看看每个设备的范围。", "A device does not take its value: look at the range of each."],
  preparation_ended: ["会议已结束或已取消，不能再改。", "The meeting is over or was called off; nothing can be changed any more."],
  nothing_to_confirm: ["现在没有要确认的：会议已开始，或已经确认过。", "Nothing waits for your word: the meeting has begun, or it was given."],
  preparation_not_found: ["没有这次会议准备，或不是你的。", "There is no such preparation, or it is not yours."],
  in_use: ["已排进课表，不能删除：先把它从课表撤下。", "It stands in the timetable and stays: take it out of there first."],
  tasks_displaced: ["有任务的位置会被课程占用：什么也没有改动。", "Tasks would lose their place to courses; nothing was changed."],
  session_ended: ["这个对话已经结束。", "This conversation has ended."],
  invalid_calendar: ["读不出这个课表文件：重新导出为 .ics、.csv 或 .json 再试。（{detail}）", "This timetable file cannot be read: export it again as .ics, .csv or .json. ({detail})"],
  invalid_tasks: ["这个任务清单不对：改好再选一次。（{detail}）", "This task list is not right: correct it and choose it again. ({detail})"],
  invalid_term: ["学期填得不对：看看第一周的周一、周数和时区。（{detail}）", "The term is not right: look at its first Monday, its weeks and its zone. ({detail})"],
  invalid_request: ["有一处填得不对，什么也没有改动。（{detail}）", "Something filled in is not right; nothing was changed. ({detail})"],
  invalid_reminder: ["这个提醒不对：看看时间和内容。（{detail}）", "This reminder is not right: look at its time and its words. ({detail})"],
  forbidden: ["这里不允许这样做。（{detail}）", "This is not allowed here. ({detail})"],
  not_found: ["已经不在了：可能在别处删掉了。（{detail}）", "It is not there any more: it may have been deleted elsewhere. ({detail})"],
  unavailable: ["服务暂时不能用，请稍后再试。", "The server cannot be used just now: try again in a moment."],
  out_of_term: ["不在学期里：换一个在学期里的日子。（{detail}）", "It lies outside of the term: choose a day within it. ({detail})"],
  run_ended: ["这次运行已经结束。", "This run has ended."],
  already_answered: ["这个问题已经回答过。", "This question is answered already."],
  plan_outdated: ["课表在这期间变了：再排一次。", "The timetable has changed meanwhile: plan again."],
  commit_conflict: ["和课表里现有的冲突，没有写入任何改动。", "It clashes with what stands in the timetable; nothing was written."],
  internal_error: ["服务出了意外的错误，什么也没有改动。", "Something unforeseen went wrong; nothing was changed."],
};
const say = words(TABLE);

/** A sentence for whoever uses the page: ours where the code is known, else what the API says. */
export function told(problem) {
  if (problem.code in TABLE) return say(problem.code, { detail: problem.message });
  const own = problem.body?.told;
  if (own) return typeof own === "string" ? own : (own[state.language] ?? problem.message);
  return problem.message;
}
