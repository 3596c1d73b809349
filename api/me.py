"""Who asks: what a program reads first after signing in."""

from fastapi import APIRouter, Request

from api.declared import answers, problems
from api.edge import CurrentEdge, Owner, principal_of
from api.links import of_snapshot
from api.schemas.memories import IdentityView, MeView
from api.user_model import snapshot_view
from domain.context.person.facts import locale_told
from storage.identities import list_identities
from storage.profiles import load_profile
from storage.zones import known_zone

router = APIRouter(prefix="/auth", tags=["sign-in"])


@router.get("/me", operation_id="show_me", responses=answers(200, go_on=of_snapshot()) | problems())
async def show(edge: CurrentEdge, owner: Owner, request: Request) -> MeView:
    """Say who asks: user, credential, zone and language if known, names elsewhere, and the user snapshot."""
    principal, now = principal_of(request), edge.now()
    async with edge.reads.connect() as connection:
        zone = await known_zone(owner, connection, now)
        told = await load_profile(owner, connection)
        names = await list_identities(owner, connection)
    return MeView(
        user_id=owner,
        signed_in_by=principal.via,
        credential=principal.actor,
        expires_at=principal.expires_at,
        zone=zone.key if zone else None,
        locale=locale_told(told.profile) if told else None,
        identities=tuple(IdentityView(provider=n.provider, subject=n.subject, linked_at=n.linked_at) for n in names),
        snapshot=await snapshot_view(owner, edge.reads, now),
    )
