"""Canonical JSON: the one text form in which states and arguments are stored, hashed and compared."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel


def canonical_json(value: Any) -> str:
    """The value as JSON with sorted keys, no spaces and raw non-ASCII text."""
    plain = value.model_dump(mode="json", exclude_none=True) if isinstance(value, BaseModel) else value
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def checksum(text: str) -> str:
    """SHA-256 of a text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest(value: Any) -> str:
    """The checksum of a value's canonical JSON."""
    return checksum(canonical_json(value))
