"""Where the API is, and which key it is shown (rules STACK-13 and CLI-1)."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from domain.errors import InvalidInput, Unavailable
from runtime.client_file import read_client_file
from runtime.settings import Settings

START_IT = "start it with `daywright dev`, or set DAYWRIGHT_URL and DAYWRIGHT_KEY"


@dataclass(frozen=True, slots=True)
class Address:
    """An API and a key for it."""

    url: str
    key: str = field(repr=False)

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine, to which no proxy leads."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def find_api(settings: Settings) -> Address:
    """What the settings say, else what ``daywright dev`` left in the data folder.

    Raises:
        InvalidInput: only one of address and key is set.
        Unavailable: there is neither.
    """
    if settings.url and settings.key:
        return Address(settings.url, _sendable(settings.key))
    if settings.url or settings.key:
        given, missing = ("DAYWRIGHT_URL", "DAYWRIGHT_KEY") if settings.url else ("DAYWRIGHT_KEY", "DAYWRIGHT_URL")
        raise InvalidInput(f"{given} is set but {missing} is not: set both, or neither to use `daywright dev`")
    found = read_client_file(settings.data_dir)
    if found is None:
        raise Unavailable(f"No Daywright answers on this machine: {START_IT}")
    return Address(found.url, _sendable(found.key))


def _sendable(key: str) -> str:
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise InvalidInput("DAYWRIGHT_KEY holds a character that no key has: copy it again as it was shown")
    return key
