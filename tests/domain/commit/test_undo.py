"""What keeps a commit from being undone, one kind after the other (rule UNDO-2)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domain.commit.images import EventImage, Images, ItemImage, SectionImage, Touched
from domain.commit.standing import Stretch
from domain.commit.undo import Dependent, ItemNow, RowsNow, dependents

AT = datetime(2026, 9, 1, tzinfo=UTC)


def event(event_id: str, name: str, item_id: str | None = None) -> EventImage:
    return EventImage(id=event_id, name=name, item_id=item_id, created_at=AT)


def section(row_id: str, event_id: str, number: int, guest: str | None = None, week: int = 5) -> SectionImage:
    return SectionImage(id=row_id, event_id=event_id, week=week, day_of_week=1, section=number, guest_event_id=guest)


PLACED = event("new", "复习", "item")
HOST, GUEST, OTHER = event("host", "自习"), event("guest", "实验"), event("other", "线代")
IMAGES = Images(
    events=(Touched(after=PLACED), Touched(before=event("old", "作业", "back"))),
    sections=(
        *(Touched(after=section(f"n{number}", "new", number)) for number in (1, 2)),
        *(Touched(before=section(f"o{number}", "old", number)) for number in (7, 8)),
        Touched(before=section("h", "host", 5), after=section("h", "host", 5, "guest")),
    ),
    items=(
        Touched(before=ItemImage(id="item", status="pending"), after=ItemImage(id="item", status="arranged")),
        Touched(before=ItemImage(id="back", status="arranged"), after=ItemImage(id="back", status="pending")),
    ),
)
"""A commit that placed 复习 in sections 1-2, took 作业 out of 7-8 and embedded 实验 in section 5 of 自习."""
NOW = RowsNow(
    {row.id: row for row in (PLACED, HOST, GUEST)},
    {row.id: row for row in (section("n1", "new", 1), section("n2", "new", 2), section("h", "host", 5, "guest"))},
    {"item": ItemNow("复习", "arranged"), "back": ItemNow("作业", "pending")},
)


def sections(*rows: SectionImage, gone: tuple[str, ...] = ()) -> RowsNow:
    """As the commit left it, but for these rows."""
    kept = {row_id: row for row_id, row in NOW.sections.items() if row_id not in gone}
    return replace(NOW, sections=kept | {row.id: row for row in rows}, events={**NOW.events, "other": OTHER})


def items(**changed: ItemNow | None) -> RowsNow:
    found = {item_id: changed.get(item_id, item) for item_id, item in NOW.items.items()}
    return replace(NOW, items={item_id: item for item_id, item in found.items() if item is not None})


def test_as_the_commit_left_it_nothing_is_in_the_way() -> None:
    """Renamed and reordered items neither (UNDO-3)."""
    assert dependents(IMAGES, NOW, "zh-CN", {}, {}) == ()
    assert dependents(IMAGES, items(item=ItemNow("改了名", "arranged")), "zh-CN", {}, {}) == ()


CASES = {
    "removed": (
        replace(sections(gone=("n1", "n2")), events={"host": HOST, "guest": GUEST}),
        Dependent(code="removed", task="复习", held_by="", message="「复习」已不在第5周周一第1-2节。"),
    ),
    "moved": (
        sections(section("m1", "new", 3, week=6), section("m2", "new", 4, week=6), gone=("n1", "n2")),
        Dependent(
            code="moved",
            task="复习",
            held_by="第6周周一第3-4节",
            message="「复习」已从第5周周一第1-2节移至第6周周一第3-4节。",
        ),
    ),
    "extended": (
        sections(section("n3", "new", 3)),
        Dependent(code="extended", task="复习", held_by="", message="「复习」后来又占用了第5周周一第3节。"),
    ),
    "guest": (
        sections(section("h", "host", 5, "other")),
        Dependent(code="guest", task="自习", held_by="线代", message="第5周周一第5节的「自习」后来嵌入了「线代」。"),
    ),
    "guest_left": (
        sections(section("h", "host", 5)),
        Dependent(code="guest_left", task="自习", held_by="", message="第5周周一第5节的「自习」的嵌入任务已变。"),
    ),
    "taken": (
        sections(section("x", "other", 8)),
        Dependent(
            code="taken", task="作业", held_by="线代", message="「作业」要回到的第5周周一第8节已被「线代」占用。"
        ),
    ),
    "changed": (
        replace(NOW, events={**NOW.events, "new": event("new", "改了", "item")}),
        Dependent(code="changed", task="复习", held_by="", message="「复习」的内容后来有改动（第5周周一第1-2节）。"),
    ),
    "arranged": (
        replace(
            sections(section("a", "again", 11)),
            items=items(back=ItemNow("作业", "arranged")).items,
            events={**NOW.events, "again": event("again", "作业", "back")},
        ),
        Dependent(code="arranged", task="作业", held_by="", message="「作业」后来又安排在第5周周一第11节。"),
    ),
    "waiting": (
        items(item=ItemNow("复习", "pending")),
        Dependent(code="waiting", task="复习", held_by="", message="「复习」后来改为待排。"),
    ),
    "task_gone": (
        items(back=None),
        Dependent(code="task_gone", task="作业", held_by="", message="「作业」已被删除，第5周周一第7-8节无法恢复。"),
    ),
}
"""What is there now, and the one thing that is told of it; the place is that of its sentence."""


@pytest.mark.parametrize("code", CASES)
def test_each_later_change_is_told_once_and_in_words(code: str) -> None:
    now, expected = CASES[code]
    [found] = dependents(IMAGES, now, "zh-CN", {}, {})
    assert found.model_copy(update={"place": None}) == expected
    assert (found.place is None) == (code == "waiting")
    [english] = dependents(IMAGES, now, "en", {}, {})
    assert english.message
    assert (english.code, english.task) == (found.code, found.task)


def test_a_place_is_the_first_of_those_told() -> None:
    [found] = dependents(IMAGES, CASES["removed"][0], "en", {}, {})
    assert found.place == Stretch(week=5, day_of_week=1, section_from=1, section_to=2)
    assert found.message == "'复习' is not in sections 1-2 on Mon of week 5 any more."
