"""Files that come into being as a whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(target: Path, *, replace: bool) -> Iterator[IO[bytes]]:
    """A file to write to, with mode 0600, that gets its name once the work inside is done.

    Args:
        replace: whether it may take the place of another file of that name.

    Raises:
        FileExistsError: there is such a file, and it may not.
        OSError: it cannot be written.
    """
    descriptor, name = tempfile.mkstemp(prefix=".daywright-", dir=target.parent)
    partial = Path(name)
    try:
        with open(descriptor, "wb") as sink:
            yield sink
            sink.flush()
            os.fsync(descriptor)
        if replace:
            partial.replace(target)
        else:
            # Unlike a rename, a link refuses to take the place of a file that came in the meantime.
            os.link(partial, target)
        _make_lasting(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def _make_lasting(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
