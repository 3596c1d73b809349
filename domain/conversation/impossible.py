"""Times in a question or a wish for a plan that no calendar and no clock has (rule CHAT-24)."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from domain.context.when.find import find_times
from domain.conversation.cue import words
from domain.conversation.plain_text import MOST
from domain.conversation.recalled_words import say
from domain.refine.numerals import NUMBER, number
from domain.schedule.state import Locale
from domain.term.calendar import SECTIONS_PER_DAY

_WEEKDAY: Final = words(
    r"(?<![上下这本每一两二三四五六七八九十\d])(?:周|星期|礼拜)(?:[八九]|十(?![一二三]))(?![点个门节项天样种\d十月:])"
)
_SECTION: Final = words(rf"第(?P<zh>{NUMBER})节(?!次)|\bsection\s+(?P<en>\d{{1,3}})\b")
# 3/40 may be a share of something, and only a term knows its weeks.
_UNSURE: Final = words(r"\d+\s*/\s*\d+|.*(?:第.*周|\bweek\b).*")


def impossible_time(message: str, now: datetime, locale: Locale, names: Iterable[str] = ()) -> str:
    """The words of a message for a time that there is not, such as 2月30日 or 25点; empty where it has none.

    Args:
        now: aware; when it was said.
        names: of courses and tasks, whose words are no times.
    """
    text = message[:MOST]
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    impossible = find_times(text, now, locale).impossible
    found = next((each.text for each in impossible if not _UNSURE.fullmatch(each.text)), "")
    return found or _no_weekday(text) or _no_section(text)


def no_such_time(message: str, now: datetime, locale: Locale, names: Iterable[str] = ()) -> str:
    """What is told where a message names a time that there is not; empty where it names none."""
    found = impossible_time(message, now, locale, names)
    return say(locale, "no_such_time", words=found) if found else ""


def _no_weekday(text: str) -> str:
    found = _WEEKDAY.search(text)
    return found[0] if found else ""


def _no_section(text: str) -> str:
    for found in _SECTION.finditer(text):
        if number(found["zh"] or found["en"]) > SECTIONS_PER_DAY:
            return found[0]
    return ""
