"""Days of a term that are held as other days, or without classes: proposed, accepted, listed, removed."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from api.declared import IdempotencyKey, problems
from api.edge import CurrentEdge, Edge, Owner
from api.ids import TermId
from api.schemas.moments import Day, Flag
from api.schemas.overrides import (
    OverrideDraft,
    OverridesChangedView,
    OverridesDraft,
    OverrideView,
    ProposalView,
)
from api.schemas.pages import Page
from domain.schedule.state import Locale
from services.term_overrides import (
    OverrideChange,
    Proposed,
    change_overrides,
    find_override,
    list_overrides,
    propose_overrides,
)

router = APIRouter(prefix="/terms/{term_id}/overrides", tags=["terms"])

_Day = Annotated[Day, Path(description="a day of the term", examples=["2026-10-01"])]
_Locale = Annotated[Locale, Query(description="language of the reasons")]


class ChangeQuery(BaseModel):
    """What is agreed to beside the change itself."""

    model_config = ConfigDict(frozen=True)

    displace: Flag = Field(default=False, description="let tasks wait again that stand in the way")
    dry_run: Flag = Field(default=False, description="tell what would change, and change nothing")


_Agreed = Annotated[ChangeQuery, Query()]


@router.get("", operation_id="list_overrides", responses=problems(404))
async def index(term_id: TermId, edge: CurrentEdge, owner: Owner) -> Page[OverrideView]:
    """List the days of a term that are held otherwise, by their dates; all of them are on one page."""
    return Page(items=OverrideView.each(await list_overrides(owner, edge.reads, term_id)))


@router.get("/proposals", operation_id="propose_overrides", responses=problems(404))
async def propose(term_id: TermId, edge: CurrentEdge, owner: Owner, locale: _Locale = "zh-CN") -> Page[ProposalView]:
    """List what the public calendar of China proposes for a term, by dates: days off, and days worked for them.

    Only days are listed on which that changes a course. What no official table has is ``provisional``. Nothing is
    changed; accept what you agree with. For terms in zones of other countries nothing is proposed.
    """
    return Page(items=tuple(map(_proposal, await propose_overrides(owner, edge.reads, term_id, locale))))


@router.post("", operation_id="change_overrides", responses=problems(404, 409, body=True))
async def change(
    term_id: TermId,
    draft: OverridesDraft,
    edge: CurrentEdge,
    owner: Owner,
    agreed: _Agreed,
    key: IdempotencyKey = None,
) -> OverridesChangedView:
    """Hold several days otherwise, and others as themselves again: all of it or nothing.

    The courses of each day become those that the original timetable has on the day that is named, or none. Placed tasks
    stay; those in the way are named, and unless ``displace`` is said all is refused with ``tasks_displaced``. With
    ``dry_run`` nothing is changed.
    """
    decided = OverrideChange(accepted=draft.accepted, removed=draft.removed)
    return await _changed(edge, owner, term_id, decided, agreed, key)


@router.get("/{day}", operation_id="show_override", responses=problems(404))
async def show(term_id: TermId, day: _Day, edge: CurrentEdge, owner: Owner) -> OverrideView:
    """Show what a day is held as; one that is held as itself is not found."""
    return OverrideView.of(await find_override(owner, edge.reads, term_id, day))


@router.put("/{day}", operation_id="accept_override", responses=problems(404, 409, body=True))
async def put(
    term_id: TermId,
    day: _Day,
    draft: OverrideDraft,
    edge: CurrentEdge,
    owner: Owner,
    agreed: _Agreed,
    key: IdempotencyKey = None,
) -> OverridesChangedView:
    """Hold a day as another day of the term, or without classes; what was decided of it before no longer counts.

    Tasks in the way are treated as where several days are accepted. The same twice changes nothing.
    """
    decided = OverrideChange(accepted=(draft.override(day),))
    return await _changed(edge, owner, term_id, decided, agreed, key)


@router.delete("/{day}", operation_id="remove_override", responses=problems(404, 409))
async def remove(
    term_id: TermId, day: _Day, edge: CurrentEdge, owner: Owner, agreed: _Agreed, key: IdempotencyKey = None
) -> OverridesChangedView:
    """Hold a day as itself again: its courses are back as they were, in the very same rows.

    Tasks that were placed there meanwhile are treated as where days are accepted.
    """
    return await _changed(edge, owner, term_id, OverrideChange(removed=(day,)), agreed, key)


async def _changed(
    edge: Edge, owner: str, term_id: str, change: OverrideChange, agreed: ChangeQuery, key: str | None
) -> OverridesChangedView:
    changed = await change_overrides(
        owner,
        edge.engine,
        term_id,
        change,
        displace=agreed.displace,
        dry_run=agreed.dry_run,
        idempotency_key=key,
    )
    return OverridesChangedView(
        timetable_version=changed.timetable_version,
        overrides=OverrideView.each(changed.overrides),
        difference=changed.difference,
    )


def _proposal(proposed: Proposed) -> ProposalView:
    proposal, standing = proposed.proposal, proposed.standing
    return ProposalView(
        **proposal.override.model_dump(),
        holiday=proposal.holiday,
        provisional=proposal.provisional,
        reason=proposal.reason,
        goes=proposal.goes,
        comes=proposal.comes,
        standing=OverrideView.of(standing) if standing else None,
    )
