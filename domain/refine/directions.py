"""What points in a clause, and what is only a range or a place (rules SLICE-2, SLICE-7 and SLICE-23)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from domain.refine.exclusions import Part, without_exceptions
from domain.refine.token import PLACES, Kind, Token

TURNS: tuple[Kind, ...] = ("to", "shift")
RANGES: dict[Kind, Kind] = {"span": "days", "stretch": "dates"}


def resolved(part: Part) -> tuple[Token, ...]:
    """The tokens of a part with their kinds settled: what points, what is a range, what bounds a target."""
    found = tuple(_resolve_spans(_resolve_on(_resolve_where(without_exceptions(part).tokens))))
    return tuple(_resolve_bounds(_resolve_doing(found, part.end)))


def turn_and_ban(found: Sequence[Token]) -> tuple[int, int]:
    """Where the first direction and the first ban stand; the number of tokens where there is none."""
    return first_of(found, *TURNS), first_of(found, "not")


def first_of(found: Sequence[Token], *kinds: Kind, start: int = 0) -> int:
    """Index of the first token of one of the kinds; the number of tokens where there is none."""
    return next((index for index in range(start, len(found)) if found[index].kind in kinds), len(found))


def kinds_in(part: Part) -> set[Kind]:
    """The kinds of the tokens of a part."""
    return {token.kind for token in part.tokens}


def directed_span(token: Token) -> tuple[Token, Token, Token]:
    """ "Friday to Monday" as a direction from the one to the other."""
    kind = RANGES[token.kind]
    first, last = (replace(token, kind=kind, values=values) for values in (token.values[:1], token.values[-1:]))
    return first, replace(token, kind="to", values=()), last


def _resolve_on(found: Sequence[Token]) -> Iterator[Token]:
    """ "Put it on Monday": where nothing else points, the last preposition after the verb does.

    Behind a name the first one does, if they speak of one place: "the draft on Sunday in the evening".
    """
    points = any(token.kind in (*TURNS, *RANGES, "not", "complaint") for token in found)
    verb = next((token.start for token in found if token.kind in ("object", "named")), len(found) and found[-1].end)
    turn = next((n for n in range(len(found) - 1, -1, -1) if found[n].kind == "on" and found[n].start > verb), None)
    while turn is not None and _is_one_place(found[:turn], found[turn + 1 : turn + 2]):
        turn -= 2
    for index, token in enumerate(found):
        if token.kind != "on":
            yield token
        elif index == turn and not points:
            yield replace(token, kind="to")


def _is_one_place(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether a name, a preposition and a place stand before another kind of place."""
    if len(before) < 3 or not after:
        return False
    name, preposition, place = before[-3:]
    kinds = {place.kind, after[0].kind}
    return name.kind == "named" and preposition.kind == "on" and len(kinds) == 2 and kinds <= {*PLACES}


def _resolve_spans(found: Iterable[Token]) -> Iterator[Token]:
    """ "Friday to Monday" is a direction after a verb that has no other, and a range everywhere else.

    What is spread from Monday to Friday goes to those days.
    """
    listed = _resolve_spread(list(found))
    directed = any(token.kind == "object" for token in listed) and not any(
        token.kind in (*TURNS, "not") for token in listed
    )
    spans = [token for token in listed if token.kind in RANGES]
    amid = next((n for n, token in enumerate(listed) if token.kind == "amid"), len(listed))
    divided = directed and any(token.kind in PLACES for token in listed[:amid])
    for token in listed:
        if token.kind == "amid":
            yield from (replace(token, kind="to", values=()),) if divided else ()
            yield replace(token, kind="days")
            continue
        kind = RANGES.get(token.kind)
        if kind is None:
            yield token
        elif directed and token is spans[-1]:
            yield from directed_span(token)
        else:
            yield replace(token, kind=kind)


def _resolve_spread(found: list[Token]) -> list[Token]:
    verb = next((n for n, token in enumerate(found) if token.kind == "object" and token.values), len(found))
    span = first_of(found, *RANGES, start=verb)
    if span == len(found) or any(token.kind in (*TURNS, "not", "on") for token in found):
        return found
    places = (replace(token, kind=RANGES.get(token.kind, token.kind)) for token in found[span:])
    about = [token for token in found[:span] if token.kind in (*PLACES, "named", "rest")]
    turn = Token("to", (), found[span].start, found[span].start)
    return [*(token for token in found[:span] if token.kind != "from"), *((turn,) if about else ()), *places]


def _resolve_where(found: Sequence[Token]) -> tuple[Token, ...]:
    """ "Sunday is where Friday's tasks should go" names the target first."""
    where = first_of(found, "where")
    if where == len(found) or not any(token.kind in PLACES for token in found[:where]):
        return tuple(found)
    if found[where].values:
        return _resolve_giving(found, where)
    rest = (token for token in found[where + 1 :] if token.kind not in TURNS)
    return (*rest, replace(found[where], kind="to"), *found[:where])


def _resolve_giving(found: Sequence[Token], where: int) -> tuple[Token, ...]:
    """周五给英语 names the target first, too; with no name behind it the verb says nothing."""
    before, after = found[:where], found[where + 1 :]
    kinds = {token.kind for token in found}
    given = after and after[0].kind == "named" and after[0].start == found[where].end
    if not given or kinds & {*TURNS, "not", "hold", "complaint"} or not any(token.kind in PLACES for token in before):
        return (*before, *after)
    places = (token for token in before if token.kind in PLACES)
    return (*after, replace(found[where], kind="to"), *places)


def _resolve_doing(found: Sequence[Token], end: int) -> tuple[Token, ...]:
    """英语周五做: the place right before the verb is a target, what follows the verb is not.

    A verb with other words behind it, as in 周五看电影, is not about tasks.
    """
    found = _resolve_hauls(found)
    doing = next((n for n in range(1, len(found)) if _does(found, n, end)), 0)
    if not doing or any(token.kind in (*TURNS, "not", "complaint", "hold") for token in found):
        return tuple(found)
    begin = doing
    while begin and _touches_place(found[begin - 1], found[begin]):
        begin -= 1
    turn = Token("to", (), found[begin].start, found[begin].start)
    back = Token("from", (), found[doing].start, found[doing].end)
    return (*found[:begin], turn, *found[begin:doing], back, *found[doing + 1 :])


def _does(found: Sequence[Token], index: int, end: int) -> bool:
    token = found[index]
    following = found[index + 1].start if index + 1 < len(found) else end
    about = token.kind == "doing" and _touches_place(found[index - 1], token) and token.end == following
    needs = bool(token.values) and not (index + 1 < len(found) and found[index + 1].kind in ("named", "count", "ratio"))
    return about and not needs


def _resolve_hauls(found: Sequence[Token]) -> Sequence[Token]:
    """往周日挪周六的任务: the verb right behind a target turns to what is moved."""
    turn = first_of(found, "to")
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
    points = kinds & {*TURNS, "not"}
    due = "due" in kinds
    place = next((t for t in found if t.kind in PLACES and (due or (t.bound and "object" in kinds))), None)
    for token in found:
        if token is place and not points:
            yield Token("to", (), token.start, token.start)
        yield token
