"""What a model is told of a person's decisions (rules LEARN-13 to LEARN-19)."""

from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from domain.preparation.phrases import told
from domain.preparation.reduction import Decision
from domain.preparation.values import figure, written
from domain.schedule.state import Locale
from domain.term.zones import zone_named

LONGEST_NAME: Final = 64
_RULE: Final = "─" * 60
_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "header": (
        "【{name}近期操作习惯（近30天·{order}）】",
        "[Recent decisions of {name} (last 30 days, {order})]",
    ),
    "nobody": ("预定人", "the booker"),
    "by_temp": ("按气温接近排序", "nearest outdoor temperature first"),
    "by_time": ("按时间由近到远排序", "newest first"),
    "columns": (
        "日期    室外    状态             控制快照",
        "date    outdoors  status                           settings",
    ),
    "user_adjusted": ("你手动调过", "you adjusted it"),
    "user_confirmed": ("你确认了推荐", "you accepted the recommendation"),
    "auto_no_intervention": ("自动执行(未干预)", "executed (not touched)"),
    "unknown": ("未知", "unknown"),
    "hint": (
        "提示：今天室外 {current}°C，与 {date}({temp}°C) 最接近。",
        "Hint: it is {current}°C outdoors today, nearest to {date} ({temp}°C).",
    ),
    "weigh": (
        "上述记录供参考，最终请结合当前 RO 读数和量程约束自行判断。",
        "These records are for reference: weigh them with the room's present readings and the ranges of its devices.",
    ),
}
_ROWS: Final = ("{day}  {temp}  {label:<12} {told}", "{day:<6}  {temp:<8}  {label:<31}  {told}")
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def briefing(
    message: str,
    booker_name: str,
    decisions: Sequence[Decision],
    current_temp: float | None,
    locale: Locale = "zh-CN",
) -> str:
    """The message for the model with the person's decisions behind it; unchanged where there is none (LEARN-13).

    Args:
        message: what the model is asked.
        booker_name: how the person is called.
        decisions: the similar ones, the most similar first.
        current_temp: outdoors, in °C.
        locale: language of what is added.
    """
    if not decisions:
        return message
    head = ["", _header(booker_name, current_temp, locale), _say(locale, "columns"), _RULE]
    rows = [row(decision, locale) for decision in decisions]
    hint = _hint(decisions[0], current_temp, locale)
    return "\n".join([message, *head, *rows, "", *hint, _say(locale, "weigh")])


def _header(booker_name: str, current_temp: float | None, locale: Locale) -> str:
    name = written(booker_name).translate(dict.fromkeys(map(ord, "【】[]")))[:LONGEST_NAME].strip()
    order = _say(locale, "by_time" if current_temp is None else "by_temp")
    return _say(locale, "header", name=name or _say(locale, "nobody"), order=order)


def row(decision: Decision, locale: Locale) -> str:
    """One decision as a model is told of it (rules LEARN-14 to LEARN-16)."""
    temp = _say(locale, "unknown") if decision.weather_temp is None else f"{figure(decision.weather_temp)}°C"
    label = _say(locale, decision.label)
    line = _ROWS[_COLUMN[locale]]
    return line.format(day=_day(decision), temp=temp, label=label, told=told(decision, locale))


def _hint(nearest: Decision, current_temp: float | None, locale: Locale) -> list[str]:
    if current_temp is None or nearest.weather_temp is None:
        return []
    current, temp = figure(current_temp), figure(nearest.weather_temp)
    return [_say(locale, "hint", current=current, date=_day(nearest), temp=temp)]


def _day(decision: Decision) -> str:
    """The day on the clocks of the room."""
    zone = zone_named(decision.zone) or ZoneInfo("UTC")
    return decision.prep_trigger_at.astimezone(zone).strftime("%m/%d")


def _say(locale: Locale, key: str, **values: str) -> str:
    return _TEXTS[key][_COLUMN[locale]].format(**values)
