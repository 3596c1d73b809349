"""Asking what the person wants (rules CONTRACT-1 to CONTRACT-3 and ASK-5)."""

import re
from typing import Any

from domain.models.prompt import Prompt
from domain.policy.contract import make_contract
from domain.refine.contract import Contract, Goal, bound_contract
from domain.refine.memory import RefineMemory
from domain.refine.prompts.facts import examples, lines, message_line, problem_line, quoted, said
from domain.refine.prompts.wire import Wire, form, one_of, text
from domain.refine.slice import directs
from domain.refine.spacing import spaced
from domain.schedule.state import Locale, ScheduleState

GOALS: dict[Locale, dict[str, Goal]] = {
    "zh-CN": {"移动": "move", "分散": "spread", "归组": "group", "避开": "avoid"},
    "en": {"move": "move", "spread": "spread", "group": "group", "avoid": "avoid"},
}


def _example(request: str, goal: str, quote: str, order: str, strategy: str) -> tuple[str, dict[str, str]]:
    return quoted(request), {"goal": goal, "goal_quote": quote, "order_quote": order, "strategy": strategy}


_RULES_ZH = """你把学生改日程的一句话归纳成契约。只按这句话判断，不要猜。
goal：移动＝把任务挪到某些天或时段；分散＝铺开、摊匀、不要扎堆；归组＝同类任务排在一起、少切换；避开＝某些时段或某天不排任务。
goal_quote：从这句请求里原样摘出说明 goal 的几个字。
order_quote：通常是 ""；只有请求明说顺序无所谓、可以打乱时，才原样摘出那几个字。
strategy：一句话说明要做什么。
例："""
_EXAMPLES_ZH = (
    _example("把周四的任务均匀铺到周一到周三", "分散", "均匀铺到", "", "把周四的任务铺开到周一至周三"),
    _example("把英语挪到周二，顺序随意", "移动", "挪到周二", "顺序随意", "把英语任务移到周二"),
    _example("周一挪到周二，不要打乱顺序", "移动", "挪到周二", "", "把周一的任务移到周二"),
    _example("晚上别安排", "避开", "晚上别安排", "", "让晚上空出来"),
    _example("同一科目尽量连着上", "归组", "同一科目尽量连着", "", "把同科任务排在一起"),
)
_RULES_EN = """You sum up one sentence in which a student asks for a change of plan. Judge by that sentence alone.
goal: move = put tasks on some days or times; spread = even out, do not pile up; group = tasks of one subject
together, fewer switches; avoid = keep some times or a day free of tasks.
goal_quote: the few words of the request that show the goal, copied exactly.
order_quote: "" unless the request says that the order does not matter or may change; then copy those words.
strategy: one sentence on what is to be done.
Examples:"""
_EXAMPLES_EN = (
    _example("Spread Thursday evenly over Monday to Wednesday", "spread", "Spread", "", "Spread Thursday's tasks"),
    _example("Move English to Tuesday, in any order", "move", "Move", "in any order", "Move English to Tuesday"),
    _example("Move chapter 2 to Friday and keep the order", "move", "Move", "", "Move chapter 2 to Friday"),
    _example("No evenings please", "avoid", "No evenings", "", "Keep the evenings free"),
    _example("Keep each subject in one block", "group", "in one block", "", "Put tasks of a subject together"),
)

# Words without which a quotation shows nothing of the kind.
_EVIDENCE: dict[Goal, str] = {
    "spread": r"散|摊|匀|均|铺|平|挤|扎堆|堆|错开|spread|even|balanc|spac|distribut|crowd|cluster|pil|bunch|cram",
    "group": r"切换|同|一起|连|挨|归|类|科|块|group|together|switch|consecutive|cluster|same|block|back to back",
    "avoid": r"不|别|避|空|免|勿|禁|休|no|n['’]t|free|avoid|without|never|empty|clear|off|rest",
}
_ORDER = re.compile(r"序|先|后|前|乱|随|倒|调换|order|sequence|first|before|after|shuffl|mix|whichever", re.IGNORECASE)
_HELD = re.compile(
    r"(?:不要|别|不能|不可|不许|不可以|不准|勿|避免|不)\s*(?:打?乱|变|改|动|影响)"
    r"|(?<![不用必需])(?:保持|维持|按照?|依照|遵守)|不[变乱动]"
    r"|\b(?:do not|don['’]?t|never|without|not)\s+(?:mix|chang|shuffl|break|alter|touch)"
    r"|\b(?<!not )(?<!to )(?:keep|maintain|preserve|respect)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:不要|别|不能|不可|不许|不可以|不准|勿|避免|不)\s*$|\b(?:don['’]?t|do not|never|not|without)\s+$", re.IGNORECASE
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: what kind of change, and is order given free?"""
    locale = memory.locale
    system = lines(said(locale, _RULES_ZH, _RULES_EN), examples(*said(locale, _EXAMPLES_ZH, _EXAMPLES_EN)))
    return Prompt("contract", system, lines(message_line(memory), problem_line(memory)), _form(locale), 300)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Contract:
    """The contract as far as words of the message bear it out; where rules read it too, they win."""
    rules = make_contract(memory.message, state, memory.calendar)
    goal = _goal(answer, state, memory, rules)
    release = rules.release or _release(spaced(answer.order_quote), memory.message)
    strategy = answer.strategy if goal == GOALS[memory.locale][answer.goal] else rules.strategy
    contract = Contract(goal=goal, keep_order=not release, release=release, strategy=strategy)
    return bound_contract(contract, memory.message)


def _form(locale: Locale) -> type[Wire]:
    goals = one_of(GOALS[locale])
    return form("contract", goal=goals, goal_quote=text(40), order_quote=text(40), strategy=text(120, 1))


def _goal(answer: Any, state: ScheduleState, memory: RefineMemory, rules: Contract) -> Goal:
    """What rules found; the model's word where they found none and the message has words for it."""
    goal = GOALS[memory.locale][answer.goal]
    if goal == "move" or rules.goal != "move":
        return rules.goal
    quote = spaced(answer.goal_quote)
    words = quote if quote and quote in memory.message else memory.message
    shown = re.search(_EVIDENCE[goal], words, re.IGNORECASE) is not None
    return goal if shown and (goal == "spread" or not directs(memory.message, state)) else "move"


def _release(quote: str, message: str) -> str:
    """The quoted words where they stand in the message and give the order free, else none."""
    if not quote or quote not in message or not _ORDER.search(quote):
        return ""
    before = message[: message.index(quote)]
    return "" if _HELD.search(quote) or _BEFORE.search(before) else quote
