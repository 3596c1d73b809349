"""What the verbs about reminders need of their process."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client

from storage.clock import database_clock
from storage.sessions import SessionRecord

Clock = Callable[[AsyncConnection], Awaitable[datetime]]
"""Reads the time, aware; each call is one sample."""

LIVE_FOR: Final = timedelta(days=30)
"""A session in which nothing was said for so long is cold (rule REMIND-28)."""


@dataclass(frozen=True, slots=True)
class ReminderDesk:
    """Where reminders are set: the database, Temporal, and the clock by which they are due."""

    engine: AsyncEngine
    client: Client
    clock: Clock = database_clock


def is_live(session: SessionRecord, now: datetime) -> bool:
    """Whether reminders are delivered in the session: not ended, and spoken in lately."""
    return session.ended_at is None and (session.active_at or session.created_at) > now - LIVE_FOR


def stored_id(reminder_id: str) -> str:
    """The id of a reminder as tables and workflows have it: compact ASCII JSON, whatever text it is."""
    return json.dumps(reminder_id)
