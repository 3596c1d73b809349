"""The clock of a process."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)
