"""Files that a person names."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.errors import InvalidInput, UploadTooLarge


@contextmanager
def named_in_refusals(path: Path) -> Iterator[None]:
    """Begin what the API says against the content of a file with the name of the file."""
    try:
        yield
    except (InvalidInput, UploadTooLarge) as error:
        raise type(error)(f"{path}: {error.message}", **error.facts) from None


def content_of(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        InvalidInput: it cannot be read; the message says why.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}): give the path of a readable file") from None
