"""What the person typed elsewhere, posted by whatever noted it."""

from fastapi import APIRouter

from api.declared import IdempotencyKey, answers, problems
from api.edge import CurrentEdge, Owner
from api.half_pairs import whole
from api.schemas.memories import InputDraft, InputView
from api.schemas.moments import past_instant
from services.add_input import TypedText, add_input

router = APIRouter(prefix="/meinput", tags=["memory"])


@router.post("", status_code=201, operation_id="add_input", responses=answers(201) | problems(404, body=True))
async def create(draft: InputDraft, edge: CurrentEdge, owner: Owner, key: IdempotencyKey = None) -> InputView:
    """Keep a text that the person typed in another application; recall finds it from now on."""
    now = edge.now()
    typed_at = now if draft.typed_at is None else past_instant("typed_at", draft.typed_at, now)
    typed = TypedText(draft.text, draft.app, typed_at, draft.user_id)
    kept = await add_input(owner, edge.engine, typed, now, key)
    return InputView(
        id=kept.id, text=whole(kept.text), app=kept.app, typed_at=kept.typed_at, received_at=kept.received_at
    )
