"""Read the preview of a session as long as it lives (rules PREVIEW-19 and PREVIEW-21)."""

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import PreviewNotFound
from domain.preview.revisions import preview_expired
from storage.previews import PreviewRecord, RevisionRecord, latest_preview, list_revisions, load_preview
from storage.sessions import load_session


async def read_preview(
    owner: str, connection: AsyncConnection, session_id: str, revision: int | None = None
) -> PreviewRecord:
    """A revision of a session's preview, the newest if none is named.

    Raises:
        NotFound: this owner has no such session, or it has no such revision.
        PreviewNotFound: the session has no preview, or that revision has expired.
    """
    if revision is None:
        preview = await latest_preview(owner, connection, session_id)
    else:
        preview = await load_preview(owner, connection, session_id, revision)
    if preview is None:
        # Of a session that is not there nothing is said but that.
        await load_session(owner, connection, session_id)
        raise PreviewNotFound(f"session {session_id!r} has no preview: start a plan run in it first")
    return living(preview)


def living(preview: PreviewRecord) -> PreviewRecord:
    """The same preview.

    Raises:
        PreviewNotFound: it has expired.
    """
    if preview.expired_at is None:
        return preview
    raise preview_expired(preview.session_id, preview.expired_at)


async def read_revisions(
    owner: str, connection: AsyncConnection, session_id: str, *, limit: int, before: int | None = None
) -> list[RevisionRecord]:
    """At most ``limit`` revisions of a session's preview, newest first, from below ``before``.

    Raises:
        NotFound: this owner has no such session.
    """
    await load_session(owner, connection, session_id)
    return await list_revisions(owner, connection, session_id, limit=limit, before=before)
