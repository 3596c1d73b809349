"""Requests that no one goal can hold, and questions (rules SLICE-4 and SLICE-10)."""

import re
from collections.abc import Iterator, Sequence

from domain.refine.clauses import Clause
from domain.refine.speaking import asks, speaks_of_load
from domain.refine.token import PLACES, Token

_BANS = ("banned", "emptied", "barred", "closed")
_OF_ALL = re.compile(r"任务|安排|东西|活儿?|课|\b(?:tasks?|anything|everything|work)\b", re.IGNORECASE | re.ASCII)
Ids = frozenset[float]
Places = frozenset[tuple[str, tuple[float, ...]]]


def refused(text: str, clauses: Sequence[Clause]) -> str:
    """The words of a question, or of bans of different places for different tasks; empty where all can be done."""
    asked = (clause for clause in clauses if clause.sides and asks(text[clause.start : clause.end]))
    question = next((text[clause.start : clause.end].strip() for clause in asked), "")
    return question or _bans_apart(text, clauses)


def says_nothing_of(text: str, clauses: Sequence[Clause]) -> bool:
    """Whether places are named without a direction, a ban, a complaint or a word of a load of weeks (SLICE-10)."""
    kinds = {token.kind for clause in clauses for token in clause.tokens}
    directed = any(clause.directed for clause in clauses)
    if directed and not any(clause.has("target") or clause.has("source", "shift") for clause in clauses):
        return True
    wants = directed or any(clause.has("emptied") or clause.has("banned") for clause in clauses)
    if wants or "complaint" in kinds:
        return False
    narrower = any(clause.has("source", "days", "dates", "sections", "named") for clause in clauses)
    return narrower or "object" in kinds or not speaks_of_load(text)


def _bans_apart(text: str, clauses: Sequence[Clause]) -> str:
    banning = [clause for clause in clauses if not clause.directed and any(clause.has(side) for side in _BANS)]
    bans: list[tuple[Ids, Places]] = []
    for clause in banning:
        told = _OF_ALL.search(text[clause.start : clause.end]) is not None
        bans += _bans_of(clause, frozenset() if told or not bans else bans[-1][0])
    names, places = {ban[0] for ban in bans}, {ban[1] for ban in bans}
    if len(names) < 2 or len(places) < 2:
        return ""
    return text[banning[0].start : banning[-1].end].strip()


def _bans_of(clause: Clause, spoken_of: Ids) -> Iterator[tuple[Ids, Places]]:
    """What each ban of a clause names, and where: "no Spanish in the evening and no History in the morning" is two.

    One that names nothing is about the same as the one before it.
    """
    parts: list[list[Token]] = [[]]
    for token in clause.tokens:
        named = {each.kind for each in parts[-1]} >= {"named"}
        if token.kind == "not" and named and any(each.kind in PLACES for each in parts[-1]):
            parts.append([])
        parts[-1].append(token)
    for part in parts:
        ids = frozenset(value for token in part if token.kind == "named" for value in token.values)
        places = frozenset((token.kind, token.values) for token in part if token.kind in PLACES)
        spoken_of = ids or spoken_of
        if places:
            yield spoken_of, places
