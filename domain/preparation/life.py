"""What happens when in the life of one preparation (rules PREP-10 to PREP-17)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

from domain.preparation.errors import NothingToConfirm, PreparationEnded
from domain.preparation.reduction import course_of
from domain.preparation.sessions import OPEN, PrepType, Status, check_times
from domain.preparation.snapshots import Snapshot, Source
from domain.preparation.values import Value, Values


class Times(BaseModel):
    """The times of one preparation: of the meeting, and when its room is prepared."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    meeting_start: AwareDatetime
    meeting_end: AwareDatetime
    prep_trigger_at: AwareDatetime


Execution = Literal["now", "when_confirmed", "never"]
"""What becomes of a recommendation that has just come."""

DeviceWord = Literal["waiting", "taken", "refused", "not_configured", "withdrawn"]
"""What devices said to what they were to do (rule PREP-39): no answer yet; taken; refused; there are none to reach;
nothing of it was to be told any more."""


def adjustment_source(at: datetime, times: Times, status: Status) -> Source:
    """As what an adjustment is recorded that is made at that moment (rules PREP-10 and PREP-11).

    Raises:
        PreparationEnded: the meeting is over or was called off.
    """
    _check_open(at, times, status)
    return "user_adjust" if at < times.meeting_start else "user_later_adjust"


def check_confirmable(at: datetime, times: Times, status: Status) -> None:
    """Make sure that a person's word is waited for at that moment (rules PREP-12 and PREP-13).

    Raises:
        PreparationEnded: the meeting is over or was called off.
        NothingToConfirm: nothing was recommended yet, it was confirmed already, or the meeting has begun.
    """
    _check_open(at, times, status)
    if status != "unconfirmed":
        raise NothingToConfirm(
            f"the preparation is {status!r}: only one that is 'unconfirmed' can be confirmed; adjust the room instead"
        )
    if at >= times.meeting_start:
        raise NothingToConfirm(
            f"the meeting began at {times.meeting_start.isoformat()}: adjust the room instead of confirming"
        )


def execution(at: datetime, times: Times, prep_type: PrepType, status: Status) -> Execution:
    """What becomes of a recommendation that is there at that moment (rule PREP-14)."""
    if status not in OPEN or at >= times.meeting_end:
        return "never"
    if prep_type == "auto_notify":
        return "now"
    return "when_confirmed" if at < times.meeting_start else "never"


def waits_until(status: Status, times: Times) -> datetime | None:
    """The moment at which a preparation of that status goes on by itself; None where it does not wait (PREP-15)."""
    if status == "waiting":
        return times.prep_trigger_at
    if status == "unconfirmed":
        return times.meeting_start
    return times.meeting_end if status == "prepared" else None


def own_changes(snapshots: Iterable[Snapshot]) -> dict[str, Value]:
    """The keys that a person changed, with the values that person left them at (rule PREP-17)."""
    course = course_of(snapshots)
    return {key: value for key, value in course.values.items() if key in course.changed}


def executable(recommended: Values, own: Values) -> dict[str, Value]:
    """What of a recommendation may be executed: nothing that the person changed (rule PREP-17)."""
    return {key: value for key, value in recommended.items() if key not in own}


def in_force(recommended: Values, own: Values) -> dict[str, Value]:
    """What holds in the room once a recommendation was executed: it, and the person's own changes."""
    return {**recommended, **own}


def status_at(at: datetime, times: Times, status: Status) -> Status:
    """Where a preparation stands at that moment: once its meeting is over it has ended, whoever noticed (PREP-15)."""
    return "ended" if status in OPEN and at >= times.meeting_end else status


def moved(
    before: Times,
    meeting_start: datetime,
    meeting_end: datetime,
    prep_trigger_at: datetime | None = None,
    zone: str = "UTC",
) -> Times:
    """The times of a preparation whose meeting was moved (rule PREP-16).

    Args:
        before: its times so far.
        meeting_start, meeting_end: when the meeting is now.
        prep_trigger_at: when its room is prepared now; without it as long before the start as before.
        zone: IANA name of the zone on whose clocks a refusal tells times.

    Raises:
        InvalidPreparation: these times cannot be.
    """
    trigger = prep_trigger_at or meeting_start - (before.meeting_start - before.prep_trigger_at)
    check_times(meeting_start, meeting_end, trigger, zone)
    return Times(meeting_start=meeting_start, meeting_end=meeting_end, prep_trigger_at=trigger)


def status_after_move(at: datetime, times: Times, status: Status) -> Status:
    """Where a preparation stands whose meeting was moved to these times at that moment (rule PREP-16).

    One whose new trigger lies ahead waits for it and is prepared anew; one that was prepared already stays so; one that
    waited goes on at once.

    Raises:
        PreparationEnded: it is over, or was called off.
    """
    if status not in OPEN:
        raise PreparationEnded(f"the preparation is {status!r} and cannot be moved: make a new one")
    if at >= times.meeting_end:
        return "ended"
    if at < times.prep_trigger_at:
        return "waiting"
    return "preparing" if status == "waiting" else status


def _check_open(at: datetime, times: Times, status: Status) -> None:
    if status not in OPEN:
        raise PreparationEnded(f"the preparation is {status!r}: nothing of it can be changed; make a new one")
    if at >= times.meeting_end:
        raise PreparationEnded(
            f"the meeting ended at {times.meeting_end.isoformat()}: nothing can be changed after it; make a new one"
        )
