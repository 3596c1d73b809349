"""Tasks that a request names, and names that no task bears (rules SLICE-8 and SLICE-9)."""

import re
from collections.abc import Iterable, Sequence

from domain.refine.atoms import Atom, Token
from domain.refine.numerals import comparable
from domain.schedule.state import ScheduleState, Task

_FILLER = re.compile(
    r"的|任务|安排|日程|事情|事项|学习|内容|这些|那些|它们|剩下|其余|其他|现在|已经|里面?|上面?|中|我|请|帮|尽量|往|从|在|都|也|它|"
    r"均匀|平均|分散|铺开|太满|太多|太累|太忙|多余|一下|能|可以|是|有|了|吧|"
    r"\b(?:the|my|our|of|in|on|from|at|for|a|an|any|these|those|this|that|please|evenly|out|tasks?|items?|work|things?|is|are|s)\b"
    r"|[\s'’\"“”「」『』《》（）()]+",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[、,，和与及跟]|\band\b", re.IGNORECASE)


def name_atoms(state: ScheduleState) -> tuple[Atom, ...]:
    """Atoms that find the tasks of a state by name, by class and name, and by class alone; longer ones first."""
    forms: dict[str, tuple[int, ...]] = {}
    for task in _tasks(state):
        for form in {task.name, f"{task.category}{task.name}", task.category}:
            forms[form] = (*forms.get(form, ()), task.state_id)
    longest = sorted((form for form in forms if len(form) > 1), key=lambda form: (-len(form), form))
    return tuple(_name_atom(form, forms[form]) for form in longest)


def _tasks(state: ScheduleState) -> list[Task]:
    return [task for task in state.tasks if not task.is_course]


def _name_atom(form: str, ids: tuple[int, ...]) -> Atom:
    edges = [r"\b" if character.isascii() and character.isalnum() else "" for character in (form[0], form[-1])]
    pattern = re.compile(edges[0] + re.escape(form) + edges[1], re.IGNORECASE)
    return Atom("named", pattern, lambda _found, _week: ids)


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
        rest = _FILLER.sub(" ", words).strip()
        among = given or [task.state_id for task in _tasks(state)]
        fitting = [n for n in among if _fits(comparable(rest), state.by_id[n])] if rest else given
        ids += fitting or given
        unknown = unknown or (rest if len(rest) > 1 and not (fitting or given) else "")
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
