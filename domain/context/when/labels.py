"""Labels in English snake case, made from meanings, so that every language has the same (rule WHEN-4)."""

from functools import singledispatch

from domain.context.when import meanings as m

_DAYS = {
    -2: "day_before_yesterday",
    -1: "yesterday",
    0: "today",
    1: "tomorrow",
    2: "day_after_tomorrow",
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_TERMS = {
    "立春": "start_of_spring",
    "雨水": "rain_water",
    "惊蛰": "awakening_of_insects",
    "春分": "spring_equinox",
    "清明": "clear_and_bright",
    "谷雨": "grain_rain",
    "立夏": "start_of_summer",
    "小满": "grain_buds",
    "芒种": "grain_in_ear",
    "夏至": "summer_solstice",
    "小暑": "minor_heat",
    "大暑": "major_heat",
    "立秋": "start_of_autumn",
    "处暑": "end_of_heat",
    "白露": "white_dew",
    "秋分": "autumn_equinox",
    "寒露": "cold_dew",
    "霜降": "frosts_descent",
    "立冬": "start_of_winter",
    "小雪": "minor_snow",
    "大雪": "major_snow",
    "冬至": "winter_solstice",
    "小寒": "minor_cold",
    "大寒": "major_cold",
}
"""The names of the solar terms."""


@singledispatch
def label(meaning: m.Meaning) -> str:
    """The label of a meaning."""
    raise TypeError(f"no meaning: {meaning!r}")


@label.register
def _chain(meaning: m.Chain) -> str:
    return "_".join(word(selector) for selector in meaning.selectors)


@label.register
def _rolling(meaning: m.Rolling) -> str:
    side = "within" if meaning.deadline else "past" if meaning.direction < 0 else "next"
    return f"{side}_{_amount(meaning.amount, meaning.unit)}"


@label.register
def _vague(meaning: m.Vague) -> str:
    return meaning.name


@label.register
def _before(meaning: m.Before) -> str:
    return f"{'by' if meaning.inclusive else 'before'}_{label(meaning.of)}"


@label.register
def _after(meaning: m.After) -> str:
    return f"after_{label(meaning.of)}"


@label.register
def _since(meaning: m.Since) -> str:
    return f"since_{label(meaning.of)}"


@label.register
def _between(meaning: m.Between) -> str:
    return f"{label(meaning.first)}_to_{label(meaning.last)}"


@label.register
def _recurring(meaning: m.Recurring) -> str:
    within = "_and_".join(label(inner) for inner in meaning.within)
    heads = [_first(inner).selectors[0] for inner in meaning.within]
    if (but := _all_but_one(meaning)) is not None:
        return but
    is_plain = meaning.count == 1 and meaning.every not in ("workday", "weekend")
    if is_plain and heads and isinstance(heads[0], m.WeekdayOf | m.PartOfDay | m.MonthOf | m.Feast):
        return f"every_{within}"
    every = meaning.every if meaning.count == 1 else _amount(meaning.count, meaning.every)
    if not heads:
        return f"every_{every}"
    on = {m.DayOf: "on_day_", m.Nth: "on_"}.get(type(heads[0]), "")
    return f"every_{every}_{on}{within}"


def _all_but_one(meaning: m.Recurring) -> str | None:
    """Six days of the week with the same hours are every day except one."""
    chains = [inner for inner in meaning.within if isinstance(inner, m.Chain)]
    days = {chain.selectors[0] for chain in chains}
    missing = [name for number, name in enumerate(_WEEKDAYS, 1) if m.WeekdayOf(number) not in days]
    hours = {chain.selectors[1:] for chain in chains}
    if (meaning.every, meaning.count, len(meaning.within), len(missing), len(hours)) != ("week", 1, 6, 1, 1):
        return None
    told = "_".join(word(hour) for hour in hours.pop())
    return f"every_{told or 'day'}_except_{missing[0]}"


def _first(inner: m.Chain | m.Between) -> m.Chain:
    return inner if isinstance(inner, m.Chain) else inner.first


def _amount(number: float, unit: str) -> str:
    told = f"{number:g}".replace(".", "_")
    return f"{told}_{unit}" + ("" if number == 1 else "s")


@singledispatch
def word(selector: m.Selector) -> str:
    """The part of a label that stands for one selector."""
    raise TypeError(f"no selector: {selector!r}")


@word.register
def _shifted(selector: m.Shifted) -> str:
    unit, offset = selector.unit, selector.offset
    if unit == "day" and offset in _DAYS:
        return _DAYS[offset]
    if abs(offset) <= 1:
        return f"{('last', 'this', 'next')[offset + 1]}_{unit}"
    if abs(offset) == 2 and unit != "day":
        return f"{unit}_before_last" if offset < 0 else f"{unit}_after_next"
    return f"{_amount(-offset, unit)}_ago" if offset < 0 else f"in_{_amount(offset, unit)}"


@word.register
def _year(selector: m.YearOf) -> str:
    return f"{selector.year:04}"


@word.register
def _years(selector: m.YearsOf) -> str:
    return (
        f"{selector.first}s" if selector.count == 10 else f"{selector.first}_to_{selector.first + selector.count - 1}"
    )


@word.register
def _half(selector: m.HalfOf) -> str:
    return ("first_half", "second_half")[selector.number - 1]


@word.register
def _quarter(selector: m.QuarterOf) -> str:
    return f"quarter_{selector.number}"


@word.register
def _month(selector: m.MonthOf) -> str:
    return _MONTHS[selector.number - 1]


@word.register
def _day(selector: m.DayOf) -> str:
    return str(selector.number) if selector.weekday is None else f"{_WEEKDAYS[selector.weekday - 1]}_{selector.number}"


@word.register
def _weekday(selector: m.WeekdayOf) -> str:
    return _WEEKDAYS[selector.number - 1]


@word.register
def _nth(selector: m.Nth) -> str:
    unit = _WEEKDAYS[selector.weekday - 1] if selector.weekday else selector.unit
    return f"{unit}_{selector.number}" if selector.number > 0 else f"{unit}_{-selector.number}_from_end"


@word.register
def _run(selector: m.Run) -> str:
    return f"{'first' if selector.count > 0 else 'last'}_{_amount(abs(selector.count), selector.unit)}"


@word.register
def _section(selector: m.Section) -> str:
    return f"{selector.name}_of_{selector.unit}" if selector.unit else selector.name


@word.register
def _season(selector: m.Season) -> str:
    return selector.name


@word.register
def _feast(selector: m.Feast) -> str:
    return selector.key


@word.register
def _nearest(selector: m.Nearest) -> str:
    return f"{'next' if selector.direction > 0 else 'last'}_{word(selector.of)}"


@word.register
def _days_off(selector: m.DaysOff) -> str:
    return f"{selector.key}_holidays"


@word.register
def _lunar(selector: m.LunarDay) -> str:
    return f"lunar{'_leap' * selector.leap}_{selector.month}" + (f"_{selector.day}" if selector.day else "")


@word.register
def _lunar_day(selector: m.LunarDayOfMonth) -> str:
    return f"lunar_day_{selector.day}"


@word.register
def _term(selector: m.SolarTerm) -> str:
    return _TERMS[selector.name]


@word.register
def _beside(selector: m.Beside) -> str:
    unit = _WEEKDAYS[selector.weekday - 1] if selector.weekday else selector.unit
    return f"{_amount(abs(selector.number), unit)}_{'after' if selector.number > 0 else 'before'}"


@word.register
def _offset(selector: m.Offset) -> str:
    told = "_".join(_amount(number, unit) for number, unit in selector.amounts)
    return f"{told}_ago" if selector.direction < 0 else f"in_{told}"


@word.register
def _part(selector: m.PartOfDay) -> str:
    return selector.name


@word.register
def _clock(selector: m.Clock) -> str:
    told = [f"{selector.hour:02}"] + [f"{part:02}" for part in (selector.minute, selector.second) if part is not None]
    return "at_" + "_".join(told) + (f"_{selector.half}" if selector.half else "")


@word.register
def _same_clock(selector: m.SameClock) -> str:
    return "at_this_hour"


@word.register
def _moment(selector: m.Moment) -> str:
    return "now"
