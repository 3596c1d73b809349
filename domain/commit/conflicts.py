"""What keeps a wish from being carried out, said so that a person can do something about it (rule CONFIRM-5)."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.commit.standing import Standing, Stretch
from domain.commit.wishes import Wish
from domain.commit.wording import names_text, places_text, standing_text, tell
from domain.schedule.state import Locale, Task

ConflictCode = Literal["place_taken", "host_taken", "host_gone", "task_gone", "arranged_elsewhere", "moved_elsewhere"]


class Conflict(BaseModel):
    """One thing in the way of a confirm.

    Attributes:
        code: what kind of thing.
        task: the task that cannot go where the preview has it.
        place: where that is; null for one that was to wait.
        held_by: names of what stands there, or of where the task is now.
        message: all of it in one sentence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: ConflictCode
    task: str
    place: Stretch | None = None
    held_by: str = ""
    message: str


def taken(locale: Locale, wish: Wish, holders: list[Task]) -> Conflict:
    """Something else stands where the task shall go."""
    return _conflict(locale, "place_taken", wish, [task.name for task in holders])


def host_taken(locale: Locale, wish: Wish, guests: list[Task]) -> Conflict:
    """The host has another guest there."""
    return _conflict(locale, "host_taken", wish, [task.name for task in guests])


def host_gone(locale: Locale, wish: Wish) -> Conflict:
    """The host is not there any more, or takes no guests."""
    return _conflict(locale, "host_gone", wish)


def task_gone(locale: Locale, wish: Wish) -> Conflict:
    """The class item does not exist any more, or the event does not stand in the timetable."""
    return _conflict(locale, "task_gone", wish, key="task_gone" if wish.is_item else "event_gone")


def arranged(locale: Locale, wish: Wish, now: Standing | None) -> Conflict:
    """Another plan arranged the task, maybe at the very same place; ``now`` is None outside of what was looked at."""
    key = "arranged_already" if now is not None and now.is_at(wish.wanted) else "arranged_elsewhere"
    return _conflict(locale, "arranged_elsewhere", wish, now=_now(locale, now), key=key)


def moved(locale: Locale, wish: Wish, now: Standing | None) -> Conflict:
    """The task was moved meanwhile; ``now`` is None where it is outside of what was looked at."""
    return _conflict(locale, "moved_elsewhere", wish, now=_now(locale, now))


def _now(locale: Locale, now: Standing | None) -> str:
    return standing_text(locale, now) if now else tell(locale, "outside")


def _conflict(
    locale: Locale, code: ConflictCode, wish: Wish, holders: Sequence[str] = (), now: str = "", key: str | None = None
) -> Conflict:
    host = wish.wanted.host.name if wish.wanted.host else ""
    place = places_text(locale, wish.wanted.places)
    quoted, held_by = names_text(locale, holders), now or tell(locale, "separator").join(holders)
    message = tell(locale, key or code, task=wish.name, place=place, host=host, held_by=quoted, now=now)
    first = wish.wanted.places[0] if wish.wanted.places else None
    return Conflict(code=code, task=wish.name, place=first, held_by=held_by, message=message)
