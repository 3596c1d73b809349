"""The table of rules in words, for prompts and for the page ``docs/preparation-rules.md`` (rule PREP-19)."""

from collections.abc import Iterator
from typing import Final

from domain.preparation.phrases import phrase
from domain.preparation.rules import RULES, VERSION, Band, Measure, Rule
from domain.preparation.values import figure
from domain.schedule.state import Locale

_MEASURES: Final[dict[Measure, tuple[str, str, str]]] = {
    "outdoor_temp": ("室外", "outdoors", "°C"),
    "indoor_temp": ("室内", "indoors", "°C"),
    "occupancy": ("人数", "people", ""),
    "illuminance": ("照度", "light", " lx"),
}
_ALWAYS: Final = {"zh-CN": "其他情况", "en": "otherwise"}
_NOW: Final = {"zh-CN": "现为", "en": "now "}

_HEAD: Final = """<!-- Written by `make docs` from the table of rules; changes belong there. -->

# What is recommended without a model

Version {version}. For each key the first row counts whose conditions all hold; what is not known fulfils no condition.
Every value is then brought into the range of the room's devices. The rules are PREP-18 to PREP-20 of
[spec/preparation.md](spec/preparation.md).

| # | key | where | value |
|---|---|---|---|
"""


def rule_lines(locale: Locale) -> Iterator[str]:
    """Every rule on a line, ``key: conditions → value``."""
    for rule in RULES:
        yield f"{rule.key}: {conditions(rule, locale)} → {value_of(rule, locale)}"


def conditions(rule: Rule, locale: Locale) -> str:
    """When a rule counts, in words."""
    bands = [_band(band, locale) for band in rule.bands]
    states = [f"{_NOW[locale]}{phrase(key, value, None, locale)}" for key, value in rule.state]
    return ("，" if locale == "zh-CN" else ", ").join([*bands, *states]) or _ALWAYS[locale]


def value_of(rule: Rule, locale: Locale) -> str:
    """What a rule recommends, in words."""
    return phrase(rule.key, rule.value, None, locale)


def page() -> str:
    """The page for people who run the service, as it is kept in the repository."""
    rows = (
        f"| {number} | `{rule.key}` | {conditions(rule, 'en')} | {value_of(rule, 'en')} |"
        for number, rule in enumerate(RULES, 1)
    )
    return _HEAD.format(version=VERSION) + "\n".join(rows) + "\n"


def _band(band: Band, locale: Locale) -> str:
    chinese, english, unit = _MEASURES[band.measure]
    name = chinese if locale == "zh-CN" else f"{english} "
    ends = [(">=", band.least), ("<", band.below)]
    told = [f"{sign} {figure(end)}{unit}" for sign, end in ends if end is not None]
    return f"{name}{' '.join(told)}"
