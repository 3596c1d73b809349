"""Of many cases of one kind a part is tried each time, the same in every run; all of them on demand."""

import os
import zlib


def stride(usual: int) -> int:
    """One of so many cases is tried; ``DAYWRIGHT_TEST_STRIDE=1`` tries all."""
    return int(os.environ.get("DAYWRIGHT_TEST_STRIDE", usual))


def examples(most: int) -> int:
    """So many examples of a property that is dear to try; the most where all is tried."""
    return most // min(stride(4), 4)


def is_passed_over(told: str, usual: int) -> bool:
    """Whether a case is outside the sample.

    Args:
        told: what tells the case from all others.
        usual: the stride where none is set.
    """
    return zlib.crc32(told.encode(errors="replace")) % stride(usual) != 0
