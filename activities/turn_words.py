"""What was said in a turn, read from the log of its session; the ledger keeps no word of it (rule TURN-5)."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NotFound
from domain.turns.prompts import Spoken
from storage.json_texts import writable
from storage.sessions import read_session_events
from storage.turn_events import read_turn_events
from storage.turns import TurnRecord

_REACH = 60
_SPOKEN = 6


async def message_seq_of(owner: str, connection: AsyncConnection, turn: TurnRecord) -> int:
    """The number in the log of the message that a turn answers; its first event tells it.

    Raises:
        NotFound: the turn has told no such event.
    """
    told = await read_turn_events(owner, connection, turn.id, limit=1)
    if not told or "message" not in told[0].data:
        raise NotFound(f"turn {turn.id!r} answers no message: say it again")
    return int(told[0].data["message"])


async def message_at(owner: str, connection: AsyncConnection, session_id: str, seq: int) -> str:
    """The words of a message, whatever characters they hold.

    Raises:
        NotFound: the log has no message of this number.
    """
    events = await read_session_events(owner, connection, session_id, seq - 1, limit=1)
    if not events or events[0].seq != seq or events[0].kind != "message":
        raise NotFound(f"session {session_id!r} has no message {seq}: say it again")
    return str(events[0].data["text"])


async def spoken_before(owner: str, connection: AsyncConnection, session_id: str, seq: int) -> Sequence[Spoken]:
    """The last few things said before a message, the oldest first, in writable characters."""
    after = max(0, seq - 1 - _REACH)
    events = await read_session_events(owner, connection, session_id, after, limit=_REACH, kinds=["message"])
    said: list[Spoken] = []
    for event in events:
        if event.seq < seq and event.data.get("origin") != "reminder":
            words = writable(str(event.data["text"]))
            said.append(("assistant" if event.data["role"] == "assistant" else "user", words))
    return said[-_SPOKEN:]
