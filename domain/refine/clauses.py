"""Clauses of a request, and the side of the verb that each of their tokens stands on (rules SLICE-2, 4 and 16)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from domain.refine.exclusions import Part, split_held, without_exceptions
from domain.refine.token import PLACES, Kind, Token

_SIDED: tuple[Kind, ...] = ("weeks", "days", "dates", "sections", "shift", "ratio", "count", "named")
_TURNS: tuple[Kind, ...] = ("to", "shift")
_WHEN: tuple[Kind, ...] = ("days", "dates", "span", "stretch", "sections")
_RANGES: dict[Kind, Kind] = {"span": "days", "stretch": "dates"}


@dataclass(frozen=True, slots=True)
class Clause:
    """What one part of a request says.

    Attributes:
        tokens: its tokens with their kinds settled; none of a part that only holds something in its place.
        start, end: where its text lies, end exclusive.
        sides: the tokens that speak of a place or an amount, each with its side: ``source``, ``target``, ``banned``,
            ``emptied`` (days that nothing shall stand on) or ``barred`` (days on which a ban of sections holds).
        directed: it says where tasks shall go.
    """

    tokens: tuple[Token, ...]
    start: int
    end: int
    sides: tuple[tuple[Token, str], ...] = ()
    directed: bool = False

    def has(self, side: str, *kinds: Kind) -> bool:
        """Whether a token of one of the kinds stands on the side."""
        return any(on == side and token.kind in kinds for token, on in self.sides)


def parts_of(found: Sequence[Token], text: str) -> Iterator[Part]:
    """The clauses, cut where words hold something in its place; bare names go on with what was held before them."""
    clauses = _with_places_named_before(list(_between_breaks(found, len(text))))
    whole = [move for clause in clauses for move in _moves(clause, text)]
    parts = [part for clause in whole for part in split_held(clause)]
    directs = any(is_directed(part) for part in parts)
    others = any(is_directed(part) and _speaks_of_others(part) for part in parts)
    held = False
    for part in parts:
        bare = all(token.kind in ("named", "none") for token in part.tokens)
        left_out = others and _kinds(part) & {"named"} and not is_directed(part)
        held = part.held or (held and bare) or bool(left_out) or _bars_names(part, directs)
        yield replace(part, held=held)
        held = held or any(token.kind == "except" for token in part.tokens)


def read_clause(part: Part) -> Clause:
    """Give each token the side of the verb it stands on; what is held has none."""
    resolved = _resolved(part)
    ban = _first(resolved, "not")
    sides = list(_sides(resolved))
    barred = any(token.kind == "sections" and side == "banned" for token, side in zip(resolved, sides, strict=True))
    told = (
        (token, _ban_of(token.kind, barred) if side == "banned" else side)
        for token, side in zip(resolved, sides, strict=True)
        if token.kind in _SIDED
    )
    if part.held:
        kept = (item for item in told if item[0].kind == "sections" and item[1] == "banned" and ban < len(resolved))
        return Clause((), part.start, part.end, tuple(kept))
    return Clause(resolved, part.start, part.end, tuple(told), is_directed(part))


def is_directed(part: Part) -> bool:
    """Whether the part says where tasks shall go rather than where none shall be."""
    turn, ban = _turn_and_ban(_resolved(part))
    return not part.held and turn < ban


def _between_breaks(found: Sequence[Token], length: int) -> Iterator[Part]:
    pending: list[Token] = []
    start = 0
    last = Token("break", (), length, length)
    for token, after in pairwise((*found, last, last)):
        if token.kind != "break":
            pending.append(token)
            continue
        if after.kind in _TURNS and _awaits_direction(pending):
            continue
        if pending:
            yield Part(tuple(pending), start, token.start)
        pending, start = [], token.end


def _with_places_named_before(parts: Sequence[Part]) -> Iterator[Part]:
    """ "At the weekend I go home, put nothing there": the days and sections stand where they are spoken of again."""
    lent: tuple[Token, ...] = ()
    for part, after in pairwise((*parts, Part((), 0, 0))):
        again = _kinds(after) & {"there"} and not _kinds(after) & {*_WHEN}
        settled = _kinds(part) & {*_TURNS, "not", "hold"}
        places = tuple(token for token in part.tokens if token.kind in _WHEN)
        yield replace(part, tokens=_without_places(part)) if again and not settled else _filled(part, lent)
        lent = places if again and not settled else ()


def _without_places(part: Part) -> tuple[Token, ...]:
    return tuple(token for token in part.tokens if token.kind not in _WHEN)


def _filled(part: Part, places: tuple[Token, ...]) -> Part:
    """The part with those places instead of the word that stands for them."""
    if not places:
        return part
    found = (_moved(places, token) if token.kind == "there" else (token,) for token in part.tokens)
    return replace(part, tokens=tuple(token for each in found for token in each))


def _moved(places: tuple[Token, ...], there: Token) -> tuple[Token, ...]:
    return tuple(replace(place, start=there.start, end=there.end) for place in places)


def _awaits_direction(found: Sequence[Token]) -> bool:
    """A comma between what is moved and where to parts no clauses."""
    kinds = {token.kind for token in found}
    return "object" in kinds and not kinds & {"to", "shift", "not", "hold"}


def _moves(part: Part, text: str) -> Iterator[Part]:
    """ "Move English to Monday and Probability to Tuesday" is two clauses without a break between them."""
    found = part.tokens
    turn = _first(found, *_TURNS)
    again = _first(found, *_TURNS, start=turn + 1)
    end = _first(found, *PLACES, start=turn + 1) + 1
    while end < again < len(found) and found[end].kind in PLACES:
        end += 1
    halted = any(token.kind in ("hold", "not", "except", "from") for token in found)
    if halted or not end < len(found) or again == len(found) or not _says_what(text, found[end - 1 : again + 1]):
        yield part
        return
    cut = found[end - 1].end
    yield Part(found[:end], part.start, cut)
    yield from _moves(Part(found[end:], cut, part.end), text)


def _says_what(text: str, found: Sequence[Token]) -> bool:
    """Whether something to be moved stands between the place of one direction and the next direction."""
    if any(token.kind in ("named", "object") for token in found[1:-1]):
        return True
    between = pairwise(found)
    words = "".join(text[one.end : other.start] for one, other in between)
    return re.sub(r"\band\b|\bor\b|[\s、，,和与及并且再]", "", words, flags=re.IGNORECASE | re.ASCII) != ""


def _kinds(part: Part) -> set[Kind]:
    return {token.kind for token in part.tokens}


def _speaks_of_others(part: Part) -> bool:
    """ "The others" are those that the rest of the request does not name."""
    return "rest" in _kinds(part) and "named" not in _kinds(part)


def _bars_names(part: Part, directs: bool) -> bool:
    """A ban that names tasks and no place keeps them out; so does any ban where another clause directs."""
    kinds = _kinds(part)
    turn, ban = _turn_and_ban(part.tokens)
    return "named" in kinds and ban < turn and (directs or not kinds & {*PLACES, "to"})


def _resolved(part: Part) -> tuple[Token, ...]:
    found = _resolve_where(without_exceptions(part).tokens)
    return tuple(_resolve_bounds(_resolve_doing(tuple(_resolve_spans(_resolve_on(found))))))


def _turn_and_ban(found: Sequence[Token]) -> tuple[int, int]:
    """Where the first direction and the first ban stand; the number of tokens where there is none."""
    return _first(found, *_TURNS), _first(found, "not")


def _first(found: Sequence[Token], *kinds: Kind, start: int = 0) -> int:
    return next((index for index in range(start, len(found)) if found[index].kind in kinds), len(found))


def _sides(found: Sequence[Token]) -> Iterator[str]:
    """The side of each token; behind a "from" that follows the direction stands what is moved."""
    turn, ban = _turn_and_ban(found)
    back = _first(found, "from", "object", start=turn + 1)
    again = _first(found, "to", start=back + 1)
    for index in range(len(found)):
        side = _side(index, turn, ban)
        yield "source" if side == "target" and back < index < again else side


def _side(index: int, turn: int, ban: int) -> str:
    if turn < ban:
        return "source" if index < turn else "target" if index < ban else "banned"
    return "banned" if ban < turn else "source"


def _ban_of(kind: Kind, barred: bool) -> str:
    """A ban of sections holds on the days it names; a ban without sections empties those days or weeks."""
    if kind in ("days", "dates"):
        return "barred" if barred else "emptied"
    return "emptied" if kind == "weeks" and not barred else "banned"


def _resolve_on(found: Sequence[Token]) -> Iterator[Token]:
    """ "Put it on Monday": where nothing else points, the last preposition after the verb does."""
    points = any(token.kind in (*_TURNS, *_RANGES, "not", "complaint") for token in found)
    verb = next((token.start for token in found if token.kind in ("object", "named")), len(found) and found[-1].end)
    turn = next((token for token in reversed(found) if token.kind == "on" and token.start > verb), None)
    for token in found:
        if token.kind != "on":
            yield token
        elif token is turn and not points:
            yield replace(token, kind="to")


def _resolve_spans(found: Iterable[Token]) -> Iterator[Token]:
    """ "Friday to Monday" is a direction after a verb that has no other, and a range everywhere else."""
    listed = list(found)
    directed = any(token.kind == "object" for token in listed) and not any(
        token.kind in (*_TURNS, "not") for token in listed
    )
    spans = [token for token in listed if token.kind in _RANGES]
    for token in listed:
        kind = _RANGES.get(token.kind)
        if kind is None:
            yield token
        elif directed and token is spans[-1]:
            yield replace(token, kind=kind, values=token.values[:1])
            yield replace(token, kind="to", values=())
            yield replace(token, kind=kind, values=token.values[-1:])
        else:
            yield replace(token, kind=kind)


def _resolve_where(found: Sequence[Token]) -> tuple[Token, ...]:
    """ "Sunday is where Friday's tasks should go" names the target first."""
    where = _first(found, "where")
    if where == len(found):
        return tuple(found)
    rest = (token for token in found[where + 1 :] if token.kind not in _TURNS)
    return (*rest, replace(found[where], kind="to"), *found[:where])


def _resolve_doing(found: Sequence[Token]) -> tuple[Token, ...]:
    """英语周五做: the place right before the verb is a target, what follows the verb is not."""
    found = _resolve_hauls(found)
    doing = next((n for n, t in enumerate(found) if t.kind == "doing" and n and _touches_place(found[n - 1], t)), 0)
    if not doing or any(token.kind in (*_TURNS, "not", "complaint", "hold") for token in found):
        return tuple(found)
    begin = doing
    while begin and _touches_place(found[begin - 1], found[begin]):
        begin -= 1
    turn = Token("to", (), found[begin].start, found[begin].start)
    back = Token("from", (), found[doing].start, found[doing].end)
    return (*found[:begin], turn, *found[begin:doing], back, *found[doing + 1 :])


def _resolve_hauls(found: Sequence[Token]) -> Sequence[Token]:
    """往周日挪周六的任务: the verb right behind a target turns to what is moved."""
    turn = _first(found, "to")
    end = turn + 1
    while end < len(found) and found[end].kind in PLACES:
        end += 1
    if turn + 1 < end < len(found) and found[end].kind == "to" and found[end].start == found[end - 1].end:
        return (*found[:end], replace(found[end], kind="from"), *found[end + 1 :])
    return found


def _touches_place(place: Token, after: Token) -> bool:
    return place.kind in PLACES and place.end == after.start


def _resolve_bounds(found: Sequence[Token]) -> Iterator[Token]:
    """ "Finish English on Friday", "move it before Friday": where nothing points, the verb makes the place a target."""
    kinds = {token.kind for token in found}
    points = kinds & {*_TURNS, "not"}
    due = "due" in kinds
    place = next((t for t in found if t.kind in PLACES and (due or (t.bound and "object" in kinds))), None)
    for token in found:
        if token is place and not points:
            yield Token("to", (), token.start, token.start)
        yield token
