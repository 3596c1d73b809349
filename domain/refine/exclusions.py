"""What a request says shall stay where it is (rule SLICE-16)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.refine.mentions import named_in
from domain.refine.token import PLACES, Kind, Token
from domain.schedule.state import ScheduleState, Task


@dataclass(frozen=True, slots=True)
class Part:
    """Tokens of a clause that belong together.

    Attributes:
        tokens: in text order.
        start, end: where its text lies, end exclusive.
        held: it says what shall not move, and nothing else.
    """

    tokens: tuple[Token, ...]
    start: int
    end: int
    held: bool = False


def split_held(part: Part) -> Iterator[Part]:
    """Cut a clause where words that hold something in its place begin and end."""
    found = part.tokens
    hold = _first(found, 0, "hold")
    if hold == len(found):
        yield part
        return
    turn = _first(found, 0, "to")
    begin = _first(found, turn, "named", "rest", "object", "hold") if turn < hold else 0
    begin = hold if found[hold].values else begin
    about = _first(found, begin, "named", *PLACES)
    end = _first(found, max(about, hold) + 1, "object", "rest", "hold") if about < len(found) else len(found)
    while end < len(found) and found[end].kind == "hold":
        end = _first(found, end + 1, "object", "rest")
    start = part.start if begin == 0 else found[begin].start
    stop = part.end if end >= len(found) else found[end].start
    if begin:
        yield Part(found[:begin], part.start, start)
    yield _held(Part(found[begin:end], start, stop))
    if end < len(found):
        yield from split_held(Part(found[end:], stop, part.end))


def _held(part: Part) -> Part:
    """ "Do not move anything to Friday" names nothing, and is an ordinary ban on Friday."""
    kinds = {token.kind for token in part.tokens}
    if "named" in kinds or "to" not in kinds:
        return replace(part, held=True)
    banned = (replace(token, kind="not") if token.kind == "hold" else token for token in part.tokens)
    return replace(part, tokens=tuple(banned))


def held_span(part: Part) -> tuple[int, int]:
    """Where a held part says what it is about: after the words that hold, else before them."""
    found = part.tokens
    hold = _first(found, 0, "hold")
    before = [token.start for token in found[:hold] if token.kind in ("named", *PLACES)]
    if before and not any(token.kind in ("hold", "not") for token in found):
        return before[0], max(token.end for token in found if token.kind in ("named", *PLACES))
    if before or hold == len(found):
        return min(before, default=part.start), found[hold].start if hold < len(found) else part.end
    stop = _first(found, hold + 1, "to", "hold")
    return found[hold].end, found[stop].start if stop < len(found) else part.end


def exception_spans(part: Part) -> Iterator[tuple[int, int, int]]:
    """Exceptions within a part: where each begins, where its words begin, and where they end."""
    found = part.tokens
    for index, token in enumerate(found):
        if token.kind == "except":
            stop = _first(found, index + 1, "outer", "to", "from", "not", "object", "rest", "each")
            yield token.start, token.end, found[stop].start if stop < len(found) else part.end
        if token.kind == "outer" and not any(earlier.kind == "except" for earlier in found[:index]):
            marks = [earlier.end for earlier in found[:index] if earlier.kind in ("object", "to")]
            begin = marks[-1] if marks else part.start
            yield begin, begin, token.start


def without_exceptions(part: Part) -> Part:
    """The part with each exception as one token that nothing is read into."""
    spans = [(begin, end) for begin, _words, end in exception_spans(part)]
    rest = [token for token in part.tokens if not any(begin <= token.start < end for begin, end in spans)]
    covers = [Token("none", (), begin, end) for begin, end in spans]
    return replace(part, tokens=tuple(sorted((*rest, *covers), key=lambda token: token.start)))


def spared(
    text: str, start: int, end: int, found: Sequence[Token], state: ScheduleState
) -> tuple[tuple[int, ...], str]:
    """The tasks that the words between two places mean, by name or by where they stand, and a name none bears."""
    inside = [token for token in found if start <= token.start < end]
    ids, unknown = named_in(text, start, end, inside, state)
    if not ids and not any(token.kind in PLACES for token in inside):
        return (), unknown
    among = [task for task in state.tasks if not task.is_course and (not ids or task.state_id in ids)]
    return tuple(task.state_id for task in among if _stands(state, task, inside)), unknown


def _stands(state: ScheduleState, task: Task, found: Sequence[Token]) -> bool:
    wanted = {kind: {abs(v) for token in found if token.kind == kind for v in token.values} for kind in PLACES}
    if not any(wanted.values()):
        return True
    for slot in task.slots:
        day = state.window.place(slot.day)
        sections = set(range(slot.slot_start, slot.slot_end + 1))
        number = (day.week - 1) * 7 + day.day_of_week
        actual: dict[Kind, set[int]] = {
            "weeks": {day.week},
            "days": {day.day_of_week},
            "dates": {number},
            "sections": sections,
        }
        if all(not wanted[kind] or wanted[kind] & places for kind, places in actual.items()):
            return True
    return False


def _first(found: Sequence[Token], start: int, *kinds: str) -> int:
    return next((index for index in range(start, len(found)) if found[index].kind in kinds), len(found))
