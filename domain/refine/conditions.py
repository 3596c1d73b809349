"""What a message makes depend on the plan, decided on the plan as it stands (rules HONEST-4 and HONEST-5)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from domain.refine.calendar import Said
from domain.refine.corrections import corrected
from domain.refine.leftover import says_something
from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.refine.sides import number_of
from domain.refine.token import Token
from domain.schedule.occupancy import tasks_at
from domain.schedule.state import ALL_SECTIONS, ScheduleState, Slot, Task
from domain.term.window import WindowDay

Reader = Callable[[str], Sequence[Token]]
Answer = Literal["true", "untrue", "undecided"]

_PLACED: Final = ("weeks", "days", "dates", "sections")
_MOST: Final = 3
_IF_ZH: Final = "(?:如果|要是|假如|假设|倘若|假使|若是?|万一|只要|一旦)"
_EASY_ZH: Final = (
    r"(?:你|您)?(?:觉得|认为)?(?:可以|可能|有可能|方便|能行|行|可行|没问题|不麻烦|来得及"
    r"|能?[放排装]得?下|有位置|有空位|需要|有必要|允许)"
)
_EASY_EN: Final = (
    r"(?:possible|necessary|needed|need\s+be|feasible|you\s+(?:can|could|like|want|don['’]?t\s+mind|think\s+so)|they\s+(?:all\s+)?fit"
    r"|(?:that|it)(?:['’]s|\s+is)?\s+(?:ok(?:ay)?|possible|fine|all\s*right|feasible|works?|helps?|fits?|not\s+too\s+much\s+trouble)"
    r"|there(?:['’]s|\s+is)\s+(?:still\s+|enough\s+)?(?:room|space)|i\s+may|i\s+might\s+ask)"
)
_SOFT: Final = re.compile(
    rf"{_IF_ZH}?{_EASY_ZH}的话|{_IF_ZH}{_EASY_ZH}(?=[，,]|$)"
    rf"|\b(?:if|as\s+long\s+as|provided)\s+(?:at\s+all\s+)?{_EASY_EN}\b(?!\s+(?:on|in)\b)",
    re.IGNORECASE | re.ASCII,
)
_IF_EN: Final = (
    r"(?:if|provided(?:\s+that)?|providing|as\s+long\s+as|in\s+case|assuming(?:\s+that)?|supposing|as\s+soon\s+as"
    r"|(?<!at )once(?!\s+(?:a|per|every)\b))"
)
_CONDITION: Final = re.compile(
    r"(?P<not>除非)(?P<a>[^，。；,;]+)"
    rf"|{_IF_ZH}(?P<b>[^，。；,;]+?)(?:的话|的时候|时)?(?=[，。；,;就则]|那么?(?=[把将])|[把将]|$)"
    r"|等(?!等|一下)(?P<f>[^，。；,;]{2,}?)(?:以后|之后|后)?(?=再)"
    r"|(?<![^，。；,;\s])(?P<c>[^，。；,;]{1,24}?)的话"
    rf"|\b(?P<unless>unless)\b(?P<d>[^,;.]+)|(?<!even )(?<!as )\b(?:only\s+)?{_IF_EN}\b"
    r"(?P<e>[^,;.]+?)(?=[,;.]|\bthen\b|\b(?:please\s+)?(?:move|put|shift|push|place|spread|reschedule)\b|$)",
    re.IGNORECASE | re.ASCII,
)
_OTHERWISE: Final = re.compile(
    r"[，。；,;.\s]*(?:否则|不然的?话?|要不然|\botherwise\b|\b(?:or\s+)?else\b(?!\s+from)|\bif\s+not\b)[，,\s]*",
    re.IGNORECASE | re.ASCII,
)
_AMOUNT: Final = rf"{NUMBER}|{NUMBER_EN}"
_MORE: Final = rf"(?P<more>超过|多于|大于|不止|至少(?:有)?|不少于|more\s+than|over|at\s+least)\s*(?P<n>{_AMOUNT})"
_LESS: Final = rf"(?P<less>少于|小于|不到|不超过|最多|至多|fewer\s+than|less\s+than|at\s+most)\s*(?P<m>{_AMOUNT})"
_COUNT: Final = re.compile(rf"(?:{_MORE}|{_LESS})\s*(?:个|项|件|门)?(?:任务|tasks?)?", re.IGNORECASE | re.ASCII)
_NOT_EN: Final = r"(?:not|isn['’]?t|aren['’]?t)"
_STATES: Final = (
    ("room", rf"没(?:有)?(?:排|放)?满|不(?:太)?满|{_NOT_EN}\s+(?:yet\s+)?(?:full|packed|fully\s+booked)"),
    (
        "full",
        r"(?:已经?|都|全)?(?:排|放|塞)?满|没(?:有)?(?:空位?|位置?|地方|时间)|[放排装]不下"
        r"|\bno\s+(?:more\s+)?(?:room|space|free\s+\w+)|\b(?:fully\s+)?(?:full|booked|packed)\b",
    ),
    ("busy", rf"{_NOT_EN}\s+(?:free|empty|clear)\b|不空"),
    ("untaught", r"没(?:有)?课|\bno\s+(?:class(?:es)?|lectures?|courses?)\b"),
    ("taught", r"有课|\b(?:a\s+)?(?:class(?:es)?|lectures?|courses?)\b"),
    ("idle", r"没(?:有)?(?:任何|别的|其他)?(?:任务|安排|东西|作业|事情?)|\b(?:no|without)\s+(?:other\s+)?tasks?\b"),
    (
        "empty",
        r"(?<!有)是?空(?:着|的|闲|$)|什么都没有?|\b(?:free|empty|clear|open)\b(?!\s+(?:slots?|places?|sections?|time))|\bnothing\b",
    ),
    (
        "room",
        r"有(?:个)?(?:空位?|空闲|位置?|地方|时间|空余|余地)|[放排装]得下"
        r"|\b(?:room|space|available|free\s+(?:slots?|places?|sections?|time))\b",
    ),
    ("tasked", r"有(?:任务|安排)|\b(?:a\s+)?tasks?\b"),
)
_LEVELS: Final = tuple((name, re.compile(pattern, re.IGNORECASE | re.ASCII)) for name, pattern in _STATES)
_SPARE: Final = re.compile(
    r"还|仍|上|当天|那天|\b(?:is|are|has|have|there|still|on|in|i|the|of|at|all|then|any|already)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Settled:
    """A message without its conditions.

    Attributes:
        text: what is to be done.
        withheld: the condition that keeps it from being done; empty where none does.
        answer: whether that condition is known to be untrue, or cannot be decided by the plan.
    """

    text: str
    withheld: str = ""
    answer: Answer = "true"


def settled(text: str, state: ScheduleState | None, said: Said, read: Reader) -> Settled:
    """Decide the conditions of a message; those that only ask to try, such as "if possible", are none.

    Args:
        text: the message.
        state: the plan as it stands; without one nothing can be decided.
        said: gives the window.
        read: finds the tokens of a text.
    """
    text = _SOFT.sub("", text)
    for _ in range(_MOST):
        found = _CONDITION.search(text)
        if found is None:
            break
        about = _About(text, found, read)
        answer = about.answer(state, said)
        done = _followed(about, answer, read)
        if done.withheld:
            return done
        text = done.text
    return Settled(text)


class _About:
    """A condition within its message; a place right before it belongs to it (周四要是满了)."""

    def __init__(self, text: str, found: re.Match[str], read: Reader) -> None:
        self.text, self.end = text, found.end()
        self.denied = found["not"] is not None or found["unless"] is not None
        begin = max(text.rfind(mark, 0, found.start()) for mark in "，。；,;.") + 1
        before = text[begin : found.start()]
        lent = read(before)
        alone = lent and all(token.kind in _PLACED for token in lent) and not says_something(_without(before, lent))
        self.start = begin if alone else found.start()
        inside = next(found[name] for name in "abcdef" if found[name])
        self.words = f"{before} {inside}" if alone else inside
        self.tokens = read(self.words)

    def answer(self, state: ScheduleState | None, said: Said) -> Answer:
        """Whether it holds on the plan."""
        holds = None if state is None else _holds(self.words, self.tokens, state, said)
        if holds is None:
            return "undecided"
        return "true" if holds != self.denied else "untrue"

    @property
    def quoted(self) -> str:
        """The words of the person."""
        return self.text[self.start : self.end].strip(" ，,")

    @property
    def places(self) -> str:
        """The places that it names, as they are written."""
        placed = [token for token in self.tokens if token.kind in _PLACED]
        return self.words[placed[0].start : placed[-1].end] if placed else ""


def _followed(about: _About, answer: Answer, read: Reader) -> Settled:
    """The part of the message that the answer leaves: what hangs on the condition, or what shall be done otherwise."""
    whole = f"{about.text[: about.start]} {about.text[about.end :]}".strip(" ，,、；;就则那么")
    other = _OTHERWISE.search(whole)
    if answer == "undecided" or (answer == "untrue" and other is None):
        return Settled(whole, about.quoted, answer)
    if other is None or answer == "true":
        return Settled(_placed(whole if other is None else whole[: other.start()], about, read))
    then, instead = whole[: other.start()], whole[other.end() :]
    own = any(token.kind in ("object", "named", "from") for token in read(instead))
    return Settled(instead if own else corrected(f"{then}, sorry, {instead}", read))


def _placed(text: str, about: _About, read: Reader) -> str:
    """What hangs on a condition may be about its place: "move two of them", "put it there"."""
    tokens = read(text)
    turn = next((token.start for token in tokens if token.kind in ("to", "shift")), len(text))
    own = any(token.kind in (*_PLACED, "named", "rest") and token.start < turn for token in tokens)
    again = any(token.kind == "there" for token in tokens)
    return f"{about.places}, {text}" if about.places and (again or not own) else text


def _without(text: str, tokens: Sequence[Token]) -> str:
    """The text with blanks instead of some tokens."""
    return "".join(" " if any(t.start <= n < t.end for t in tokens) else letter for n, letter in enumerate(text))


def _holds(words: str, tokens: Sequence[Token], state: ScheduleState, said: Said) -> bool | None:
    """Whether the plan is so; None where the words do not say something of it, or weeks differ."""
    days = list(_days(tokens, state, said))
    sections = {int(abs(v)) for token in tokens if token.kind == "sections" for v in token.values} or {*ALL_SECTIONS}
    test = _test(words, tokens)
    if test is None or not days:
        return None
    answers = {test(state, day, sections) for day in days}
    return answers.pop() if len(answers) == 1 else None


def _days(tokens: Sequence[Token], state: ScheduleState, said: Said) -> Iterator[WindowDay]:
    wanted = {kind: {int(v) for t in tokens if t.kind == kind for v in t.values} for kind in ("weeks", "days", "dates")}
    if not (wanted["days"] or wanted["dates"] or wanted["weeks"]):
        return
    for day in state.window.day_mapping:
        numbers = {"weeks": day.week, "days": day.day_of_week, "dates": number_of(day)}
        if all(not wanted[kind] or numbers[kind] in wanted[kind] for kind in wanted):
            yield day


Test = Callable[[ScheduleState, WindowDay, set[int]], bool]


def _test(words: str, tokens: Sequence[Token]) -> Test | None:
    """What is asked of a day; None where other words are left over."""
    bare = _without(words, [token for token in tokens if token.kind in _PLACED])
    counted = _COUNT.search(bare)
    if counted is not None:
        return None if _says_more(bare, counted) else _count_test(counted)
    for name, pattern in _LEVELS:
        found = pattern.search(bare)
        if found is not None:
            return None if _says_more(bare, found) else _TESTS[name]
    return None


def _says_more(bare: str, found: re.Match[str]) -> bool:
    return says_something(_SPARE.sub(" ", bare[: found.start()] + " " + bare[found.end() :]))


def _count_test(found: re.Match[str]) -> Test:
    strictly = re.search(r"至少|不少于|at\s+least|不超过|最多|至多|at\s+most", found[0], re.IGNORECASE) is None
    if found["more"]:
        least = number(found["n"]) + strictly
        return lambda state, day, sections: len(_tasks(state, day, sections)) >= least
    most = number(found["m"]) - strictly
    return lambda state, day, sections: len(_tasks(state, day, sections)) <= most


def _standing(state: ScheduleState, day: WindowDay, sections: set[int]) -> list[Task]:
    """Tasks and courses on some of the sections of a day."""
    slots = [Slot(day=day.day_index, slot_start=section, slot_end=section) for section in sorted(sections)]
    return [task for slot in slots for task in tasks_at(state, slot)]


def _tasks(state: ScheduleState, day: WindowDay, sections: set[int]) -> set[int]:
    return {task.state_id for task in _standing(state, day, sections) if not task.is_course}


def _has_course(state: ScheduleState, day: WindowDay, sections: set[int]) -> bool:
    return any(task.is_course for task in _standing(state, day, sections))


def _is_empty(state: ScheduleState, day: WindowDay, sections: set[int]) -> bool:
    return not _standing(state, day, sections)


def _has_room(state: ScheduleState, day: WindowDay, sections: set[int]) -> bool:
    """Two free sections in a row."""
    pairs = [(n, n + 1) for n in sections if n + 1 in sections]
    return any(not _standing(state, day, {*pair}) for pair in pairs)


_TESTS: Final[dict[str, Test]] = {
    "room": _has_room,
    "full": lambda state, day, sections: not _has_room(state, day, sections),
    "empty": _is_empty,
    "busy": lambda state, day, sections: not _is_empty(state, day, sections),
    "idle": lambda state, day, sections: not _tasks(state, day, sections),
    "tasked": lambda state, day, sections: bool(_tasks(state, day, sections)),
    "taught": _has_course,
    "untaught": lambda state, day, sections: not _has_course(state, day, sections),
}
