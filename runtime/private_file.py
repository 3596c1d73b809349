"""Files that only their owner may read."""

import os
import tempfile
from pathlib import Path


def write_private(file: Path, text: str) -> None:
    """Give the file this text by a rename; its mode is 0600 from the first moment on."""
    descriptor, partial = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "w") as opened:
            opened.write(f"{text}\n")
            opened.flush()
            os.fsync(opened.fileno())
        Path(partial).replace(file)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
