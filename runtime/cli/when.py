"""``daywright when``: the times that words name, without a stack (rules WHEN-38, WHEN-39 and CLI-13)."""

import json
import sys
from datetime import datetime
from typing import Annotated, Any, Never

import typer

from domain.context.plan.moment import read_now
from domain.context.when.expression import TimeExpression, TimesFound
from domain.context.when.find import find_times
from domain.errors import DaywrightError, InvalidInput
from domain.schedule.state import Locale
from domain.tools.arguments import quoted
from runtime.cli.running import tell_error
from runtime.cli.state_text import text_of
from runtime.clock import now as read_clock

_LONGEST = 2000

_Query = Annotated[str | None, typer.Argument(help="words that name times")]
_Now = Annotated[
    str | None,
    typer.Option("--now", help="when it was said, with its offset; this moment if left out", metavar="ISO"),
]
_Lines = Annotated[
    str | None,
    typer.Option("--jsonl", help="a file of lines with query and now, or -; a line comes out for each", metavar="FILE"),
]
_Locale = Annotated[Locale, typer.Option("--locale", help="whose words about time are tried first")]
_Json = Annotated[bool, typer.Option("--json", help="print the times as JSON")]


def when(
    query: _Query = None,
    now: _Now = None,
    jsonl: _Lines = None,
    locale: _Locale = "zh-CN",
    as_json: _Json = False,
) -> None:
    """Show the times that words name.

    Exit code 0: it was read, whether or not it names any. 1: a line of the file is none; the others are printed. 2: a
    file or the arguments cannot be read.
    """
    try:
        if (query is None) == (jsonl is None):
            raise InvalidInput("give a QUERY or --jsonl FILE, one of the two")
        said = read_clock().astimezone() if now is None else read_now(now)
        clean = _one(query, said, locale, as_json) if query is not None else _many(jsonl or "", said, locale)
    except DaywrightError as error:
        tell_error(error)
        raise typer.Exit(2) from None
    raise typer.Exit(0 if clean else 1)


def _one(query: str, now: datetime, locale: Locale, as_json: bool) -> bool:
    found = _found(query, now, locale)
    _write(_json(found) if as_json else "\n".join(_rows(found)))
    return True


def _found(query: str, now: datetime, locale: Locale) -> TimesFound:
    if len(query) > _LONGEST:
        raise InvalidInput(f"the query has {len(query)} characters: give at most {_LONGEST}")
    return find_times(query, now, locale)


def _json(found: TimesFound, **beside: object) -> str:
    """The ranges in the order of the sentence, and all that was found (rule WHEN-38)."""
    read = found.model_dump(mode="json")
    ranges = [time["range"] for time in read["times"] if time["range"] is not None]
    return json.dumps({**beside, "ranges": ranges, **read}, ensure_ascii=False)


def _rows(found: TimesFound) -> list[str]:
    """A line for each time, for people."""
    rows = [_row(time) for time in found.times]
    rows += [f"{one.text}  cannot be" for one in found.impossible]
    return rows or ["no time is named"]


def _row(time: TimeExpression) -> str:
    stretch = "no one stretch of time"
    if time.range is not None:
        start, end = (side.isoformat() if side else "open" for side in (time.range.start, time.range.end))
        stretch = f"{start} to {end}"
    return f"{time.text}  {time.label} ({time.kind})  {stretch}" + ("  provisional" if time.provisional else "")


def _many(source: str, now: datetime, locale: Locale) -> bool:
    """One line out for each line in; whether all of them could be read (rule WHEN-39)."""
    try:
        lines = text_of(source).split("\n")
    except InvalidInput as error:
        raise InvalidInput(f"--jsonl {source}: {error.message}") from None
    clean = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            _write(_answered(line, now, locale))
        except DaywrightError as error:
            _write(
                json.dumps({"line": number, "error": {"code": error.code, "message": str(error)}}, ensure_ascii=False)
            )
            clean = False
    return clean


def _answered(line: str, now: datetime, locale: Locale) -> str:
    """The line with what was found beside its own keys."""
    row = _read(line)
    query, said = row.get("query"), row.get("now")
    if not isinstance(query, str):
        raise InvalidInput(f"query is {quoted(query)}, which is no text: give words")
    if said is not None and not isinstance(said, str):
        raise InvalidInput(f"now is {quoted(said)}, which is no text: give a time with its offset")
    return _json(_found(query, now if said is None else read_now(said), locale), **row)


def _read(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"it is not JSON ({error}): give an object with query and now") from None
    if not isinstance(row, dict):
        raise InvalidInput(f"{quoted(row)} is no object: give one with query and now")
    return row


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is none of JSON's numbers")


def _write(text: str) -> None:
    """Half a pair of surrogates, which JSON can carry and UTF-8 cannot, goes out as its escape."""
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode() + "\n")
