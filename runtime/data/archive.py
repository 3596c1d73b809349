"""The file a backup is: a ZIP with the database's dump and a description of it (rule STACK-14)."""

import hashlib
import struct
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Literal

from pydantic import BaseModel, ConfigDict

from domain.errors import InvalidBackup

_DUMP = "database.dump"
_MANIFEST = "backup.json"
_MANIFEST_BYTES = 65_536
_CHUNK_BYTES = 1 << 20
_LOCAL_HEADER = b"PK\x03\x04"
_NAME_AT = 30
# All that the standard library raises on bytes that are no ZIP, or half of one.
_UNREADABLE = (zipfile.BadZipFile, OSError, RuntimeError, ValueError, KeyError, EOFError, struct.error)


class Origin(BaseModel):
    """What a backup was made of, and by what.

    Attributes:
        product: the version of Daywright that made it.
        schema_revision: of the tables; None where nothing was migrated yet.
        postgres_major: major version of the server and of the dump's form.
    """

    model_config = ConfigDict(frozen=True)

    product: str
    schema_revision: str | None
    postgres_major: int
    created_at: datetime


class Manifest(Origin):
    """The description in a backup; ``dump_sha256`` and ``dump_bytes`` are those of the dump."""

    format: Literal[1] = 1
    dump_bytes: int
    dump_sha256: str


async def write_archive(sink: IO[bytes], dump: AsyncIterator[bytes], origin: Origin) -> Manifest:
    """Write a backup of the dump as it comes; the description stands behind it, for it has its checksum."""
    checksum, size = hashlib.sha256(), 0
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:
        with archive.open(_DUMP, "w", force_zip64=True) as member:
            async for chunk in dump:
                checksum.update(chunk)
                size += len(chunk)
                member.write(chunk)
        manifest = Manifest(**origin.model_dump(), dump_bytes=size, dump_sha256=checksum.hexdigest())
        archive.writestr(_MANIFEST, manifest.model_dump_json(indent=2))
    return manifest


@dataclass(frozen=True, slots=True)
class Archive:
    """An opened backup whose dump was found to be whole."""

    manifest: Manifest
    _zip: zipfile.ZipFile

    def dump(self) -> Iterator[bytes]:
        """The dump in pieces.

        Raises:
            InvalidBackup: the file was changed since it was opened.
        """
        try:
            yield from self._pieces()
        except _UNREADABLE as error:
            raise InvalidBackup(f"the backup changed while it was read ({error}): try again") from None

    def _pieces(self) -> Iterator[bytes]:
        with self._zip.open(_DUMP) as member:
            while chunk := member.read(_CHUNK_BYTES):
                yield chunk


@contextmanager
def opened_archive(path: Path) -> Iterator[Archive]:
    """Open a backup and read all of it once.

    Raises:
        InvalidBackup: the file cannot be read, is no backup, or is damaged or cut short.
    """
    try:
        source = path.open("rb")
    except OSError as error:
        raise InvalidBackup(f"{path} cannot be read ({error.strerror}): give the path of a backup") from None
    with source:
        try:
            archive = _read(source)
        except _UNREADABLE:
            raise InvalidBackup(_told(path, source)) from None
        yield archive


def _read(source: IO[bytes]) -> Archive:
    archive = zipfile.ZipFile(source)
    members = {info.filename: info for info in archive.infolist()}
    # What is not packed cannot unpack to more than the file holds.
    if any(members[name].compress_type != zipfile.ZIP_STORED for name in (_DUMP, _MANIFEST)):
        raise ValueError("packed")
    if members[_MANIFEST].file_size > _MANIFEST_BYTES:
        raise ValueError("no description has that length")
    found = Archive(Manifest.model_validate_json(archive.read(_MANIFEST)), archive)
    checksum, size = hashlib.sha256(), 0
    for chunk in found._pieces():
        checksum.update(chunk)
        size += len(chunk)
    if (size, checksum.hexdigest()) != (found.manifest.dump_bytes, found.manifest.dump_sha256):
        raise ValueError("another dump")
    return found


def _told(path: Path, source: IO[bytes]) -> str:
    source.seek(0)
    head = source.read(_NAME_AT + len(_DUMP))
    if head.startswith(_LOCAL_HEADER) and head.endswith(_DUMP.encode()):
        return f"{path} is a backup that is damaged or cut short: take another copy of it"
    return f"{path} is no backup of Daywright: give a file that `daywright backup` has made"
