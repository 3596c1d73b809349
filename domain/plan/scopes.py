"""Which classes a message is about, and of which of them each of its parts speaks (rule PLAN-11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.plan.intent import KnownClass
from domain.plan.sayings import Saying

Indices = frozenset[int]


@dataclass(frozen=True, slots=True)
class Meant:
    """The classes of a plan by their places in the list of classes.

    Attributes:
        fixed: those that the message fixes; None where it fixes none.
        named: those that it names as part of the plan, fixed or not.
    """

    fixed: Indices | None
    named: Indices


def scopes(told: Sequence[Saying], count: int) -> tuple[Indices | None, ...]:
    """The classes that each part speaks of; None for all.

    A part that names none goes on with those of the part before, within a sentence, unless it says that it is of all or
    tells of the person (周末我有事).
    """
    everyone = frozenset(range(count))
    found: list[Indices | None] = []
    named: set[int] = set()
    carried: Indices | None = None
    for each in told:
        own = _own(each, everyone, named)
        goes_on = (
            own is None and not each.segment.opens and not each.everyone and not each.segment.has("self", "others")
        )
        goes_on = goes_on and not (each.plans and not each.segment.has("ban"))
        scope = carried if goes_on and not _is_window(each, told[: len(found)], found) else own
        found.append(scope)
        named |= own or set()
        listed = own is not None and each.plans and not each.wishes
        carried = None if listed or each.everyone else scope
    return tuple(found)


def _is_window(each: Saying, before: Sequence[Saying], of: Sequence[Indices | None]) -> bool:
    """Days alone behind parts of several classes without days are those of the plan: 英语匀着排，数学尽快，下周开始."""
    opened = max((n for n, saying in enumerate(before) if saying.segment.opens), default=0)
    several = len({scope for scope in of[opened:] if scope}) > 1
    dated = any(span.days for saying in before[opened:] for span in saying.asked)
    days = all(span.days and not span.sections and not span.recurring for span in each.asked)
    return several and not dated and bool(each.asked) and days and not each.wishes and not each.left_out


def _own(each: Saying, everyone: Indices, named: set[int]) -> Indices | None:
    if each.excepted and not each.classes:
        return everyone - frozenset(each.excepted)
    if each.strange:
        return frozenset()
    if each.others:
        return everyone - frozenset(named) if named else None
    return frozenset(each.classes) if each.classes else None


def meant(told: Sequence[Saying], classes: Sequence[KnownClass]) -> Meant:
    """What is to be placed: what is asked to be planned, else what anything is asked of; a class left out is not."""
    waiting = frozenset(n for n, each in enumerate(classes) if each.waiting) or frozenset(range(len(classes)))
    out = frozenset(n for each in told for n in each.left_out)
    planned = frozenset(n for each in told if each.plans or _is_bare(each) or each.only for n in each.classes)
    spoken = frozenset(n for each in told for n in each.classes)
    whole = any(each.others or (each.tasks and not each.classes and not each.segment.has("self")) for each in told)
    open_plan = any(
        each.plans and not each.classes and not each.segment.has("ban", "self") and not _is_plea(each, told[:n])
        for n, each in enumerate(told)
    )
    if any(each.others_wait for each in told):
        return Meant(spoken - out or None, spoken - out)
    if any(each.others for each in told) or (whole and not planned) or (out and not planned):
        return Meant(waiting - out, spoken - out)
    if planned:
        return Meant((planned | spoken) - out, spoken - out)
    if spoken and not open_plan:
        return Meant(spoken - out, spoken - out)
    return Meant(None, spoken - out)


def _is_plea(each: Saying, before: Sequence[Saying]) -> bool:
    """Whether a plan is asked for right behind a class, with nothing else: 英语周五前交，帮我排一下."""
    return bool(before) and bool(before[-1].classes) and not each.segment.opens and not each.binds and not each.tasks


def _is_bare(each: Saying) -> bool:
    """A class by itself, as in a list of what to place."""
    return bool(each.classes) and not each.binds and not each.lost
