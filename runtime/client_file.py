"""Where commands on this machine find the API of ``daywright dev``, and the key they show it (rule STACK-13)."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from runtime.private_file import write_private

_NAME = "client.json"


class ClientFile(BaseModel):
    """An address and a key."""

    model_config = ConfigDict(frozen=True)

    url: str
    key: str = Field(repr=False)


@contextmanager
def announced(folder: Path, url: str, key: str) -> Iterator[None]:
    """Keep the file in the data folder while the API is up: a port that is given up may be somebody else's next."""
    file = folder / _NAME
    write_private(file, json.dumps({"url": url, "key": key}))
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def read_client_file(folder: Path) -> ClientFile | None:
    """What the file says; None where there is none that can be read."""
    try:
        return ClientFile.model_validate_json((folder / _NAME).read_bytes())
    except (OSError, ValidationError):
        return None
