"""How long and how often something is tried again (rule CLI-2)."""

import asyncio

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0


class Patience:
    """Pauses that grow, until so many seconds have passed without an answer.

    Args:
        seconds: how long to go on without an answer.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pause = FIRST_PAUSE
        self.renew()

    def renew(self) -> None:
        """An answer came: the seconds count anew."""
        self._ends = asyncio.get_running_loop().time() + self._seconds

    def excuse(self, since: float) -> None:
        """What was done since that moment of the loop's clock does not count."""
        self._ends += asyncio.get_running_loop().time() - since

    def calm(self) -> None:
        """All went well: the next pause is a short one again."""
        self._pause = FIRST_PAUSE

    async def pause(self, at_least: float = 0) -> bool:
        """Wait a little; False, without waiting, if patience would end meanwhile."""
        pause = max(self._pause, at_least)
        if asyncio.get_running_loop().time() + pause > self._ends:
            return False
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        await asyncio.sleep(pause)
        return True
