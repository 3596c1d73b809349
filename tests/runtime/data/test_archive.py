"""A backup is read whole or refused; nothing in between."""

import io
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidBackup
from runtime.data.archive import Origin, opened_archive, write_archive

ORIGIN = Origin(product="1.2.3", schema_revision="0001", postgres_major=18, created_at=datetime(2026, 9, 7, tzinfo=UTC))
PIECES = (b"PGDMP", b"", bytes(range(256)) * 40)
DUMP = b"".join(PIECES)


async def _pieces() -> AsyncIterator[bytes]:
    for piece in PIECES:
        yield piece


@pytest.fixture(scope="module")
async def content() -> bytes:
    """The bytes of a backup."""
    sink = io.BytesIO()
    await write_archive(sink, _pieces(), ORIGIN)
    return sink.getvalue()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a test puts the file it tries."""
    return tmp_path_factory.mktemp("archive") / "a.backup"


def read(path: Path, content: bytes) -> bytes:
    path.write_bytes(content)
    with opened_archive(path) as archive:
        return b"".join(archive.dump())


async def test_what_was_written_is_read(path: Path, content: bytes) -> None:
    """The dump, and the description with what it says of the dump."""
    assert read(path, content) == DUMP
    with opened_archive(path) as archive:
        assert archive.manifest.dump_bytes == len(DUMP)
        assert Origin(**archive.manifest.model_dump(include=set(Origin.model_fields))) == ORIGIN


async def test_a_person_can_take_it_apart(content: bytes) -> None:
    """It is a ZIP of two files."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["database.dump", "backup.json"]
        assert archive.read("database.dump") == DUMP


@given(share=st.floats(0, 1, exclude_max=True))
def test_a_file_that_is_cut_short_is_refused(path: Path, content: bytes, share: float) -> None:
    """Wherever it is cut."""
    with pytest.raises(InvalidBackup, match=r"cut short|is no backup"):
        read(path, content[: int(share * len(content))])


@given(share=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_a_changed_bit_is_found_or_does_not_matter(path: Path, content: bytes, share: float, bit: int) -> None:
    """Whatever is changed, no other dump is ever read."""
    changed = bytearray(content)
    changed[int(share * len(content))] ^= 1 << bit
    try:
        assert read(path, bytes(changed)) == DUMP
    except InvalidBackup:
        return


@given(noise=st.binary(max_size=300))
def test_any_other_file_is_no_backup(path: Path, noise: bytes) -> None:
    """Files that are no ZIP at all."""
    with pytest.raises(InvalidBackup, match="is no backup of Daywright: give a file"):
        read(path, noise)


@pytest.mark.parametrize(
    ("members", "packing"),
    [
        ({}, zipfile.ZIP_STORED),
        ({"word/document.xml": b"<w/>"}, zipfile.ZIP_STORED),
        ({"backup.json": b"{}", "database.dump": b""}, zipfile.ZIP_STORED),
        ({"backup.json": b"[" * 70_000, "database.dump": b""}, zipfile.ZIP_STORED),
        ({"backup.json": b"{}", "database.dump": bytes(1 << 20)}, zipfile.ZIP_DEFLATED),
    ],
)
def test_another_zip_is_no_backup(path: Path, members: dict[str, bytes], packing: int) -> None:
    """One without our members, with a description that is none, or packed to be larger than it looks."""
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(InvalidBackup, match="is no backup"), opened_archive(path):
        pass


def test_a_backup_whose_dump_was_exchanged_is_refused(path: Path, content: bytes) -> None:
    """The description has the checksum of the dump it was made with."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        description = archive.read("backup.json")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("database.dump", DUMP[::-1])
        archive.writestr("backup.json", description)
    with pytest.raises(InvalidBackup, match="damaged"), opened_archive(path):
        pass


@pytest.mark.parametrize("name", ["missing.backup", "."])
def test_what_cannot_be_opened_is_named(tmp_path: Path, name: str) -> None:
    """A missing file, or a folder."""
    with pytest.raises(InvalidBackup, match="cannot be read"), opened_archive(tmp_path / name):
        pass
