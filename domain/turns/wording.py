"""What turns say to people, every sentence in both languages (rule TURN-11)."""

from typing import Final

from domain.schedule.state import Locale

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "plain.hello": ("你好！{abilities}", "Hello! {abilities}"),
    "plain.thanks": ("不客气。", "You are welcome."),
    "plain.other": ("这个我帮不上忙。{abilities}", "I cannot help with that. {abilities}"),
    "plain.able": ("{abilities}直接说就行。", "{abilities} Just say it."),
    "plain.abilities": (
        "我可以排计划（“把作业排到这周”）、调整预览（“周五的挪到周六”）、查课表和计划（“周三有什么？”），也能定时提醒（“半小时后提醒我喝水”），"
        "还会记住你告诉我的事（“记住我喜欢晚上学习”），回答你说过什么。",
        "I can make a plan (“plan my homework for this week”), change the preview (“move Friday's tasks to Saturday”), "
        "look up timetable and plan (“what is on Wednesday?”), remind you (“remind me in half an hour to drink”), and "
        "remember what you tell me (“remember that I prefer evenings”) and find what you said.",
    ),
    "confirm": (
        "对话不会写入或撤销课表。请在预览旁点“确认”，或运行 daywright confirm；撤销用 daywright undo。",
        "No message writes into the timetable or takes anything back. Press “Confirm” beside the preview or run "
        "daywright confirm; daywright undo takes it back.",
    ),
    "plan.which": (
        "没看懂要排到哪几天（{said}）。可以说“这周”“下周”“第5周”或“12月20日之前”，须在学期之内，且不能已经过去。",
        "I could not read until when to plan ({said}). Say “this week”, “next week”, “week 5” or “by 20 December”; the "
        "days must lie in the term and not be over.",
    ),
    "plan.over": (
        "{said}已经过去了，请说今天起、学期之内的日子，比如“这周”或“12月20日之前”。",
        "That is over ({said}): name days from today on in the term, such as “this week” or “by 20 December”.",
    ),
    "plan.nothing": ("没有待安排的任务，请先添加任务。", "No task waits to be planned: add tasks first."),
    "run.paused": ("在继续之前需要知道：\n{questions}", "Before it goes on it needs to know:\n{questions}"),
    "stopped": ("已停止。", "Stopped."),
    "stopped.plan": ("已停止排计划，预览没有改变。", "Planning was stopped; the preview is unchanged."),
    "stopped.refine": ("已停止调整，预览没有改变。", "The change was stopped; the preview is unchanged."),
    "stopped.queued": ("还没开始处理，已取消。", "It was cancelled before it began."),
    "stop.nothing": ("现在没有正在进行的操作。", "Nothing is under way that could be stopped."),
    "stop.turn": ("已停止处理“{said}”。", "The work on “{said}” was stopped."),
    "stop.late": ("已经来不及停止：{summary}", "It was too late to stop it: {summary}"),
    "failure": ("没有完成：{reason}（{code}）", "It could not be done: {reason} ({code})"),
}
_FAILURES: Final[dict[str, tuple[str, str]]] = {
    "SchedulePlanPreviewNotFound": (
        "这里还没有可调整的预览，请先排一个计划",
        "there is no preview to change here, make a plan first",
    ),
    "no_reminders": (
        "从另一个会话里打开的会话没有提醒，请在它的上级会话里设置",
        "a session that was opened inside another has no reminders: use its parent",
    ),
    "session_ended": ("会话已经结束，请先恢复它", "the session has ended: resume it first"),
    "run_in_progress": (
        "这个会话里已有运行中的任务，请等它结束或先停止它",
        "a run is under way in this session, wait for its end or stop it",
    ),
    "too_many_runs": ("同时进行的运行太多，请等其中一个结束", "too many of your runs are open, wait for one to end"),
    "no_term_today": ("今天不在任何学期内，请先导入课表", "no term of yours holds today, import a timetable first"),
    "refine_disabled": ("调整功能已关闭，请手动修改预览", "refining is switched off, edit the preview by hand"),
    "already_answered": ("这个问题已经有了别的回答", "the question was answered otherwise"),
    "run_not_paused": ("运行已不再等待回答", "the run does not wait for an answer any more"),
    "run_time_limit": ("运行超过了时限，请重新开始", "the run took too long, start it again"),
    "workflow_terminated": ("运行被终止，请重新开始", "the run was terminated, start it again"),
    "workflow_ended": ("运行意外结束，请重新开始", "the run ended unexpectedly, start it again"),
    "timetable_changed": ("课表在运行期间变了，请重新开始", "the timetable changed meanwhile, start again"),
    "message_too_long": (
        "这条消息太长：调整的要求最多 2000 个字符，回答最多 500 个",
        "the message is too long: a change has at most 2,000 characters, an answer 500",
    ),
    "storage_unavailable": ("数据库暂时无法访问，请稍后再试", "the database could not be reached, try again later"),
    "unavailable": ("服务暂时没有回应，请稍后再试", "a part of the service does not answer, try again later"),
    "turn_lost": ("这条消息的处理中断了，请再说一次", "work on this message was broken off, say it again"),
    "internal_error": ("程序出错了，请再试一次或报告此问题", "something went wrong inside, try again or report it"),
}
_UNKNOWN: Final = ("请稍后再试", "try again later")
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence of that key in that language, with its values filled in."""
    return _SENTENCES[key][_COLUMN[locale]].format(**values)


def is_known(code: str) -> bool:
    """Whether there is a sentence for the code."""
    return code in _FAILURES


def failure(locale: Locale, code: str, reason: str | None = None) -> str:
    """What is told of a turn that failed.

    Args:
        code: the stable code of the error.
        reason: what a run has said of itself in the language of the person; None for the sentence of the code.
    """
    known = _FAILURES.get(code, _UNKNOWN)[_COLUMN[locale]]
    return say(locale, "failure", reason=(reason or known).rstrip("。."), code=code)
