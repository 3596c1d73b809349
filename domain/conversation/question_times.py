"""Days and sections that a question speaks of (rule CHAT-15)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Final

from domain.conversation.agenda import Agenda
from domain.conversation.cue import words
from domain.conversation.question_feasts import feast_days_in
from domain.refine.atoms import tokens
from domain.refine.calendar import Calendar, Said
from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.refine.place_atoms import EN_DAY
from domain.refine.token import Token
from domain.term.calendar import SECTIONS_PER_DAY
from domain.term.window import Window

_SPELLINGS: Final = (
    (re.compile(r"(?<![周期拜])一下"), " "),
    (re.compile(r"([今明昨])儿个?"), r"\1天"),
    (re.compile(r"后儿个?"), "后天"),
)
_TERM = words(r"(?:这|本|整|全|这个|整个)个?学期|全程|所有[周天]|\b(?:this|the|whole|entire|all)\s+(?:term|semester)\b")
_AHEAD = words(
    rf"(?:接下来|未来|今后|往后|之后|后面)的?(?P<zh>{NUMBER}|几)天|这几天|最近几天"
    rf"|\b(?:the\s+)?(?:next|coming|following)\s+(?P<en>{NUMBER_EN}|few)\s+days\b"
)
_AHEAD_WEEKS = words(
    rf"(?:接下来|未来|今后|往后|后面)的?(?P<zh>{NUMBER})个?(?:周|星期|礼拜)|\b(?:the\s+)?(?:next|coming)\s+(?P<en>{NUMBER_EN})\s+weeks\b"
)
_REST_OF_WEEK = words(r"(?:这|本)周(?:剩下|剩余|余下)的?(?:几天|时间)?|\bthe\s+rest\s+of\s+(?:the|this)\s+week\b")
_MOMENT = words(
    rf"(?:at\s+)?(?:(?P<noon>noon)|\D{{0,4}}?(?P<hour>{NUMBER}|{NUMBER_EN})(?:点钟?(?P<half>半)?|:(?P<minute>\d\d))?"
    r"(?:\s*[ap]\.?m\.?|\s*o'?clock)?)"
)
_FROM_TO = words(
    rf"(?:从|(?:\b(?:from|between)\s+))?(?P<begin>现在|今天|明天|后天|\b(?:now|today|tomorrow))(?:起|开始)?\s*(?:一直)?"
    rf"(?:到|至|-|~|\b(?:to|until|till|through|and)\b)\s*(?P<end>(?:下下|下|这|本)?个?(?:周|星期|礼拜)[一二三四五六日天末]"
    rf"|(?:{NUMBER}月)?{NUMBER}[日号]|明天|大?后天|(?:next\s+|this\s+)?{EN_DAY}\b|tomorrow\b)"
)
_BEGINS: Final = {"明天": 1, "tomorrow": 1, "后天": 2}
_UNREAD: Final = words(
    r"除夕|大年|(?:春|中秋|国庆|端午|清明|元宵|感恩|情人)节?(?:那|当|前|后)?天|生日那天|\b(?:easter|thanksgiving|my\s+birthday)\b"
)
_FEW = 3


@dataclass(frozen=True, slots=True)
class Times:
    """When a question is about.

    Attributes:
        days: days of the term, ascending; empty where none is said.
        sections: sections of each, ascending; empty where none is said.
        clock: the time of day that is said, where it lies in no section.
        beyond: words for a time that the term does not have.
    """

    days: tuple[date, ...] = ()
    sections: tuple[int, ...] = ()
    clock: time | None = None
    beyond: str = ""


def times_in(text: str, agenda: Agenda) -> Times:
    """The times that a text speaks of.

    Args:
        text: as ``plain_text`` gives it, without names.
        agenda: gives the term, the day that it is, and the days of the preview that a bare weekday is looked for in.
    """
    for spelling, usual in _SPELLINGS:
        text = spelling.sub(usual, text)
    feasts = feast_days_in(text, agenda)
    text = feasts.rest
    spans = list(_spans(text, agenda))
    if spans:
        text = text.replace(spans[0][0], " ")
    found = tokens(text, _said(agenda))
    days = {day for _words, span in spans for day in span} | set(_days(found, agenda)) | set(feasts.days)
    inside = tuple(sorted(day for day in days if agenda.term.first_monday <= day <= agenda.term.last_day))
    clock = next((at for token in found if (at := _between(text, token, agenda))), None)
    sections = {abs(int(value)) for token in found if token.kind == "sections" for value in token.values}
    kept = tuple(sorted(section for section in sections if 1 <= section <= SECTIONS_PER_DAY and clock is None))
    beyond = next((text[token.start : token.end] for token in found if token.kind in ("weeks", "dates")), "")
    return Times(inside, kept, clock, beyond.strip() or "…" if days and not inside else "")


def is_unread_feast(text: str) -> bool:
    """Whether a day is meant by a name that no calendar has a date for."""
    return _UNREAD.search(text) is not None


def _between(text: str, token: Token, agenda: Agenda) -> time | None:
    """The time of a lone moment that is in no section; requests take such a one for the next section."""
    found = _MOMENT.fullmatch(text[token.start : token.end].strip())
    if token.kind != "sections" or len(token.values) != 1 or found is None:
        return None
    section = agenda.term.sections[abs(int(token.values[0])) - 1]
    hour, minute = (
        (12, 0) if found["noon"] else (number(found["hour"]), 30 if found["half"] else int(found["minute"] or 0))
    )
    said = [time(each, minute) for each in (hour, hour + 12) if each < 24 and minute < 60]
    if not said or any(section.start <= at < section.end for at in said):
        return None
    return max((at for at in said if at < section.start), default=None)


def _said(agenda: Agenda) -> Said:
    term = agenda.term
    window = Window.between(term, term.first_monday, term.last_day)
    return Said(agenda.week, Calendar(term=term, today=agenda.today), window)


def _spans(text: str, agenda: Agenda) -> Iterator[tuple[str, Sequence[date]]]:
    """Stretches of days that requests do not speak of."""
    term = agenda.term
    if found := _FROM_TO.search(text):
        begin = agenda.today + timedelta(days=_BEGINS.get(found["begin"], 0))
        end = max(_days(tokens(found["end"], _said(agenda)), agenda), default=begin)
        yield found[0], _run(begin, max((end - begin).days + 1, 1))
    for pattern, length in ((_AHEAD, 1), (_AHEAD_WEEKS, 7)):
        found = pattern.search(text)
        if found:
            said = found["zh"] or found["en"]
            count = _FEW if said in (None, "几", "few") else number(said)
            yield found[0], _run(agenda.today, count * length)
    if found := _REST_OF_WEEK.search(text):
        yield found[0], _run(agenda.today, 8 - agenda.today.isoweekday())
    if found := _TERM.search(text):
        yield found[0], _run(term.first_monday, term.weeks * 7)


def _run(first: date, count: int) -> list[date]:
    return [first + timedelta(days=n) for n in range(count)]


def _days(found: Iterable[Token], agenda: Agenda) -> Iterator[date]:
    listed = list(found)
    weeks = [int(value) for token in listed if token.kind == "weeks" for value in token.values]
    named = [tuple(map(int, t.values)) for t in listed if t.kind in ("days", "span", "amid") and t.values]
    dates = [int(value) for token in listed if token.kind in ("dates", "stretch") for value in token.values]
    first = agenda.term.first_monday
    yield from (first + timedelta(days=n - 1) for n in dates)
    if weeks and named:
        yield from (_day(agenda, week, day) for week in weeks for days in named for day in days)
    elif weeks:
        yield from (_day(agenda, week, day) for week in weeks for day in range(1, 8))
    elif not dates:
        yield from (day for days in named for day in _nearest(agenda, days))


def _day(agenda: Agenda, week: int, weekday: int) -> date:
    return agenda.term.first_monday + timedelta(days=7 * (week - 1) + weekday - 1)


def _nearest(agenda: Agenda, weekdays: Sequence[int]) -> list[date]:
    """These days of the first week in which one is to come; of the days of the preview, where there are such."""
    weeks = range(max(agenda.week, 1), agenda.term.weeks + 1)
    choices = [[_day(agenda, week, weekday) for weekday in weekdays] for week in weeks]
    coming = [days for days in choices if any(day >= agenda.today for day in days)]
    planned = [days for days in (*coming, *_of_all_weeks(agenda, weekdays)) if _is_planned(agenda, days)]
    return next(iter((*planned, *coming, *choices[-1:])), [])


def _of_all_weeks(agenda: Agenda, weekdays: Sequence[int]) -> list[list[date]]:
    return [[_day(agenda, week, weekday) for weekday in weekdays] for week in range(1, agenda.term.weeks + 1)]


def _is_planned(agenda: Agenda, days: Iterable[date]) -> bool:
    shown = agenda.shown
    if shown is None:
        return False
    places = (agenda.term.position(day) for day in days)
    return any(shown.window.day_of(*place) is not None for place in places)
