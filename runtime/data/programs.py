"""PostgreSQL's own programs that dump and restore a database, from its wheel (rules STACK-14 and STACK-15)."""

import asyncio
import os
import signal
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import IO

import asyncpg
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError

from domain.errors import DiskFull, StackFailed
from runtime.embedded.postgres import binary, installed_major
from runtime.embedded.process import tied
from storage.engine import is_outage

_CHUNK_BYTES = 1 << 20
_NO_SPACE = "No space left on device"
_DUMP = ("--format=custom", "--no-owner", "--no-privileges")
_RESTORE = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
# They would lead these programs elsewhere than the address does.
_MISLEADING = ("PGHOSTADDR", "PGOPTIONS", "PGSERVICE")


def require_same_major(server_major: int) -> None:
    """Refuse a server that the programs of the wheel do not fit.

    Raises:
        StackFailed: it is of another major version.
    """
    ours = installed_major()
    if server_major != ours:
        raise StackFailed(
            f"the database runs PostgreSQL {server_major} and this installation has the programs of {ours}: use "
            f"pg_dump and pg_restore of PostgreSQL {server_major}"
        )


@contextmanager
def told_when_gone() -> Iterator[None]:
    """A database that goes away during the work inside is told in a sentence.

    Raises:
        StackFailed: it went away.
    """
    try:
        yield
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        if not is_outage(error):
            raise
        raise StackFailed("the database was stopped meanwhile: try again once it is up") from None


async def dump(url: str, snapshot: str) -> AsyncGenerator[bytes, None]:
    """The database at one moment, in the custom format, in pieces.

    Args:
        snapshot: an exported one, still open.

    Raises:
        StackFailed: ``pg_dump`` failed.
    """
    async with _running("pg_dump", url, *_DUMP, f"--snapshot={snapshot}", stdout=PIPE) as process:
        assert process.stdout is not None
        while chunk := await process.stdout.read(_CHUNK_BYTES):
            yield chunk


async def restore(url: str, pieces: Iterator[bytes]) -> None:
    """Fill an empty database from a dump, all of it or nothing.

    Raises:
        StackFailed: ``pg_restore`` failed.
    """
    async with _running("pg_restore", url, *_RESTORE, stdin=PIPE) as process:
        assert process.stdin is not None
        # A program that gave up reads no further; its exit code says so.
        with suppress(BrokenPipeError, ConnectionResetError):
            for piece in pieces:
                process.stdin.write(piece)
                await process.stdin.drain()
        process.stdin.close()


@asynccontextmanager
async def _running(
    program: str, url: str, *options: str, stdin: int = DEVNULL, stdout: int = DEVNULL
) -> AsyncIterator[Process]:
    """The program at work; leaving waits for its end, and where anything went wrong it is killed."""
    address, environment = _address(url)
    command = tied([binary(program), *options, f"--dbname={address}"], signal.SIGKILL)
    with tempfile.TemporaryFile() as said:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=stdin, stdout=stdout, stderr=said, env=environment, start_new_session=True
        )
        try:
            yield process
            code = await process.wait()
        except BaseException:
            await _kill(process)
            raise
        if code:
            raise _failure(program, code, said)


async def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _failure(program: str, code: int, said: IO[bytes]) -> StackFailed:
    said.seek(0)
    lines = said.read().decode(errors="replace").splitlines()
    if any(_NO_SPACE in line for line in lines):
        return DiskFull("no space is left for the database: free some and try again")
    first = next((line.partition("error: ")[2] for line in lines if "error: " in line), "it gave no reason")
    return StackFailed(f"{program} ended with code {code} ({first}): mend that and try again")


def _address(url: str) -> tuple[str, dict[str, str]]:
    """The address without its password, which other users of the machine could read, and the environment with it."""
    given = make_url(url)
    password = given.password or given.query.get("password")
    # ``URL.set`` takes a password of None for one that is to stay.
    bare = URL.create("postgresql", given.username, None, given.host, given.port, given.database, given.query)
    plain = bare.difference_update_query(["password"])
    environment = {name: value for name, value in os.environ.items() if name not in _MISLEADING}
    if isinstance(password, str):
        environment["PGPASSWORD"] = password
    return plain.render_as_string(hide_password=False), {**environment, "LC_ALL": "C.UTF-8"}
