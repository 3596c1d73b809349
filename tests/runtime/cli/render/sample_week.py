"""One week in which six tasks leave Thursday and Friday for Monday to Wednesday, one of them into a lecture."""

from datetime import date
from io import StringIO

from rich.console import Console, RenderableType

from domain.preview.body import PreviewBody, PreviewHeader, preview_body
from domain.preview.difference import Moved, difference
from domain.schedule.state import Locale, ScheduleState, Slot, Task
from domain.steps import MoveNote
from domain.term.calendar import Term
from domain.term.window import Window

TERM = Term(first_monday=date(2026, 3, 2), weeks=18)
WINDOW = Window.between(TERM, date(2026, 3, 30), date(2026, 4, 5))
CLAUSE = "把第5周周四到周五的任务均匀分散到周一到周三"
OCEAN = 4

MOVES: dict[int, tuple[str, str, tuple[int, int, int], tuple[int, int, int]]] = {
    11: ("推断·习题 3", "推断", (4, 5, 6), (1, 5, 6)),
    12: ("桥梁·图纸 2", "桥梁", (4, 7, 8), (1, 7, 8)),
    13: ("口译·跟读 5", "口译", (4, 9, 10), (2, 3, 4)),
    14: ("推断·习题 4", "推断", (5, 5, 6), (2, 9, 10)),
    15: ("口译·跟读 6", "口译", (5, 3, 4), (3, 5, 6)),
    16: ("桥梁·图纸 3", "桥梁", (5, 7, 8), (3, 9, 10)),
}


def slot(day: int, start: int, end: int) -> Slot:
    return Slot(day=day, slot_start=start, slot_end=end)


def course(number: int, name: str, *slots: Slot, can_embed: bool = False) -> Task:
    return Task(
        state_id=number,
        source="event",
        source_id=number,
        name=name,
        category="课程",
        status="existing",
        event_type="course",
        slots=slots,
        can_embed=can_embed,
    )


def inked(number: int, name: str, *slots: Slot) -> Task:
    return course(number, name, *slots).model_copy(update={"event_type": "task", "category": "古文字"})


def pencilled(number: int, name: str, category: str, at: Slot, host: int | None = None, pinned: bool = False) -> Task:
    return Task(
        state_id=number,
        source="task_item",
        source_id=number,
        name=name,
        category=category,
        category_id=category,
        status="suggested",
        duration=at.length,
        slots=(at,),
        embed_host=host,
        pinned=pinned,
    )


FIXED = (
    course(1, "统计推断", slot(1, 1, 2), slot(3, 3, 4)),
    course(2, "桥梁构造", slot(1, 3, 4), slot(2, 5, 6), slot(4, 1, 3)),
    course(3, "口译基础", slot(2, 1, 2)),
    course(OCEAN, "海洋学导论", slot(3, 5, 8), can_embed=True),
    course(5, "古文字入门", slot(5, 1, 2)),
    course(6, "羽毛球", slot(6, 3, 4)),
    inked(7, "古文字·摹写 1", slot(1, 9, 10)),
    inked(8, "古文字·摹写 2", slot(2, 7, 8)),
    inked(9, "海洋·笔记 1", slot(3, 1, 2)),
    inked(10, "海洋·笔记 2", slot(6, 7, 8)),
    pencilled(17, "古文字·摹写 3", "古文字", slot(5, 9, 10), pinned=True),
    pencilled(18, "周记 5", "周记", slot(7, 3, 3)),
    pencilled(19, "口译·跟读 7", "口译", slot(7, 5, 6)),
)


def week_before(locale: Locale = "zh-CN") -> ScheduleState:
    moving = (pencilled(number, name, kind, slot(*old)) for number, (name, kind, old, _) in MOVES.items())
    return ScheduleState(window=WINDOW, tasks=(*FIXED, *moving), locale=locale)


def week_after(locale: Locale = "zh-CN") -> ScheduleState:
    moved = (
        pencilled(number, name, kind, slot(*new), OCEAN if new == (3, 5, 6) else None)
        for number, (name, kind, _, new) in MOVES.items()
    )
    return ScheduleState(window=WINDOW, tasks=(*FIXED, *moved), locale=locale)


def changes() -> tuple[Moved, ...]:
    return difference(week_before(), week_after())


def body_of(state: ScheduleState) -> PreviewBody:
    """The preview of a state that differs from nothing."""
    header = PreviewHeader(session="01JQ0000000000000000000000", revision=1, summary="", completed=True)
    return preview_body(header, state, state, ())


def preview(locale: Locale = "zh-CN") -> PreviewBody:
    notes = [MoveNote(task_id=n, rule="spread_even", decided_by="rules", clause=CLAUSE) for n in MOVES]
    header = PreviewHeader(session="01JQ0000000000000000000000", revision=3, summary="", completed=True)
    return preview_body(header, week_before(locale), week_after(locale), notes)


def printed(renderable: RenderableType, width: int, colour: bool = False) -> str:
    """What a console of that width shows; without colour it is what a file would get."""
    out = StringIO()
    console = Console(width=width, file=out, force_terminal=colour, color_system="truecolor" if colour else None)
    console.print(renderable)
    return out.getvalue()
