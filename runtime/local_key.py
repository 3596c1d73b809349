"""The key of the user of one machine, kept in a file that only that user may read (rule CRED-9)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import StackFailed, Unauthenticated
from runtime.private_file import write_private
from services.authenticate import Principal, key_principal
from services.issue_key import issue_key
from services.revoke_key import revoke_key

_NAME = "local"
_OPEN_TO_OTHERS = 0o077


async def local_key(owner: str, engine: AsyncEngine, now: datetime, file: Path) -> str:
    """The key in the file if it is good for this owner, else a new one, which the file then holds with mode 0600.

    A key that others could read is revoked.

    Raises:
        StackFailed: the file cannot be read or written; the message says why.
    """
    with _sentences(file):
        kept, is_private = _read(file)
    principal = await _principal_of(kept, engine, now)
    if principal is not None and principal.user_id == owner:
        if is_private:
            return kept
        await revoke_key(owner, engine, principal.credential_id, now)
    issued = await issue_key(owner, engine, now, _NAME)
    with _sentences(file):
        write_private(file, issued.text)
    return issued.text


@contextmanager
def _sentences(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StackFailed(
            f"the key file {file} cannot be used ({error.strerror}): remove it, or set DAYWRIGHT_DATA_DIR to a folder "
            "you may write to"
        ) from error


async def _principal_of(presented: str, engine: AsyncEngine, now: datetime) -> Principal | None:
    try:
        return await key_principal(engine, presented, now)
    except Unauthenticated:
        return None


def _read(file: Path) -> tuple[str, bool]:
    """What the file holds, nothing where there is none, and whether its owner alone may enter it."""
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            return opened.read().decode(errors="replace").strip(), not mode & _OPEN_TO_OTHERS
    except FileNotFoundError:
        return "", True
