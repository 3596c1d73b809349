"""Modules and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "workflows", "activities", "services", "storage", "solvers", "worker", "api", "runtime")
MODULES = [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py")) if "versions" not in path.parts]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_is_one_thing(path: Path) -> None:
    """A module near 400 lines wants to be two; a function near 40 wants to be several."""
    assert len(path.read_text().splitlines()) < 400
    long = [f.name for f in functions(path) if (f.end_lineno or 0) - f.lineno >= 45]
    assert long == []


def test_no_module_is_named_for_nothing() -> None:
    """A file's name says what it holds."""
    vague = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
    assert [path for path in MODULES if path.stem in vague or path.parent.name in vague] == []
