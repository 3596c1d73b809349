"""What must be looked up before something is answered (rules CONTEXT-30 to CONTEXT-33)."""

from fastapi import APIRouter, Request, Response

from api.declared import answers, problems
from api.edge import Edge, edge_of, owner_of
from api.schemas.context import ContextQuery
from api.zones import zones_of
from domain.context.errors import MissingField, NotYetImplemented
from domain.context.plan.answer import PlanAnswer, answer_text
from domain.context.plan.moment import read_now
from domain.errors import Forbidden, NotFound
from services.identities import resolve
from services.plan_context import Said, plan_context

router = APIRouter(prefix="/context", tags=["context"])
short = APIRouter(prefix="/v1/context", include_in_schema=False)

_PLANNED = answers(200) | problems(404, 501, body=True)


@router.post("/plan", operation_id="plan_context", response_model=PlanAnswer, responses=_PLANNED)
@short.post("/plan", response_model=PlanAnswer)
async def plan(asked: ContextQuery, request: Request) -> Response:
    """Say what must be looked up before words are answered: which stretch of time, sources and words, and for what.

    The plan is made by rules alone: the same query, moment and zone give the same bytes. Its ranges are half-open, in
    the zone that is known of the user, else in the offset of ``now``. It is answered at ``/v1/context/plan`` as well.
    """
    # No dependencies: to have the three solved takes half as long as to route and read the whole request.
    edge, owner, zones = await edge_of(request), await owner_of(request), await zones_of(request)
    said = await _checked(asked, edge, owner)
    made = await plan_context(owner, edge.reads, said, edge.now(), zones.known)
    return Response(answer_text(made), media_type="application/json")


async def _checked(asked: ContextQuery, edge: Edge, owner: str) -> Said:
    for name in ("query", "user_id"):
        if getattr(asked, name) is None:
            raise MissingField(f"the member {name!r} is missing: send it", field=name)
    await _check_person(str(asked.user_id), edge, owner)
    if asked.planner_level == "semantic":
        raise NotYetImplemented("planner_level 'semantic' is not done by this version: send 'auto' or 'cheap_only'")
    now = None if asked.now is None else read_now(asked.now)
    return Said(str(asked.query), now, "zh-CN" if asked.locale.startswith("zh") else "en", asked.session_id)


async def _check_person(named: str, edge: Edge, owner: str) -> None:
    """Let a plan be made for whoever asks, by user id or by a name elsewhere that stands for them (rule MEMORY-21)."""
    if named == owner:
        return
    try:
        async with edge.reads.connect() as connection:
            await resolve(connection, owner, named)
    except NotFound:
        told = f"user_id is {named[:80]!r}, who is not whose credential this is: send your own"
        raise Forbidden(told) from None
