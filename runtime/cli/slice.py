"""``daywright slice``: what a request is about, without a stack (rules SLICE-26, SLICE-27 and CLI-13)."""

import json
import sys
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Never

import typer

from domain.errors import DaywrightError, InvalidInput
from domain.refine.calendar import Calendar
from domain.refine.quoting import in_own_words
from domain.refine.slice import Slice, parse_slice
from domain.refine.slice_text import described, fault_lines, faults_of
from domain.refine.spacing import evenly, spaced
from domain.refine.wording import locale_of
from domain.schedule.state import ScheduleState
from domain.term.calendar import Term
from domain.tools.arguments import quoted
from runtime.cli.running import console
from runtime.cli.state_text import STDIN, state_of, text_of

_LONGEST = 2000
_MOST_WEEKS = 60

_Message = Annotated[str | None, typer.Argument(help="the request in plain words")]
_Week = Annotated[
    int | None,
    typer.Option("--week", min=1, max=_MOST_WEEKS, help="week in which it is said; that of --today if left out"),
]
_State = Annotated[
    str | None, typer.Option("--state", help="a state file in JSON, or -: its tasks may be named", metavar="FILE")
]
_Lines = Annotated[
    str | None,
    typer.Option("--jsonl", help="a file of lines with query and current_week, or -; a line comes out for each"),
]
_Monday = Annotated[
    datetime | None,
    typer.Option("--first-monday", formats=["%Y-%m-%d"], help="Monday of week 1, for dates, months and clock times"),
]
_Today = Annotated[
    datetime | None, typer.Option("--today", formats=["%Y-%m-%d"], help="the day on which it is said; needs a Monday")
]
_Weeks = Annotated[int, typer.Option("--weeks", min=1, max=_MOST_WEEKS, help="weeks of the term")]
_Json = Annotated[bool, typer.Option("--json", help="print the slice as JSON")]


@dataclass(frozen=True, slots=True)
class _Setting:
    """What requests are read against; each line of a file may bring a week and a day of its own."""

    state: ScheduleState | None
    week: int | None
    term: Term | None
    today: date | None

    def read(self, message: str, week: int | None, today: date | None) -> Slice:
        """The slice of a message.

        Raises:
            InvalidInput: it is empty or too long, or the week in which it was said cannot be known.
        """
        if not spaced(message):
            raise InvalidInput(f"the request is {quoted(message)}, which is empty: give it in words")
        if len(message) > _LONGEST:
            raise InvalidInput(f"the message has {len(message)} characters: give at most {_LONGEST}")
        said = today or self.today
        if said is not None and self.term is None:
            raise InvalidInput("a day is given without --first-monday: give the Monday of week 1 as well")
        calendar = None if self.term is None else Calendar(term=self.term, today=said)
        read = parse_slice(message, self.state, self._week(week, said), calendar)
        return in_own_words(read, evenly(message))

    def _week(self, week: int | None, today: date | None) -> int | None:
        given = week or self.week
        if given is None and today is not None and self.term is not None:
            return self.term.position(today)[0]
        if given is None and self.state is None:
            raise InvalidInput("the week is missing: give --week, or --first-monday with --today, or --state")
        return given


def slice_(
    message: _Message = None,
    week: _Week = None,
    state: _State = None,
    jsonl: _Lines = None,
    first_monday: _Monday = None,
    today: _Today = None,
    weeks: _Weeks = 20,
    as_json: _Json = False,
) -> None:
    """Show which weeks, days, sections and tasks a request in plain words is about.

    Exit code 0: it was read. 1: words of MESSAGE were not understood, or a line of the file is none; the others are
    printed.
    2: a file or the arguments cannot be read.
    """
    try:
        if (message is None) == (jsonl is None):
            raise InvalidInput("give a MESSAGE or --jsonl FILE, one of the two")
        if STDIN in (state, jsonl) and state == jsonl:
            raise InvalidInput("--state and --jsonl are both standard input: give a file for one of them")
        monday = None if first_monday is None else first_monday.date()
        term = None if monday is None else Term(first_monday=monday, weeks=weeks)
        setting = _Setting(None if state is None else state_of(state), week, term, today.date() if today else None)
        clean = _one(setting, message, as_json) if message is not None else _many(setting, jsonl or STDIN)
    except DaywrightError as error:
        _tell(str(error))
        raise typer.Exit(2) from None
    raise typer.Exit(0 if clean else 1)


def _one(setting: _Setting, message: str, as_json: bool) -> bool:
    cut = setting.read(message, None, None)
    locale, faults = locale_of(message), faults_of(cut)
    if as_json:
        _print(cut.keys)
        for line in fault_lines(cut, locale):
            _tell(line)
    else:
        sys.stdout.write(_writable(described(cut, setting.state, locale)) + "\n")
    return not faults


def _many(setting: _Setting, source: str) -> bool:
    """One line out for each line in; whether all of them could be read."""
    clean = True
    try:
        text = text_of(source)
    except InvalidInput as error:
        raise InvalidInput(f"--jsonl {source}: {error.message}") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            _print(_answered(setting, line))
        except DaywrightError as error:
            _tell(f"line {number}: {error}")
            clean = False
    return clean


def _answered(setting: _Setting, line: str) -> dict[str, Any]:
    """The line with the slice of its query; what was not understood stands beside it."""
    row = _row(line)
    query, week, today = row.get("query"), row.get("current_week"), row.get("today")
    if not isinstance(query, str):
        raise InvalidInput(f"query is {quoted(query)}, which is no text: give the request in words")
    if week is not None and (type(week) is not int or not 1 <= week <= _MOST_WEEKS):
        raise InvalidInput(f"current_week is {quoted(week)}: give a week from 1 to {_MOST_WEEKS}")
    cut = setting.read(query, week, _day(today))
    faults = faults_of(cut)
    return {**row, "slice": cut.keys, **({"not_understood": faults} if faults else {})}


def _row(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"it is not JSON ({error}): give an object with query and current_week") from None
    if not isinstance(row, dict):
        raise InvalidInput(f"{quoted(row)} is no object: give one with query and current_week")
    return row


def _day(given: object) -> date | None:
    if given is None:
        return None
    try:
        return date.fromisoformat(given) if isinstance(given, str) else _refuse_constant(quoted(given))
    except ValueError:
        raise InvalidInput(f"today is {quoted(given)}: give a day such as 2026-09-28") from None


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is none of JSON's numbers")


def _print(content: object) -> None:
    sys.stdout.write(_writable(json.dumps(content, ensure_ascii=False)) + "\n")


def _writable(text: str) -> str:
    """Half a pair of surrogates, which JSON can carry and UTF-8 cannot, as its escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def _tell(text: str) -> None:
    console(stderr=True).print(f"daywright: {_writable(text)}", style="red", soft_wrap=True)
