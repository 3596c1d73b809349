"""Clauses of a request, and the side of the verb that each of their tokens stands on (rules SLICE-2, 4 and 16)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.refine.asides import is_aside
from domain.refine.directions import first_of, kinds_in, resolved, turn_and_ban
from domain.refine.exclusions import Part, split_held
from domain.refine.others import beside_what_stays
from domain.refine.parts import clauses_in, is_crossed, listed_beside
from domain.refine.settling import carried, pointed, settle
from domain.refine.token import PLACES, Kind, Token

COUNTED: tuple[Kind, ...] = ("ordinal", "lighter", "spare", "swap")
_SIDED: tuple[Kind, ...] = ("weeks", "days", "dates", "sections", "shift", "ratio", "count", "named", *COUNTED)


@dataclass(frozen=True, slots=True)
class Clause:
    """What one part of a request says.

    Attributes:
        tokens: its tokens with their kinds settled; none of a part that only holds something in its place.
        start, end: where its text lies, end exclusive.
        sides: the tokens that speak of a place or an amount, each with its side: ``source``, ``target``, ``banned``,
            ``emptied`` (days that nothing shall stand on), ``closed`` (the same beside sections that shall stay free on
            all other days) or ``barred`` (days on which a ban of sections holds).
        directed: it says where tasks shall go.
        aside: it gives a reason or says how things are, and complains of no place.
        crossed: it bans different sections of different days, which no goal can hold.
    """

    tokens: tuple[Token, ...]
    start: int
    end: int
    sides: tuple[tuple[Token, str], ...] = ()
    directed: bool = False
    crossed: bool = False
    aside: bool = False

    def has(self, side: str, *kinds: Kind) -> bool:
        """Whether a token, of one of the kinds if any are given, stands on the side."""
        return any(on == side and (not kinds or token.kind in kinds) for token, on in self.sides)


def parts_of(found: Sequence[Token], text: str) -> Iterator[Part]:
    """The clauses, cut where words hold something in its place; bare names go on with what was held before them."""
    yield from beside_what_stays(_parts_held(found, text))


def _parts_held(found: Sequence[Token], text: str) -> Iterator[Part]:
    clauses = list(settle(list(clauses_in(pointed(found), text)), text))
    parts = list(carried([part for clause in clauses for part in split_held(clause)]))
    directs = any(is_directed(part) for part in parts)
    others = any(is_directed(part) and _speaks_of_others(part) for part in parts)
    held = False
    for part in parts:
        bare = all(token.kind in ("named", "none") for token in part.tokens)
        left_out = others and kinds_in(part) & {"named"} and not is_directed(part)
        held = part.held or (held and bare) or bool(left_out) or _bars_names(part, directs) or _bars_a_move(part)
        yield replace(part, held=held)
        held = held or any(token.kind == "except" for token in part.tokens)


def read_clause(part: Part, text: str) -> Clause:
    """Give each token of a part of the text the side of the verb it stands on; what is held has none."""
    found = resolved(part)
    ban = first_of(found, "not")
    sides = list(_sides(found))
    barred = any(token.kind == "sections" and side == "banned" for token, side in zip(found, sides, strict=True))
    beside = barred and listed_beside(found, text)
    told = (
        (token, _ban_of(token.kind, barred, beside) if side == "banned" else side)
        for token, side in zip(found, sides, strict=True)
        if token.kind in _SIDED
    )
    if part.held:
        kept = (item for item in told if item[0].kind == "sections" and item[1] == "banned" and ban < len(found))
        return Clause((), part.start, part.end, tuple(kept))
    crossed = barred and not beside and is_crossed(found, text)
    directed = is_directed(part)
    aside = (
        not directed and "complaint" not in kinds_in(part) and is_aside(text[part.start : part.end], text[: part.start])
    )
    return Clause(found, part.start, part.end, tuple(told), directed, crossed, aside)


def is_directed(part: Part) -> bool:
    """Whether the part says where tasks shall go rather than where none shall be."""
    turn, ban = turn_and_ban(resolved(part))
    return not part.held and turn < ban


def _speaks_of_others(part: Part) -> bool:
    """ "The others" are those that the rest of the request does not name."""
    return "rest" in kinds_in(part) and "named" not in kinds_in(part)


def _bars_names(part: Part, directs: bool) -> bool:
    """A ban that names tasks and no place keeps them out; so does any ban where another clause directs."""
    kinds = kinds_in(part)
    turn, ban = turn_and_ban(part.tokens)
    return "named" in kinds and ban < turn and (directs or not kinds & {*PLACES, "to"})


def _bars_a_move(part: Part) -> bool:
    """ "Do not move Tuesday's tasks to Friday" keeps them where they are: it bans a move and no place."""
    turn, ban = turn_and_ban(part.tokens)
    around = (part.tokens[ban + 1 : turn], part.tokens[turn + 1 :])
    return ban < turn and all(any(token.kind in PLACES for token in side) for side in around)


def _sides(found: Sequence[Token]) -> Iterator[str]:
    """The side of each token; behind a "from" that follows the direction stands what is moved."""
    turn, ban = turn_and_ban(found)
    back = first_of(found, "from", "object", start=turn + 1)
    again = first_of(found, "to", start=back + 1)
    for index in range(len(found)):
        side = _side(index, turn, ban)
        yield "source" if side == "target" and back < index < again else side


def _side(index: int, turn: int, ban: int) -> str:
    if turn < ban:
        return "source" if index < turn else "target" if index < ban else "banned"
    return "banned" if ban < turn else "source"


def _ban_of(kind: Kind, barred: bool, beside: bool) -> str:
    """A ban of sections holds on the days it names; a ban without sections empties those days or weeks."""
    if kind in ("days", "dates"):
        return "closed" if beside else "barred" if barred else "emptied"
    return "emptied" if kind == "weeks" and not barred else "banned"
