"""New ids for rows."""

from ulid import ULID


def ascending_ulids(count: int) -> list[str]:
    """New ids, ascending, so that rows which are read back by id keep the order they were given in."""
    return sorted(str(ULID()) for _ in range(count))
