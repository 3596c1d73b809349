"""The session in which a person goes on (rules CLI-21 and CLI-24)."""

from api.schemas.sessions import SessionView
from runtime.client.api import Api


async def last_used_session(api: Api) -> SessionView | None:
    """The session in which something was last said or planned; none that has ended, or was opened inside another."""
    open_ones = [one for one in (await api.sessions()).items if one.ended_at is None and one.role == "root"]
    return max(open_ones, key=_last_used) if open_ones else None


def _last_used(session: SessionView) -> tuple[object, str]:
    return (session.active_at or session.created_at, session.id)
