"""The texts of keys, links, logins and feeds, made at random and known by their digests alone (CRED-1 and CRED-2)."""

import re
import secrets
import string
from dataclasses import dataclass

from domain.canonical import checksum
from domain.errors import Unauthenticated

_PREFIX_LETTERS = 8
_PREFIX_LENGTH = len("dw_") + _PREFIX_LETTERS
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class SecretKind:
    """A kind of secret that people or programs present.

    Attributes:
        noun: what it is called.
        form: the form that every one of its texts has.
        advice: what one does who has no good one.
    """

    noun: str
    form: re.Pattern[str]
    advice: str

    def digest(self, presented: str | None) -> str:
        """SHA-256 of what somebody presents.

        Raises:
            Unauthenticated: it is missing, or has a form that makes it unknown.
        """
        if not presented:
            raise self.refusal("missing")
        # What cannot be one is not looked up: it may be endless, or no text that has an encoding.
        if not self.form.fullmatch(presented):
            raise self.refusal("unknown")
        return checksum(presented)

    def refusal(self, reason: str) -> Unauthenticated:
        """The error that says in a word why it is refused, and what to do (rule CRED-4)."""
        return Unauthenticated(f"the {self.noun} is {reason}: {self.advice}")


_TOKEN = r"[0-9A-Za-z_-]{43}"
API_KEY = SecretKind(
    "API key",
    re.compile(rf"dw_[0-9A-Za-z]{{{_PREFIX_LETTERS}}}_{_TOKEN}"),
    "make one with `daywright key create` and send it as `Authorization: Bearer KEY`",
)
LINK = SecretKind("sign-in link", re.compile(_TOKEN), "ask for a new one with POST /api/v1/auth/links")
LOGIN = SecretKind("login", re.compile(_TOKEN), "sign in again with a new link, or use a key of `daywright key create`")
FEED = SecretKind("feed", re.compile(_TOKEN), "make a new one with POST /api/v1/feeds")


def new_key_text() -> str:
    """The text of a new key."""
    letters = string.ascii_letters + string.digits
    prefix = "".join(secrets.choice(letters) for _ in range(_PREFIX_LETTERS))
    return f"dw_{prefix}_{new_token()}"


def new_token() -> str:
    """The token of a new link, login or feed."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def visible_part(text: str) -> str:
    """What may be shown of a key or a part of one: its prefix. Any other text as it is."""
    return text[:_PREFIX_LENGTH] if text.startswith("dw_") else text
