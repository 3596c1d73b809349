"""Pictures of weeks (rules EXPORT-11 to EXPORT-13)."""

from datetime import UTC, date, datetime, timedelta
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from domain.export.fitting import lines_of, width_of
from domain.export.week_picture import week_picture
from domain.schedule.state import Locale
from domain.schedule.week import EventFacts, SectionTaken, Standing, TimedEvent, WeekView, days_of
from domain.term.calendar import Term
from tests.domain.export.timetables import HOSTILE, ulid

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
NOW = datetime(2026, 9, 1, tzinfo=UTC)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*sections: SectionTaken, timed: tuple[TimedEvent, ...] = (), locale: Locale = "zh-CN") -> str:
    days = [TERM.date_of(5, day) for day in range(1, 8)]
    view = WeekView(
        term_id=ulid(1), week=5, timetable_version=1, days=days_of(TERM, days, Standing(sections, timed), NOW)
    )
    return week_picture(TERM, view, locale)


def taken(number: int, name: str, day: int, first: int, last: int, host: str | None = None) -> list[SectionTaken]:
    facts = EventFacts(ulid(number), "course", name, location="A-101 & 东区", can_be_embedded=host is None)
    return [SectionTaken(day, section, facts, host) for section in range(first, last + 1)]


def texts(svg: str) -> list[str]:
    return [str(text.text) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def titles(svg: str) -> list[str]:
    return [str(title.text) for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def test_every_name_stands_there_as_it_is() -> None:
    """Chinese, English and hostile ones: whole in the title of the box, and nothing of them is markup."""
    svg = drawn(
        *(
            one
            for n, name in enumerate(HOSTILE)
            for one in taken(n + 1, name, n % 7 + 1, 1 + n // 7 * 3, 3 + n // 7 * 3)
        )
    )
    told = [title.splitlines()[0] for title in titles(svg)[1:]]
    assert sorted(told) == sorted(HOSTILE)
    kinds = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(svg).iter()}
    assert kinds == {"svg", "title", "rect", "text", "line", "g"}
    assert "href" not in svg


def test_a_picture_says_which_week_it_is_in_either_language() -> None:
    """With days, clock times and sections; an empty week says that it is."""
    chinese, english = texts(drawn()), texts(drawn(locale="en"))
    assert chinese[:3] == ["第 5 周 2026-09-28 至 2026-10-04", "周一 09-28", "周二 09-29"]
    assert english[:3] == ["Week 5, 2026-09-28 to 2026-10-04", "Mon 09-28", "Tue 09-29"]
    assert "08:00-08:45" in chinese
    assert "12" in chinese
    assert (chinese[-1], english[-1]) == ("本周没有安排", "Nothing stands in this week")


def test_a_guest_is_drawn_inside_its_host() -> None:
    """On its right half, so that both can be read."""
    svg = drawn(*taken(1, "自习", 1, 1, 2), *taken(2, "背单词", 1, 1, 2, host=ulid(1)))
    host, guest = [rect for group in ElementTree.fromstring(svg).iter(f"{SVG}g") for rect in group.iter(f"{SVG}rect")]
    box, inner = ({name: float(rect.attrib[name]) for name in ("x", "y", "width", "height")} for rect in (host, guest))
    assert box["x"] + box["width"] / 2 <= inner["x"]
    assert inner["x"] + inner["width"] <= box["x"] + box["width"]
    assert {"自习", "背单词"} <= set(texts(svg))
    assert "stroke-dasharray" in host.attrib
    assert "stroke-dasharray" not in guest.attrib


def test_what_takes_no_section_stands_below() -> None:
    """By its time, once though it lasts several days; of many some are counted."""
    start = datetime(2026, 9, 28, 4, tzinfo=UTC)
    facts = [EventFacts(ulid(n), "course", f"活动{n}") for n in range(12)]
    timed = tuple(TimedEvent(one, start, start + timedelta(hours=1 + 30 * (n == 0))) for n, one in enumerate(facts))
    below = texts(drawn(timed=timed))[-10:]
    assert below[0] == "其他："
    assert below[1] == "09-28 12:00-09-29 19:00 活动0"
    assert below[-1] == "另有 4 项"


def test_a_course_has_its_colour_in_every_week() -> None:
    """Whatever its id and place."""
    one, other = drawn(*taken(1, "高数", 1, 1, 2)), drawn(*taken(2, "高数", 5, 3, 4))
    fills = [
        [group.find(f"{SVG}rect").attrib["fill"] for group in ElementTree.fromstring(svg).iter(f"{SVG}g")]  # type: ignore[union-attr]
        for svg in (one, other)
    ]
    assert fills[0] == fills[1]


@given(st.text(max_size=60), st.integers(3, 20), st.integers(1, 5))
def test_text_fits_and_only_its_end_is_cut(text: str, width: int, most: int) -> None:
    """Lines are no wider than they may be, and what they hold is the beginning of the text."""
    lines = lines_of(text, width, most)
    assert len(lines) <= most
    assert all(width_of(line) <= width for line in lines)
    shown = "".join("".join(lines).split())
    whole = "".join(text.split())
    assert shown == whole or (shown.endswith("…") and whole.startswith(shown[:-1]))


@given(st.text(max_size=30))
def test_any_name_makes_a_picture(name: str) -> None:
    """Also one with characters that XML does not know."""
    assert len(titles(drawn(*taken(1, f"a{name}", 1, 1, 1)))) == 2
