"""What reading a calendar file costs: one as a phone exports it, and one of the largest that are sent."""

import multiprocessing
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta

from bench.report import BenchRow, at_most
from domain.timetable.choice import TermChoice
from services.read_timetable import read_timetable

MONDAY = date(2026, 8, 31)
COURSES, LARGE = 12, 4_800
DAYS = 18 * 7
SECTIONS = (1, 3, 5, 7, 9, 11)


def rows() -> list[BenchRow]:
    """Processor time and memory of a process that reads one file and nothing else."""
    small = _file(_weekly(n) for n in range(COURSES))
    large = _file(_single(n) for n in range(LARGE))
    seconds, _ = _alone(small)
    most, peak = _alone(large)
    size = len(large) / 1e6
    return [
        at_most(f"calendar of {COURSES} weekly courses read: CPU", seconds, "s", 0.5),
        at_most(f"calendar of {LARGE:,} events, {size:.1f} MB, read: CPU", most, "s", 5),
        at_most("the same: memory of the process at most", peak, "MB", 300),
    ]


def _alone(content: bytes) -> tuple[float, float]:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as alone:
        return alone.submit(_read, content).result()


def _read(content: bytes) -> tuple[float, float]:
    """Seconds of CPU, and the most memory in MB that the process had."""
    began = time.process_time()
    read_timetable(content, TermChoice(first_monday=MONDAY, weeks=18))
    return time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _file(events: Iterator[str]) -> bytes:
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//"]
    return "\r\n".join([*head, *events, "END:VCALENDAR", ""]).encode()


def _weekly(number: int) -> str:
    return _event(number, number % 5, "RRULE:FREQ=WEEKLY;UNTIL=20261231T160000Z;INTERVAL=1")


def _single(number: int) -> str:
    """No two of the first 756 want the same sections; the rest collide, as in a file that holds several timetables."""
    return _event(number, number % DAYS, "TRANSP:OPAQUE")


def _event(number: int, day: int, line: str) -> str:
    first = SECTIONS[number // DAYS % len(SECTIONS)]
    on = MONDAY + timedelta(days=day)
    zone = "TZID=Asia/Shanghai"
    return "\r\n".join(
        [
            "BEGIN:VEVENT",
            "DTSTAMP:20260901T120000Z",
            f"UID:bench-{number}",
            f"SUMMARY:课程{number % 40}（理论）",
            f"DTSTART;{zone}:{on:%Y%m%d}T080000",
            f"DTEND;{zone}:{on:%Y%m%d}T094000",
            line,
            f"LOCATION:A-{number % 300} 教师{number % 50}",
            f"DESCRIPTION:第{first} - {first + 1}节\\nA-{number % 300}\\n教师{number % 50}",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER;RELATED=START:-PT20M",
            f"DESCRIPTION:课程{number % 40}@A-{number % 300}",
            "END:VALARM",
            "END:VEVENT",
        ]
    )
