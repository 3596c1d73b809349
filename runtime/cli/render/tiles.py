"""What stands on a week, as tiles that differ by their marks before they differ by colour (rule PREVIEW-11)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.preview.body import PreviewBody
from domain.preview.difference import Moved
from domain.preview.entries import Entry
from domain.preview.places import sections_name, waiting_name, week_name, weekday_name
from domain.schedule.state import Locale, Slot
from domain.term.window import Window
from runtime.cli.render.cells import number_mark, printable
from runtime.cli.render.standing import Standing

TileKind = Literal["course", "open", "existing", "suggested", "moved", "pinned", "ghost"]

SPINES: dict[TileKind, str] = {
    "course": "▒",
    "open": "║",
    "existing": "▌",
    "suggested": "┊",
    "moved": "┊",
    "pinned": "┃",
    "ghost": "·",
}
STYLES: dict[TileKind, str] = {
    "course": "",
    "open": "",
    "existing": "bold",
    "suggested": "cyan",
    "moved": "bold cyan",
    "pinned": "cyan",
    "ghost": "dim",
}
_STATUS: dict[Locale, dict[TileKind, str]] = {
    "zh-CN": {"open": "可嵌入", "existing": "已在课表", "suggested": "建议", "pinned": "已固定"},
    "en": {"open": "open", "existing": "in timetable", "suggested": "suggested", "pinned": "pinned"},
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One thing that stands on one day.

    Attributes:
        kind: decides spine and style.
        slot: its sections.
        mark: number of its change, or nothing.
        name: as given by the person, made printable.
        notes: what else it says, the longest form first.
        guest: the tile inside it.
    """

    kind: TileKind
    slot: Slot
    mark: str
    name: str
    notes: tuple[str, ...] = ()
    guest: "Tile | None" = None


def tiles(body: PreviewBody, changes: Sequence[Moved]) -> tuple[Tile, ...]:
    """Every tile of a preview; guests inside their hosts; old places of tasks that moved as ghosts.

    Each change is numbered by its place in ``changes``. A task that already stands where its change leads is shown as
    moved, with a ghost where it was; one that does not is shown with where it will go.
    """
    return _Tiling(body, changes).build()


class _Tiling:
    def __init__(self, body: PreviewBody, changes: Sequence[Moved]) -> None:
        self._locale = body.locale
        self._window = body.window
        self._standing = Standing.of(body)
        self._numbered = {change.task_id: (n, change) for n, change in enumerate(changes, start=1)}
        self._ghosts = tuple(self._ghosts_of(changes))

    def build(self) -> tuple[Tile, ...]:
        roots = [self._tile(entry, slot) for entry, slot in self._standing.placed if entry.embed_host is None]
        return *roots, *(ghost for host, ghost in self._ghosts if host is None)

    def _ghosts_of(self, changes: Sequence[Moved]) -> Iterator[tuple[int | None, Tile]]:
        for number, change in enumerate(changes, start=1):
            if self._standing.has_arrived(change):
                for slot in change.from_slots:
                    notes = self._towards(slot, change.to_slots, "→")
                    mark = number_mark(number, hollow=True)
                    yield change.from_host, Tile("ghost", slot, mark, printable(change.name), notes)

    def _tile(self, entry: Entry, slot: Slot) -> Tile:
        guest, kind, name = self._guest(entry, slot), _kind(entry), printable(entry.name)
        number, change = self._numbered.get(entry.state_id, (0, None))
        if change is None:
            status = _STATUS[self._locale].get(kind)
            return Tile(kind, slot, "", name, (status,) if status and guest is None else (), guest)
        if self._standing.has_arrived(change):
            notes = self._towards(slot, change.from_slots, "↳")
        else:
            notes = self._towards(slot, change.to_slots, "→")
        return Tile("moved" if kind == "suggested" else kind, slot, number_mark(number), name, notes, guest)

    def _guest(self, host: Entry, slot: Slot) -> Tile | None:
        guests = ((entry, at) for entry, at in self._standing.placed if entry.embed_host == host.state_id)
        inside = (self._tile(entry, at) for entry, at in guests if at.within(slot))
        left = (ghost for owner, ghost in self._ghosts if owner == host.state_id and ghost.slot.within(slot))
        return next(inside, None) or next(left, None)

    def _towards(self, here: Slot, there: Sequence[Slot], arrow: str) -> tuple[str, ...]:
        if not there:
            return (f"{arrow} {waiting_name(self._locale)}", waiting_name(self._locale))
        return tuple(place_names(self._window, there[0], self._locale, here.day, arrow))


def place_names(window: Window, slot: Slot, locale: Locale, from_day: int, arrow: str) -> Iterator[str]:
    """Ways to say where a slot lies as seen from a day, the longest first; its week only where it is another one."""
    place, sections = window.place(slot.day), sections_name(slot)
    day = weekday_name(place.day_of_week, locale)
    if place.week != window.place(from_day).week:
        week = week_name(place.week, locale)
        yield f"{arrow} {week} {day} {sections}"
        yield f"{arrow}{week}"
        return
    yield f"{arrow} {day} {sections}"
    yield f"{arrow}{day}{sections}"
    yield f"{arrow}{day.removeprefix('周')}{sections}"


def _kind(entry: Entry) -> TileKind:
    if entry.type == "course":
        return "open" if entry.can_be_embedded else "course"
    if entry.pinned:
        return "pinned"
    return "existing" if entry.status == "existing" else "suggested"
