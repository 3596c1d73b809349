"""One preparation as the one thing that was decided in it (rules LEARN-1 to LEARN-6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

from domain.preparation.keys import in_order
from domain.preparation.sessions import Session
from domain.preparation.snapshots import ADJUSTMENTS, OF_PEOPLE, Snapshot
from domain.preparation.values import Value, same

Label = Literal["user_adjusted", "user_confirmed", "auto_no_intervention"]


class Decision(BaseModel):
    """What was decided in one preparation.

    Attributes:
        id: of the preparation.
        room_id, booker_id, zone: where, by whom, and on which clocks.
        prep_trigger_at: when it was prepared.
        weather_temp: outdoors at that time, in °C.
        weather_condition: in words.
        label: how strongly it speaks for the person.
        touched: keys that the person gave another value than the recommended one, in the order in which they are told.
        values: what held in the end, by key.
        recommended: what was recommended, by key.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    room_id: str
    booker_id: str
    zone: str
    prep_trigger_at: AwareDatetime
    weather_temp: int | None = None
    weather_condition: str | None = None
    label: Label
    touched: tuple[str, ...]
    values: dict[str, Value]
    recommended: dict[str, Value]


@dataclass(slots=True)
class Course:
    """What rows did to a room, one after another.

    Attributes:
        recommended: what was recommended before any person did something; else what else was the baseline.
        values: what holds.
        changed: keys that a person gave another value than they had.
    """

    recommended: dict[str, Value] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def take(self, row: Snapshot) -> None:
        """Go on by one row; a recommendation or execution does not undo what a person changed (rule LEARN-4)."""
        for key, value in row.values.items():
            if row.source in ADJUSTMENTS:
                if not same(value, self.values.get(key)):
                    self.changed.add(key)
            elif key not in self.changed:
                self.recommended.setdefault(key, value)
            elif row.source == "auto_executed":
                continue
            self.values[key] = value

    def touched(self) -> tuple[str, ...]:
        """Keys that a person changed and did not bring back to what was recommended (rule LEARN-3)."""
        kept = {
            key: True
            for key in self.changed
            if key not in self.recommended or not same(self.values[key], self.recommended[key])
        }
        return in_order(kept)


def course_of(snapshots: Iterable[Snapshot]) -> Course:
    """What the rows of one preparation did, in the order of rules LEARN-1 and LEARN-2.

    What was recommended comes first, whenever it was executed; a recommendation that came after a person's first deed
    counts for nothing.
    """
    rows = ordered(snapshots)
    first = next((at for at, row in enumerate(rows) if row.source in OF_PEOPLE), len(rows))
    course = Course()
    for row in rows[:first]:
        if row.source == "llm_recommend":
            course.recommended.update(row.values)
    course.values.update(course.recommended)
    for row in rows:
        if row.source != "llm_recommend":
            course.take(row)
    return course


def ordered(snapshots: Iterable[Snapshot]) -> list[Snapshot]:
    """The rows by time; at one time recommendation, execution, then people, each as they were stored (LEARN-1)."""
    ranks = {"llm_recommend": 0, "auto_executed": 1}
    return sorted(snapshots, key=lambda row: (row.recorded_at, ranks.get(row.source, 2), row.order))


def reduce(session: Session, snapshots: Sequence[Snapshot]) -> Decision | None:
    """What was decided in a preparation; None where nothing but a recommendation is known of it (rule LEARN-5)."""
    course = course_of(snapshots)
    touched = course.touched()
    label = _label(touched, {row.source for row in snapshots})
    if label is None or not course.values:
        return None
    return Decision(
        id=session.id,
        room_id=session.room_id,
        booker_id=session.booker_id,
        zone=session.zone,
        prep_trigger_at=session.prep_trigger_at,
        weather_temp=session.weather_temp,
        weather_condition=session.weather_condition,
        label=label,
        touched=touched,
        values={key: course.values[key] for key in in_order(course.values)},
        recommended={key: course.recommended[key] for key in in_order(course.recommended)},
    )


def _label(touched: tuple[str, ...], sources: set[str]) -> Label | None:
    if touched:
        return "user_adjusted"
    if sources & OF_PEOPLE:
        return "user_confirmed"
    return "auto_no_intervention" if "auto_executed" in sources else None
