"""Which revision of a session may be confirmed now (rule CONFIRM-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from domain.commit.changes import CommitChange
from domain.errors import AlreadyConfirmed, PreviewNotFound, RevisionMismatch, RevisionOutdated, RunInProgress
from domain.preview.revisions import preview_expired


@dataclass(frozen=True, slots=True)
class AppliedCommit:
    """A commit of a session that stands.

    Attributes:
        changes: what it wrote.
    """

    id: str
    revision: int
    changes: tuple[CommitChange, ...]


@dataclass(frozen=True, slots=True)
class SessionNow:
    """Where a session stands.

    Attributes:
        newest: newest revision of its preview; None before the first.
        open_run: the run at work in it.
        applied: its commits that stand, by revision.
        is_done: whether the commit that was asked about is stored.
        expired_at: when revisions of its preview expired last, where any did.
    """

    session_id: str
    newest: int | None
    open_run: str | None = None
    applied: Mapping[int, AppliedCommit] = field(default_factory=dict)
    is_done: bool = False
    expired_at: datetime | None = None


def admit(session: SessionNow, revision: int | None) -> int:
    """The revision to be confirmed.

    Args:
        revision: the one that is meant; None for the newest, whichever it is.

    Raises:
        PreviewNotFound: there is no preview, or it has expired; the facts then say when.
        AlreadyConfirmed: a commit of this revision stands; the facts name it.
        RevisionOutdated: a commit of a later revision stands; the facts name it.
        RevisionMismatch: there is a newer revision, or none of this number.
        RunInProgress: a run is at work in the session; the facts name it.
    """
    if session.newest is None and session.expired_at is not None:
        raise preview_expired(session.session_id, session.expired_at)
    if session.newest is None:
        raise PreviewNotFound(f"session {session.session_id!r} has no preview to confirm: start a plan run first")
    meant = session.newest if revision is None else revision
    if meant in session.applied:
        commit_id = session.applied[meant].id
        message = f"revision {meant} was confirmed by commit {commit_id!r}: undo that first to confirm it again"
        raise AlreadyConfirmed(message, commit_id=commit_id)
    later = max(session.applied, default=0)
    if meant < later:
        commit_id = session.applied[later].id
        message = f"revision {later}, newer than {meant}, was confirmed by commit {commit_id!r}: undo that first"
        raise RevisionOutdated(message, commit_id=commit_id, revision=later)
    if meant != session.newest:
        message = f"the newest revision is {session.newest}, not {meant}: read it and confirm that one"
        raise RevisionMismatch(message, revision=session.newest)
    if session.open_run is not None:
        message = f"run {session.open_run!r} of session {session.session_id!r} is open: wait for it or cancel it"
        raise RunInProgress(message, run_id=session.open_run)
    return meant
