"""The events of a run as they happen, as server-sent events (rules EDGE-40 to EDGE-45)."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from api.declared import problems
from api.edge import CurrentEdge, Edge, Owner
from api.ids import RunId
from api.schemas.runs import RunEventView
from domain.errors import Unavailable
from storage.live_events import follow_events
from storage.run_events import RunEvent
from storage.runs import RunRecord, load_run

DONE = "[DONE]"

router = APIRouter(prefix="/runs", tags=["runs"])

_MAX_SEQ = 2**53

_LastEventId = Annotated[
    int | None,
    Header(
        alias="Last-Event-ID", ge=0, le=_MAX_SEQ, description="id of the last event that was read; browsers send it"
    ),
]
_After = Annotated[int, Query(ge=0, le=_MAX_SEQ, description="the same, for those who cannot send the header")]


async def _own_run(run_id: RunId, edge: CurrentEdge, owner: Owner) -> RunRecord:
    """The run, before the stream begins: once it has, a refusal could not be told any more."""
    async with edge.reads.connect() as connection:
        return await load_run(owner, connection, run_id)


@router.get(
    "/{run_id}/events",
    operation_id="follow_run",
    response_class=EventSourceResponse,
    responses=problems(404),
)
async def follow(
    edge: CurrentEdge,
    owner: Owner,
    run: Annotated[RunRecord, Depends(_own_run)],
    last_event_id: _LastEventId = None,
    after: _After = 0,
) -> AsyncIterator[ServerSentEvent]:
    """Follow a run: each event once, in order, with its number as id; a comment every 5 seconds; ``[DONE]`` at the end.

    Whoever reconnects with the last id it has read goes on where it was. A run that failed ends with an event named
    ``error`` that says why.
    """
    after_seq = after if last_event_id is None else last_event_id
    try:
        async for event in follow_events(edge.reads, owner, run.id, after_seq, edge.notifications):
            yield _sent(event)
        for last in await _ending(edge, owner, run.id):
            yield last
    except Unavailable:
        # Without [DONE] the client knows that there is more, and comes back for it.
        return


def _sent(event: RunEvent | None) -> ServerSentEvent:
    if event is None:
        return ServerSentEvent(comment="still here")
    view = RunEventView(
        seq=event.seq, run=event.run, at=event.at, stage=event.stage, detail=event.detail, data=event.data
    )
    return ServerSentEvent(raw_data=view.model_dump_json(), id=str(event.seq))


async def _ending(edge: Edge, owner: str, run_id: str) -> list[ServerSentEvent]:
    async with edge.reads.connect() as connection:
        run = await load_run(owner, connection, run_id)
    ending = [ServerSentEvent(raw_data=DONE)]
    if run.status == "failed":
        reason = {"run": run.id, "code": run.outcome_code, "detail": run.outcome_detail}
        ending.insert(0, ServerSentEvent(event="error", data=reason))
    return ending
