"""Modules with one passage changed, as an edit would change it."""

from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Change:
    """One edit.

    Attributes:
        module: file of the passage, without its suffix.
        before, after: the passage, which stands in the module once, and what it is changed to.
    """

    module: str
    before: str
    after: str


def changed(folder: Path, source: str, module: str, change: Change) -> ModuleType:
    """A module of a copy of a package that was edited.

    Args:
        folder: where the copy is put; it must be on the import path.
        source: the package, such as ``workflows``.
        module: the module wanted from the copy.
        change: the edit.
    """
    # A name of its own for each edit: the sandbox imports modules by name.
    name = f"changed_{sha256(repr(change).encode()).hexdigest()[:12]}"
    for path in (ROOT / source.replace(".", "/")).glob("*.py"):
        text = path.read_text()
        if path.stem == change.module:
            assert text.count(change.before) == 1, f"{change.before!r} does not stand once in {path}"
            text = text.replace(change.before, change.after)
        copy = folder / name / path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(text.replace(f"from {source}", f"from {name}"))
    return import_module(f"{name}.{module}")
