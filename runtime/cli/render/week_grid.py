"""One week as a grid of seven days and twelve sections (rules PREVIEW-10 and PREVIEW-11)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from domain.preview.body import PreviewBody
from domain.preview.difference import Moved
from domain.preview.places import weekday_name
from domain.schedule.state import ALL_SECTIONS, Locale
from domain.term.calendar import Term
from runtime.cli.render.blocks import block
from runtime.cli.render.cells import padded, printable
from runtime.cli.render.standing import Standing
from runtime.cli.render.tiles import SPINES, STYLES, Tile, TileKind, tiles

AXIS = 8
MIN_COLUMN, MAX_COLUMN = 5, 24
RULE = "dim"
DAYS = range(1, 8)
MEAL = timedelta(minutes=45)
SUPPER_FROM = time(15)

_WORDS: dict[Locale, dict[str, str]] = {
    "zh-CN": {"load": "任务节数", "lunch": " 午休 ", "supper": " 晚饭 ", "outside": "计划外"},
    "en": {"load": "sections", "lunch": " lunch ", "supper": " supper ", "outside": "not planned"},
}
_LEGEND: dict[Locale, dict[TileKind, str]] = {
    "zh-CN": {
        "course": "▒ 课程",
        "open": "║ 可嵌入课程",
        "existing": "▌ 已有任务",
        "suggested": "┊ 建议任务",
        "moved": "┊❶ 改动",
        "pinned": "┃ 已固定",
        "ghost": "·① 原位",
    },
    "en": {
        "course": "▒ course",
        "open": "║ open",
        "existing": "▌ existing",
        "suggested": "┊ suggested",
        "moved": "┊❶ moved",
        "pinned": "┃ pinned",
        "ghost": "·① old place",
    },
}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def week_grid(
    body: PreviewBody, week: int, *, term: Term, changes: Sequence[Moved] = (), caption: str = ""
) -> "WeekGrid":
    """A week of a preview, to be printed on a rich console of any width from 52 cells.

    Args:
        body: the preview before or after ``changes``; each is shown from the side on which the preview stands.
        week: week of the term.
        term: gives dates and clock times.
        changes: numbered in this order on tasks and old places.
        caption: stands beside the title.
    """
    return WeekGrid(body, week, term, tuple(changes), caption)


@dataclass(frozen=True)
class WeekGrid:
    """A rich renderable; it takes as many cells as the console offers, and no colour where there is none."""

    body: PreviewBody
    week: int
    term: Term
    changes: tuple[Moved, ...] = ()
    caption: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        column = (options.max_width - AXIS - 2) // len(DAYS) - 1
        yield from _Page(self, max(MIN_COLUMN, min(MAX_COLUMN, column))).lines()


@dataclass
class _Page:
    """The grid at one column width."""

    grid: WeekGrid
    column: int
    cells: dict[tuple[int, int], Text] = field(default_factory=dict)
    owners: dict[tuple[int, int], Tile] = field(default_factory=dict)
    shown: set[TileKind] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.locale = self.grid.body.locale
        self.words = _WORDS[self.locale]
        self.standing = Standing.of(self.grid.body)
        for tile in tiles(self.grid.body, self.grid.changes):
            place = self.grid.body.window.place(tile.slot.day)
            if place.week == self.grid.week:
                self._lay(place.day_of_week, tile)

    def lines(self) -> Iterator[Text]:
        yield self._rule("┌", "─", "┐", self._title(), "bold")
        yield self._row(" " * AXIS, self._day_heads())
        yield self._row(padded(self.words["load"], AXIS), [self._load(day) for day in DAYS])
        yield self._rule("├", "┼", "┤")
        for section in ALL_SECTIONS:
            clock = self.grid.term.sections[section - 1].start
            cells = [self.cells.get((day, section), Text(" " * self.column)) for day in DAYS]
            yield self._row(f"{section:2d} {clock:%H:%M}", cells)
            if meal := self._meal_after(section):
                yield self._meal_rule(meal, section)
        yield self._rule("├", "┴", "┤")
        yield from self._legend()
        yield self._rule("└", "─", "┘")

    def _lay(self, day: int, tile: Tile) -> None:
        sections = range(tile.slot.slot_start, tile.slot.slot_end + 1)
        if tile.kind == "ghost" and any((day, section) in self.cells for section in sections):
            return
        self._note_kinds(tile)
        self.owners |= {(day, section): tile for section in sections}
        self.cells |= {(day, section): line for section, line in zip(sections, block(tile, self.column), strict=True)}

    def _note_kinds(self, tile: Tile) -> None:
        self.shown.add(tile.kind)
        if tile.guest is not None:
            self._note_kinds(tile.guest)

    def _title(self) -> str:
        first, last = (self.grid.term.date_of(self.grid.week, day) for day in (1, 7))
        if self.locale == "zh-CN":
            title = f"第 {self.grid.week} 周 · {first.month}月{first.day}日 – {last.month}月{last.day}日"
        else:
            title = f"Week {self.grid.week} · {_day_month(first)} – {_day_month(last)}"
        return f"{title} · {printable(self.grid.caption)}" if self.grid.caption else title

    def _day_heads(self) -> list[Text]:
        """Weekday and date in the longest form in which all seven fit."""
        dates = [self.grid.term.date_of(self.grid.week, day) for day in DAYS]
        names = [weekday_name(day, self.locale) for day in DAYS]
        full = [f"{on.month}.{on.day}" if self.locale == "zh-CN" else _day_month(on) for on in dates]
        forms = [
            [f"{name} {on}" for name, on in zip(names, ons, strict=True)] for ons in (full, [d.day for d in dates])
        ]
        heads = next((form for form in forms if max(map(cell_len, form)) <= self.column), names)
        return [Text(padded(head, self.column), "bold") for head in heads]

    def _load(self, day: int) -> Text:
        number = self.grid.body.window.day_of(self.grid.week, day)
        if number is None:
            return Text(padded(self.words["outside"], self.column), "dim")
        load = self.standing.load(number)
        earlier = load - self._arrivals(number)
        if earlier == load:
            return Text(padded(f"{load}", self.column))
        return Text(padded(f"{earlier} → {load}", self.column), "bold")

    def _arrivals(self, day: int) -> int:
        """Sections that the changes brought to a day, less those they took; nothing while they are still to come."""
        here = [change for change in self.grid.changes if self.standing.is_in_place(change)]
        came = sum(slot.length for change in here for slot in change.to_slots if slot.day == day)
        return came - sum(slot.length for change in here for slot in change.from_slots if slot.day == day)

    def _meal_after(self, section: int) -> str:
        sections = self.grid.term.sections
        if section == len(sections) or _minutes(sections[section].start) - _minutes(sections[section - 1].end) < MEAL:
            return ""
        return self.words["lunch" if sections[section - 1].end < SUPPER_FROM else "supper"]

    def _row(self, axis: str, cells: Sequence[Text]) -> Text:
        bar = Text("│", RULE)
        return Text.assemble(bar, (axis, RULE), bar, *(part for cell in cells for part in (cell, bar)))

    def _meal_rule(self, meal: str, section: int) -> Text:
        fill = padded(meal, AXIS).rstrip() + " "
        line = Text.assemble(("├", RULE), (fill, RULE), ("─" * (AXIS - cell_len(fill)), RULE), ("┼", RULE))
        for day in DAYS:
            line.append_text(self._meal_cell(day, section))
            line.append("┤" if day == DAYS[-1] else "┼", RULE)
        return line

    def _meal_cell(self, day: int, section: int) -> Text:
        tile = self.owners.get((day, section))
        if tile is None or self.owners.get((day, section + 1)) is not tile:
            return Text("─" * self.column, RULE)
        return Text(padded(SPINES[tile.kind], self.column), STYLES[tile.kind])

    def _rule(self, left: str, cross: str, right: str, title: str = "", style: str = RULE) -> Text:
        plain = left + "─" * AXIS + "".join(cross + "─" * self.column for _ in DAYS) + right
        if not title:
            return Text(plain, RULE)
        label = padded(f" {title} ", min(cell_len(title) + 2, len(plain) - 4))
        rest = len(plain) - 3 - cell_len(label)
        return Text.assemble((left + "─", RULE), (label, style), ("─" * rest + right, RULE))

    def _legend(self) -> Iterator[Text]:
        width = AXIS + len(DAYS) * (self.column + 1) - 2
        names = [name for kind, name in _LEGEND[self.locale].items() if kind in self.shown]
        lines = [""]
        for name in names:
            longer = f"{lines[-1]}  {name}" if lines[-1] else name
            if cell_len(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(name)
        for line in lines:
            yield Text.assemble(("│ ", RULE), (padded(line, width), RULE), (" │", RULE))


def _minutes(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


def _day_month(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]}"
