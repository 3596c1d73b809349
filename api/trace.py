"""What happened in a run (rule RUN-17)."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query

from api.declared import Cursor, answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import RunId
from api.links import of_trace
from api.schemas.pages import number_before, page_by
from api.schemas.trace import ModelCallView, TraceStepView, TraceTotals, TraceView
from services.read_trace import Trace, TraceEntry, read_trace
from storage.model_calls import ModelCall

router = APIRouter(prefix="/runs", tags=["runs"])

_TRACED = answers(200, go_on=of_trace())
# A step may hold prompts and answers of some ten thousand characters each.
_Limit = Annotated[int, Query(ge=1, le=100, description="how many steps at most")]
_SHOWN_REASONING = 16_000


@router.get("/{run_id}/trace", operation_id="trace_run", responses=_TRACED | problems(404))
async def trace(run_id: RunId, edge: CurrentEdge, owner: Owner, limit: _Limit = 50, cursor: Cursor = None) -> TraceView:
    """Show what a run did: each step with who decided, tool calls, blocked calls, budgets and model calls; and sums."""
    last = number_before(cursor)
    async with edge.reads.connect() as connection:
        found = await read_trace(owner, connection, run_id, after_step=-1 if last is None else last, limit=limit)
    return _view(run_id, found)


def _view(run_id: str, found: Trace) -> TraceView:
    limit = len(found.entries)
    # Only whether something follows counts here, not what.
    read = (*found.entries, *found.entries[:1]) if found.follows else found.entries
    page = page_by(read, limit, _step, lambda entry: str(entry.step.step))
    return TraceView(run_id=run_id, totals=_totals(found), items=page.items, next_cursor=page.next_cursor)


def _totals(found: Trace) -> TraceTotals:
    return TraceTotals(
        steps=sum(found.deciders.values()),
        decided_by=dict(found.deciders),
        model_calls=sum(total.calls for total in found.totals),
        outcomes={total.outcome: total.calls for total in found.totals},
        prompt_tokens=sum(total.prompt_tokens for total in found.totals),
        completion_tokens=sum(total.completion_tokens for total in found.totals),
        model_seconds=round(sum(total.seconds for total in found.totals), 3),
        wait_seconds=round(sum(total.wait_seconds for total in found.totals), 3),
    )


def _step(entry: TraceEntry) -> TraceStepView:
    step, result = entry.step, entry.step.result or {}
    return TraceStepView(
        step=step.step,
        node=step.name,
        verdict=step.verdict,
        brief=step.brief,
        decided_by=step.decided_by,
        at=step.created_at,
        tool=step.tool,
        arguments=step.arguments,
        code=result.get("code"),
        result=result.get("text"),
        blocked=entry.blocked,
        used=entry.used,
        model_calls=tuple(map(_call, entry.calls)),
    )


def _call(call: ModelCall) -> ModelCallView:
    view = ModelCallView.model_validate({name: asdict(call)[name] for name in ModelCallView.model_fields})
    return view.model_copy(update={"reasoning": call.reasoning[:_SHOWN_REASONING]})
