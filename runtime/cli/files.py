"""Files that a person names."""

from pathlib import Path

from domain.errors import InvalidInput


def content_of(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        InvalidInput: it cannot be read; the message says why.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}): give the path of a readable file") from None
