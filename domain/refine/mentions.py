"""Tasks that a request names, and names that no task bears (rules SLICE-8 and SLICE-9)."""

import re
from collections.abc import Iterable, Sequence

from domain.refine.numerals import comparable
from domain.refine.token import Atom, Token
from domain.schedule.state import ScheduleState, Task

_FILLER = (
    r"(?:的|每天|任务|安排|日程|事情|事项|学习|内容|课?时段|这些|那些|它们|剩下|其余|其他|现在|已经|里面?|上面?|我|请|帮|尽量|往|从|都|也|它|"
    r"在(?=的|$)|均匀|平均|分散|铺开|太?满|太多|多余|一下|能|可以|是|了|吧|"
    r"(?<![a-z])(?:the|my|our|of|in|on|from|at|for|an?|any|these|those|this|that|please|evenly|out|tasks?|items?|work|"
    r"things?|is|are|s)(?![a-z])|[\s'’\"“”「」『』《》（）()])+"
)
_AROUND = re.compile(rf"^{_FILLER}|{_FILLER}$", re.IGNORECASE)
_LISTED = re.compile(r"[、,，和与及跟]|\band\b", re.IGNORECASE)


def name_atoms(state: ScheduleState) -> tuple[Atom, ...]:
    """Atoms that find the tasks of a state by name, by class and name, and by class alone; longer ones first."""
    forms: dict[str, tuple[int, ...]] = {}
    for task in _tasks(state):
        for form in {task.name, f"{task.category} {task.name}", task.category}:
            forms[form] = (*forms.get(form, ()), task.state_id)
    longest = sorted((form for form in forms if len(form.strip()) > 1), key=lambda form: (-len(form), form))
    return tuple(_name_atom(form, forms[form]) for form in longest)


def _tasks(state: ScheduleState) -> list[Task]:
    return [task for task in state.tasks if not task.is_course]


def _name_atom(form: str, ids: tuple[int, ...]) -> Atom:
    words = r"\s*".join(re.escape(word) for word in form.split())
    whole = rf"(?<![a-z0-9]){words}(?![a-z0-9])" if form.isascii() else words
    pattern = re.compile(whole, re.IGNORECASE)
    return Atom("named", pattern, lambda _found, _said: ids)


def named_in(
    text: str, start: int, end: int, found: Sequence[Token], state: ScheduleState
) -> tuple[tuple[int, ...], str]:
    """The tasks named between two places of the text, and a name there that fits no task.

    A class with a part of a name, such as 概率论第三章, means the tasks of that class whose name has the part.
    """
    ids: list[int] = []
    unknown = ""
    for words, tokens in _items(text, start, end, found):
        given = [int(n) for token in tokens if token.kind == "named" for n in token.values]
        rest = _AROUND.sub("", words)
        among = given or [task.state_id for task in _tasks(state)]
        fitting = [n for n in among if _fits(comparable(rest), state.by_id[n])] if rest else given
        strange = len(rest) > 1 and not fitting
        ids += fitting if fitting or strange else given
        unknown = unknown or (rest if strange else "")
    return tuple(dict.fromkeys(ids)), unknown


def _fits(part: str, task: Task) -> bool:
    pattern = re.escape(part) + (r"(?!\d)" if part[-1].isdigit() else "")
    return re.search(pattern, comparable(f"{task.category}{task.name}")) is not None


def _items(text: str, start: int, end: int, found: Sequence[Token]) -> Iterable[tuple[str, list[Token]]]:
    """The listed things between two places: the words that are in no token, and the tokens."""
    inside = [token for token in found if start <= token.start < end]
    words, tokens, place = "", list[Token](), start
    for token in (*inside, Token("break", (), end, end)):
        parts = _LISTED.split(text[place : token.start])
        for part in parts[:-1]:
            yield words + part, tokens
            words, tokens = "", []
        words, place = words + parts[-1], token.end
        tokens.append(token)
    yield words, tokens
