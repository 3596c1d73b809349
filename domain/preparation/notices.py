"""What a person is told of a preparation, in Chinese and English with the same facts (rule DEVICE-16)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from domain.preparation.keys import in_order
from domain.preparation.phrases import phrase
from domain.preparation.values import Value, written
from domain.schedule.state import Locale
from domain.term.zones import zone_named

NoticeKind = Literal["executed", "recommended", "confirm"]
"""The room is prepared; settings are recommended; settings are recommended and wait for the person's word."""

_MOST_SHOWN: Final = 12
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}
_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "executed.title": ("会议室 {room} 已准备好", "Room {room} is prepared"),
    "recommended.title": ("会议室 {room} 的推荐设置", "Recommended settings for room {room}"),
    "confirm.title": ("请确认会议室 {room} 的推荐设置", "Confirm the recommended settings for room {room}"),
    "executed": ("{span} 的会议：{values}。可以在面板上调整。", "Meeting of {span}: {values}. Change it on the panel."),
    "recommended": (
        "{span} 的会议：{values}。尚未执行，可以在面板上查看。",
        "Meeting of {span}: {values}. Nothing was executed; see the panel.",
    ),
    "confirm": (
        "{span} 的会议：{values}。请在开始之前在面板上确认，否则不会执行。",
        "Meeting of {span}: {values}. Confirm on the panel before it starts, else nothing is executed.",
    ),
    "between": ("、", ", "),
    "more": ("等", "and more"),
    "nothing": ("没有推荐的设置", "no settings are recommended"),
}


@dataclass(frozen=True, slots=True)
class NoticeText:
    """What is said: a line above, and one or two sentences."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is said of a meeting.

    Attributes:
        zone: IANA name of the zone of the room's clocks.
    """

    room_id: str
    zone: str
    start: datetime
    end: datetime


def notice_text(kind: NoticeKind, meeting: Meeting, values: Mapping[str, Value], locale: Locale) -> NoticeText:
    """What a person is told; times are those of the room's clocks."""
    room, span = written(meeting.room_id), _span(meeting)
    told = _values(values, locale)
    return NoticeText(_say(f"{kind}.title", locale, room=room), _say(kind, locale, span=span, values=told))


def _span(meeting: Meeting) -> str:
    zone = zone_named(meeting.zone) or ZoneInfo("UTC")
    start, end = meeting.start.astimezone(zone), meeting.end.astimezone(zone)
    last = f"{end:%H:%M}" if start.date() == end.date() else f"{end:%m/%d %H:%M}"
    return f"{start:%m/%d %H:%M}–{last}"


def _values(values: Mapping[str, Value], locale: Locale) -> str:
    phrases = [phrase(key, values[key], locale=locale) for key in in_order(values)]
    if not phrases:
        return _say("nothing", locale)
    shown = phrases[:_MOST_SHOWN]
    return _say("between", locale).join([*shown, *([_say("more", locale)] if len(phrases) > _MOST_SHOWN else [])])


def _say(key: str, locale: Locale, **values: str) -> str:
    return _TEXTS[key][_COLUMN[locale]].format(**values)
