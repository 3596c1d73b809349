"""The page for people, served as the files that it is made of (rules PAGE-1 to PAGE-3)."""

import hashlib
import mimetypes
from html import escape
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse

from domain.errors import NotFound

router = APIRouter(tags=["operation"])

STATIC: Final = Path(__file__).parent / "static"
ROOT: Final = "/static"
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",
    )
)
_NEVER_CHANGED: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@router.get("/", operation_id="show_front_page", response_class=HTMLResponse)
async def show() -> HTMLResponse:
    """Give the page; it needs no credential, what it shows does."""
    root = f"{ROOT}/{_version()}"
    names = sorted(_files())
    styles = [f'<link rel="stylesheet" href="{root}/{name}">' for name in names if name.endswith(".css")]
    scripts = [f'<link rel="modulepreload" href="{root}/{name}">' for name in names if name.endswith(".js")]
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for slot, lines in (("{styles}", styles), ("{scripts}", scripts), ("{root}", [escape(root)])):
        page = page.replace(slot, "\n".join(lines))
    return HTMLResponse(page, headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"})


@router.get(ROOT + "/{version}/{name:path}", operation_id="show_page_file", include_in_schema=False)
async def file(version: str, name: str) -> FileResponse:
    """Give a file of the page under the version that the page names, so that a browser asks for it once."""
    path = _files().get(name)
    if path is None:
        raise NotFound(f"the page has no file {name[:80]!r}: open /")
    headers = {"Cache-Control": _NEVER_CHANGED if version == _version() else "no-cache"}
    return FileResponse(path, media_type=_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0], headers=headers)


def _files() -> dict[str, Path]:
    """The files by the names under which they are asked for: nothing else is ever opened."""
    return {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.suffix in _TYPES}


def _version() -> str:
    """Changes whenever a file does."""
    told = hashlib.sha256()
    for name, path in sorted(_files().items()):
        stat = path.stat()
        told.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return told.hexdigest()[:12]
