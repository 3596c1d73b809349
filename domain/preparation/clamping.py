"""Values and the ranges of the devices: recommended ones are brought into them, ordered ones are refused (PREP-9)."""

from math import floor, isfinite

from pydantic import BaseModel, ConfigDict

from domain.preparation.errors import SnapshotInvalid
from domain.preparation.keys import BY_NAME, RANGES, Range, Ranges, as_kept
from domain.preparation.values import Value, Values, same, whole


class Clamp(BaseModel):
    """One recommended value that the devices do not take.

    Attributes:
        key: the key.
        given: what was recommended.
        used: what stands in its place; None where the value was left out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    given: Value
    used: Value | None


def clamp(values: Values, ranges: Ranges = RANGES) -> tuple[dict[str, Value], tuple[Clamp, ...]]:
    """The values as the devices take them, and what was changed of them, in the order of the keys given.

    A number is brought to the nearest step of its range. A value of another kind, a word that is no choice and a key
    of the table that the room does not have are left out. Other keys without a range are kept as they are.
    """
    used: dict[str, Value] = {}
    clamps: list[Clamp] = []
    for key, given in values.items():
        device = ranges.get(key)
        said = given if device is None else as_kept(key, given, device)
        value = _taken(key, said, device)
        if value is not None:
            used[key] = value
        if not same(value, said):
            clamps.append(Clamp(key=key, given=given, used=value))
    return used, tuple(clamps)


def check_settable(values: Values, ranges: Ranges) -> None:
    """Make sure that the devices take all of the values, which a person orders, as they are.

    Raises:
        SnapshotInvalid: one lies between the steps of its range, or is of a device that the room does not have.
    """
    for one in clamp(values, ranges)[1]:
        if one.used is None:
            raise SnapshotInvalid(f"the room has no {one.key}: leave it out, it has {', '.join(ranges) or 'nothing'}")
        raise SnapshotInvalid(f"{one.key} {one.given} lies between the steps of the device: give {one.used}")


def _taken(key: str, given: Value, device: Range | None) -> Value | None:
    if device is None:
        return None if key in BY_NAME else given
    if device.kind == "switch":
        return given if isinstance(given, bool) else None
    if device.kind == "choice":
        return given if given in device.choices else None
    return _on_a_step(given, device)


def _on_a_step(given: Value, device: Range) -> Value | None:
    if isinstance(given, bool | str) or not isfinite(given):
        return None
    inside = min(max(float(given), device.least), device.most)
    steps = floor((inside - device.least) / device.step + 0.5)
    nearest = device.least + steps * device.step
    return whole(round(nearest if nearest <= device.most else nearest - device.step, 6))
