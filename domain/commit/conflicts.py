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
    """The class item or the event does not exist any more."""
    return _conflict(locale, "task_gone", wish)


def elsewhere(
    locale: Locale, code: Literal["arranged_elsewhere", "moved_elsewhere"], wish: Wish, now: Standing | None
) -> Conflict:
    """Somebody else arranged or moved the task meanwhile; ``now`` is None where it is outside of what was looked at."""
    return _conflict(locale, code, wish, now=standing_text(locale, now) if now else tell(locale, "outside"))


def _conflict(locale: Locale, code: ConflictCode, wish: Wish, holders: Sequence[str] = (), now: str = "") -> Conflict:
    host = wish.wanted.host.name if wish.wanted.host else ""
    place = places_text(locale, wish.wanted.places)
    quoted, held_by = names_text(locale, holders), now or tell(locale, "separator").join(holders)
    message = tell(locale, code, task=wish.name, place=place, host=host, held_by=quoted, now=now)
    first = wish.wanted.places[0] if wish.wanted.places else None
    return Conflict(code=code, task=wish.name, place=first, held_by=held_by, message=message)
