"""What a person said, wrote and planned, found by a context plan (rules RECALL-24 and RECALL-25)."""

from fastapi import APIRouter

from api.declared import answers, problems
from api.edge import CurrentEdge, Owner
from api.schemas.recall import RecallQuery
from domain.context.recall.item import RecallAnswer
from services.identities import resolve
from services.person_zone import person_zone
from services.recall import recall

router = APIRouter(prefix="/temporal-recall", tags=["context"])


@router.post("/query", operation_id="query_recall", responses=answers(200) | problems(404, body=True))
async def query(asked: RecallQuery, edge: CurrentEdge, owner: Owner) -> RecallAnswer:
    """Find what a context plan asks for: post the plan as it was answered, unchanged.

    Looked through are the timetable, suggestions of previews and reminders (``calendar``), what the user said in
    sessions (``chat``), what they typed elsewhere (``meinput``) and what is remembered of them (``memory_v2``). An item
    lies in the time of the plan by when it was said, by when it happens, or by either; what does not counts less, and
    is found where its words fit.
    """
    now = edge.now()
    async with edge.reads.connect() as connection:
        user = await resolve(connection, owner, asked.user_id)
        zone = await person_zone(user, connection, now)
        return await recall(user, connection, asked.plan, now.astimezone(zone), asked.limit)
