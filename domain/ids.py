"""Identifiers. Servers make them as ULIDs; the domain only checks and passes them on."""

import re
from typing import Annotated

from pydantic import AfterValidator

from domain.errors import InvalidInput

_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")


def checked_ulid(text: str) -> str:
    """The text itself if it is a ULID.

    Raises:
        InvalidInput: it is not; the message quotes it.
    """
    if not _ULID.fullmatch(text):
        raise InvalidInput(f"{text!r} is not an id: expected the 26 characters of a ULID")
    return text


Ulid = Annotated[str, AfterValidator(checked_ulid)]
