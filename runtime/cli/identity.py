"""``daywright identity``: which names of other systems stand for which user (rule MEMORY-22)."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated

import typer
from rich.console import Console
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.ids import checked_user_id
from runtime.cli.database import running_database
from runtime.cli.render.cells import printable
from runtime.cli.render.lists import listing, moment
from runtime.cli.running import console, run_command
from runtime.clock import now
from runtime.settings import Settings
from services import identities as names
from services.identities import OwnedIdentity
from storage.engine import create_engine

identity = typer.Typer(no_args_is_help=True, help="Link, list and unlink names that other systems know users by.")

_User = Annotated[str, typer.Argument(metavar="USER", help="the user it stands for, who has a key already")]
_Provider = Annotated[str, typer.Argument(metavar="PROVIDER", help="the other system, such as wechat")]
_Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="the name there, as that system writes it")]
_SomeUser = Annotated[str | None, typer.Option("--user", help="only names of this user")]
_Json = Annotated[bool, typer.Option("--json", help="print JSON")]


@identity.command()
def link(user: _User, provider: _Provider, subject: _Subject) -> None:
    """Let a name of another system stand for a user; again it changes nothing."""

    async def command(settings: Settings, out: Console) -> None:
        async with _engine(settings) as engine:
            await names.link(user, engine, provider, subject, now())
        out.print(f"{provider}:{subject} stands for {user}.", soft_wrap=True)

    run_command(command)


@identity.command("list")
def list_(user: _SomeUser = None, as_json: _Json = False) -> None:
    """Show which names stand for whom."""

    async def command(settings: Settings, out: Console) -> None:
        if user is not None:
            checked_user_id(user)
        async with _engine(settings) as engine:
            found = await (names.identities_of_everyone(engine) if user is None else names.identities_of(user, engine))
        _show(out, found, as_json)

    run_command(command)


@identity.command()
def unlink(user: _User, provider: _Provider, subject: _Subject) -> None:
    """Let a name no longer stand for a user, who keeps all that was stored under it."""

    async def command(settings: Settings, out: Console) -> None:
        async with _engine(settings) as engine:
            await names.unlink(user, engine, provider, subject)
        out.print(f"{printable(provider)}:{printable(subject)} stands for nobody.", soft_wrap=True)

    run_command(command)


@asynccontextmanager
async def _engine(settings: Settings) -> AsyncIterator[AsyncEngine]:
    # What the server has to say must not stand between what a script reads.
    async with running_database(settings, console(stderr=True).print) as url:
        engine = create_engine(url)
        try:
            yield engine
        finally:
            await engine.dispose()


def _show(out: Console, found: Sequence[OwnedIdentity], as_json: bool) -> None:
    if as_json:
        out.print(json.dumps([_facts(each) for each in found], ensure_ascii=False, indent=2), soft_wrap=True)
    elif not found:
        out.print("No names are linked: `daywright identity link USER PROVIDER SUBJECT` links one.")
    else:
        rows = [(e.user_id, e.identity.provider, e.identity.subject, moment(e.identity.linked_at)) for e in found]
        out.print(listing(("user", "provider", "subject", "linked"), rows))


def _facts(each: OwnedIdentity) -> dict[str, str]:
    known = each.identity
    texts = {"user": each.user_id, "provider": known.provider, "subject": known.subject}
    return texts | {"linked_at": known.linked_at.isoformat()}
