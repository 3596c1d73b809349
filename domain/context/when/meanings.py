"""What words about time mean, apart from any language and from any clock (rules WHEN-2 to WHEN-4).

A grammar reads words to a `Meaning`; ``resolve`` turns it into a range. Most times are a `Chain` of selectors, each of
which chooses something within or beside what the one before it chose: last year > March > the 5th > evening > 8.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Unit = Literal[
    "second",
    "minute",
    "hour",
    "day",
    "workday",
    "week",
    "weekend",
    "month",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
]
DayPart = Literal[
    "small_hours",
    "dawn",
    "early_morning",
    "morning",
    "forenoon",
    "noon",
    "afternoon",
    "dusk",
    "evening",
    "night",
    "daytime",
    "all_day",
]
SectionName = Literal["start", "first_third", "middle", "middle_third", "last_third", "end"]
SeasonName = Literal["spring", "summer", "autumn", "winter", "summer_holidays", "winter_holidays"]
VagueName = Literal["recently", "past_days", "past_while", "earlier", "coming_days", "just_now"]


@dataclass(frozen=True, slots=True)
class Shifted:
    """A whole unit, so many away from the one that holds the anchor: today, last week, next year."""

    unit: Unit
    offset: int


@dataclass(frozen=True, slots=True)
class YearOf:
    """A year by its number."""

    year: int


@dataclass(frozen=True, slots=True)
class YearsOf:
    """A decade or another run of years, from ``first`` on."""

    first: int
    count: int


@dataclass(frozen=True, slots=True)
class HalfOf:
    """A half of the year before it, or of the month or week if that is what stands before it: 1 or 2."""

    number: int


@dataclass(frozen=True, slots=True)
class QuarterOf:
    """A quarter of the year: 1 to 4."""

    number: int


@dataclass(frozen=True, slots=True)
class MonthOf:
    """A month by its number: impossible unless 1 to 12."""

    number: int


@dataclass(frozen=True, slots=True)
class DayOf:
    """A day of the month by its number: impossible where the month before it has none such.

    Without a month before it and with ``weekday``, the first such day from this month on that is of that weekday.
    """

    number: int
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class WeekdayOf:
    """A day of the week of Monday to Sunday that holds the anchor: 1 is Monday."""

    number: int


@dataclass(frozen=True, slots=True)
class Nth:
    """The n-th of a unit, or of a weekday, within what stands before it; counted from its end below 0."""

    number: int
    unit: Unit
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The first (above 0) or last (below 0) so many units of what stands before it."""

    count: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class Section:
    """A rough part of the month, year, quarter or week before it: its beginning, its middle third, its end."""

    name: SectionName
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A season or the long holidays of pupils."""

    name: SeasonName


@dataclass(frozen=True, slots=True)
class Feast:
    """A feast by its key in ``holidays.FEASTS``."""

    key: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The first of its kind that begins after today (+1), or the latest that has ended (-1): next Easter, last May."""

    of: MonthOf | Season | Feast
    direction: Literal[-1, 1]


@dataclass(frozen=True, slots=True)
class DaysOff:
    """The official days off around a feast."""

    key: str


@dataclass(frozen=True, slots=True)
class LunarDay:
    """A day of the Chinese calendar, or a whole month of it without ``day``; ``year`` only where one is told."""

    month: int
    day: int | None = None
    leap: bool = False
    year: int | None = None


@dataclass(frozen=True, slots=True)
class LunarDayOfMonth:
    """A day of any month of the Chinese calendar, by its number: the next such day from today on."""

    day: int


@dataclass(frozen=True, slots=True)
class SolarTerm:
    """One of the 24 solar terms, by its Chinese name."""

    name: str


@dataclass(frozen=True, slots=True)
class Beside:
    """The n-th unit after (above 0) or before (below 0) what stands before it: the second workday after.

    With ``run`` all of them up to that: the three days before.
    """

    number: int
    unit: Unit
    weekday: int | None = None
    run: bool = False


@dataclass(frozen=True, slots=True)
class Offset:
    """So much after (+1) or before (-1) the anchor: whole days from days on, else a moment of a second."""

    amounts: tuple[tuple[float, Unit], ...]
    direction: Literal[-1, 1]


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """A part of the day; without a day before it, a filter."""

    name: DayPart


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time, a second, minute or hour long, as finely as it is told; ``half`` where am or pm is said."""

    hour: int
    minute: int | None = None
    second: int | None = None
    half: Literal["am", "pm"] | None = None


@dataclass(frozen=True, slots=True)
class SameClock:
    """The hour that it is now, on another day."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Now."""


Selector: TypeAlias = (
    Shifted
    | YearOf
    | YearsOf
    | HalfOf
    | QuarterOf
    | MonthOf
    | DayOf
    | WeekdayOf
    | Nth
    | Run
    | Section
    | Season
    | Feast
    | Nearest
    | DaysOff
    | LunarDay
    | LunarDayOfMonth
    | SolarTerm
    | Beside
    | Offset
    | PartOfDay
    | Clock
    | SameClock
    | Moment
)


@dataclass(frozen=True, slots=True)
class Chain:
    """Selectors from the coarsest to the finest."""

    selectors: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Rolling:
    """A length of time that ends (-1) or begins (+1) now; ``deadline``: something is due within it."""

    amount: float
    unit: Unit
    direction: Literal[-1, 1]
    deadline: bool = False


@dataclass(frozen=True, slots=True)
class Vague:
    """The past or the future without a number."""

    name: VagueName


@dataclass(frozen=True, slots=True)
class Before:
    """Until a time: a deadline if it is ahead, else all that was before; ``inclusive``: until its end."""

    of: Chain
    inclusive: bool = False


@dataclass(frozen=True, slots=True)
class After:
    """From the end of a time on."""

    of: Chain


@dataclass(frozen=True, slots=True)
class Since:
    """From the start of a time on: until now if it is past, else open."""

    of: Chain


@dataclass(frozen=True, slots=True)
class Between:
    """From one time to another; what the second leaves out is taken from the first."""

    first: Chain
    last: Chain


@dataclass(frozen=True, slots=True)
class Recurring:
    """Every so many (``count``) units, within each what is told of it: every Tuesday morning."""

    every: Unit
    within: tuple[Chain | Between, ...] = ()
    count: int = 1


Meaning: TypeAlias = Chain | Rolling | Vague | Before | After | Since | Between | Recurring


@dataclass(frozen=True, slots=True)
class Reading:
    """Words that a grammar has read: their positions, and what they mean."""

    start: int
    end: int
    meaning: Meaning
