"""A clock of the test's own."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass
class Clock:
    """What an API or a worker takes for the present."""

    moment: datetime

    def __call__(self) -> datetime:
        return self.moment

    def set(self, day: str, clock: str) -> None:
        """By the clocks of the example term."""
        self.moment = datetime.fromisoformat(f"{day}T{clock}:00+08:00").astimezone(UTC)
