"""Memories, inputs and the user snapshot as programs see them (rules MEMORY)."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.schemas.moments import Instant
from domain.context.person.snapshot import UserSnapshot
from domain.context.plan.contract import TargetType
from domain.ids import Ulid
from domain.schedule.state import Locale
from services.class_forms import StrictForm
from services.memory_forms import App, InputText, MemoryChange, Name, NewMemoryForm, Told

__all__ = ["UserSnapshot"]

_MEMORY = "01K6F0Q2M3N4P5R6S7T8V9W0XF"
_SESSION = "01K6F0Q2M3N4P5R6S7T8V9W0XA"


class MemoryDraft(NewMemoryForm):
    """Something to be remembered: any text of 1 to 2,000 characters that is not blank."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "不喜欢早上学习", "kind": "preference", "importance": 0.8}]}
    )


def _as_change(schema: dict[str, Any]) -> None:
    """What is left out keeps the value that the memory has, so no default is told."""
    for field in schema["properties"].values():
        field.pop("default", None)
    schema["examples"] = [{"text": "不喜欢早上学数学", "importance": 0.9}]


class MemoryPatch(MemoryChange):
    """What becomes different of a memory; what is left out stays."""

    model_config = ConfigDict(json_schema_extra=_as_change)


class MemoryView(BaseModel):
    """Something remembered.

    Attributes:
        importance: from 0 to 1.
        origin: ``person`` wrote it down, it was said in a ``chat``, or a program told it (``ingest``).
        session_id: the session in which it was said.
        status: ``done`` once it is over with; only ``active`` ones stand in the user snapshot.
        learned_at: when it was said or told.
        corrected_at, corrected_from: when its text last became another, and what it was before.
        version: raised by every change; the ``ETag``.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid = Field(examples=[_MEMORY])
    kind: TargetType
    text: str = Field(examples=["不喜欢早上学数学"])
    importance: Annotated[float, Field(ge=0, le=1, examples=[0.8])]
    origin: Literal["person", "chat", "ingest"]
    session_id: Ulid | None = Field(default=None, examples=[_SESSION])
    status: Literal["active", "done"]
    learned_at: datetime
    corrected_at: datetime | None = None
    corrected_from: str | None = Field(default=None, examples=["不喜欢早上学习"])
    version: int


class AddedMemoryView(MemoryView):
    """What was to be remembered, as it is remembered.

    Attributes:
        was_known: it was remembered in the same words and of the same kind already, so nothing was added.
    """

    was_known: bool


class InputDraft(StrictForm):
    """A text of at most 10,000 characters that the person typed in another application.

    Attributes:
        app: what the application is called.
        typed_at: when it was typed; the moment at which it is posted if left out.
        user_id: who typed it, by user id or as ``provider:subject``; whoever posts it if left out.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"text": "周五之前把实验报告交给王老师", "app": "WeChat", "typed_at": "2026-09-28T21:30:00+08:00"}
            ]
        }
    )

    text: InputText
    app: App
    typed_at: Instant | None = None
    user_id: Name | None = None


class InputView(BaseModel):
    """A text that was typed in another application, as it is kept."""

    model_config = ConfigDict(frozen=True)

    id: Ulid
    text: str = Field(examples=["周五之前把实验报告交给王老师"])
    app: str = Field(examples=["WeChat"])
    typed_at: datetime
    received_at: datetime


class IngestBody(Told):
    """What a program tells of the person, by key: the newest value wins, null takes a key back, other keys stay.

    Keys have 1 to 64 letters, digits, dots, hyphens or underscores; a request tells 100 of a section, 200 are kept.

    Attributes:
        user_id: whom it is about, by user id or as ``provider:subject``; whoever posts it if left out.
        at: as of when it holds, so that what arrives late does not replace what is newer; now if left out.
        profile: facts; ``zone`` (an IANA name) and ``locale`` (``zh-CN`` or ``en``) also have an effect.
        preferences: what the person likes to have, in a form that programs agree on.
        commitments: what the person has undertaken; each becomes a memory of that kind.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "at": "2026-09-28T21:30:00+08:00",
                    "profile": {"nickname": "小周", "zone": "Asia/Shanghai", "locale": "zh-CN"},
                    "preferences": {"study_after": "10:00", "quiet_days": ["Sunday"], "old_key": None},
                    "commitments": {"report": {"text": "周五之前交实验报告", "importance": 0.8}},
                }
            ]
        }
    )

    user_id: Name | None = None
    at: Instant | None = None


class IdentityView(BaseModel):
    """A name under which another system knows the person."""

    model_config = ConfigDict(frozen=True)

    provider: str = Field(examples=["wechat"])
    subject: str = Field(examples=["oABC123"])
    linked_at: datetime


class MeView(BaseModel):
    """Who asks, and what is known of them.

    Attributes:
        signed_in_by: an API ``key``, or the ``cookie`` of a browser.
        credential: visible prefix of the key, or ``login``.
        expires_at: from when on the credential is good no more; null where it never expires.
        zone, locale: null where nothing tells.
        identities: names in other systems that stand for this user.
        snapshot: profile, preferences and commitments as they are at sign-in.
    """

    model_config = ConfigDict(frozen=True)

    user_id: str = Field(examples=["ann"])
    signed_in_by: Literal["key", "cookie"]
    credential: str = Field(examples=["dw_4fK2pQ7a"])
    expires_at: datetime | None = None
    zone: str | None = Field(default=None, examples=["Asia/Shanghai"])
    locale: Locale | None = None
    identities: tuple[IdentityView, ...]
    snapshot: UserSnapshot
