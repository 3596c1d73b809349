"""Names of time zones."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_LONGEST_NAME = 64


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of an IANA name; None for any other text, however long."""
    # Where the system has no zones Python looks for a package of the name, part by part and recursively.
    if len(name) > _LONGEST_NAME:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
