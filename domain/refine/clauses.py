"""Clauses of a request, and the side of the verb that each of their tokens stands on (rules SLICE-2, 4 and 16)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from domain.refine.exclusions import Part, split_held, without_exceptions
from domain.refine.token import PLACES, Kind, Token

_SIDED: tuple[Kind, ...] = ("weeks", "days", "dates", "sections", "shift", "ratio", "count", "named")
_TURNS: tuple[Kind, ...] = ("to", "shift")


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


def parts_of(found: Sequence[Token], length: int) -> Iterator[Part]:
    """The clauses, cut where words hold something in its place; bare names go on with what was held before them."""
    whole = [move for clause in _between_breaks(found, length) for move in _moves(clause)]
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


def _awaits_direction(found: Sequence[Token]) -> bool:
    """A comma between what is moved and where to parts no clauses."""
    kinds = {token.kind for token in found}
    return "object" in kinds and not kinds & {"to", "shift", "not", "hold"}


def _moves(part: Part) -> Iterator[Part]:
    """ "Move English to Monday and Probability to Tuesday" is two clauses without a break between them."""
    found = part.tokens
    turn = _first(found, *_TURNS)
    again = _first(found, *_TURNS, start=turn + 1)
    placed = _first(found, *PLACES, start=turn + 1)
    cut = _first(found, "object", "named", start=placed + 1)
    if not (placed < cut < again < len(found)) or any(token.kind in ("hold", "not", "except") for token in found):
        yield part
        return
    yield Part(found[:cut], part.start, found[cut].start)
    yield from _moves(Part(found[cut:], found[cut].start, part.end))


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
    return tuple(_resolve_bounds(tuple(_resolve_spans(_resolve_on(without_exceptions(part).tokens)))))


def _turn_and_ban(found: Sequence[Token]) -> tuple[int, int]:
    """Where the first direction and the first ban stand; the number of tokens where there is none."""
    return _first(found, *_TURNS), _first(found, "not")


def _first(found: Sequence[Token], *kinds: Kind, start: int = 0) -> int:
    return next((index for index in range(start, len(found)) if found[index].kind in kinds), len(found))


def _sides(found: Sequence[Token]) -> Iterator[str]:
    """The side of each token; behind a "from" that follows the direction stands what is moved."""
    turn, ban = _turn_and_ban(found)
    back = _first(found, "from", start=turn + 1)
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
    points = any(token.kind in (*_TURNS, "span", "not") for token in found)
    verb = next((token.start for token in found if token.kind == "object"), len(found) and found[-1].end)
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
    spans = [token for token in listed if token.kind == "span"]
    for token in listed:
        if token.kind != "span":
            yield token
        elif directed and token is spans[-1]:
            yield replace(token, kind="days", values=token.values[:1])
            yield replace(token, kind="to", values=())
            yield replace(token, kind="days", values=token.values[-1:])
        else:
            yield replace(token, kind="days")


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
