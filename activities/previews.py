"""What the timers of previews do."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio import activity

from activities.failures import translated_errors
from activities.heartbeat import beating
from services.expire_preview import expire_preview
from workflows.messages import ExpiryInput, ExpiryLook
from workflows.ports import PreviewSteps


class StoredPreviewSteps(PreviewSteps):
    """One transaction a look; one that is asked again finds what was done.

    Args:
        keep: how long a preview is kept after its last revision.
    """

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime], keep: timedelta) -> None:
        self._engine = engine
        self._now = now
        self._keep = keep

    @activity.defn(name="preview.expire")
    async def expire(self, preview: ExpiryInput) -> ExpiryLook:
        """Expire a preview that is due, or say how long it is still kept."""
        with translated_errors():
            async with beating():
                look = await expire_preview(preview.user_id, self._engine, preview.session_id, self._keep, self._now())
        return ExpiryLook(look.status, look.wait.total_seconds())
