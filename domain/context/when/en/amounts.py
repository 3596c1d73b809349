"""Amounts of time in English: two weeks ago, in an hour and a half, the past month (rules WHEN-46 and WHEN-47)."""

import re
from typing import Literal

from domain.context.when.en.piece import Kind, Piece, atom, before, piece, whole
from domain.context.when.en.stems import UNITS, WEEKDAYS
from domain.context.when.en.words import (
    CARDINAL,
    NUMBER,
    ORDINAL,
    SUFFIX,
    UNIT,
    WEEKDAY,
    number_of,
    ordinal_of,
    unit_of,
    weekday_number,
)
from domain.context.when.meanings import Beside, Between, Chain, Offset, Rolling, Shifted, Unit, Vague

_HALF = rf"(?:half\s+(?:an?\s+)?|1/2\s*(?:an?\s+)?|a\s+half[\s-]+){UNIT}"
_QUARTERS = (
    r"(?:(?:a\s+|one\s+)?quarter\s+(?:of\s+an?\s+)?|1/4\s*(?:of\s+an?\s+)?|three[\s-]+quarters\s+of\s+an?\s+"
    r"|3/4\s*(?:of\s+an?\s+)?)(?:hour|h)"
)
_AND_A_HALF = rf"{NUMBER}\s+and\s+an?\s+half\s+{UNIT}"
_PLAIN = rf"{NUMBER}(?:\s+(?:more|full|whole))?[\s-]*{UNIT}(?:\s+and\s+a\s+half)?"
AMOUNT = rf"(?:{_QUARTERS}|{_HALF}|{_AND_A_HALF}|{_PLAIN}|\d{{1,2}}\s?h)"
"""One number of one unit."""

_AMOUNTS = rf"{AMOUNT}(?:(?:\s*,\s*|\s+and\s+|\s+){AMOUNT})*"
_ONE = re.compile(
    rf"(?P<quarters>{_QUARTERS})|(?P<half>{_HALF})|(?P<mixed>{NUMBER})\s+and\s+an?\s+half\s+(?P<mixed_unit>{UNIT})"
    rf"|(?P<number>{NUMBER})(?:\s+(?:more|full|whole))?[\s-]*(?P<unit>{UNIT}|h\b)(?P<more>\s+and\s+a\s+half)?",
    re.IGNORECASE | re.ASCII,
)
_SHORT: frozenset[Unit] = frozenset({"second", "minute", "hour"})

Amounts = tuple[tuple[float, Unit], ...]


def amounts_of(words: str) -> Amounts:
    """Each number with its unit, as it stands."""
    return tuple(_amount(found) for found in _ONE.finditer(words))


def _amount(found: re.Match[str]) -> tuple[float, Unit]:
    if found["quarters"]:
        return (45, "minute") if re.match("three|3", found["quarters"], re.IGNORECASE) else (15, "minute")
    if found["half"]:
        return _of(0.5, found["half"].split()[-1].split("-")[-1])
    if found["mixed"]:
        return _of(number_of(found["mixed"]) + 0.5, found["mixed_unit"])
    return _of(number_of(found["number"]) + (0.5 if found["more"] else 0), found["unit"])


def _of(number: float, word: str) -> tuple[float, Unit]:
    unit, times = unit_of("hour" if word.lower() == "h" else word)
    if unit == "day" and number % 1:
        return number * 24, "hour"
    if unit == "year" and number % 1:
        return number * 12, "month"
    return number * times, unit


def _is_few_days(amounts: Amounts, words: str) -> bool:
    return amounts[0][1] == "day" and re.search(r"\bfew\b", words, re.IGNORECASE) is not None


def _away(found: re.Match[str], direction: int) -> Piece | None:
    amounts = amounts_of(found["amounts"])
    if amounts[0][1] == "second" and found[0].lower().endswith("later"):
        return None
    if direction < 0 and _is_few_days(amounts, found[0]):
        return whole(found, Vague("past_days"))
    offset = Offset(amounts, 1 if direction > 0 else -1)
    if any(unit in _SHORT for _, unit in amounts):
        return whole(found, Chain((offset,)))
    number, unit = amounts[0]
    if unit == "workday" and len(amounts) == 1:
        return piece(found, Kind.DAY, Shifted("day", 0), Beside(int(number) * offset.direction, "workday"))
    return piece(found, Kind.YEAR if unit == "year" and len(amounts) == 1 else Kind.DAY, offset)


def _ago_today(found: re.Match[str]) -> Piece | None:
    """A year ago today, two weeks ago yesterday."""
    amounts = amounts_of(found["amounts"])
    number, unit = amounts[0]
    if len(amounts) > 1 or number % 1 or unit in _SHORT:
        return None
    day = {"yesterday": -1, "tomorrow": 1}.get(found["day"].lower(), 0)
    if unit == "year":
        return piece(found, Kind.DAY, Shifted("year", -int(number)), Shifted("day", day))
    return piece(found, Kind.DAY, Offset(amounts, -1), *((Beside(day, "day"),) if day else ()))


def _unit_ago(found: re.Match[str]) -> Piece:
    unit, times = unit_of(found["unit"])
    return piece(found, Kind.DAY, Offset(((times, unit),), 1 if found["side"].lower() == "hence" else -1))


def _rolling(found: re.Match[str], direction: int, deadline: bool = False) -> Piece:
    amounts = amounts_of(found["amounts"])
    number, unit = amounts[0]
    if not deadline and _is_few_days(amounts, found[0]):
        return whole(found, Vague("past_days" if direction < 0 else "coming_days"))
    return whole(found, Rolling(number, unit, 1 if direction > 0 else -1, deadline))


def _one_back(found: re.Match[str]) -> Piece:
    return whole(found, Rolling(1, unit_of(found["unit"])[0], -1))


def _fortnight(found: re.Match[str]) -> Piece:
    return whole(found, Rolling(2, "week", 1 if found["side"].lower() in ("next", "coming") else -1))


def _beside(found: re.Match[str]) -> Piece | None:
    (number, unit), *more = amounts_of(found["amounts"])
    if unit in _SHORT:
        offset = Offset(((number, unit),), -1 if _signed(1, found["side"]) < 0 else 1)
        return piece(found, Kind.BESIDE_CLOCK, offset, weak=True)
    if more or number % 1:
        return None
    if unit == "week":
        number, unit = number * 7, "day"
    return piece(found, Kind.BESIDE, Beside(_signed(int(number), found["side"]), unit), weak=True)


def _unit_beside(found: re.Match[str]) -> Piece:
    return piece(found, Kind.BESIDE, Beside(_signed(1, found["side"]), unit_of(found["unit"])[0]), weak=True)


def _weekday_beside(found: re.Match[str]) -> Piece:
    number = ordinal_of(found["nth"]) if found["nth"] else 1
    day = weekday_number(found["day"])
    return piece(found, Kind.BESIDE, Beside(_signed(number, found["side"]), "day", day), weak=True)


def _signed(number: int, side: str) -> int:
    return -number if side.lower().startswith(("before", "prior")) else number


def _lately(found: re.Match[str]) -> Piece | None:
    return None if before(found, "of") else whole(found, Vague("recently"))


def _weekdays_away(found: re.Match[str]) -> Piece:
    number = int(number_of(found["number"]))
    back = found["side"].lower() in ("ago", "back")
    return piece(
        found, Kind.DAY, Shifted("day", 0), Beside(-number if back else number, "day", weekday_number(found["day"]))
    )


def _rough_amount(found: re.Match[str]) -> tuple[int, int, Unit] | None:
    """The fewer, the more and the unit of an amount between two numbers; None where the second is not the greater."""
    least, most = number_of(found["least"]), number_of(found["most"] or found["most2"])
    unit, times = unit_of(found["unit"] or found["unit2"])
    return (int(least) * times, int(most) * times, unit) if least < most else None


def _from_now(number: int, unit: Unit, direction: Literal[-1, 1]) -> Chain:
    if unit == "workday":
        return Chain((Shifted("day", 0), Beside(number * direction, "workday")))
    return Chain((Offset(((number, unit),), direction),))


def _rough(found: re.Match[str], direction: Literal[-1, 1]) -> Piece | None:
    """In a day or two: from the fewer to the more."""
    amount = _rough_amount(found)
    if amount is None:
        return None
    near, far = (_from_now(number, amount[2], direction) for number in amount[:2])
    return whole(found, Between(near, far) if direction > 0 else Between(far, near))


def _rough_beside(found: re.Match[str]) -> Piece | None:
    return _rough(found, -1 if found["side"].lower() in ("ago", "back") else 1)


def _rough_deadline(found: re.Match[str]) -> Piece | None:
    amount = _rough_amount(found)
    return None if amount is None else whole(found, Rolling(amount[1], amount[2], 1, True))


_SIDE = r"(?P<side>after|before|following|prior\s+to)"
_FROM = r"(?P<side>after|before|from|following|prior\s+to)"
_SMALL = rf"(?:\d{{1,2}}|{CARDINAL}|an?)"
_ROUGH = (
    rf"(?P<least>{_SMALL})(?:\s+(?P<unit>{UNIT})\s+or\s+(?P<most>{_SMALL})"
    rf"|(?:\s+(?:or|to)\s+|\s*[-–]\s*)(?P<most2>{_SMALL})\s+(?P<unit2>{UNIT}))"
)
"""A day or two, two or three weeks, 2-3 days."""

_SIDE_OF_NOW = r"(?:ago|back|from\s+(?:now|today)|hence|later)"

AMOUNT_ATOMS = (
    atom(rf"in\s+(?:about\s+|around\s+|another\s+)?{_ROUGH}(?:'?s?'?\s+time)?", lambda found: _rough(found, 1), UNITS),
    atom(rf"{_ROUGH}\s+(?P<side>{_SIDE_OF_NOW})", _rough_beside, UNITS, "ago bac fro hen lat"),
    atom(rf"within\s+(?:the\s+next\s+)?{_ROUGH}", _rough_deadline, UNITS, "wit"),
    atom(
        r"(?:(?:a\s+few|several|many|some)\s+)?decades\s+(?:ago|back)",
        lambda found: whole(found, Between(_from_now(99, "year", -1), _from_now(20, "year", -1))),
        "dec",
    ),
    atom(
        rf"in\s+(?:about\s+|around\s+|exactly\s+|another\s+)?(?P<amounts>{_AMOUNTS})(?:\s+or\s+so)?(?:'?s?'?\s+time)?(?!\s+and\s+a\s+half)",
        lambda found: _away(found, 1),
        UNITS,
    ),
    atom(
        rf"(?P<amounts>{_AMOUNTS})\s+(?:from\s+(?:right\s+)?now|from\s+today|hence|later|in\s+the\s+future|after\s+(?:now|today))",
        lambda found: _away(found, 1),
        UNITS,
        "fro hen lat fut aft in",
    ),
    atom(
        rf"after\s+(?P<amounts>{_AMOUNTS})(?!\s+(?:of|from|before|after|ago)\b)",
        lambda found: _away(found, 1),
        UNITS,
        "aft",
    ),
    atom(
        rf"(?P<amounts>{_AMOUNTS})(?:\s+or\s+so)?\s+(?:ago|back|before\s+(?:now|today))",
        lambda found: _away(found, -1),
        UNITS,
        "ago bac bef",
    ),
    atom(
        rf"(?P<amounts>{AMOUNT})\s+ago\s+(?P<day>today|yesterday|tomorrow|this\s+(?:very\s+)?day)",
        _ago_today,
        UNITS,
        "ago",
    ),
    atom(r"(?P<unit>fortnight|week|month)\s+(?P<side>ago|hence)", _unit_ago, "ago hen"),
    atom(
        rf"(?:the\s+)?(?:last|past|previous|preceding|most\s+recent)\s+(?P<amounts>{AMOUNT})",
        lambda found: _rolling(found, -1),
        UNITS,
        "las pas pre mos",
    ),
    atom(
        rf"(?:the\s+)?(?:next|coming|following|upcoming)\s+(?P<amounts>{AMOUNT})",
        lambda found: _rolling(found, 1),
        UNITS,
        "nex com fol upc",
    ),
    atom(r"(?:the\s+)?(?P<side>last|past|previous|next|coming)\s+fortnight", _fortnight, "for"),
    atom(r"(?:the\s+)?past\s+(?P<unit>hour|day|week|month|quarter|year|decade)", _one_back, UNITS, "pas"),
    atom(r"(?:the\s+)?(?:last|previous)\s+(?P<unit>hour)", _one_back, "hou"),
    atom(r"(?:the\s+)?next\s+(?P<unit>hour)", lambda found: whole(found, Rolling(1, "hour", 1)), "hou"),
    atom(
        rf"(?:within|in\s+(?:under|less\s+than)|inside(?:\s+of)?|less\s+than(?=\s+{AMOUNT}\s+from\b))\s+"
        rf"(?:the\s+)?(?:(?:next|coming|following|upcoming)\s+)?(?P<amounts>{AMOUNT})(?:\s+from\s+(?:now|today))?",
        lambda found: _rolling(found, 1, deadline=True),
        UNITS,
        "wit in ins les",
    ),
    atom(
        r"within\s+(?:the\s+)?(?P<unit>hour|day|week|month|year)",
        lambda found: whole(found, Rolling(1, unit_of(found["unit"])[0], 1, deadline=True)),
        "wit",
    ),
    atom(rf"(?P<amounts>{AMOUNT})\s+{_FROM}(?=\s)", _beside, UNITS, "aft bef fro fol pri"),
    atom(
        rf"(?:the\s+)?(?P<unit>day|week|weekend|month|year|workday)\s+{_SIDE}(?=\s)",
        _unit_beside,
        UNITS,
        "aft bef fol pri",
    ),
    atom(
        rf"(?:the\s+)?(?:(?P<nth>{ORDINAL}|\d{SUFFIX})\s+)?(?P<day>{WEEKDAY})\s+{_SIDE}(?=\s)",
        _weekday_beside,
        WEEKDAYS,
        "aft bef fol pri",
    ),
    atom(
        r"(?:the\s+)?week\s+(?:of|containing|beginning|starting)(?=\s)",
        lambda found: piece(found, Kind.BESIDE, Shifted("week", 0), weak=True),
        "wee",
    ),
    atom(
        rf"(?P<number>{NUMBER})\s+(?P<day>{WEEKDAY})s?\s+(?P<side>ago|back|from\s+now|later|hence)",
        _weekdays_away,
        WEEKDAYS,
        "ago bac fro lat hen",
    ),
    atom(r"recently|lately|of\s+late|these\s+days", _lately, "rec lat day"),
    atom(r"the\s+other\s+day", lambda found: whole(found, Vague("past_days")), "oth"),
    atom(
        r"(?:a|some)\s+(?:little\s+)?while\s+(?:ago|back)|some\s+time\s+ago",
        lambda found: whole(found, Vague("past_while")),
        "whi tim",
    ),
    atom(r"(?:the\s+)?(?:coming|upcoming|next)\s+days", lambda found: whole(found, Vague("coming_days")), "day"),
)
"""Amounts, what lies so far away, and how long a time reaches from now."""
