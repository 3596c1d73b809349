"""In which zone a person is, looked up once in a short while (rule CONTEXT-31)."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from fastapi import Request

from api.edge import Edge, edge_of
from storage.notifications import ZONE_CHANNEL
from storage.zones import KnownZones, load_zones

_KEPT_FOR = timedelta(seconds=5)
_KEPT = 10_000


class Zones:
    """Keeps what tells the zone of a person while the database can tell this process that it changed.

    Looking it up takes longer than a plan. A change is notified, so what is kept is dropped at once; without connection
    for notifications nothing is kept, and nothing is kept for longer than five seconds.
    """

    def __init__(self, edge: Edge) -> None:
        self._edge = edge
        self._kept: OrderedDict[str, tuple[datetime, KnownZones]] = OrderedDict()
        self._changes = 0
        edge.notifications.subscribe(ZONE_CHANNEL, self._drop)

    async def known(self, owner: str, at: datetime) -> ZoneInfo | None:
        """The zone of a person at an instant; None where nothing tells it."""
        return (await self._zones(owner)).at(at)

    async def _zones(self, owner: str) -> KnownZones:
        found, now = self._kept.get(owner), self._edge.now()
        if not self._edge.notifications.connected:
            self._kept.clear()
        elif found is not None and now - found[0] < _KEPT_FOR:
            return found[1]
        before = self._changes
        async with self._edge.reads.connect() as connection:
            zones = await load_zones(owner, connection)
        # What was looked up before a change may be what was changed.
        if before == self._changes:
            self._keep(owner, now, zones)
        return zones

    def _keep(self, owner: str, now: datetime, zones: KnownZones) -> None:
        self._kept[owner] = (now, zones)
        self._kept.move_to_end(owner)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def _drop(self, owner: str) -> None:
        self._changes += 1
        self._kept.pop(owner, None)


async def zones_of(request: Request) -> Zones:
    """The zones that the serving process knows."""
    state = request.app.state
    if not hasattr(state, "zones"):
        state.zones = Zones(await edge_of(request))
    return cast(Zones, state.zones)
