"""What accepting and removing overrides changes in a term (rules OVERRIDE-2 to OVERRIDE-6)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from domain.term.overrides import Override, StandingOverride, day_plan
from domain.timetable.course import Timetable
from domain.timetable.overriding import Overriding, kept_rows
from domain.timetable.replacement import Replacement, replacement


@dataclass(frozen=True, slots=True)
class Decision:
    """The rows that change, and all overrides then."""

    found: Replacement
    standing: tuple[StandingOverride, ...]


def decision(
    overriding: Overriding,
    overrides: Iterable[Override],
    new_ids: Callable[[Timetable], Iterator[str]],
    now: datetime,
) -> Decision:
    """What has to change in a term so that these are its overrides.

    Args:
        overrides: all that are in force then.
        new_ids: ids for the rows of a timetable.
        now: when it is decided.
    """
    chosen = tuple(overrides)
    original = overriding.original()
    wanted = overriding.timetable_under(day_plan(overriding.term, chosen))
    found = replacement(overriding.held, wanted, new_ids(wanted), now, original)
    return Decision(found, kept_rows(overriding.term, chosen, original))
