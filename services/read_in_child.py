"""Files from outside are read in child processes: whatever stands in one, only its sender notices (rule IMPORT-20)."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from domain.errors import InvalidInput, RateLimited, Unavailable
from services.child_processes import Child, ChildLimits, EndedWithoutAnswer, NotStarted, preload, started

T = TypeVar("T")

READING_SECONDS = 10
READING_LIMITS = ChildLimits(processor_seconds=READING_SECONDS, memory_bytes=1 << 30)
AT_ONCE = 2
MOST_OF_OWNER = 4
MOST = 20

for _module in ("services.read_timetable", "services.read_tasks"):
    preload(_module)


class FileReaders:
    """Children that read one file each: two at a time, and one at a time of an owner; a few more files may wait."""

    def __init__(self, seconds: float = READING_SECONDS, limits: ChildLimits = READING_LIMITS) -> None:
        self._seconds, self._limits = seconds, limits
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._own_turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._present: Counter[str] = Counter()

    async def warm_up(self) -> None:
        """Load what children read with, so that the first file need not wait for it."""
        await self._read(abs, (0,))

    async def read(self, owner: str, refusal: type[InvalidInput], function: Callable[..., T], *arguments: Any) -> T:
        """What a module-level function makes of a file, worked out in a child that is killed on cancel.

        Args:
            refusal: what a file is refused with that takes too long or too much memory.

        Raises:
            RateLimited: four files of this owner are being read or wait.
            Unavailable: twenty files of all owners are, or no child can be started.
            EndedWithoutAnswer: the child did not come so far as to read.
            Exception: whatever the function raised.
        """
        async with self._turn(owner):
            try:
                return await self._read(function, arguments)
            except TimeoutError:
                raise refusal(self._too_slow) from None
            except MemoryError:
                raise refusal(self._too_big) from None
            except EndedWithoutAnswer as ended:
                # One that was not stopped has not even begun to read.
                if not ended.stopped:
                    raise
                raise refusal(self._too_slow if ended.out_of_time else self._too_big) from None

    @asynccontextmanager
    async def _turn(self, owner: str) -> AsyncIterator[None]:
        if self._present[owner] >= MOST_OF_OWNER:
            said = f"{MOST_OF_OWNER} files of yours are being read: send this one when they are done"
            raise RateLimited(said, retry_after=READING_SECONDS)
        if self._present.total() >= MOST:
            raise Unavailable(f"{MOST} files are being read: send this one again in a minute", retry_after=60)
        self._present[owner] += 1
        try:
            async with self._own_turns[owner], self._turns:
                yield
        finally:
            self._present[owner] -= 1
            if not self._present[owner]:
                del self._present[owner], self._own_turns[owner]

    async def _read(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        child = await self._child()
        try:
            return await asyncio.to_thread(child.work, function, arguments, self._seconds)
        finally:
            child.close()

    async def _child(self) -> Child:
        try:
            return await started(asyncio.create_task(asyncio.to_thread(Child.start, self._limits)))
        except NotStarted as error:
            raise Unavailable(f"the file cannot be read just now: {error}", retry_after=60) from error

    @property
    def _too_slow(self) -> str:
        return f"the file takes more than {self._seconds:g} s to read: split it"

    @property
    def _too_big(self) -> str:
        return f"the file takes more than {self._limits.memory_bytes >> 20} MB of memory to read: split it"
