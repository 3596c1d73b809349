"""Ctrl-C as a wish that is granted politely, and once more for whoever will not wait (rule CLI-22)."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Interrupts:
    """How often Ctrl-C was pressed.

    Attributes:
        asked: set by the first time; the second cancels the task that waits.
    """

    count: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_impatient(self) -> bool:
        """Whether it was pressed again."""
        return self.count > 1


@contextmanager
def counting_interrupts() -> Iterator[Interrupts]:
    """Count them in the body, in place of ending the command at the first."""
    interrupts, task, loop = Interrupts(), asyncio.current_task(), asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)

    def interrupt() -> None:
        interrupts.count += 1
        interrupts.asked.set()
        if interrupts.is_impatient and task is not None:
            task.cancel()

    loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        yield interrupts
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)
