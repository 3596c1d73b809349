"""Replay every committed history strictly and print the differences: ``python -m tests.replay``."""

import asyncio
import sys

from tests.replay.committed import committed, names
from tests.replay.strict import strict_replay


async def main() -> list[str]:
    """The differences of all histories."""
    found = []
    for history in map(committed, names()):
        differences = await strict_replay(history.history, history.workflow)
        found += [f"{history.name}: {difference}" for difference in differences]
    return found


if __name__ == "__main__":
    sys.exit("\n".join(asyncio.run(main())) or None)
