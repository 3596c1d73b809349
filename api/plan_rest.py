"""Planning the rest again."""

from fastapi import APIRouter, Response

from api.declared import IdempotencyKey, answers, problems
from api.edge import CurrentEdge, Owner
from api.links import of_run
from api.runs import accepted, address_of
from api.schemas.runs import PlanRestOrder, RunAccepted
from services.plan_rest import RestWish, plan_rest

router = APIRouter(prefix="/agent", tags=["runs"])

_ACCEPTED = answers(202, "Location", go_on=of_run())


@router.post(
    "/plan-rest", status_code=202, operation_id="plan_rest", responses=_ACCEPTED | problems(404, 409, body=True)
)
async def create(
    order: PlanRestOrder, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> RunAccepted:
    """Plan the rest again: a plan run for the tasks of today that were said not to be done, from now on.

    What stands in the timetable stays; a task of today that has not begun is planned again once it is said not to be
    done. Where nothing waits the answer is ``nothing_to_place``. The run is followed, refined and confirmed like any.
    """
    wish = RestWish(order.session_id, order.last, order.locale, key)
    run = await plan_rest(owner, edge.engine, edge.client, wish, edge.now(), edge.options.run_rules)
    response.headers["Location"] = address_of(run)
    return accepted(run, edge)
