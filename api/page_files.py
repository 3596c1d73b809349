"""The files of the page, kept in memory and read anew when one of them changes (rule PAGE-2)."""

import hashlib
import posixpath
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = "/static"
TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
"""What the page is made of; no other file of its folder is ever read."""
_PAGE: Final = "index.html"
_FIRST: Final = "main.js"
_IMPORT: Final = re.compile(rb"""\b(?:from|import)\s*["'](\.{1,2}/[^"']+)["']""")
_LOOK_SECONDS: Final = 1.0

_Marks = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class PageFile:
    """What is sent for a file."""

    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Edition:
    """The page as it is at one moment.

    Attributes:
        version: changes whenever a file does, and only then.
        html: the page itself, which names all files under the version.
        files: by their names, such as ``app/store.js``.
    """

    version: str
    html: str
    files: Mapping[str, PageFile]


class PageFiles:
    """The folder of the page.

    Args:
        clock: seconds that only grow; the folder is looked through once in one of them.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._looked_at = -_LOOK_SECONDS
        self._marks: _Marks = ()
        self._edition = Edition("", "", {})

    def edition(self) -> Edition:
        """The page as it is now, at most a second late."""
        at = self._clock()
        if at - self._looked_at >= _LOOK_SECONDS:
            self._looked_at = at
            marks = self._look()
            if marks != self._marks:
                self._marks, self._edition = marks, _edition(self._folder, [name for name, *_ in marks])
        return self._edition

    def _look(self) -> _Marks:
        return tuple(sorted(self._mark(path) for path in self._folder.rglob("*") if _is_served(path, self._folder)))

    def _mark(self, path: Path) -> tuple[str, int, int]:
        told = path.stat()
        return path.relative_to(self._folder).as_posix(), told.st_size, told.st_mtime_ns


def _is_served(path: Path, folder: Path) -> bool:
    """A link may lead out of the folder, and so is none of the page's files."""
    return (path.suffix in TYPES and path.is_file() and not path.is_symlink()) or path == folder / _PAGE


def _edition(folder: Path, names: list[str]) -> Edition:
    contents = {name: (folder / name).read_bytes() for name in names if name != _PAGE}
    told = hashlib.sha256()
    for name, content in contents.items():
        told.update(f"{name} {len(content)}\n".encode() + content)
    version = told.hexdigest()[:12]
    files = {name: PageFile(content, TYPES[Path(name).suffix]) for name, content in contents.items()}
    template = (folder / _PAGE).read_text(encoding="utf-8")
    return Edition(version, _filled(template, f"{ROOT}/{version}", names, _needed(contents)), files)


def _needed(contents: Mapping[str, bytes]) -> list[str]:
    """The modules without which the first one does not run; others are loaded when something is opened."""
    needed, open_ones = set[str](), [_FIRST] if _FIRST in contents else []
    while open_ones:
        name = open_ones.pop()
        needed.add(name)
        named = (match[1].decode() for match in _IMPORT.finditer(contents[name]))
        found = {posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in named}
        open_ones += sorted((found & contents.keys()) - needed)
    return sorted(needed)


def _filled(template: str, root: str, names: list[str], modules: list[str]) -> str:
    """Modules are asked for at once: each alone would tell of the next ones only when it is there."""
    styles = [f'<link rel="stylesheet" href="{root}/{name}">' for name in names if name.endswith(".css")]
    scripts = [f'<link rel="modulepreload" href="{root}/{name}">' for name in modules]
    slots = {"{styles}": "\n".join(styles), "{scripts}": "\n".join(scripts), "{root}": root}
    for slot, text in slots.items():
        template = template.replace(slot, text)
    return template
