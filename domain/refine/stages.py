"""Stage events of a refine run (rule RUN-10)."""

from typing import Any

from domain.events import StageEvent
from domain.refine.wording import say
from domain.schedule.state import Locale

BRIEF_LENGTH = 300


def stage(
    locale: Locale, name: str, key: str | None = None, data: dict[str, Any] | None = None, **values: object
) -> StageEvent:
    """The event of a stage.

    Args:
        locale: language of the detail.
        name: stage without its prefix, such as ``route.attempt``; also the key of its sentence unless ``key`` is given.
        key: another sentence.
        data: figures behind the sentence.
        values: what the sentence is filled with.
    """
    detail = say(locale, key or name, **values)
    return StageEvent(stage=f"schedule_refine.{name}", detail=detail, data=data or {})


def brief(text: str) -> str:
    """A line for operators, cut to the length that a step may hand back."""
    return text if len(text) <= BRIEF_LENGTH else text[: BRIEF_LENGTH - 1] + "…"
