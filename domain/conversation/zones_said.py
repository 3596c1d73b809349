"""Zones in which a time of the clock is said: "8am Tokyo time", 北京时间, "at 9:00 UTC" (rule CHAT-26)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta, timezone, tzinfo
from functools import cache
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from domain.conversation.cue import words

MOST_ZONES: Final = 10
_REGIONS: Final = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
_NO_CITIES: Final = frozenset({"easter", "center", "knox", "west", "north", "south", "east", "midway", "general"})
_NAMES_EN: Final = {
    "beijing": "Asia/Shanghai",
    "china": "Asia/Shanghai",
    "shenzhen": "Asia/Shanghai",
    "japan": "Asia/Tokyo",
    "korea": "Asia/Seoul",
    "india": "Asia/Kolkata",
    "delhi": "Asia/Kolkata",
    "mumbai": "Asia/Kolkata",
    "uk": "Europe/London",
    "germany": "Europe/Berlin",
    "france": "Europe/Paris",
    "eastern": "America/New_York",
    "boston": "America/New_York",
    "washington": "America/New_York",
    "central": "America/Chicago",
    "mountain": "America/Denver",
    "pacific": "America/Los_Angeles",
    "san francisco": "America/Los_Angeles",
    "seattle": "America/Los_Angeles",
    "hawaii": "Pacific/Honolulu",
    "greenwich": "UTC",
    "greenwich mean": "UTC",
    "universal": "UTC",
}
_LETTERS: Final = {
    "JST": "Asia/Tokyo",
    "KST": "Asia/Seoul",
    "HKT": "Asia/Hong_Kong",
    "SGT": "Asia/Singapore",
    **dict.fromkeys(("EST", "EDT", "ET"), "America/New_York"),
    **dict.fromkeys(("PST", "PDT", "PT"), "America/Los_Angeles"),
    **dict.fromkeys(("CET", "CEST"), "Europe/Paris"),
    **dict.fromkeys(("AEST", "AEDT"), "Australia/Sydney"),
}
_SEVERAL_MEAN: Final = "CST|CDT|IST|BST|MST|MDT|AST|WST"
_NAMES_ZH: Final = {
    **dict.fromkeys(("北京", "中国", "上海"), "Asia/Shanghai"),
    "香港": "Asia/Hong_Kong",
    **dict.fromkeys(("台北", "台湾"), "Asia/Taipei"),
    **dict.fromkeys(("东京", "日本"), "Asia/Tokyo"),
    **dict.fromkeys(("首尔", "韩国"), "Asia/Seoul"),
    "新加坡": "Asia/Singapore",
    **dict.fromkeys(("曼谷", "泰国"), "Asia/Bangkok"),
    **dict.fromkeys(("新德里", "印度"), "Asia/Kolkata"),
    "迪拜": "Asia/Dubai",
    "莫斯科": "Europe/Moscow",
    **dict.fromkeys(("伦敦", "英国"), "Europe/London"),
    **dict.fromkeys(("巴黎", "法国"), "Europe/Paris"),
    **dict.fromkeys(("柏林", "德国"), "Europe/Berlin"),
    **dict.fromkeys(("罗马", "意大利"), "Europe/Rome"),
    "马德里": "Europe/Madrid",
    **dict.fromkeys(("纽约", "美东", "美国东部", "波士顿", "华盛顿"), "America/New_York"),
    **dict.fromkeys(("芝加哥", "美国中部"), "America/Chicago"),
    **dict.fromkeys(("洛杉矶", "旧金山", "西雅图", "美西", "美国西部", "太平洋"), "America/Los_Angeles"),
    "丹佛": "America/Denver",
    "多伦多": "America/Toronto",
    "温哥华": "America/Vancouver",
    "悉尼": "Australia/Sydney",
    "墨尔本": "Australia/Melbourne",
    "奥克兰": "Pacific/Auckland",
    "夏威夷": "Pacific/Honolulu",
    **dict.fromkeys(("格林尼治", "格林威治", "世界协调", "协调世界"), "UTC"),
}
_OFFSET: Final = words(
    r"\s*[(（]?(?<![a-z])(?:UTC|GMT)(?:\s?(?P<sign>[+\-−])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>[0-5]\d))?)?(?![\w:])"
    r"(?:\s+time\b|时间)?[)）]?"
)
_IANA: Final = words(rf"\s*[(（]?\b(?P<name>(?:{'|'.join(_REGIONS)})/[a-z_]+(?:/[a-z_]+)?)(?:\s+time\b|时间)?[)）]?")
_SHORT: Final = re.compile(
    rf"(?<=[\dmM.])\s*[(（]?\b(?:(?P<known>{'|'.join(_LETTERS)})|(?:{_SEVERAL_MEAN}))\b(?:\s+time\b)?[)）]?", re.ASCII
)
_IN: Final = re.compile(r"(?<=[\dmM.])\s+in\s+(?P<city>[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)\b", re.ASCII)
# 下班时间8点 is no zone, 拉萨当地时间8点 is one.
_TIME_ZH: Final = words(
    rf"[(（]?(?:按照?)?(?:(?P<known>{'|'.join(sorted(_NAMES_ZH, key=len, reverse=True))})(?:当地|标准|平均)?"
    r"|(?:美国|加拿大|澳洲|澳大利亚|俄罗斯|巴西|欧洲)(?:当地)?|[\u4e00-\u9fff]{0,3}当地|[\u4e00-\u9fff]{2,3}标准)(?:夏令)?时间的?[)）]?"
)
_CLOCK_BEFORE: Final = words(r"(?:\d|[ap]\.?m\.?|o'?clock|noon|midnight)\s*[(（]?$")
_NO_ZONE: Final = words(
    r"this|next|local|my|our|your|his|her|their|lunch|dinner|tea|supper|break|bed|the|same|some|an?|on|in|of|to|for|that"
    r"|about|at|and|or|any|all|first|last|second|third|free|spare|play|game|show|story|half|full|part|real|due|closing"
    r"|opening|class|school|work|study|tomorrow|today|tonight|sharp|exact|precise|long|short|every|each|no"
)


@dataclass(frozen=True, slots=True)
class ZoneSaid:
    """Words that name a zone, with the blanks before them: the zone, None for one that is not known, and their place.

    Attributes:
        end: exclusive.
    """

    zone: tzinfo | None
    start: int
    end: int


def zones_said(text: str) -> list[ZoneSaid]:
    """The first zones that a text names, in its order; any may stand beside a time or not."""
    read = (_offsets, _iana, _letters, _cities, _there, _chinese)
    named = (said for each in read for said in islice(each(text), MOST_ZONES))
    return sorted(named, key=lambda said: said.start)[:MOST_ZONES]


def _offsets(text: str) -> Iterator[ZoneSaid]:
    for each in _OFFSET.finditer(text):
        ahead = timedelta(hours=int(each["hours"] or 0), minutes=int(each["minutes"] or 0))
        known = ahead <= timedelta(hours=14)
        east = -ahead if each["sign"] in ("-", "−") else ahead
        yield ZoneSaid(timezone(east) if known else None, *each.span())


def _iana(text: str) -> Iterator[ZoneSaid]:
    for each in _IANA.finditer(text):
        name = _iana_names().get(each["name"].lower())
        yield ZoneSaid(ZoneInfo(name) if name else None, *each.span())


def _letters(text: str) -> Iterator[ZoneSaid]:
    for each in _SHORT.finditer(text):
        yield ZoneSaid(ZoneInfo(_LETTERS[each["known"]]) if each["known"] else None, *each.span())


def _cities(text: str) -> Iterator[ZoneSaid]:
    """Those before "time": as many words as make a name that is known, else all that stand right behind a clock."""
    for each in re.finditer(r"\btime\b[)）]?", text, re.IGNORECASE | re.ASCII):
        before = re.search(r"(?:\b(?:local|standard|daylight)\s+)?$", text[: each.start()], re.IGNORECASE)
        until = before.start() if before else each.start()
        said = list(re.finditer(r"[^\W\d_][^\W\d_.'’-]*(?=(?:['’]s)?\s+$|\s)", text[:until]))[-3:]
        known = next(((name, word) for word in said if (name := _city(text[word.start() : until]))), None)
        if known is not None:
            yield ZoneSaid(ZoneInfo(known[0]), _blank_before(text, known[1].start()), each.end())
        elif (lost := _unknown(text, until)) is not None:
            yield ZoneSaid(None, _blank_before(text, lost), each.end())


def _there(text: str) -> Iterator[ZoneSaid]:
    """A city behind a time: "at 8am in New York"."""
    for each in _IN.finditer(text):
        name = _city(each["city"])
        if name:
            yield ZoneSaid(ZoneInfo(name), *each.span())


def _city(words_said: str) -> str | None:
    name = re.sub(r"['’]s$", "", " ".join(words_said.lower().split()))
    return _NAMES_EN.get(name) or _city_names().get(name)


def _unknown(text: str, until: int) -> int | None:
    """Where one or two words begin that stand between a clock and "time" and can only be a place."""
    for count in (1, 2):
        found = re.search(rf"(?:[A-Za-z][A-Za-z.'-]*\s+){{{count}}}$", text[:until], re.ASCII)
        if found is None or not _CLOCK_BEFORE.search(text[: found.start()]):
            continue
        said = found[0].split()
        if not any(_NO_ZONE.fullmatch(word) for word in said) and (count == 1 or all(word.istitle() for word in said)):
            return found.start()
    return None


def _blank_before(text: str, at: int) -> int:
    return len(text[:at].rstrip(" (（\t"))


def _chinese(text: str) -> Iterator[ZoneSaid]:
    for each in _TIME_ZH.finditer(text):
        yield ZoneSaid(ZoneInfo(_NAMES_ZH[each["known"]]) if each["known"] else None, *each.span())


@cache
def _iana_names() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones() if name.startswith(_REGIONS)}


@cache
def _city_names() -> dict[str, str]:
    """The cities after which zones are named, in lower case."""
    named = {name.rpartition("/")[2].replace("_", " ").lower(): name for name in sorted(_iana_names().values())}
    return {city: name for city, name in named.items() if city not in _NO_CITIES}
