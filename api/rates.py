"""How often one credential may ask (rule EDGE-5)."""

import math
import time

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from domain.errors import RateLimited

_RUNS = {("POST", f"/api/v1/{path}") for path in ("runs", "agent/plan-rest", "agent/chat")}


class Rates:
    """Counts requests, and starts of runs apart from them, by credential; each process counts for itself."""

    def __init__(self, rate: str, run_rate: str) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._rate, self._run_rate = parse(rate), parse(run_rate)

    async def check(self, credential_id: str, method: str, path: str) -> None:
        """Count one request.

        Raises:
            RateLimited: the credential has used up what it may ask in this span of time.
        """
        await self._count(self._rate, "requests", credential_id)
        if (method, path) in _RUNS:
            await self._count(self._run_rate, "started runs", credential_id)

    async def _count(self, rate: RateLimitItem, noun: str, credential_id: str) -> None:
        if not await self._limiter.hit(rate, noun, credential_id):
            window = await self._limiter.get_window_stats(rate, noun, credential_id)
            wait = max(1, math.ceil(window.reset_time - time.time()))
            raise RateLimited(f"more {noun} than {rate} with this key: wait {wait} s", retry_after=wait)
