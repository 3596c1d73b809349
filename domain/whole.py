"""Whole numbers as JSON writes them: 3.0 is 3, and a model that is strict about types takes it so."""

from pydantic import BeforeValidator


def _as_whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_as_whole)
"""Stands last among the annotations of an ``int``."""
