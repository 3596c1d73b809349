"""The words of a picture of a week, in both languages (rule EXPORT-12)."""

from dataclasses import dataclass
from datetime import datetime

from domain.schedule.state import Locale


@dataclass(frozen=True, slots=True)
class PictureWords:
    """What a picture says beside the names of events; places in braces are filled in.

    Attributes:
        title: of the picture, with week, first and last day.
        sections: of an entry in its full text.
        free: what stands where nothing does.
        others: before what takes no section.
        more: that some of those do not fit.
    """

    title: str
    days: tuple[str, ...]
    section: str
    sections: str
    free: str
    others: str
    more: str

    def run(self, first: int, last: int) -> str:
        """A run of sections."""
        return self.section.format(first) if first == last else self.sections.format(first, last)


WORDS: dict[Locale, PictureWords] = {
    "zh-CN": PictureWords(
        title="第 {week} 周 {first} 至 {last}",
        days=tuple(f"周{day}" for day in "一二三四五六日"),
        section="第{}节",
        sections="第{}-{}节",
        free="本周没有安排",
        others="其他：",
        more="另有 {} 项",
    ),
    "en": PictureWords(
        title="Week {week}, {first} to {last}",
        days=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
        section="section {}",
        sections="sections {}-{}",
        free="Nothing stands in this week",
        others="Also:",
        more="and {} more",
    ),
}


def clock_span(starts_at: datetime, ends_at: datetime) -> str:
    """From when to when, with the day of the end where it is another."""
    other_day = ends_at.date() != starts_at.date()
    until = ends_at.strftime("%m-%d %H:%M") if other_day else ends_at.strftime("%H:%M")
    return f"{starts_at.strftime('%m-%d %H:%M')}-{until}"
