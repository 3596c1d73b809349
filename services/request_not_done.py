"""Say that a task was not done, and wait for what becomes of it: the commit's row (rule READ-7)."""

from temporalio.common import WorkflowIDReusePolicy

from domain.commit.problem import Problem
from services.once import id_once
from services.request_commit import CommitDesk, CommitStart, confirm_workflow_id, outcome_of
from services.take_out import not_arranged
from services.ulids import ascending_ulids
from storage.commits import CommitRecord, find_commit
from storage.placed_items import term_of_item
from workflows.messages import NotDoneInput


async def request_not_done(
    owner: str, desk: CommitDesk, item_id: str, actor: str, key: str | None = None
) -> CommitRecord:
    """The commit that lets a placed item wait again, once it is applied; the same key gives the same one.

    Raises:
        NotFound: this owner has no such item.
        NotArranged: it stands in no timetable.
        InUse: other tasks are embedded in it.
        IdempotencyKeyReused, InvalidInput: the key came with another request before, or is none.
        CommitLost: the workflow ended without an outcome.
        Unavailable: nothing was heard in time; the commit may still be applied.
    """
    [new_id] = ascending_ulids(1)
    async with desk.engine.begin() as connection:
        term_id = await term_of_item(owner, connection, item_id)
        commit_id = await id_once(owner, connection, "not_done", key, {"item": item_id}, new_id)
        done = await find_commit(owner, connection, commit_id) if commit_id != new_id else None
        if done is None and term_id is None:
            raise not_arranged(item_id)
    if done is None:
        done = await _carried_out(desk, NotDoneInput(owner, item_id, term_id or "", commit_id, actor))
    if done.problem is not None:
        raise Problem.model_validate(done.problem).error(commit_id=done.id)
    return done


async def _carried_out(desk: CommitDesk, commit: NotDoneInput) -> CommitRecord:
    async def look() -> CommitRecord | None:
        async with desk.reads.connect() as connection:
            return await find_commit(commit.user_id, connection, commit.commit_id)

    start = CommitStart(
        workflow="NotDone",
        argument=commit,
        id=confirm_workflow_id(commit.commit_id),
        session_id=None,
        reuse=WorkflowIDReusePolicy.REJECT_DUPLICATE,
        summary=f"commit {commit.commit_id}",
    )
    return await outcome_of(desk, start, commit.commit_id, look)
