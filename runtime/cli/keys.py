"""``daywright key``: make, list and revoke API keys (rules CRED-2, CRED-5 and CRED-8)."""

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InvalidInput
from domain.ids import checked_user_id
from runtime.cli.database import running_database
from runtime.cli.running import console, run_command
from runtime.clock import now
from runtime.settings import Settings
from services.issue_key import IssuedKey, issue_key
from services.list_keys import OwnedKey, list_keys, list_keys_of_everyone
from services.revoke_key import revoke_key, revoke_key_of_anyone
from storage.api_keys import KeyScope
from storage.engine import create_engine

keys = typer.Typer(no_args_is_help=True, help="Make, list and revoke the API keys of a database.")

_User = Annotated[str, typer.Option("--user", help="whose key it is; a user is made known by the first key")]
_SomeUser = Annotated[str | None, typer.Option("--user", help="only keys of this user")]
_Name = Annotated[str, typer.Option("--name", help="what to tell it by in the list")]
_Expires = Annotated[
    str | None, typer.Option("--expires", help="from when on it is no longer good: 90d, or 2027-01-31 at 00:00 UTC")
]
_Service = Annotated[bool, typer.Option("--service", help="for a service: it opens the routes under /internal/ only")]
_Json = Annotated[bool, typer.Option("--json", help="print JSON")]
_Reference = Annotated[str, typer.Argument(metavar="PREFIX_OR_ID", help="as `daywright key list` shows it")]
_DAYS = re.compile(r"([0-9]{1,5})d")


@keys.command()
def create(
    user: _User, name: _Name = "", expires: _Expires = None, service: _Service = False, as_json: _Json = False
) -> None:
    """Make a key and print it, this once."""

    async def command(settings: Settings, out: Console) -> None:
        moment = now()
        expires_at = expiry(expires, moment) if expires is not None else None
        async with _engine(settings) as engine:
            scope: KeyScope = "service" if service else "person"
            issued = await issue_key(user, engine, moment, name, expires_at, scope)
        _show_issued(issued, user, out, as_json)

    run_command(command)


@keys.command("list")
def list_(user: _SomeUser = None, as_json: _Json = False) -> None:
    """Show the keys, newest first, without their secret parts."""

    async def command(settings: Settings, out: Console) -> None:
        _check(user)
        async with _engine(settings) as engine:
            found = await (list_keys_of_everyone(engine) if user is None else list_keys(user, engine))
        if as_json:
            out.print(_json([_facts(key) for key in found]), soft_wrap=True)
        else:
            out.print(_table(found))

    run_command(command)


@keys.command()
def revoke(reference: _Reference, user: _SomeUser = None) -> None:
    """Make a key worthless, at once and for ever; again it changes nothing."""

    async def command(settings: Settings, out: Console) -> None:
        _check(user)
        async with _engine(settings) as engine:
            if user is None:
                key = await revoke_key_of_anyone(engine, reference, now())
            else:
                key = await revoke_key(user, engine, reference, now())
        out.print(f"{key.record.prefix} of {key.user_id} is revoked.", soft_wrap=True)

    run_command(command)


def expiry(text: str, moment: datetime) -> datetime:
    """The instant that ``90d``, counted from ``moment``, or ``2027-01-31``, its first moment in UTC, means.

    Raises:
        InvalidInput: it is neither; the message quotes it.
    """
    try:
        if days := _DAYS.fullmatch(text):
            return moment + timedelta(days=int(days[1]))
        return datetime.combine(date.fromisoformat(text), time(), UTC)
    except (ValueError, OverflowError):
        raise InvalidInput(f"--expires is {text!r}: write days, such as 90d, or a date, such as 2027-01-31") from None


@asynccontextmanager
async def _engine(settings: Settings) -> AsyncIterator[AsyncEngine]:
    # What the server has to say must not stand between what a script reads.
    async with running_database(settings, console(stderr=True).print) as url:
        engine = create_engine(url)
        try:
            yield engine
        finally:
            await engine.dispose()


def _check(user: str | None) -> None:
    if user is not None:
        checked_user_id(user)


def _show_issued(issued: IssuedKey, user: str, out: Console, as_json: bool) -> None:
    if as_json:
        out.print(_json({"key": issued.text, **_facts(OwnedKey(user, issued.record))}), soft_wrap=True)
        return
    out.print(issued.text, soft_wrap=True)
    ends = issued.record.expires_at
    until = f"until {ends.isoformat(timespec='minutes')}" if ends else "until it is revoked"
    sentence = f"The key of {user} is good {until}. It is not shown again: keep it where only its user can read it."
    console(stderr=True).print(sentence, style="dim", soft_wrap=True)


def _facts(key: OwnedKey) -> dict[str, str | None]:
    record = key.record
    instants = {"created_at": record.created_at, "expires_at": record.expires_at, "revoked_at": record.revoked_at}
    texts = {"id": record.id, "prefix": record.prefix, "name": record.name, "user": key.user_id, "scope": record.scope}
    return texts | {name: instant.isoformat() if instant else None for name, instant in instants.items()}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _table(found: Sequence[OwnedKey]) -> Table | str:
    if not found:
        return "There are no keys: `daywright key create --user NAME` makes one."
    table = Table(box=None, pad_edge=False)
    table.add_column("prefix", no_wrap=True)
    for title in ("name", "user"):
        table.add_column(title, overflow="fold")
    for title in ("scope", "created", "expires", "revoked"):
        table.add_column(title, no_wrap=True)
    for key in found:
        record = key.record
        days = [_day(instant) for instant in (record.created_at, record.expires_at, record.revoked_at)]
        table.add_row(record.prefix, record.name, key.user_id, record.scope, *days)
    return table


def _day(instant: datetime | None) -> str:
    return instant.date().isoformat() if instant else ""
