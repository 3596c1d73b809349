"""A request cut into its clauses (rules SLICE-2, SLICE-21 and SLICE-22)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from domain.refine.directions import RANGES, TURNS, directed_span, first_of, kinds_in, resolved, turn_and_ban
from domain.refine.exclusions import Part
from domain.refine.token import PLACES, Kind, Token

_WHEN: tuple[Kind, ...] = ("days", "dates", "span", "stretch", "sections")
_ANOTHER = re.compile(
    r"\s*(?:,|\band\b)\s*(?!(?:and|also|then|or|all|only|preferably|maybe|perhaps|some|if)\b)[a-z]{2,}(?:\s+[a-z]+)?\s*",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\s*(?:and\s+)?(?!(?:and|or|also|then|all|but|please|it|them|i|we|is|are|maybe|only|preferably)\b)[a-z]{3,}\s*",
    re.IGNORECASE,
)
"""The name of something else between a place and the next preposition."""
_SMALL = re.compile(
    r"\b(?:in|on|at|during|of|the|please|preferably|ideally|if\s+possible)\b|最好|尽量|麻烦|[在的吧都就也要放排]|\s",
    re.IGNORECASE | re.ASCII,
)
_CLEARS = re.compile(r"清空|清出|[空腾][出着下空]|\s*(?:clear|free\s+up)\b", re.IGNORECASE | re.ASCII)
_BESIDE = re.compile(
    r"\s*(?:[、，,和与及跟或]|以及|还有|或者|,?\s*\b(?:and|or|nor|as\s+well\s+as)\b)\s*(?:都|在)?\s*"
    r"(?:\b(?:on|in|at|during|the|my|any|every)\b\s*)*",
    re.IGNORECASE | re.ASCII,
)


def clauses_in(found: Sequence[Token], text: str) -> Iterator[Part]:
    """The clauses between breaks, cut again where one holds several moves; places stand where they are meant."""
    broken = [part for each in _between_breaks(found, len(text)) for part in _clearing_apart(each, text)]
    clauses = _with_places_named_before(broken)
    moves = [move for clause in clauses for move in _moves(_pointing(clause, text), text)]
    named = _with_names_ahead(_with_heading(moves, text), text)
    yield from _with_places_named_after(_with_subjects(named, text), text)


def _with_heading(parts: list[Part], text: str) -> list[Part]:
    """ "Week 4: Spanish on Wednesday, History on Thursday" says for all of it in which week."""
    head, rest = parts[:1], parts[1:]
    if not rest or kinds_in(head[0]) != {"weeks"} or text[head[0].end :].lstrip()[:1] not in (":", "："):
        return parts
    if any("named" not in kinds_in(part) or "weeks" in kinds_in(part) for part in rest):
        return parts
    return [replace(part, tokens=(*part.tokens, *_moved(head[0].tokens, part.tokens[-1]))) for part in rest]


def _with_names_ahead(parts: Sequence[Part], text: str) -> list[Part]:
    """ "Essay draft: Sunday afternoon" says where the one before the colon shall go."""
    found: list[Part] = []
    for part in parts:
        head = found[-1] if found else Part((), 0, 0)
        colon = text[head.end : part.start].strip() in (":", "：")
        if colon and kinds_in(head) == {"named"} and kinds_in(part) <= {*PLACES, "on", "none"}:
            turn = Token("to", (), part.start, part.start)
            found[-1] = replace(head, tokens=(*head.tokens, turn, *part.tokens), end=part.end)
            continue
        found.append(part)
    return found


def _with_subjects(parts: Sequence[Part], text: str) -> Iterator[Part]:
    """ "Put Spanish on Monday, Astronomy on Tuesday": a name that no task bears is followed by a direction, too."""
    named = False
    for part in parts:
        first = part.tokens[0] if part.tokens else Token("none", (), part.start, part.end)
        alone = first.kind == "on" and kinds_in(part) <= {"on", *PLACES}
        told = named and alone and _SUBJECT.fullmatch(text[part.start : first.start])
        yield replace(part, tokens=(replace(first, kind="to"), *part.tokens[1:])) if told else part
        named = named or ("named" in kinds_in(part) and bool(kinds_in(part) & {"to", "on"}))


def _pointing(part: Part, text: str) -> Part:
    """ "Put Spanish on Wednesday and History on Thursday": behind each name the preposition points."""
    found = part.tokens
    points = [n for n in range(1, len(found) - 1) if _points(found, n, text)]
    if len(points) < 2 or kinds_in(part) & {"not", "hold", "except"}:
        return part
    told = (replace(token, kind="to") if n in points else token for n, token in enumerate(found))
    return replace(part, tokens=tuple(told))


def _points(found: Sequence[Token], index: int, text: str) -> bool:
    following = first_of(found, "named", "object", start=index)
    alone = first_of(found, *TURNS, start=index + 1) >= following
    last = found[index - 1]
    named = last.kind in ("named", "rest") or _ANOTHER.fullmatch(text[last.end : found[index].start]) is not None
    around = named and found[index + 1].kind in PLACES
    return found[index].kind in ("on", "to") and around and alone


def _between_breaks(found: Sequence[Token], length: int) -> Iterator[Part]:
    pending: list[Token] = []
    start = 0
    last = Token("break", (), length, length)
    for token, after in pairwise((*found, last, last)):
        if token.kind != "break":
            pending.append(token)
            continue
        if after.kind in TURNS and _awaits_direction(pending):
            continue
        if pending:
            yield Part(tuple(pending), start, token.start)
        pending, start = [], token.end


def _clearing_apart(part: Part, text: str) -> Iterator[Part]:
    """ "Move X to Monday and clear Friday" is two clauses; so is 清空周五并把 X 挪到周一."""
    found = part.tokens
    turn, ban = turn_and_ban(found)
    clears = ban < len(found) and _CLEARS.match(text, found[ban].start) is not None
    behind = turn + 1 < ban and found[ban - 1].kind in PLACES
    cut = ban if behind else first_of(found, "object", start=ban + 1)
    around = (found[:cut], found[cut:])
    if not clears or not all({t.kind for t in side} & {*PLACES} for side in around) or turn == len(found):
        yield part
        return
    stop = found[cut].start
    yield Part(found[:cut], part.start, stop)
    yield Part(found[cut:], stop, part.end)


def _with_places_named_before(parts: Sequence[Part]) -> Iterator[Part]:
    """ "At the weekend I go home, put nothing there": the days and sections stand where they are spoken of again."""
    lent: tuple[Token, ...] = ()
    for part, after in pairwise((*parts, Part((), 0, 0))):
        again = _is_about_the_same(after)
        settled = kinds_in(part) & {"not", "hold"} or any(token.kind in TURNS for token in resolved(part))
        places = _lent_by(part)
        yield replace(part, tokens=_without(part, places)) if again and not settled else _filled(part, lent)
        lent = places if again and not settled else ()


def _is_about_the_same(part: Part) -> bool:
    """It speaks of the places again, or forbids something without a place, a name or a verb of its own."""
    kinds = kinds_in(part)
    return not kinds & {*_WHEN, "weeks"} and ("there" in kinds or ("not" in kinds and kinds <= {"not", "none", "each"}))


def _lent_by(part: Part) -> tuple[Token, ...]:
    """The days and sections of a part; the weeks where it has no others."""
    places = tuple(token for token in part.tokens if token.kind in _WHEN)
    return places or tuple(token for token in part.tokens if token.kind == "weeks")


def _without(part: Part, places: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(token for token in part.tokens if token not in places)


def _with_places_named_after(parts: Iterable[Part], text: str) -> Iterator[Part]:
    """ "Move English to Sunday, in the afternoon": a place that stands alone is more of the target before it."""
    last: Part | None = None
    for part in parts:
        if last is not None and _is_more_of_it(last, part, text):
            last = replace(last, tokens=(*last.tokens, *(t for t in part.tokens if t.kind != "on")), end=part.end)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def _is_more_of_it(last: Part, part: Part, text: str) -> bool:
    """Whether a part is nothing but weeks, or sections, and the target before it has none."""
    kinds = kinds_in(part) - {"on", "none"}
    found = resolved(last)
    turn, ban = turn_and_ban(found)
    behind = {token.kind for token in found[turn:]}
    if len(kinds) != 1 or not kinds <= {"weeks", "sections"} or ban <= turn or not behind & {*PLACES} - kinds:
        return False
    between = pairwise((Token("none", (), part.start, part.start), *part.tokens, Token("none", (), part.end, part.end)))
    words = "".join(text[one.end : other.start] for one, other in between)
    return not behind & {"from", "not", "hold", *kinds} and not _SMALL.sub("", words)


def _filled(part: Part, places: tuple[Token, ...]) -> Part:
    """The part with those places instead of the word that stands for them."""
    if not places:
        return part
    if "there" not in kinds_in(part):
        return replace(part, tokens=(*part.tokens, *_moved(places, part.tokens[-1])))
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
    spans = [n for n, token in enumerate(found) if token.kind in RANGES]
    if len(spans) > 1 and not kinds_in(part) & {*TURNS, "not", "hold", "except"} and "object" in kinds_in(part):
        yield from _moves_by_spans(part, spans)
        return
    turn = first_of(found, *TURNS)
    again = first_of(found, *TURNS, start=turn + 1)
    end = first_of(found, *PLACES, start=turn + 1) + 1
    while end < again < len(found) and found[end].kind in PLACES:
        end += 1
    halted = any(token.kind in ("hold", "not", "except", "from") for token in found)
    if halted or not end < len(found) or again == len(found) or not _says_what(text, found[end - 1 : again + 1]):
        yield part
        return
    cut = found[end - 1].end
    yield Part(found[:end], part.start, cut)
    yield from _moves(Part(found[end:], cut, part.end), text)


def _moves_by_spans(part: Part, spans: Sequence[int]) -> Iterator[Part]:
    """ "Move Tuesday to Wednesday and Thursday to Friday" has a direction in each span."""
    begin, start = 0, part.start
    for n in spans:
        end = len(part.tokens) if n == spans[-1] else n + 1
        stop = part.end if n == spans[-1] else part.tokens[n].end
        yield Part((*part.tokens[begin:n], *directed_span(part.tokens[n]), *part.tokens[n + 1 : end]), start, stop)
        begin, start = end, stop


def listed_beside(found: Sequence[Token], text: str) -> bool:
    """Whether days and sections are listed side by side (周末和晚上), rather than one of the other (周末的晚上)."""
    places = [token for token in found if token.kind in _WHEN]
    pairs = [(one, other) for one, other in pairwise(places) if (one.kind == "sections") != (other.kind == "sections")]
    return bool(pairs) and all(_BESIDE.fullmatch(text[one.end : other.start]) for one, other in pairs)


def is_crossed(found: Sequence[Token], text: str) -> bool:
    """Whether different days have different sections, as in 周一上午和周二晚上, which no one ban can hold."""
    groups: list[list[Token]] = []
    for token in (token for token in found if token.kind in _WHEN):
        last = groups[-1][-1] if groups else token
        ends = last.kind == "sections" != token.kind and _BESIDE.fullmatch(text[last.end : token.start])
        groups = [*groups, [token]] if ends or not groups else [*groups[:-1], [*groups[-1], token]]
    if len(groups) < 2:
        return False
    days, sections = ({_values(group, of) for group in groups} for of in (True, False))
    return len(days) > 1 and len(sections) > 1


def _values(group: Sequence[Token], of_sections: bool) -> tuple[float, ...]:
    return tuple(v for token in group if (token.kind == "sections") == of_sections for v in token.values)


def _says_what(text: str, found: Sequence[Token]) -> bool:
    """Whether something to be moved stands between the place of one direction and the next direction."""
    if any(token.kind in ("named", "object", "rest", "ratio", "count") for token in found[1:-1]):
        return True
    between = pairwise(found)
    words = "".join(text[one.end : other.start] for one, other in between)
    return re.sub(r"\band\b|\bor\b|[\s、，,和与及并且再]", "", words, flags=re.IGNORECASE | re.ASCII) != ""
