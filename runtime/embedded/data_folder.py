"""The folder a part keeps its data in (rule STACK-6)."""

import errno
import os
from pathlib import Path

from domain.errors import StackFailed


def data_folder(folder: Path) -> Path:
    """The folder, made with mode 0700 when missing.

    Raises:
        StackFailed: it cannot be made or written to; the message says why.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        reason = "Not a directory" if isinstance(error, FileExistsError) else error.strerror
        raise StackFailed(
            f"the data folder {folder} cannot be used ({reason}): set DAYWRIGHT_DATA_DIR to a folder you may write to"
        ) from error
    return folder
