"""Where devices, rooms, the weather and people are reached, as the settings name it (DEVICE-6, DEVICE-7, DEVICE-10).

Nothing here reads the environment, and no refusal quotes a value, because any of them may hold a secret.
"""

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import SplitResult, urlsplit

from pydantic import SecretStr

from domain.errors import InvalidInput

PLACEHOLDERS: Final = frozenset({"room_id", "user_id"})
_PREFIX: Final = "whsec_"
_LEAST_BYTES, _MOST_BYTES, _MOST_SECRETS = 24, 64, 2
_HOLDER: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Hook:
    """One receiver of messages: its address, and the secrets with which they are signed."""

    url: str = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outside:
    """Whom preparations reach; who is None is not reached.

    Attributes:
        devices: gets commands for the devices of rooms.
        rooms_url, weather_url: answer how a room is, and what the weather is there.
        notifications: gets what people are told.
        hosts: of these, for which plain http and private addresses are allowed.
    """

    devices: Hook | None
    rooms_url: str | None = field(repr=False)
    weather_url: str | None = field(repr=False)
    notifications: Hook | None
    hosts: frozenset[str]


def hook(name: str, url: SecretStr | None, secrets: SecretStr | None, hosts: Iterable[str]) -> Hook | None:
    """The receiver of ``DAYWRIGHT_{name}_URL``, where one is set.

    Args:
        hosts: those of which plain http is taken.

    Raises:
        InvalidInput: a variable cannot be used, or one of the two is missing.
    """
    of_url, of_secrets = f"DAYWRIGHT_{name}_URL", f"DAYWRIGHT_{name}_SECRETS"
    if url is None and secrets is None:
        return None
    if url is None:
        raise InvalidInput(f"{of_secrets} is set, but not where to: set {of_url} too")
    if secrets is None:
        raise InvalidInput(f"{of_url} is set, but nothing to sign with: set {of_secrets} to whsec_ and base64")
    return Hook(_address(of_url, url, hosts, frozenset()), _secrets(of_secrets, secrets.get_secret_value()))


def address(variable: str, url: SecretStr | None, hosts: Iterable[str]) -> str | None:
    """The address of somebody who is asked, where one is set, with placeholders in path and query.

    Args:
        hosts: those of which plain http is taken.

    Raises:
        InvalidInput: it cannot be used.
    """
    return None if url is None else _address(variable, url, hosts, PLACEHOLDERS)


def _address(variable: str, url: SecretStr, hosts: Iterable[str], placeholders: frozenset[str]) -> str:
    text = url.get_secret_value().strip()
    parts = _parts(text)
    if parts is None or not parts.hostname or parts.scheme not in ("http", "https") or parts.fragment:
        raise InvalidInput(f"{variable} is no whole address: write https://host/path, without a fragment")
    if parts.scheme == "http" and parts.hostname.rstrip(".") not in {host.strip("[]").lower() for host in hosts}:
        raise InvalidInput(
            f"{variable} is plain http to {parts.hostname}: write https, or put the host into DAYWRIGHT_OUTBOUND_HOSTS"
        )
    held = set(_HOLDER.findall(parts.path + "?" + parts.query))
    if held - placeholders or "{" in parts.netloc:
        allowed = " and ".join(f"{{{name}}}" for name in sorted(placeholders)) or "nothing"
        raise InvalidInput(f"{variable} has something else in braces than it may: {allowed}, in path or query")
    return text


def _parts(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        # Reading the port is what finds out that it is none.
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None


def _secrets(variable: str, text: str) -> tuple[str, ...]:
    secrets = tuple(secret for secret in map(str.strip, text.split(",")) if secret)
    if not 1 <= len(secrets) <= _MOST_SECRETS or not all(map(_is_secret, secrets)):
        raise InvalidInput(
            f"{variable} cannot be used: write whsec_ and {_LEAST_BYTES} to {_MOST_BYTES} bytes in base64, as "
            '`echo "whsec_$(openssl rand -base64 32)"` makes one; while one is changed, both with a comma between'
        )
    return secrets


def _is_secret(secret: str) -> bool:
    if not secret.startswith(_PREFIX):
        return False
    try:
        held = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (ValueError, binascii.Error):
        return False
    return _LEAST_BYTES <= len(held) <= _MOST_BYTES
