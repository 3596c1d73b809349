"""Of many cases of one kind a part is tried each time, the same in every run; all of them on demand."""

import os
import zlib


def is_passed_over(told: str, stride: int) -> bool:
    """Whether a case is outside the sample.

    Args:
        told: what tells the case from all others.
        stride: one of so many is tried; ``DAYWRIGHT_TEST_STRIDE=1`` tries all.
    """
    chosen = int(os.environ.get("DAYWRIGHT_TEST_STRIDE", stride))
    return zlib.crc32(told.encode(errors="replace")) % chosen != 0
