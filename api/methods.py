"""Which methods an address takes."""

from functools import lru_cache
from re import Pattern

from fastapi import FastAPI
from starlette.routing import compile_path


def methods_at(app: FastAPI, path: str) -> list[str]:
    """The methods of every route that an address belongs to, as the description has them; none where it has none."""
    operations = (methods for form, methods in app.openapi()["paths"].items() if _pattern(form).match(path))
    return sorted({method.upper() for methods in operations for method in methods})


@lru_cache(maxsize=256)
def _pattern(form: str) -> Pattern[str]:
    return compile_path(form)[0]
