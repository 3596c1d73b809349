"""Take in that the room of a meeting is to be prepared, or that what was said of it has changed (rule PREP-22)."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client

from domain.preparation.errors import InvalidPreparation, PreparationEnded, SnapshotInvalid
from domain.preparation.life import moved, status_after_move, status_at
from domain.preparation.sessions import OPEN, PrepType, Session, Status, check_times, checked_weather
from domain.preparation.snapshots import checked_instant, checked_name
from domain.preparation.values import written
from domain.schedule.state import Locale
from domain.term.zones import zone_named
from services.once import id_once
from services.preparation_steps import forget_if_over
from services.start_preparation import launch_preparation, tell_changed
from services.ulids import ascending_ulids
from storage.preparations import (
    PreparationRecord,
    insert_preparation,
    load_preparation,
    save_preparation,
)

USUAL_ZONE: Final = "Asia/Shanghai"
USUAL_LEAD: Final = timedelta(minutes=15)
"""How long before its meeting a room is prepared where nothing else is said."""

_LONGEST_WORD: Final = 64


@dataclass(frozen=True, slots=True)
class SessionReport:
    """What is said of a preparation; times as ``checked_instant`` reads them.

    Attributes:
        session_id, meeting_id: the caller's; None for ours.
        prep_trigger_at: None for a quarter of an hour before the start, or as long before as it was.
        weather_temp: in °C, and ``weather_condition``; None leaves what is known.
        cancelled: whether the meeting is called off.
    """

    session_id: str | None
    meeting_id: str | None
    room_id: str
    booker_id: str
    meeting_start: str
    meeting_end: str
    prep_type: PrepType
    prep_trigger_at: str | None = None
    booker_name: str = ""
    zone: str = USUAL_ZONE
    weather_temp: float | None = None
    weather_condition: str | None = None
    locale: Locale = "zh-CN"
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Reported:
    """A preparation as it stands after a report, and whether the report made it."""

    record: PreparationRecord
    is_new: bool


async def report_session(
    owner: str,
    engine: AsyncEngine,
    client: Client,
    report: SessionReport,
    at: datetime,
    idempotency_key: str | None = None,
) -> Reported:
    """Keep what is reported, and see to it that its workflow knows.

    Args:
        at: the time.
        idempotency_key: the same key with the same report changes nothing more.

    Raises:
        InvalidPreparation: something of it cannot be; the message quotes it.
        PreparationEnded: the session is over or was called off, and would get other times.
        IdempotencyKeyReused: the key came with another report before.
    """
    [new_id] = ascending_ulids(1)
    new = _new_record(new_id, report, at)
    async with engine.begin() as conn:
        preparation_id = await id_once(owner, conn, "report_session", idempotency_key, asdict(report), new_id)
        if preparation_id != new_id:
            return Reported(await load_preparation(owner, conn, preparation_id), False)
        standing = await insert_preparation(owner, conn, new)
        if standing is None:
            after = new
        else:
            after = _again(standing, new, report, at)
            await keep_changed(owner, conn, standing, after)
    await tell_workflow(owner, client, standing, after)
    return Reported(after, standing is None)


async def keep_changed(owner: str, conn: AsyncConnection, before: PreparationRecord, after: PreparationRecord) -> None:
    """Write a preparation that the caller has locked as it is now, or remove it where it is to be forgotten."""
    if after != before:
        await save_preparation(owner, conn, after)
        await forget_if_over(owner, conn, after)


async def tell_workflow(owner: str, client: Client, before: PreparationRecord | None, after: PreparationRecord) -> None:
    """Start the workflow of a new preparation, or tell it that what was said before is another thing now."""
    if before is None:
        if after.status in OPEN:
            await launch_preparation(owner, client, after.id)
    elif after != before:
        await tell_changed(client, after.id)


def read_time(field: str, text: str, zone: str) -> datetime:
    """A time of a meeting.

    Raises:
        InvalidPreparation: it is none.
    """
    try:
        return checked_instant(text, zone, field)
    except SnapshotInvalid as error:
        raise InvalidPreparation(error.message) from None


def _new_record(new_id: str, report: SessionReport, at: datetime) -> PreparationRecord:
    if zone_named(report.zone) is None:
        raise InvalidPreparation(f"zone {report.zone[:80]!r} is not known: write an IANA name such as Asia/Shanghai")
    start = read_time("meeting_start", report.meeting_start, report.zone)
    end = read_time("meeting_end", report.meeting_end, report.zone)
    trigger = start - USUAL_LEAD
    if report.prep_trigger_at is not None:
        trigger = read_time("prep_trigger_at", report.prep_trigger_at, report.zone)
    check_times(start, end, trigger, report.zone)
    session = Session(
        id=new_id,
        session_id=_name("session_id", new_id if report.session_id is None else report.session_id),
        meeting_id=_name("meeting_id", new_id if report.meeting_id is None else report.meeting_id),
        room_id=_name("room_id", report.room_id),
        zone=report.zone,
        booker_id=_name("booker_id", report.booker_id),
        booker_name=_word("booker_name", report.booker_name) or "",
        meeting_start=start,
        meeting_end=end,
        prep_trigger_at=trigger,
        prep_type=report.prep_type,
        weather_temp=checked_weather(report.weather_temp),
        weather_condition=_word("weather_condition", report.weather_condition),
    )
    status: Status = "cancelled" if report.cancelled else "ended" if at >= end else "waiting"
    return PreparationRecord(session, status, at, report.locale)


def _again(
    standing: PreparationRecord, new: PreparationRecord, report: SessionReport, at: datetime
) -> PreparationRecord:
    """What stands after a session was reported that was there."""
    before, facts = standing.session, new.session
    if facts.room_id != before.room_id and standing.status in OPEN and standing.status != "waiting":
        raise InvalidPreparation(
            f"session {before.session_id!r} is being prepared in room {before.room_id!r} and cannot be moved to "
            f"{facts.room_id!r}: call it off, and report a new session there"
        )
    changes: dict[str, object] = {"id": before.id}
    if report.meeting_id is None:
        changes["meeting_id"] = before.meeting_id
    if facts.weather_temp is None and facts.weather_condition is None:
        changes |= {"weather_temp": before.weather_temp, "weather_condition": before.weather_condition}
    if report.prep_trigger_at is None and standing.status in OPEN:
        times = moved(standing.times, facts.meeting_start, facts.meeting_end, zone=facts.zone)
        changes["prep_trigger_at"] = times.prep_trigger_at
    elif report.prep_trigger_at is None:
        changes["prep_trigger_at"] = before.prep_trigger_at
    facts = facts.model_copy(update=changes)
    after = replace(standing, session=facts, locale=new.locale, status=_status(standing, facts, report, at))
    is_same_person = (before.booker_id, before.room_id) == (facts.booker_id, facts.room_id)
    return after if is_same_person else replace(after, recalled=None)


def _status(standing: PreparationRecord, facts: Session, report: SessionReport, at: datetime) -> Status:
    status = status_at(at, standing.times, standing.status)
    if report.cancelled and status in OPEN:
        return "cancelled"
    times = replace(standing, session=facts).times
    if times == standing.times:
        return standing.status
    if status not in OPEN:
        raise PreparationEnded(f"session {facts.session_id!r} is {status!r} and cannot be moved: report a new session")
    return status_after_move(at, times, status)


def _name(field: str, text: str) -> str:
    try:
        return checked_name(field, text)
    except SnapshotInvalid as error:
        raise InvalidPreparation(error.message) from None


def _word(field: str, text: str | None) -> str | None:
    if text is None:
        return None
    word = written(text)
    if len(word) > _LONGEST_WORD:
        raise InvalidPreparation(f"{field} {word[:80]!r} has {len(word)} characters: give at most {_LONGEST_WORD}")
    return word
