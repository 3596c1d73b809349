"""What programs tell of a person, by key: the newest wins, null takes back (rules MEMORY-12 and MEMORY-13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from domain.context.person.snapshot import FactValue
from domain.errors import InvalidInput
from domain.schedule.state import Locale
from domain.term.zones import zone_named

MOST_FACTS = 200
"""How many keys of a section have a value at most, and how many that were taken back are still known by name."""

LOCALES: tuple[Locale, ...] = ("zh-CN", "en")


@dataclass(frozen=True, slots=True)
class Fact:
    """What was told under a key.

    Attributes:
        at: as of when; what is older does not count any more.
        value: None where it was taken back.
    """

    at: datetime
    value: FactValue | None


Facts = Mapping[str, Fact]


def merged(known: Facts, told: Mapping[str, FactValue | None], at: datetime) -> dict[str, Fact]:
    """What is known once this was told as of ``at``; of two told as of one instant the later one to arrive counts.

    Raises:
        InvalidInput: more keys would have a value than a section holds.
    """
    newer = {key: Fact(at, value) for key, value in told.items() if is_news(known.get(key), at)}
    both = {**known, **newer}
    if len(values_of(both)) > MOST_FACTS:
        raise InvalidInput(f"{len(values_of(both))} keys would be known, {MOST_FACTS} are allowed: take some back")
    return _without_oldest_gaps(both)


def is_news(known: Fact | None, at: datetime) -> bool:
    """Whether what is told as of an instant counts against what is known."""
    return known is None or known.at <= at


def values_of(facts: Facts) -> dict[str, FactValue]:
    """What is known, by key in the order of the keys, without what was taken back."""
    return {key: fact.value for key, fact in sorted(facts.items()) if fact.value is not None}


def zone_told(facts: Facts) -> str | None:
    """The zone that a profile names under ``zone``; None where it names none."""
    value = values_of(facts).get("zone")
    return value if isinstance(value, str) and zone_named(value) is not None else None


def locale_told(facts: Facts) -> Locale | None:
    """The language that a profile names under ``locale``; None where it names none."""
    value = values_of(facts).get("locale")
    return next((locale for locale in LOCALES if locale == value), None)


def check_profile(told: Mapping[str, FactValue | None]) -> None:
    """Refuse a profile with a zone or language that nothing could be done with.

    Raises:
        InvalidInput: ``zone`` is no IANA name, or ``locale`` is none of ours.
    """
    zone, locale = told.get("zone"), told.get("locale")
    if zone is not None and (not isinstance(zone, str) or zone_named(zone) is None):
        raise InvalidInput(f"profile.zone is {str(zone)[:80]!r}: write an IANA name, such as Asia/Shanghai")
    if locale is not None and locale not in LOCALES:
        raise InvalidInput(f"profile.locale is {str(locale)[:80]!r}: write one of {', '.join(LOCALES)}")


def _without_oldest_gaps(facts: dict[str, Fact]) -> dict[str, Fact]:
    gaps = sorted((key for key, fact in facts.items() if fact.value is None), key=lambda key: (facts[key].at, key))
    dropped = set(gaps[:-MOST_FACTS])
    return {key: fact for key, fact in facts.items() if key not in dropped}
