"""What happened to a room in one preparation, and what may be reported of it (rules PREP-4 to PREP-7)."""

import re
from datetime import UTC, datetime
from typing import Final, Literal, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict

from domain.canonical import digest
from domain.preparation.errors import SnapshotInvalid
from domain.preparation.keys import RANGES, Range, Ranges, as_kept
from domain.preparation.values import Value, whole, written
from domain.term.zones import zone_named

Source = Literal["llm_recommend", "auto_executed", "user_confirmed", "user_adjust", "user_later_adjust"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
ADJUSTMENTS: Final[frozenset[Source]] = frozenset({"user_adjust", "user_later_adjust"})
OF_PEOPLE: Final[frozenset[Source]] = ADJUSTMENTS | {"user_confirmed"}

MOST_KEYS: Final = 64
LONGEST_KEY: Final = 64
LONGEST_VALUE: Final = 200
LONGEST_ID: Final = 64
LARGEST: Final = 10**9

_LOCAL: Final = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?", re.ASCII | re.IGNORECASE
)
_KEY: Final = re.compile(r"[^\W\d][\w.:-]*")


class Snapshot(BaseModel):
    """One row of a preparation: who or what gave which values when.

    Attributes:
        recorded_at: when, in UTC.
        source: what happened.
        operator_id: the person who did it; None where nobody did.
        values: of all keys of the room, or of some.
        order: decides between rows of one instant: the lower was stored first.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recorded_at: AwareDatetime
    source: Source
    operator_id: str | None = None
    values: dict[str, Value]
    order: int = 0


def checked_snapshot(
    recorded_at: str,
    source: str,
    operator_id: str | None,
    values: dict[str, object],
    zone: str,
    ranges: Ranges = RANGES,
) -> Snapshot:
    """The row that was reported.

    Args:
        recorded_at: date and time; without an offset it is of the room's zone.
        source: one of ``SOURCES``.
        operator_id: who did it, if anybody.
        values: by key.
        zone: IANA name of the room's zone.
        ranges: what the devices of the room take.

    Raises:
        SnapshotInvalid: something of it cannot be accepted; the message quotes it.
    """
    return Snapshot(
        recorded_at=checked_instant(recorded_at, zone),
        source=checked_source(source),
        operator_id=operator_id if operator_id is None else checked_name("operator_id", operator_id),
        values=checked_values(values, ranges),
    )


def checked_source(text: str) -> Source:
    """The source of that name.

    Raises:
        SnapshotInvalid: there is none.
    """
    for source in SOURCES:
        if source == text:
            return source
    raise SnapshotInvalid(f"source {_shown(text)} is not known: write one of {', '.join(SOURCES)}")


def checked_instant(text: str, zone: str, field: str = "recorded_at") -> datetime:
    """A date with a time as an instant in UTC (rule PREP-5).

    Without an offset it is read on the clocks of the zone: of a time that they show twice the first counts, one that
    they skip is read with the offset from before.

    Raises:
        SnapshotInvalid: it is none, the zone is not known, or it is not of the years 1970 to 9998.
    """
    place = zone_named(zone)
    if place is None:
        raise SnapshotInvalid(f"zone {_shown(zone)} is not known: write an IANA name such as Asia/Shanghai")
    try:
        if not _LOCAL.fullmatch(text):
            raise ValueError
        moment = datetime.fromisoformat(text.upper())
        instant = (moment if moment.tzinfo else moment.replace(tzinfo=place)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise SnapshotInvalid(f"{field} {_shown(text)} is no time: write it like 2026-07-14 13:50") from None
    if not 1970 <= instant.year <= 9998:
        raise SnapshotInvalid(f"{field} {_shown(text)} is out of reach: give a year from 1970 to 9998")
    return instant


def checked_name(field: str, text: str, most: int = LONGEST_ID) -> str:
    """An id or a name without control characters.

    Raises:
        SnapshotInvalid: nothing is left of it, or it is too long.
    """
    name = written(text)
    if not name or len(name) > most:
        raise SnapshotInvalid(f"{field} {_shown(text)} must be 1 to {most} characters that can be written")
    return name


def checked_values(values: dict[str, object], ranges: Ranges = RANGES) -> dict[str, Value]:
    """The values of a report as they are kept (rule PREP-6).

    Raises:
        SnapshotInvalid: there is none or too many, or one is not of its key's range; the message quotes it.
    """
    if not 1 <= len(values) <= MOST_KEYS:
        raise SnapshotInvalid(f"a snapshot holds {len(values)} keys: give 1 to {MOST_KEYS}")
    return {_checked_key(key): _checked_value(key, value, ranges.get(key)) for key, value in values.items()}


def content_key(preparation_id: str, snapshot: Snapshot) -> str:
    """The same for two reports of one row, however often it is posted (rule PREP-7)."""
    row = snapshot.model_dump(mode="json", exclude={"order"})
    row["recorded_at"] = snapshot.recorded_at.astimezone(UTC).isoformat()
    return digest([preparation_id, row])


def _checked_key(key: str) -> str:
    if len(key) > LONGEST_KEY or not _KEY.fullmatch(key):
        raise SnapshotInvalid(
            f"key {_shown(key)} cannot be used: write 1 to {LONGEST_KEY} letters, digits or _ . : -, no digit first"
        )
    return key


def _checked_value(key: str, value: object, device: Range | None) -> Value:
    kept = _plain(key, value)
    if device is None:
        return kept
    kept = as_kept(key, kept, device)
    if not _is_in(kept, device):
        raise SnapshotInvalid(f"{key} {_shown(value)} is out of range: give {told_range(device)}")
    return kept


def _plain(key: str, value: object) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float) and -LARGEST <= value <= LARGEST:
        return whole(value)
    if isinstance(value, str) and len(value) <= LONGEST_VALUE:
        return written(value)
    raise SnapshotInvalid(
        f"{key} {_shown(value)} cannot be kept: give true or false, a number up to {LARGEST}, "
        f"or a text of at most {LONGEST_VALUE} characters"
    )


def _is_in(value: Value, device: Range) -> bool:
    if device.kind == "switch":
        return isinstance(value, bool)
    if device.kind == "choice":
        return value in device.choices
    return not isinstance(value, bool | str) and device.least <= value <= device.most


def told_range(device: Range) -> str:
    """What a device takes, in the words of an error."""
    if device.kind == "switch":
        return "true or false"
    if device.kind == "choice":
        return f"one of {', '.join(device.choices)}"
    return f"a number from {whole(device.least)} to {whole(device.most)}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
