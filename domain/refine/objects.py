"""The words of a clause that say what is moved (rule SLICE-9)."""

import re
from collections.abc import Sequence

from domain.refine.clauses import Clause
from domain.refine.directions import TURNS
from domain.refine.token import Kind, Token

_LISTED_ON = re.compile(r"(?:[,、和与及跟]|\band)\s*$", re.IGNORECASE)
_PRONOUN = re.compile(r"\s*(?:it|them|these|all|它们?|这些)?\s*(?:都|全部?)?\s*", re.IGNORECASE)
_SUBJECT = re.compile(
    r"(?:be|been|being|is|are|gets?|got|go|goes|happen|belongs?|fits?|suits?|works?|looks?|waits?)\b", re.IGNORECASE
)
_AMOUNTS: tuple[Kind, ...] = ("count", "ratio", "none", "weeks", "days", "dates", "sections")


def object_span(text: str, clause: Clause, clauses: Sequence[Clause]) -> tuple[int | None, int]:
    """Where they lie: from 把 or the verb, else from the first name, to the direction; no start where nothing says it.

    Args:
        text: the message.
        clause: one of its clauses.
        clauses: all of them.
    """
    turn = next((token.start for token in clause.tokens if token.kind in TURNS), None)
    marks = [token for token in clause.tokens if token.kind == "object" and turn is not None and token.end <= turn]
    names = [token for token in clause.tokens if token.kind == "named"]
    if marks and turn is not None and not _stands_before(text, clause, marks[-1], turn, names):
        return marks[-1].end, turn
    if not names:
        if turn is None or not clause.directed or not (marks or _is_spoken(text, clause, clauses)):
            return None, 0
        return clause.start, marks[-1].start if marks else turn
    start = clause.start if _is_listed_on(text, clause, names[0]) else names[0].start
    return start, turn if turn is not None and turn > names[0].start else names[-1].end


def _stands_before(text: str, clause: Clause, verb: Token, turn: int, names: Sequence[Token]) -> bool:
    """Whether the verb is about what stands before it: "the outline moves to Monday", 英语把它挪到周一."""
    between = text[verb.end : turn]
    if names:
        return _PRONOUN.fullmatch(between) is not None
    return not between.strip() and text[verb.start].isascii() and bool(text[clause.start : verb.start].strip())


def _is_listed_on(text: str, clause: Clause, name: Token) -> bool:
    """Whether something else is listed before the first name that is known whole."""
    before = clause.tokens[: clause.tokens.index(name)]
    return all(token.kind in _AMOUNTS for token in before) and bool(
        _LISTED_ON.search(text[before[-1].end if before else clause.start : name.start])
    )


def _is_spoken(text: str, clause: Clause, clauses: Sequence[Clause]) -> bool:
    """Whether the words before the direction say what is moved: Chinese ones, or a subject.

    In English the subject is that of "be on" or "go to", or what stands for the verb in "X to Monday and Y to Friday".
    """
    turn = next(n for n, token in enumerate(clause.tokens) if token.kind in TURNS)
    start = clause.tokens[turn].start
    if any(letter >= "\u4e00" for letter in text[clause.start : start]):
        return True
    plain = all(token.kind in ("none", "on") for token in clause.tokens[:turn])
    follows = any(earlier.directed and earlier.start < clause.start for earlier in clauses)
    return plain and (follows or _SUBJECT.match(text, start) is not None)
