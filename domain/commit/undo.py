"""Whether a commit can be taken back: all that rests on it, in people's words (rules UNDO-1 to UNDO-3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.commit.images import EventImage, Images, SectionImage
from domain.commit.standing import Stretch
from domain.commit.wording import names_text, places_text, tell
from domain.schedule.row_diff import Place
from domain.schedule.state import Locale

DependentCode = Literal[
    "removed", "moved", "taken", "guest", "guest_left", "arranged", "waiting", "task_gone", "extended", "changed"
]


class Dependent(BaseModel):
    """A later change that rests on a commit.

    Attributes:
        code: what became of what the commit left behind.
        task: the task it is about.
        place: where; null where it has none.
        held_by: names of what stands there now.
        commit_id: the later commit that did it, where one did.
        message: all of it in one sentence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: DependentCode
    task: str
    place: Stretch | None = None
    held_by: str = ""
    commit_id: str | None = None
    message: str


@dataclass(frozen=True, slots=True)
class ItemNow:
    """A class item as it is now."""

    content: str
    status: Literal["pending", "arranged"]


@dataclass(frozen=True, slots=True)
class RowsNow:
    """The rows as they are now, as far as a commit has to do with them.

    Attributes:
        events: those that the commit touched, those that carry out its items, and whoever holds a section here.
        sections: rows that it touched, rows in the places that have to become free, all rows of its new events.
        items: the items that it touched.
    """

    events: Mapping[str, EventImage]
    sections: Mapping[str, SectionImage]
    items: Mapping[str, ItemNow]


def dependents(
    images: Images, now: RowsNow, locale: Locale, names: Mapping[str, str], later: Mapping[str, str]
) -> tuple[Dependent, ...]:
    """Everything that keeps the commit from being taken back; empty if nothing does.

    Args:
        names: what events were called when the commit was made, by id; for those that are gone.
        later: the commit that last changed an event or an item after this one, by the id of either.
    """
    return tuple(_Check(images, now, locale, names, later).found())


_NOWHERE: Sequence[Place | None] = (None,)


@dataclass(frozen=True, slots=True)
class _Finding:
    """Something in the way; ``about`` are the ids of the events and the item that it concerns."""

    code: DependentCode
    task: str
    about: tuple[str, ...]
    place: Place | None = None
    held_by: str = ""


@dataclass(frozen=True)
class _Check:
    images: Images
    now: RowsNow
    locale: Locale
    names: Mapping[str, str]
    later: Mapping[str, str]

    def found(self) -> Iterator[Dependent]:
        """The findings, those of one kind about one task as one."""
        lost = [*self._events(), *self._sections()]
        findings = [*map(self._moved, lost), *self._items(), *self._returning(), *self._extended()]
        ordered = sorted(findings, key=lambda f: (f.code, f.task, f.held_by, f.place or Place(0, 0, 0)))
        for _kind, group in groupby(ordered, key=lambda f: (f.code, f.task, f.held_by)):
            yield self._told(list(group))

    def _told(self, found: Sequence[_Finding]) -> Dependent:
        one, runs = found[0], stretches_of(f.place for f in found if f.place is not None)
        quoted = names_text(self.locale, [one.held_by]) if one.held_by and one.code != "moved" else one.held_by
        text = tell(
            self.locale, f"undo.{one.code}", task=one.task, place=places_text(self.locale, runs), held_by=quoted
        )
        commit_id = next((self.later[row_id] for f in found for row_id in f.about if row_id in self.later), None)
        if commit_id is not None:
            text = tell(self.locale, "undo.by", text=text, commit=commit_id)
        return Dependent(
            code=one.code,
            task=one.task,
            place=runs[0] if runs else None,
            held_by=one.held_by,
            commit_id=commit_id,
            message=text,
        )

    def _events(self) -> Iterator[_Finding]:
        for touched in self.images.events:
            left = touched.after
            if left is None or self.now.events.get(left.id) == left:
                continue
            code: DependentCode = "changed" if left.id in self.now.events else "removed"
            yield from self._at_its_places(code, left)

    def _moved(self, finding: _Finding) -> _Finding:
        """Of a task that is not where the commit left it: where it is now, if it is anywhere."""
        now = self._elsewhere(finding.about[0]) if finding.code == "removed" else []
        if not now:
            return finding
        return replace(finding, code="moved", held_by=places_text(self.locale, stretches_of(now)))

    def _elsewhere(self, event_id: str) -> list[Place]:
        """Where an event stands that the commit did not put it."""
        known = {touched.row_id for touched in self.images.sections if touched.after is not None}
        return [row.place for row in self.now.sections.values() if row.id not in known and event_id in _names(row)]

    def _at_its_places(self, code: DependentCode, event: EventImage) -> Iterator[_Finding]:
        places = [t.after.place for t in self.images.sections if t.after and event.id in _names(t.after)]
        about = (event.id, event.item_id or event.id)
        yield from (_Finding(code, event.name, about, place) for place in places or _NOWHERE)

    def _items(self) -> Iterator[_Finding]:
        for touched in self.images.items:
            now, left = self.now.items.get(touched.row_id), touched.after
            if now is None:
                yield from self._gone(touched.row_id)
            elif left is not None and now.status != left.status and now.status == "arranged":
                yield from self._arranged(touched.row_id, now.content)
            elif left is not None and now.status != left.status and not self._event_is_gone(touched.row_id):
                yield _Finding("waiting", now.content, (touched.row_id,))

    def _event_is_gone(self, item_id: str) -> bool:
        """Whether that the event went away tells already why the item waits."""
        made = [t.after for t in self.images.events if t.after is not None and t.after.item_id == item_id]
        return any(event.id not in self.now.events for event in made)

    def _gone(self, item_id: str) -> Iterator[_Finding]:
        for event in (t.before for t in self.images.events):
            if event is not None and event.item_id == item_id:
                places = [t.before.place for t in self.images.sections if t.before and event.id in _names(t.before)]
                yield from (_Finding("task_gone", event.name, (item_id,), place) for place in places or _NOWHERE)

    def _arranged(self, item_id: str, name: str) -> Iterator[_Finding]:
        events = {event.id for event in self.now.events.values() if event.item_id == item_id}
        places = [row.place for row in self.now.sections.values() if events & set(_names(row))]
        yield from (_Finding("arranged", name, (item_id,), place) for place in places or _NOWHERE)

    def _sections(self) -> Iterator[_Finding]:
        for touched in self.images.sections:
            left = touched.after
            if left is None:
                continue
            row = self.now.sections.get(left.id)
            if row is None:
                yield _Finding("removed", self._name(left.event_id), (left.event_id,), left.place)
            elif row.guest_event_id != left.guest_event_id:
                yield self._other_guest(row)
            elif row != left:
                yield _Finding("changed", self._name(left.event_id), (left.event_id,), left.place)

    def _other_guest(self, row: SectionImage) -> _Finding:
        host = self._name(row.event_id)
        if row.guest_event_id is None:
            return _Finding("guest_left", host, (row.event_id,), row.place)
        return _Finding("guest", host, (row.guest_event_id,), row.place, self._name(row.guest_event_id))

    def _returning(self) -> Iterator[_Finding]:
        """Rows that come back need their place: nobody may hold it but a row that goes."""
        going = {t.after.id for t in self.images.sections if t.before is None and t.after is not None}
        held = {row.place: row for row in self.now.sections.values() if row.id not in going}
        for row in (t.before for t in self.images.sections if t.after is None and t.before is not None):
            if row.place in held:
                holder = held[row.place].event_id
                yield _Finding("taken", self._name(row.event_id), (holder,), row.place, self._name(holder))

    def _extended(self) -> Iterator[_Finding]:
        """Events that go must not be left with rows that the commit did not make, where they have all that it made."""
        going = {t.after.id for t in self.images.events if t.before is None and t.after is not None}
        lost = {event_id for t in self.images.sections for event_id in self._lost(t.after)}
        known = {t.row_id for t in self.images.sections}
        for row in self.now.sections.values():
            for event_id in (going - lost) & set(_names(row)) if row.id not in known else ():
                yield _Finding("extended", self._name(event_id), (event_id,), row.place)

    def _lost(self, left: SectionImage | None) -> tuple[str, ...]:
        """The events of a row that is gone, or that points elsewhere: what became of them is told already."""
        if left is None:
            return ()
        now = self.now.sections.get(left.id)
        return _names(left) if now is None or now.guest_event_id != left.guest_event_id else ()

    def _name(self, event_id: str) -> str:
        images = (row for touched in self.images.events for row in (touched.before, touched.after))
        known = {row.id: row.name for row in images if row is not None}
        found = self.now.events.get(event_id)
        return known.get(event_id) or (found.name if found else self.names.get(event_id, event_id))


def _names(row: SectionImage) -> tuple[str, ...]:
    """The events that a row belongs to or points at."""
    return (row.event_id, row.guest_event_id) if row.guest_event_id else (row.event_id,)


def stretches_of(places: Iterable[Place]) -> tuple[Stretch, ...]:
    """Single sections as runs, in order."""
    runs: list[Stretch] = []
    for place in sorted(set(places)):
        last = runs[-1] if runs else None
        if last and (last.week, last.day_of_week, last.section_to + 1) == (
            place.week,
            place.day_of_week,
            place.section,
        ):
            runs[-1] = last.model_copy(update={"section_to": place.section})
        else:
            where = {"week": place.week, "day_of_week": place.day_of_week}
            runs.append(Stretch(section_from=place.section, section_to=place.section, **where))
    return tuple(runs)
