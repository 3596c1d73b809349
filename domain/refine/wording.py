"""Every sentence that a refine run says to people, in both languages (rule RUN-10)."""

import re
from collections.abc import Iterable
from string import Formatter
from typing import Any, Final

from domain.schedule.state import Locale

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "list": ("、", ", "),
    "clauses": ("；", "; "),
    "list.more": ("{tasks}，另有 {more} 个", "{tasks} and {more} more"),
    "sentence": ("{text}。", "{text}. "),
    "context.loading": ("读取第 {revision} 版预览", "Loading preview revision {revision}"),
    "contract.analyzing": ("正在理解请求", "Reading the request"),
    "contract.order.kept": ("保持同类任务的先后顺序", "tasks of a class keep their order"),
    "contract.order.free": ("按「{release}」放开顺序", "order is free, as “{release}” says"),
    "contract.done": ("{strategy}；{order}", "{strategy}; {order}"),
    "strategy.move": ("把指定的任务移到目标位置", "Move the tasks meant to where they shall go"),
    "strategy.spread": ("把指定的任务均匀铺开到目标日", "Spread the tasks meant evenly over the target days"),
    "strategy.group": ("把同类任务排在一起，减少切换", "Put tasks of a class together so that fewer switches remain"),
    "strategy.avoid": ("让不希望安排的时段空出来", "Clear the times that shall stay free"),
    "plan.generating": ("正在制定步骤", "Laying out the steps"),
    "plan.done": ("{steps}", "{steps}"),
    "plan.replan": ("连续 {streak} 次失败，重新制定步骤", "{streak:# failure|# failures} in a row; new plan"),
    "step.scope": ("圈定请求所指的任务与目标日", "Settle which tasks and which days are meant"),
    "step.spread": (
        "先用 spread_even 一次求出最优分布，成功后才可收口",
        "Find the optimal distribution with spread_even first; nothing ends before it succeeded",
    ),
    "step.group": (
        "先用 min_context_switch 归并同类，成功后才可收口",
        "Group classes with min_context_switch first; nothing ends before it succeeded",
    ),
    "step.move": ("逐个任务移到最合适的空位", "Move task by task to the best free place"),
    "step.aside": ("跳过放不下的任务：{tasks}", "Leave out what fits nowhere: {tasks}"),
    "step.order": ("终审时恢复同类任务的顺序", "Restore class order at the final check"),
    "step.check": ("核对冲突与目标", "Check conflicts and the goal"),
    "slice.building": ("正在圈定范围", "Cutting out what is meant"),
    "slice.done": ("依据「{clause}」", "Read from “{clause}”"),
    "slice.nothing": ("请求中没有读出范围", "The request names no part of the plan"),
    "slice.unknown": ("没有任务叫「{unknown}」", "No task is called “{unknown}”"),
    "slice.unsupported": ("还不能理解「{unsupported}」", "“{unsupported}” is not understood yet"),
    "slice.beyond": ("「{beyond}」不在学期之内", "“{beyond}” lies outside the term"),
    "slice.withheld": ("因「{withheld}」不做改动", "Nothing is to be done, for “{withheld}”"),
    "slice.relaxed": ("空位不足，放宽节次要求", "Too few places: the sections asked for are given up"),
    "objective.done": (
        "{mode}：{matched} 个任务，{days} 个可用日",
        "{mode}: {matched:# task|# tasks}, {days:# day|# days} allowed",
    ),
    "mode.none": ("没有可执行的目标", "No goal"),
    "mode.open": ("由模型判断", "Left to the model"),
    "mode.move_all": ("全部移动", "Move all"),
    "mode.move_ratio": ("按比例移动", "Move a part"),
    "mode.move_count": ("移动若干个", "Move a number"),
    "mode.move_named": ("移动点名的任务", "Move the tasks named"),
    "mode.avoid_sections": ("空出时段", "Keep sections free"),
    "mode.free_days": ("空出整天", "Free whole days"),
    "mode.spread": ("均匀分散", "Spread evenly"),
    "mode.group": ("同类相连", "Group by class"),
    "slice.unpinned": ("解除点名任务的固定：{tasks}", "Named tasks are no longer pinned for this run: {tasks}"),
    "route.skip": ("无需复合工具", "No composite tool is needed"),
    "route.off": ("复合路由已关闭", "The composite route is switched off"),
    "route.attempt": ("第 {number} 次：{tool}", "Attempt {number}: {tool}"),
    "route.result": ("{code}：{text}", "{code}: {text}"),
    "route.pass": ("{tool} 达成目标，共移动 {moved} 个任务", "{tool} meets the goal, {moved:# task|# tasks} moved"),
    "route.handoff": (
        "{tool} 放宽节次后成功，共移动 {moved} 个任务，由终审裁决",
        "{tool} succeeds with the sections given up, {moved:# task|# tasks} moved; the final check decides",
    ),
    "route.fallback": ("{tool} 未成功，改为逐个移动", "{tool} did not succeed; tasks are moved one by one"),
    "react.skip": ("目标已由复合工具达成", "The composite tool has met the goal"),
    "react.fallback_mode": ("后续不再使用复合与批量工具", "No composite or batch tool from here on"),
    "react.need_info": ("需要补充信息：{questions}", "More must be known: {questions}"),
    "react.answered": ("收到回答，继续", "Answered; the run goes on"),
    "react.unanswered": ("没有等到回答，按现有信息继续", "No answer came; the run goes on without it"),
    "react.task_start": ("当前任务 {task}", "Current task {task}"),
    "react.round_start": ("第 {number} 轮", "Round {number}"),
    "react.tool_call": ("{tool}：{decision}", "{tool}: {decision}"),
    "react.tool_blocked": ("已拦截 {tool}：{code}", "{tool} blocked: {code}"),
    "react.tool_result": ("{text}", "{text}"),
    "react.task_done": ("{task} 已就位", "{task} is where it shall be"),
    "react.task_aside": ("{task} 放不下，搁置", "{task} fits nowhere and is set aside"),
    "react.short_circuit": ("目标已达成，提前结束", "The goal is met; no further round"),
    "react.parse_retry": (
        "模型的回答不能用，本轮没有动作：{reason}",
        "No use to this round: {reason}",
    ),
    "react.fallback": ("改由内置规则决定：{reason}", "The built-in policy decides instead: {reason}"),
    "model.parse_retry": (
        "模型的回答不能用，再问一次：{reason}",
        "The model is asked again: {reason}",
    ),
    "problem.asked": ("已经问过一次，请按现有信息决定", "a question was asked before: decide by what is known"),
    "problem.not_done": ("目标还没有达成：{lines}", "the goal is not met yet: {lines}"),
    "problem.stuck": ("连续 {streak} 次调用失败", "{streak:# call|# calls} in a row failed"),
    "react.done": ("共 {rounds} 轮，执行 {actions} 次", "{rounds:# round|# rounds}, {actions:# call|# calls}"),
    "decision.move": ("移到{day}第{start}-{end}节", "to {day}, sections {start}-{end}"),
    "decision.swap": ("{first} 与 {second} 对调", "{first} and {second} change places"),
    "decision.move_short": ("移到{day}第{start}节", "to {day}, section {start}"),
    "query.places": ("找到 {count} 个空位", "{count:# place|# places} found"),
    "query.places.none": ("没有空位", "no free place"),
    "query.tasks": ("找到 {count} 个任务", "{count:# task|# tasks} found"),
    "query.tasks.none": ("没有这样的任务", "no such task"),
    "decision.none": ("没有符合要求的空位，查询确认", "no place fits; the query confirms it"),
    "hard_check.start": ("正在终审", "Final check"),
    "hard_check.intent_locked": ("{lines}", "{lines}"),
    "hard_check.order_normalized": (
        "恢复同类顺序，{count} 个任务换位",
        "Class order restored, {count:# task changes|# tasks change} places",
    ),
    "hard_check.pass": ("终审通过", "Final check passed"),
    "hard_check.fail": ("终审未通过：{lines}", "Final check failed: {lines}"),
    "hard_check.repair_call": ("{tool}：{decision}", "{tool}: {decision}"),
    "hard_check.repair_none": ("没有可行的修复动作", "No repair is possible"),
    "hard_check.repair_result": ("{text}", "{text}"),
    "repair.none": ("模型没有给出修复动作", "the model names no repair"),
    "repair.not_allowed": ("修复时不允许这样调用 {tool}", "{tool} may not be called like that in a repair"),
    "repair.worse": ("这个修复让问题更多", "that repair leaves more wrong than before"),
    "check.sound": ("没有冲突", "no conflicts"),
    "check.in_order": ("同类顺序保持", "class order kept"),
    "check.order_free": ("不要求顺序", "order is free"),
    "check.out_of_order": ("{first} 应在 {second} 之前", "{first} should come before {second}"),
    "check.no_orderly_place": (
        "没有空位能保持同类顺序",
        "no free place keeps the class order",
    ),
    "check.turned": (
        "按所说的位置，同类顺序有 {pairs} 处改变：{tasks}",
        "the places asked for turn round {pairs:# pair of a class|# pairs of their class}: {tasks}",
    ),
    "check.unheard": (
        "「{words}」没有读懂，没有照此改动",
        "“{words}” was not understood, and nothing was done about it",
    ),
    "check.answer_unused": (
        "回答「{words}」没有用上",
        "the answer “{words}” was not used",
    ),
    "goal.instead": ("首选的地方放不下，按备选的地方放", "the first choice has no room, so the other place was taken"),
    "goal.course": (
        "「{unknown}」是课程，课程的时间是固定的，不能移动；能移动的是任务",
        "“{unknown}” is a course; courses are fixed and cannot be moved, only tasks can",
    ),
    "check.not_free": (
        "「{words}」没有全部做到：那里还有{tasks}",
        "“{words}” is not done: {tasks} still stand there",
    ),
    "goal.untrue": ("「{withheld}」不成立，所以没有改动", "“{withheld}” does not hold, so nothing was moved"),
    "goal.undecided": (
        "从安排里看不出「{withheld}」是否成立，所以没有改动",
        "the plan does not show whether “{withheld}” holds, so nothing was moved",
    ),
    "goal.nowhere": (
        "排程窗口内没有别的周可以移去，所以没有改动",
        "the window has no other week to move tasks to, so nothing was moved",
    ),
    "goal.withdrawn": (
        "「{withheld}」收回了请求，所以没有改动",
        "“{withheld}” takes the request back, so nothing was moved",
    ),
    "cause.taken": ("没有空位，已占用的有：{places}", "there is no room: {places}"),
    "cause.day": ("{day}{tasks}", "on {day} {tasks}"),
    "cause.holder": ("第{sections}节{task}", "sections {sections} {task}"),
    "cause.days": (
        "所说的 {days} 天里没有连续 {length} 节的空位",
        "the {days} days asked for have no {length:free section|# free sections in a row}",
    ),
    "cause.sections": (
        "所说的 {days} 天里第{sections}节没有连续 {length} 节的空位",
        "the {days} days asked for have no {length:free section|# free sections in a row} within sections {sections}",
    ),
    "cause.class_days": (
        "「{name}」这一类的设置不排{days}",
        "the class “{name}” is set to be kept off {days}",
    ),
    "cause.class_sections": (
        "「{name}」这一类的设置不排第{sections}节",
        "the class “{name}” is set to be kept off sections {sections}",
    ),
    "cause.gone": ("{tasks} 会移出排程窗口", "{tasks} would leave the planning window"),
    "goal.unclear": (
        "没有读出要改什么，请说明任务和目标位置",
        "it is not clear what shall change: name tasks and where they shall go",
    ),
    "goal.nothing": ("没有任务符合这条请求", "nothing matches this request"),
    "goal.pinned": (
        "只有固定的任务符合这条请求：{tasks}；请先取消固定，或点名要移动的任务",
        "only pinned tasks match: {tasks}; unpin them, or name those that shall move",
    ),
    "goal.pinned.stay": (
        "{pinned} 个固定的任务留在原处：{tasks}",
        "{pinned:# pinned task stays where it is|# pinned tasks stay where they are}: {tasks}",
    ),
    "goal.unknown": ("没有任务叫「{unknown}」", "no task is called “{unknown}”"),
    "goal.unsupported": (
        "还不能理解「{unsupported}」，请直接说目标日或节次",
        "“{unsupported}” is not understood yet: name the day or the sections instead",
    ),
    "goal.unread": (
        "从「{unread}」没有读出要改什么，请说明任务和目标位置",
        "it is not clear from “{unread}” what shall change: name tasks and where they shall go",
    ),
    "goal.beyond": ("「{beyond}」不在学期之内", "“{beyond}” lies outside the term"),
    "goal.outside": ("第 {weeks} 周不在排程窗口内", "week {weeks} lies outside the planning window"),
    "goal.no_day": ("排程窗口内没有所说的目标日", "the window has no such target day"),
    "goal.there": ("{matched} 个任务全部就位", "{matched:the task is where it|all # tasks are where they} shall be"),
    "goal.not_there": (
        "{matched} 个任务中只有 {there} 个就位",
        "only {there} of {matched:# task|# tasks} {there:is|are} in place",
    ),
    "goal.part.met": ("已有 {there} 个任务移到目标位置", "{there:# task is where it|# tasks are where they} shall be"),
    "goal.part.unmet": (
        "应有 {wanted} 个任务在目标位置，实际 {there} 个",
        "{wanted} should be there, {there:# is|# are}",
    ),
    "goal.range": ("{at_least} 至 {at_most}", "{at_least} to {at_most}"),
    "goal.avoided": (
        "要空出的时段已没有任务，原来有 {stood} 个",
        "no task stands any more where none shall be; {stood:# task|# tasks} stood there",
    ),
    "goal.free_already": (
        "要空出的时段本来就没有任务",
        "no task stood where none shall be",
    ),
    "goal.not_avoided": (
        "{matched} 个任务中只有 {there} 个避开了要空出的时段",
        "only {there} of {matched:# task|# tasks} {there:keeps|keep} off the times that shall stay free",
    ),
    "goal.even": (
        "{days} 天的任务量{load}，已最均匀",
        "{days:the day carries|the # days carry} {load}, as even as can be",
    ),
    "goal.uneven": (
        "{days} 天的任务量{load}，还可更均匀",
        "{days:the day carries|the # days carry} {load} and could be more even",
    ),
    "load.range": ("在 {lightest} 到 {heaviest} 节之间", "{lightest} to {heaviest} sections"),
    "load.same": ("都是 {heaviest} 节", "{heaviest:# section|# sections} each"),
    "goal.lighter": (
        "没有说移走多少，按三分之一移走",
        "no amount was said, so a third was taken away",
    ),
    "goal.days_free": ("{days}没有任务", "no task stands on {days}"),
    "goal.days_not_free": ("{days}还有任务：{tasks}", "tasks are left on {days}: {tasks}"),
    "goal.relaxed": ("空位不足，放宽了节次要求", "for want of places the sections asked for were given up"),
    "goal.grouped": (
        "{classes} 类任务只切换 {switches} 次",
        "{classes:# class|# classes} with {switches:# switch|# switches}",
    ),
    "goal.scattered": (
        "{classes} 类任务切换 {switches} 次，还可更少",
        "{classes:# class|# classes} with {switches:# switch|# switches}, more than needed",
    ),
    "summary.generating": ("正在总结", "Summing up"),
    "summary.language": ("总结不是请求的语言", "the summary is not in the language of the request"),
    "summary.verdict": ("总结与终审结论不符", "the summary contradicts the final check"),
    "summary.deeds": ("总结说了没有发生的改动", "the summary tells of changes that were not made"),
    "summary.figures": ("总结中的数字与改动不符", "figures of the summary are not those of the changes"),
    "summary.done": ("{text}", "{text}"),
    "summary.moved": (
        "按「{clause}」移动了 {moved} 个任务",
        "As “{clause}” asks, {moved:# task was|# tasks were} moved",
    ),
    "summary.still": ("安排没有改动", "The plan is unchanged"),
    "summary.order": (
        "其中 {order} 个不在请求之内，只为保持同类顺序而换位",
        "{order} of them changed {order:its place|places} only to keep class order",
    ),
    "summary.order.also": (
        "请求之外有 {order} 个任务只为保持同类顺序而换位",
        "{order:# task outside the request changed its place|# tasks outside the request changed their places} "
        "only to keep class order",
    ),
    "summary.stayed": ("没能就位：{tasks}", "Not in place: {tasks}"),
    "summary.stayed_more": ("没能就位：{tasks}，另有 {more} 个", "Not in place: {tasks}, and {more} more"),
    "summary.passed": ("终审通过", "The final check passed"),
    "summary.partly": ("请求只完成了一部分：{lines}", "The request is met only in part: {lines}"),
    "summary.failed": ("请求未完全达成：{lines}", "The request is not fully met: {lines}"),
}
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


_CHINESE_RUN: Final = re.compile(r"[\u4e00-\u9fff]+")
_ENGLISH_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_BETWEEN_NAMES: Final = re.compile(r"[的和与及]")


class _Numbered(Formatter):
    """Fills ``{count:# task|# tasks}`` with the reading for one or the reading for any other number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return (one if value == 1 else many).replace("#", str(value))


_FORMATTER: Final = _Numbered()


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence of that key in that language, with its values filled in."""
    return _FORMATTER.format(_SENTENCES[key][_COLUMN[locale]], **values)


def listed(locale: Locale, parts: Iterable[str], separator: str = "list") -> str:
    """The parts as a list within a sentence."""
    return say(locale, separator).join(parts)


def locale_of(message: str, names: Iterable[str] = ()) -> Locale:
    """The language of a message: Chinese as soon as it has a Chinese character outside of names (rule RUN-10).

    Args:
        message: the person's words.
        names: of tasks and classes. Chinese words that stand in one of them do not count beside English words.
    """
    known = " ".join(names)
    rest = _CHINESE_RUN.sub(lambda run: "" if known and _is_named(run[0], known) else run[0], message)
    if rest != message and not _ENGLISH_WORD.search(rest):
        rest = message
    return _script_of(rest)


def _is_named(words: str, known: str) -> bool:
    return all(part in known for part in _BETWEEN_NAMES.split(words))


def _script_of(message: str) -> Locale:
    return "zh-CN" if any("\u4e00" <= character <= "\u9fff" for character in message) else "en"
