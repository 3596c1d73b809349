"""The tool that shows one day, or a part of it, section by section (rule TOOL-13)."""

from collections.abc import Iterator
from typing import Any, Self

from pydantic import Field, model_validator

from domain.phrases.say import joined, say
from domain.schedule.days import Day, Seat, days, guest_in, takes_guests, within_segments
from domain.schedule.sentences import marked, marks, sections_text
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.arguments import Arguments, Number
from domain.tools.filters import Section, check_day, check_range
from domain.tools.results import ToolResult
from domain.tools.rows import detail_row, slot_row


class QueryRangeArguments(Arguments):
    """Which day, and which part of it."""

    day: Number = Field(description="day of the window, from 1")
    slot_start: Section | None = Field(None, description="first section; without both ends the whole day")
    slot_end: Section | None = Field(None, description="last section; without both ends the whole day")

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        check_range("slot_start", self.slot_start, "slot_end", self.slot_end)
        return self

    @property
    def whole_day(self) -> bool:
        """Whether no part is asked for."""
        return self.slot_start is None and self.slot_end is None

    @property
    def part(self) -> Slot:
        """The sections asked for; an end that is not given is that of the day."""
        return Slot(day=self.day, slot_start=self.slot_start or 1, slot_end=self.slot_end or SECTIONS_PER_DAY)


def query_range(state: ScheduleState, arguments: QueryRangeArguments) -> tuple[ScheduleState, ToolResult]:
    """What the sections of a day hold: the whole day by slots and free segments, a part of it section by section.

    Raises:
        Refused: ``out_of_window``.
    """
    check_day(state, arguments.day)
    day, part = days(state, [arguments.day])[0], arguments.part
    lines = _whole_day(state, day) if arguments.whole_day else _part(state, day, part)
    return state, ToolResult(ok=True, code="ok", text="\n".join(lines), data=_data(state, day, part))


def _whole_day(state: ScheduleState, day: Day) -> Iterator[str]:
    locale = state.locale
    yield say(locale, "range.day", day=day.number)
    held = [(slot, _held(state, (slot, task))) for slot, task in day.seats]
    empty = [(slot, say(locale, "range.empty")) for run in day.free for slot in within_segments(run)]
    for slot, text in sorted((*held, *empty), key=lambda row: row[0].slot_start):
        yield say(locale, "range.row", slot=sections_text(locale, slot), held=text)
    runs = [say(locale, "range.run", slot=sections_text(locale, run), count=run.length) for run in day.free]
    yield say(locale, "range.runs", runs=joined(locale, runs))
    hosts = [_host(state, seat) for seat in day.seats if _hosts_or_bars(seat[1])]
    yield say(locale, "range.hosts", hosts=joined(locale, hosts))


def _part(state: ScheduleState, day: Day, part: Slot) -> Iterator[str]:
    locale = state.locale
    yield say(locale, "range.part", day=day.number, slot=sections_text(locale, part))
    for section in range(part.slot_start, part.slot_end + 1):
        one = Slot(day=day.number, slot_start=section, slot_end=section)
        held = [_held(state, seat) for seat in day.seats if one.within(seat[0])]
        text = joined(locale, held) if held else say(locale, "range.empty")
        yield say(locale, "range.row", slot=sections_text(locale, one), held=text)
    yield _tally(state, day, part)


def _tally(state: ScheduleState, day: Day, part: Slot) -> str:
    """How much of the part is free."""
    taken = (day.taken & part.mask).bit_count()
    key = {0: "range.all_free", part.length: "range.all_taken"}.get(taken, "range.partly_taken")
    return say(state.locale, key, count=part.length, free=part.length - taken, taken=taken)


def _held(state: ScheduleState, seat: Seat) -> str:
    slot, task = seat
    embeddable = takes_guests(task) and guest_in(state, task, slot) is None
    return marked(state.locale, task.label, marks(state, task, embeddable))


def _hosts_or_bars(task: Task) -> bool:
    """Whether guests are a matter with a task: a host, or one that is fixed."""
    return task.embed_host is None and (task.can_embed or task.locked)


def _host(state: ScheduleState, seat: Seat) -> str:
    """A slot that is open to guests, has one, or is fixed and closed to them."""
    slot, task = seat
    guest = guest_in(state, task, slot)
    fixed = [say(state.locale, "mark.fixed")] if task.locked else []
    if guest is not None:
        word = say(state.locale, "mark.holds", guest=guest.label)
    else:
        word = say(state.locale, "mark.embeddable" if takes_guests(task) else "mark.closed")
    held = marked(state.locale, task.label, [*fixed, word])
    return say(state.locale, "range.host", slot=sections_text(state.locale, slot), host=held)


def _data(state: ScheduleState, day: Day, part: Slot) -> dict[str, Any]:
    seats = [seat for seat in day.seats if seat[0].overlaps(part)]
    free = [section for section in range(part.slot_start, part.slot_end + 1) if not day.taken >> section & 1]
    return {
        **slot_row(state, part),
        "taken": part.length - len(free),
        "free": len(free),
        "free_sections": free,
        "seats": [
            {"task_id": task.state_id, "slot_start": slot.slot_start, "slot_end": slot.slot_end} for slot, task in seats
        ],
        "tasks": [detail_row(state, task) for task in {task.state_id: task for _, task in seats}.values()],
    }
