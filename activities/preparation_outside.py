"""What a preparation reads, commands and tells outside (rules PREP-30 and PREP-32 to PREP-36)."""

import asyncio
import json
from collections.abc import Awaitable, Mapping
from dataclasses import asdict, replace
from datetime import timedelta
from typing import NoReturn, TypeVar, cast

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.exceptions import ApplicationError

from activities.preparation_ports import (
    DeviceCommand,
    DevicePort,
    Notice,
    NoticeKind,
    NotificationPort,
    PortAway,
    PortRefused,
    PreparationPorts,
    RoomOf,
    RoomReading,
)
from domain.canonical import checksum
from domain.preparation.keys import Range
from domain.preparation.readings import Readings, Weather
from domain.preparation.sessions import OPEN
from domain.preparation.values import Value
from services.command_devices import (
    Settled,
    command_step,
    delivery_step,
    origin_of,
    record_command,
    record_delivery,
    still_wanted,
)
from services.preparation_ledger import commanded_values
from services.preparation_steps import (
    PreparationStep,
    Standing,
    StepChange,
    StepTold,
    find_told,
    read_standing,
    record_step,
)
from services.reminder_desk import Clock
from storage.preparations import PreparationRecord
from workflows.preparation_messages import PreparationStepInput

_SECONDS = 15.0
# Whoever asks for a pause is left alone for it, and still asked before most meetings begin.
_SHORTEST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
_log = structlog.get_logger()
R = TypeVar("R")
Message = TypeVar("Message", DeviceCommand, Notice)


async def read_outside(
    owner: str, ports: PreparationPorts, standing: Standing
) -> tuple[Weather | None, Readings, Mapping[str, Range] | None]:
    """The weather, what the room tells, and what its devices take; whatever cannot be read is not known (PREP-30)."""
    room = room_of(owner, standing.record)
    weather, told = await asyncio.gather(
        _tried("weather", ports.weather.read(room, standing.at)), _tried("room", ports.devices.read(room))
    )
    told = told or RoomReading()
    readings = Readings(
        indoor_temp=told.indoor_temp,
        occupancy=told.occupancy,
        illuminance=told.illuminance,
        state=dict(told.state),
    )
    return weather, readings, told.ranges


async def deliver(engine: AsyncEngine, clock: Clock, devices: DevicePort, step: PreparationStepInput) -> StepTold:
    """Send a command and record what came of it, in the step after its own; a command that is settled stays so.

    Raises:
        ApplicationError: the devices are away; another attempt may reach them.
    """
    owner, preparation_id = step.user_id, step.preparation_id
    after = delivery_step(preparation_id, step.step, step.of)
    if (done := await find_told(owner, engine, after)) is not None:
        return done
    origin = await origin_of(owner, engine, preparation_id, step.of)
    ordered = await record_command(owner, engine, command_step(preparation_id, step.step, step.of), origin, clock)
    if ordered.verdict != "send":
        return ordered
    values = ordered.told["execute"]
    standing = await read_standing(owner, engine, preparation_id, clock)
    came: Settled = "superseded"
    if still_wanted(standing, origin) == values:
        command = _keyed(DeviceCommand("", room_of(owner, standing.record), values), preparation_id, step.of)
        came = await _settled(devices.execute(command), "devices")
    return await record_delivery(owner, engine, after, came, replace(origin, values=values), clock)


async def tell(engine: AsyncEngine, clock: Clock, port: NotificationPort, step: PreparationStepInput) -> StepTold:
    """Tell the person of a recommendation, and record that (rule PREP-36).

    Raises:
        ApplicationError: nobody can be told now; another attempt may succeed.
    """
    owner, preparation_id = step.user_id, step.preparation_id
    named = PreparationStep(preparation_id, step.step, f"notify.{step.of}", step.word)
    if (done := await find_told(owner, engine, named)) is not None:
        return done
    origin = await origin_of(owner, engine, preparation_id, step.of)
    standing = await read_standing(owner, engine, preparation_id, clock)
    verdict = "too_late"
    if _may_be_told(standing, step.word):
        # What was left out, because the person changed it, was not executed.
        commanded = await commanded_values(owner, engine, preparation_id, step.of) if step.word == "executed" else None
        notice = _notice(step, standing, origin.values if commanded is None else commanded)
        verdict = await _settled(port.notify(_keyed(notice, preparation_id, step.of)), "notifications")

    async def decide(_: AsyncConnection, _standing: Standing) -> StepChange:
        return StepChange(StepTold(verdict, f"{step.word}: {verdict}"))

    return await record_step(owner, engine, named, decide, clock)


def room_of(owner: str, record: PreparationRecord) -> RoomOf:
    """The room of a preparation, as ports are told of it."""
    facts = record.session
    return RoomOf(owner, record.id, facts.room_id, facts.meeting_id, facts.zone)


def _keyed(message: Message, preparation_id: str, of: int) -> Message:
    """The message with its key: the same for what says the same of one step, whichever workflow has it sent."""
    told = json.dumps(asdict(message), default=str, sort_keys=True)
    return replace(message, key=f"{preparation_id}:{of}:{checksum(told)[:16]}")


def _notice(step: PreparationStepInput, standing: Standing, values: Mapping[str, Value]) -> Notice:
    record, facts = standing.record, standing.record.session
    return Notice(
        key="",
        room=room_of(step.user_id, record),
        kind=cast(NoticeKind, step.word),
        booker_id=facts.booker_id,
        booker_name=facts.booker_name,
        meeting_start=facts.meeting_start,
        meeting_end=facts.meeting_end,
        values=dict(values),
        link=f"/?preparation={record.id}",
        locale=record.locale,
    )


def _may_be_told(standing: Standing, word: str) -> bool:
    record = standing.record
    if word == "confirm":
        return record.status == "unconfirmed" and standing.at < record.session.meeting_start
    return record.status in OPEN and record.status != "waiting" and standing.at < record.session.meeting_end


async def _tried(what: str, reading: Awaitable[R]) -> R | None:
    try:
        async with asyncio.timeout(_SECONDS):
            return await reading
    except Exception as error:
        _log.warning("not read for a preparation", what=what, reason=str(error) or type(error).__name__)
        return None


async def _settled(calling: Awaitable[str], what: str) -> Settled:
    """What came of a call outside; one that may succeed later is made again by Temporal."""
    try:
        async with asyncio.timeout(_SECONDS):
            return cast(Settled, await calling)
    except PortRefused as error:
        _log.warning("refused to a preparation", what=what, reason=str(error))
        return "refused"
    except (PortAway, OSError) as error:
        _raise_away(what, error)


def _raise_away(what: str, error: Exception) -> NoReturn:
    _log.info("away from a preparation", what=what, reason=str(error) or type(error).__name__)
    named = error.retry_after if isinstance(error, PortAway) else None
    pause = None if named is None else timedelta(seconds=min(max(named, _SHORTEST_PAUSE), _LONGEST_PAUSE))
    text = f"{what} cannot be reached just now"
    raise ApplicationError(text, type=f"{what}_away", next_retry_delay=pause) from None
