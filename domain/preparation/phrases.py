"""Values of devices in words, in Chinese and English with the same facts (rules LEARN-15 to LEARN-18)."""

import re
from json import dumps
from typing import Final

from domain.preparation.keys import BY_NAME, MODES, DeviceKey, in_order
from domain.preparation.reduction import Decision
from domain.preparation.values import Value, figure, same, written
from domain.schedule.state import Locale

SWITCHED: Final[dict[Locale, tuple[str, str]]] = {"zh-CN": ("关", "开"), "en": ("off", "on")}
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}
_PLAIN: Final = re.compile(r"[\w.:+-]+")
_LONGEST: Final = 40
_LONGEST_ROW: Final = 400


def told(decision: Decision, locale: Locale) -> str:
    """What was decided, key by key: what was changed as ``recommended→final``, else what was accepted."""
    keys = in_order(dict.fromkeys(decision.touched or decision.values))
    parts = [
        phrase(key, decision.values[key], decision.recommended.get(key) if decision.touched else None, locale)
        for key in keys
    ]
    return _bounded(parts)


def phrase(key: str, value: Value, before: Value | None = None, locale: Locale = "zh-CN") -> str:
    """One key with its value, and with the value before where that is known and another.

    A key that is not of the table, or whose value is not of its kind, stands as ``key=value``.
    """
    column, device = _COLUMN[locale], BY_NAME.get(key)
    if before is not None and same(before, value):
        before = None
    values = [value] if before is None else [before, value]
    if device is None or not all(_is_of(device, each) for each in values):
        return f"{_plain(key)}={'→'.join(_told(each, locale) for each in values)}"
    if device.range.kind == "choice" and locale == "en":
        values = [MODES.get(str(each), each) for each in values]
    return f"{device.words[column]}{'→'.join(_told(each, locale) for each in values)}{device.unit}"


def _is_of(device: DeviceKey, value: Value) -> bool:
    if device.range.kind == "switch":
        return isinstance(value, bool)
    if device.range.kind == "choice":
        return value in device.range.choices
    return not isinstance(value, bool | str)


def _told(value: Value, locale: Locale) -> str:
    if isinstance(value, bool):
        return SWITCHED[locale][value]
    if isinstance(value, str):
        return _plain(value)
    return figure(value)


def _plain(text: str) -> str:
    """A word as it is, other text as JSON, so that no text from outside looks like one of ours."""
    clean = written(text)
    short = clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 1]}…"
    return short if _PLAIN.fullmatch(short) else dumps(short, ensure_ascii=False)


def _bounded(parts: list[str]) -> str:
    """As many of the parts as a row takes."""
    row = ""
    for part in parts:
        longer = f"{row}  {part}" if row else part
        if len(longer) > _LONGEST_ROW:
            return f"{row}  …"
        row = longer
    return row
