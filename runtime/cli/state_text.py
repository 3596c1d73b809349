"""State files as ``daywright tool`` reads and replaces them (rule STATE-12)."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from domain.errors import InvalidInput
from domain.schedule.state import ScheduleState
from domain.schedule.state_file import parse_state
from runtime.whole_file import whole_file

STDIN = "-"
"""Stands for standard input where a file may be named."""


def state_of(source: str) -> ScheduleState:
    """The state in a file or on standard input.

    Raises:
        InvalidInput: it cannot be read or is no state; the message names the option.
    """
    try:
        return parse_state(text_of(source))
    except InvalidInput as error:
        raise InvalidInput(f"--state {source}: {error.message}") from None


def text_of(source: str) -> str:
    """The text of a file or of standard input; a byte order mark is no part of it.

    Raises:
        InvalidInput: it cannot be read or is not UTF-8.
    """
    try:
        content = sys.stdin.buffer.read() if source == STDIN else Path(source).read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput(f"it cannot be read ({error.strerror}): give the path of a readable file") from None
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start} is not UTF-8: save the file as UTF-8") from None


def replace_text(path: Path, text: str) -> None:
    """Put the text in the place of a file in one step, so that nobody ever meets half of it.

    Raises:
        InvalidInput: the file cannot be replaced; it is as it was.
    """
    # A link stays a link; what it points at is replaced.
    target = path.resolve()
    try:
        if not (target.is_file() and os.access(target, os.W_OK)):
            raise PermissionError(0, "not a file that may be written")
        with whole_file(target, replace=True) as sink:
            sink.write(text.encode())
            _copy_access(target, sink.fileno())
    except OSError as error:
        raise InvalidInput(f"--write: {path} cannot be replaced ({error.strerror}): nothing was changed") from None


def _copy_access(source: Path, descriptor: int) -> None:
    """The owner is kept where that is permitted, the mode always."""
    status = source.stat()
    with suppress(PermissionError):
        os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, status.st_mode & 0o7777)
