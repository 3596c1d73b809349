"""Who a credential belongs to, looked up once in a short while (rule EDGE-1)."""

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from api.edge import Edge
from domain.errors import Unauthenticated
from services.authenticate import Principal, cookie_principal, key_principal
from storage.notifications import KEY_CHANNEL

_KEPT_FOR = timedelta(seconds=5)
_KEPT = 10_000

Lookup = Callable[[], Awaitable[Principal]]


class Principals:
    """Keeps who a credential belongs to while the database can tell this process that it was revoked.

    Looking it up costs as much as a whole read. A revocation is notified, so what is kept is dropped at once; without a
    connection for notifications nothing is kept, and nothing is kept for longer than five seconds.
    """

    def __init__(self, edge: Edge) -> None:
        self._edge = edge
        self._kept: OrderedDict[bytes, tuple[datetime, Principal]] = OrderedDict()
        self._revocations = 0
        edge.notifications.subscribe(KEY_CHANNEL, self._drop)

    async def of_key(self, presented: str) -> Principal:
        """Whom an API key belongs to.

        Raises:
            Unauthenticated: it is unknown, expired or revoked.
        """
        return await self._principal(presented, lambda: key_principal(self._edge.reads, presented, self._edge.now()))

    async def of_cookie(self, presented: str) -> Principal:
        """Whom a session cookie belongs to.

        Raises:
            Unauthenticated: it is unknown, expired or signed out.
        """
        return await self._principal(presented, lambda: cookie_principal(self._edge.reads, presented, self._edge.now()))

    async def _principal(self, presented: str, look_up: Lookup) -> Principal:
        if not self._edge.notifications.connected:
            self._kept.clear()
            return await look_up()
        digest, now = hashlib.sha256(presented.encode()).digest(), self._edge.now()
        found = self._kept.get(digest)
        if found is not None and now - found[0] < _KEPT_FOR:
            return _unexpired(found[1], now)
        before = self._revocations
        principal = await look_up()
        # What was looked up before a revocation may be what was revoked.
        if before == self._revocations:
            self._keep(digest, now, principal)
        return principal

    def _keep(self, digest: bytes, now: datetime, principal: Principal) -> None:
        self._kept[digest] = (now, principal)
        self._kept.move_to_end(digest)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def _drop(self, credential_id: str) -> None:
        self._revocations += 1
        gone = [digest for digest, (_, principal) in self._kept.items() if principal.credential_id == credential_id]
        for digest in gone:
            del self._kept[digest]


def _unexpired(principal: Principal, now: datetime) -> Principal:
    if principal.expires_at is not None and principal.expires_at <= now:
        raise Unauthenticated("this credential has expired: make a new one with `daywright key create`")
    return principal
