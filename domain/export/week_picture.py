"""A week of a term as a picture in SVG, which needs nothing beside it (rules EXPORT-11 to EXPORT-13)."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.export.fitting import lines_of, safe
from domain.export.picture_words import WORDS, PictureWords, clock_span
from domain.schedule.state import Locale
from domain.schedule.week import DayView, EntryView, TimedEventView, WeekView
from domain.term.calendar import SECTIONS_PER_DAY, Term

FONTS = (
    "'Noto Sans CJK SC','Noto Sans SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','WenQuanYi Micro Hei',"
    "'WenQuanYi Zen Hei','Noto Serif CJK SC','DejaVu Sans','Liberation Sans','Noto Sans','Helvetica','Arial',sans-serif"
)

_LEFT, _TOP, _DAY, _ROW, _EDGE = 84, 78, 150, 58, 12
_WIDTH = _LEFT + 7 * _DAY + _EDGE
_GRID_END = _TOP + SECTIONS_PER_DAY * _ROW
_LINE, _SIZE = 16, 13
_MOST_OTHERS = 8
_INK, _DIM, _RULE = "#1f2933", "#616e7c", "#d9e2ec"
# Each with ink on it that reads well.
_FILLS = ("#dbeafe", "#dcfce7", "#fef3c7", "#fce7f3", "#ede9fe", "#cffafe", "#ffedd5", "#e2e8f0")


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float


def week_picture(term: Term, week: WeekView, locale: Locale) -> str:
    """The picture: days side by side, sections from above, and below what takes no section."""
    words = WORDS[locale]
    others = _others(week)
    height = _GRID_END + _EDGE + (_LINE + 4) * _rows_of(others)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="{FONTS}" role="img">',
        f"<title>{safe(_title(week, words))}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        *_headings(week, words),
        *_grid(term),
        *(part for day in week.days for part in _entries(day, words)),
        *_below(week, others, words),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _title(week: WeekView, words: PictureWords) -> str:
    return words.title.format(week=week.week, first=week.days[0].date, last=week.days[-1].date)


def _others(week: WeekView) -> list[TimedEventView]:
    """Each once, though it may be told on several days."""
    return list({event.event_id: event for day in week.days for event in day.timed_events}.values())


def _rows_of(others: list[TimedEventView]) -> int:
    return min(len(others), _MOST_OTHERS + 1) + 1 if others else 0


def _text(x: float, y: float, text: str, size: int = _SIZE, fill: str = _INK, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{more}>{safe(text)}</text>'


def _headings(week: WeekView, words: PictureWords) -> Iterator[str]:
    yield _text(_EDGE, 30, _title(week, words), 18, more=' font-weight="bold"')
    for day, name in zip(week.days, words.days, strict=True):
        x = _LEFT + (day.day_of_week - 0.5) * _DAY
        yield _text(x, _TOP - 12, f"{name} {day.date.strftime('%m-%d')}", more=' text-anchor="middle"')


def _grid(term: Term) -> Iterator[str]:
    for number, section in enumerate(term.sections, start=1):
        y = _TOP + (number - 1) * _ROW
        yield _rule(0, y, _WIDTH, y)
        yield _text(_EDGE, y + 24, str(number), 14)
        yield _text(_EDGE, y + 42, f"{section.start:%H:%M}-{section.end:%H:%M}", 10, _DIM)
    yield _rule(0, _GRID_END, _WIDTH, _GRID_END)
    for column in range(8):
        yield _rule(_LEFT + column * _DAY, _TOP, _LEFT + column * _DAY, _GRID_END)


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_RULE}"/>'


def _entries(day: DayView, words: PictureWords) -> Iterator[str]:
    """Hosts, and on the right half of them their guests."""
    hosts = {entry.host_event_id for entry in day.entries if entry.host_event_id}
    for entry in day.entries:
        left = _LEFT + (day.day_of_week - 1) * _DAY + 2
        y = _TOP + (entry.section_from - 1) * _ROW + 2
        height = (entry.section_to - entry.section_from + 1) * _ROW - 4
        half = (_DAY - 4) / 2
        if entry.host_event_id:
            yield from _entry(_Box(left + half, y + 3, half - 3, height - 6), entry, words, half - 3)
        else:
            yield from _entry(
                _Box(left, y, _DAY - 4, height), entry, words, half if entry.event_id in hosts else _DAY - 4
            )


def _entry(box: _Box, entry: EntryView, words: PictureWords, room: float) -> Iterator[str]:
    """A box with as much of the text as it takes; all of it is the title, which readers show on demand.

    Args:
        room: how wide the text may be.
    """
    stroke = ' stroke="#52606d" stroke-dasharray="4 3"' if entry.can_be_embedded else ""
    yield "<g>"
    yield f"<title>{safe(_told(entry, words))}</title>"
    yield (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="6" '
        f'fill="{_fill(entry)}"{stroke}/>'
    )
    most = max(1, int((box.height - 6) // _LINE))
    width = (room - 12) / _SIZE
    name = lines_of(entry.name, width, most)
    place = lines_of(entry.location, width * _SIZE / 11, most - len(name))
    for number, line in enumerate(name):
        yield _text(box.x + 6, box.y + _LINE * (number + 1), line, more=' font-weight="bold"')
    for number, line in enumerate(place, start=len(name)):
        yield _text(box.x + 6, box.y + _LINE * (number + 1), line, 11, _DIM)
    yield "</g>"


def _told(entry: EntryView, words: PictureWords) -> str:
    when = f"{words.run(entry.section_from, entry.section_to)} {clock_span(entry.starts_at, entry.ends_at)}"
    return "\n".join(filter(None, (entry.name, when, entry.location, entry.teacher, entry.class_name)))


def _fill(entry: EntryView) -> str:
    """A colour by the name, so that a course has the same one in every week."""
    return _FILLS[hashlib.sha256(entry.name.encode(errors="replace")).digest()[0] % len(_FILLS)]


def _below(week: WeekView, others: list[TimedEventView], words: PictureWords) -> Iterable[str]:
    if not others:
        empty = not any(day.entries for day in week.days)
        middle = ' text-anchor="middle"'
        return [_text(_LEFT + 3.5 * _DAY, _TOP + 6 * _ROW, words.free, 16, _DIM, middle)] if empty else []
    told = [f"{clock_span(one.starts_at, one.ends_at)} {one.name} {one.location}" for one in others]
    left = len(told) - _MOST_OTHERS
    shown = [words.others, *told[:_MOST_OTHERS], *([words.more.format(left)] if left > 0 else [])]
    step, width = _LINE + 4, (_WIDTH - 2 * _EDGE) / _SIZE
    return [
        _text(_EDGE, _GRID_END + step * number, line)
        for number, text in enumerate(shown, start=1)
        for line in lines_of(text, width, 1)
    ]
