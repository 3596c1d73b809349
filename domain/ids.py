"""Identifiers. Servers make them as ULIDs; the domain only checks and passes them on."""

import re
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from domain.errors import InvalidInput

_FORM = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
_ULID = re.compile(_FORM)
_USER_ID = re.compile(r"[!-~]{1,64}")


def checked_ulid(text: str) -> str:
    """The text itself if it is a ULID.

    Raises:
        InvalidInput: it is not; the message quotes it.
    """
    if not _ULID.fullmatch(text):
        raise InvalidInput(f"{text!r} is not an id: expected the 26 characters of a ULID")
    return text


ULID_SCHEMA = {"type": "string", "pattern": f"^{_FORM}$", "examples": ["01K6F0Q2M3N4P5R6S7T8V9W0XA"]}
"""The form of an id, for those who describe it."""

Ulid = Annotated[str, AfterValidator(checked_ulid), WithJsonSchema(ULID_SCHEMA)]


def checked_user_id(text: str) -> str:
    """The text itself if a user can have it as an id (rule DATA-1).

    Raises:
        InvalidInput: it is not one; the message quotes it.
    """
    if not _USER_ID.fullmatch(text):
        raise InvalidInput(f"{text!r} is no user: write 1 to 64 letters, digits or signs of ASCII, without spaces")
    return text
