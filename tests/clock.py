"""A clock of the test's own."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass
class Clock:
    """What an API or a worker takes for the present."""

    moment: datetime

    def __call__(self) -> datetime:
        return self.moment

    async def of_database(self, _connection: AsyncConnection) -> datetime:
        """The same moment for whoever would ask the database, which knows only the real one."""
        return self.moment

    def set(self, day: str, clock: str) -> None:
        """By the clocks of the example term."""
        self.moment = datetime.fromisoformat(f"{day}T{clock}:00+08:00").astimezone(UTC)
