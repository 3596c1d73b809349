"""Words whose part in a clause depends on what stands beside them (rules SLICE-16, SLICE-22, HONEST-6 to HONEST-8)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from domain.refine.directions import TURNS, first_of, kinds_in, turn_and_ban
from domain.refine.exclusions import Part
from domain.refine.token import PLACES, Kind, Token

_INSTEAD = re.compile(r"instead|rather", re.IGNORECASE)
_DAYS: tuple[Kind, ...] = ("days", "dates", "span", "stretch", "amid", "limit")
_AMOUNTS: tuple[Kind, ...] = ("count", "ratio", "ordinal")


def pointed(found: Sequence[Token]) -> list[Token]:
    """ "Move all there" points to the place named before; "put nothing there" forbids.

    "I am free on Sunday, move Friday's tasks there": with a place of its own the clause takes that of the one before.
    """
    done: list[Token] = []
    begin, before = 0, (0, 0)
    for index, token in enumerate(found):
        seen = {earlier.kind for earlier in done[begin:]}
        forbids = seen | {later.kind for later in found[index : first_of(found, "break", start=index)]}
        if token.kind == "there" and not forbids & {"not", "hold"}:
            if "object" in seen and not seen & {*TURNS, "on"} and done[-1].end < token.start:
                done.append(Token("to", (), token.start, token.start))
            if done[begin:] and done[-1].kind == "to" and seen & {*PLACES}:
                lent, done, begin = _taken_from(done, *before, begin)
                done += [replace(place, start=token.start, end=token.end) for place in lent] or [token]
                continue
        done.append(token)
        if token.kind == "break":
            before, begin = (begin, len(done)), len(done)
    return done


def _taken_from(done: list[Token], first: int, last: int, begin: int) -> tuple[list[Token], list[Token], int]:
    """The places of the clause before, if that clause neither directs nor forbids, and the tokens without them."""
    clause = done[first:last]
    if any(token.kind in (*TURNS, "not", "hold", "complaint", "object") for token in clause):
        return [], done, begin
    lent = [token for token in clause if token.kind in PLACES]
    return lent, [token for token in done if token not in lent], begin - len(lent)


def settle(parts: Sequence[Part], text: str) -> Iterator[Part]:
    """The clauses with words such as "keep", "lighter" and "a free day" as what they are beside the others."""
    for part in parts:
        yield _lightened(_freed(_kept(_not_there(part, text))))


def _not_there(part: Part, text: str) -> Part:
    """ "Move Friday's tasks to Wednesday instead of Tuesday" forbids Tuesday, since Friday is where they are."""
    turn = first_of(part.tokens, "to")
    if not any(token.kind in PLACES for token in part.tokens[:turn]):
        return part
    told = (
        replace(token, kind="not") if n > turn and token.kind == "from" and _INSTEAD.match(text, token.start) else token
        for n, token in enumerate(part.tokens)
    )
    return replace(part, tokens=tuple(told))


def carried(parts: Sequence[Part]) -> Iterator[Part]:
    """ "X should not go to Wednesday, put it on Friday": what may not go there is what goes elsewhere."""
    lent: tuple[Token, ...] = ()
    for part, after in pairwise((*parts, Part((), 0, 0))):
        turn, ban = turn_and_ban(part.tokens)
        about = tuple(token for token in part.tokens[:ban] if token.kind in ("named", "rest", *_AMOUNTS, *PLACES))
        barred = [token for token in part.tokens[ban:] if token.kind in PLACES]
        if about and ban < turn < len(part.tokens) and barred and _goes_on(after):
            yield replace(part, tokens=part.tokens[ban:], held=False)
            lent = about
            continue
        yield replace(part, tokens=(*_moved(lent, part), *part.tokens)) if lent else part
        lent = ()


def _goes_on(part: Part) -> bool:
    """It says where to and not what."""
    turn, ban = turn_and_ban(part.tokens)
    turn = min(turn, first_of(part.tokens, "on"))
    own = {token.kind for token in part.tokens[:turn]} & {"named", "rest", *_AMOUNTS, *PLACES}
    return turn < len(part.tokens) and turn < ban and not own and not part.held


def _moved(lent: Sequence[Token], part: Part) -> Iterator[Token]:
    yield from (replace(token, start=part.start, end=part.start + 1) for token in lent)


def _kept(part: Part) -> Part:
    """ "Keep X" holds tasks or days; with words such as "free", a direction or only sections it does not."""
    kinds = kinds_in(part)
    if "keep" not in kinds:
        return part
    at = first_of(part.tokens, "keep")
    behind = {token.kind for token in part.tokens[at:]}
    if behind & {"count", "ratio", "ordinal"} and "named" not in behind:
        stop = max(token.end for token in part.tokens[at:] if token.kind in _AMOUNTS)
        words = Token("unsupported", (), part.tokens[at].start, stop)
        return replace(part, tokens=(*part.tokens[:at], words, *part.tokens[at + 1 :]))
    about = behind & {"named", *_DAYS, "weeks", "rest"} or ("named" in kinds and not kinds & {*TURNS})
    holds = about and not behind & {"not", *TURNS} and not _at_times(part, at)
    if not holds:
        return replace(part, tokens=tuple(token for token in part.tokens if token.kind != "keep"))
    kept = (replace(token, kind="hold") if token.kind == "keep" else token for token in part.tokens)
    return replace(part, tokens=tuple(kept))


def _at_times(part: Part, at: int) -> bool:
    """ "Keep History in the mornings" is about times of the day."""
    return any(token.kind == "sections" for token in part.tokens[at:])


def _freed(part: Part) -> Part:
    """ "Free up one day" is about days that are named, if any are."""
    if not kinds_in(part) & {*_DAYS}:
        return part
    told = (replace(token, kind="not", values=()) if token.kind == "spare" else token for token in part.tokens)
    return replace(part, tokens=tuple(told))


def _lightened(part: Part) -> Part:
    """ "Reduce Thursday to two tasks" and "move fewer tasks into week 3" are nothing that a goal can hold."""
    at = first_of(part.tokens, "lighter")
    turn = first_of(part.tokens, "to", start=at)
    if at < turn < len(part.tokens) and part.tokens[turn + 1 :] and part.tokens[turn + 1].kind in PLACES:
        words = Token("unsupported", (), part.tokens[at].start, part.tokens[turn].end)
        return replace(part, tokens=(*part.tokens[:at], words, *part.tokens[at + 1 :]))
    if turn + 1 < len(part.tokens) and part.tokens[turn + 1].kind in ("count", "ratio"):
        words = Token("unsupported", (), part.tokens[at].start, part.tokens[turn + 1].end)
        return replace(part, tokens=(*part.tokens[:at], words, *part.tokens[at + 1 : turn]))
    return part
