"""Preparations of rooms on the terminal (rule CLI-50)."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Console

from api.schemas.preparation import PreparationDetailView, PreparationView, SnapshotView
from domain.preparation.keys import in_order
from domain.preparation.phrases import phrase
from domain.preparation.sessions import OPEN
from domain.preparation.values import Value, figure, same
from runtime.cli.render.cells import printable
from runtime.cli.render.lists import facts, listing, moment

_STANDS: Final[dict[str, str]] = {
    "waiting": "waits for its time",
    "preparing": "is being prepared",
    "unconfirmed": "waits for your word: daywright prepare confirm",
    "prepared": "is prepared",
    "ended": "the meeting is over",
    "cancelled": "the meeting was called off",
}
_DEVICES: Final[dict[str | None, str]] = {
    None: "",
    "waiting": "waiting",
    "taken": "taken",
    "refused": "refused",
    "not_configured": "none reached",
    "withdrawn": "withdrawn",
}
_NOT_TAKEN: Final[dict[str | None, str]] = {
    "waiting": "they have not taken what was last wanted yet",
    "refused": "they refused what was last wanted: the log of the worker says why",
    "not_configured": "none are reached from here: the operator sets DAYWRIGHT_DEVICES_URL",
}
_TYPES: Final = {"auto_notify": "executed at once", "confirm": "you are asked first"}
_SOURCES: Final[dict[str, str]] = {
    "llm_recommend": "recommended",
    "auto_executed": "executed",
    "user_confirmed": "confirmed",
    "user_adjust": "adjusted",
    "user_later_adjust": "adjusted during the meeting",
}


def span(view: PreparationView) -> str:
    """When the meeting is, on the clocks of the room."""
    start, end = moment(view.meeting_start, view.zone), moment(view.meeting_end, view.zone)
    return f"{start} – {end[-5:] if end[:10] == start[:10] else end}"


def line_of(view: PreparationView) -> str:
    """One sentence on a preparation that was just asked for, moved or called off."""
    at, room = moment(view.prep_trigger_at, view.zone), printable(view.room_id)
    when = f"{span(view)} ({printable(view.zone)})"
    if view.status in OPEN:
        return f"Room {room} is prepared at {at} for {when}; {_TYPES[view.prep_type]} ({view.id})."
    return f"Room {room} is not prepared for {when}: {_STANDS[view.status]} ({view.id})."


def show_preparation(console: Console, view: PreparationDetailView) -> None:
    """All that is known of a preparation."""
    console.print(facts(_facts(view)))
    if view.values or view.recommended:
        console.print()
        console.print(listing(("setting", "recommended", _holds(view)), _settings(view)))
    if view.snapshots:
        console.print()
        console.print(listing(("at", "what", "by", "devices", "changed"), _course(view)))


def _holds(view: PreparationDetailView) -> str:
    """What the settings are that a preparation has."""
    if view.status in ("waiting", "unconfirmed"):
        # Until then the devices are told nothing, or nothing but what was adjusted.
        return "at its time" if view.status == "waiting" else "if confirmed"
    return "wanted" if _last_word(view) in _NOT_TAKEN else "now"


def _last_word(view: PreparationDetailView) -> str | None:
    """What the devices said last, as far as they were to be told anything."""
    words = [row.devices for row in view.snapshots if row.devices is not None]
    return words[-1] if words else None


def _facts(view: PreparationDetailView) -> dict[str, str]:
    weather = [] if view.weather_temp is None else [f"{figure(view.weather_temp)}°C"]
    recalled = None if view.recalled is None else len(view.recalled)
    return {
        "preparation": view.id,
        "room": view.room_id,
        "meeting": f"{span(view)} ({view.zone})",
        "prepared at": f"{moment(view.prep_trigger_at, view.zone)}, {_TYPES[view.prep_type]}",
        "stands": _STANDS[view.status],
        "devices": "" if view.status == "waiting" else _NOT_TAKEN.get(_last_word(view), ""),
        "booked by": view.booker_name or view.booker_id,
        "weather": ", ".join([*weather, *filter(None, [view.weather_condition])]),
        "recalled": "" if recalled is None else f"{recalled} earlier {'decision' if recalled == 1 else 'decisions'}",
    }


def _settings(view: PreparationDetailView) -> list[tuple[str, str, str]]:
    keys = in_order({**view.recommended, **view.values})
    return [(key, _alone(key, view.recommended), _alone(key, view.values)) for key in keys]


def _course(view: PreparationDetailView) -> list[tuple[str, str, str, str, str]]:
    held: dict[str, Value] = {}
    rows = []
    for row in view.snapshots:
        at, who, said = moment(row.recorded_at, view.zone), row.operator_id or "", _DEVICES[row.devices]
        rows.append((at, _SOURCES[row.source], who, said, _news(row, held)))
        held |= row.snapshot
    return rows


def _news(row: SnapshotView, held: Mapping[str, Value]) -> str:
    """What a row says that did not hold before it."""
    keys = [key for key in in_order(row.snapshot) if not same(held.get(key), row.snapshot[key])]
    return _listed([phrase(key, row.snapshot[key], held.get(key), "en") for key in keys])


def _alone(key: str, values: Mapping[str, Value]) -> str:
    return phrase(key, values[key], locale="en") if key in values else ""


def _listed(phrases: Sequence[str]) -> str:
    return ", ".join(phrases) or "nothing"
