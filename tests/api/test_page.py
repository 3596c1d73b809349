"""The page as it is served: its files, their version, its policy (rules PAGE-1 to PAGE-3)."""

import os
import re
from pathlib import Path

import pytest

from api.page import STATIC
from api.page_files import PageFiles
from api.schemas.problems import PROBLEM_MEDIA_TYPE
from tests.edge import ServedEdge

OUTSIDE = [
    "..%2fpage.py",
    "%2e%2e/page.py",
    "app/..%2f..%2fpage.py",
    "..%5cpage.py",
    "%00",
    "/etc/passwd",
    "%2fetc%2fpasswd",
]
INSIDE = [
    "",
    "app",
    "index.html",
    "vendor/README.md",
    "vendor/lit-html/LICENSE",
    "nowhere.js",
    "app/store.js/",
    "APP/STORE.JS",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page of three files."""
    (tmp_path / "app").mkdir()
    (tmp_path / "index.html").write_text("<html>{styles}{scripts}<script src={root}/main.js></script></html>")
    (tmp_path / "app" / "a.js").write_text("1")
    (tmp_path / "b.css").write_text("p {}")
    return tmp_path


async def test_the_page_and_its_files_need_no_credential_and_are_kept_for_good(served: ServedEdge) -> None:
    """The page is asked for each time; what it names is there under its version alone, with its type."""
    async with served.client(None) as client:
        page = await client.get("/")
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
        assert len(named) == len(set(named)) + 1, "the first module is preloaded and run"
        for address in sorted(set(named)):
            answer = await client.get(address)
            assert answer.status_code == 200, address
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["content-type"].split(";")[0] in ("text/javascript", "text/css", "image/svg+xml")
            assert answer.headers["x-content-type-options"] == "nosniff"
        older = await client.get("/static/0123456789ab/main.js")
        assert (older.status_code, older.headers["cache-control"]) == (200, "no-cache")


async def test_the_policy_allows_our_own_server_alone(served: ServedEdge) -> None:
    """Nothing inline, nothing from elsewhere, no frame, no text that becomes markup; the page needs no exception."""
    async with served.client(None) as client:
        page = await client.get("/")
    policy = dict(part.split(" ", 1) for part in page.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    allowed = {policy[f"{kind}-src"] for kind in ("script", "style", "img", "connect")}
    assert allowed == {"'self'"}
    assert policy["require-trusted-types-for"] == "'script'"
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page.text) == []


@pytest.mark.parametrize("name", [*OUTSIDE, *INSIDE])
async def test_nothing_else_is_served(served: ServedEdge, name: str) -> None:
    """Neither what lies outside of the folder nor what in it is no part of the page; the answer is a problem."""
    async with served.client(None) as client:
        answer = await client.get(f"/static/v/{name}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, PROBLEM_MEDIA_TYPE)
    assert answer.json()["code"] == "not_found"


def test_all_modules_that_the_first_needs_are_asked_for_at_once(folder: Path) -> None:
    """However they name each other; those that wait for something to be opened are not. Styles keep their order."""
    (folder / "main.js").write_text('import { a } from "./app/a.js";\nconst later = () => import("./later.js");')
    (folder / "app" / "a.js").write_text('import"../c.js";export*from"./d.js"; // from "./nowhere.js"')
    (folder / "app" / "d.js").write_text("import { a } from './a.js';")
    for name in ("c.js", "later.js"):
        (folder / name).write_text("")
    edition = PageFiles(folder).edition()
    assert edition.files.keys() == {"main.js", "app/a.js", "app/d.js", "c.js", "later.js", "b.css"}
    root = f"/static/{edition.version}"
    links = [f'<link rel="stylesheet" href="{root}/b.css">']
    for name in ("app/a.js", "app/d.js", "c.js", "main.js"):
        links.append(f'<link rel="modulepreload" href="{root}/{name}">')
    assert "".join(edition.html.split("\n")) == f"<html>{''.join(links)}<script src={root}/main.js></script></html>"


def test_the_version_changes_with_a_file_and_with_nothing_else(folder: Path) -> None:
    """Another server with the same files has the same version; a change is seen within a second."""
    at = 0.0
    files = PageFiles(folder, lambda: at)
    first = files.edition()
    os.utime(folder / "b.css", (1, 1))
    (folder / "note.md").write_text("no part of the page")
    at = 1.0
    assert files.edition() == first == PageFiles(folder).edition()
    (folder / "app" / "a.js").write_text("2")
    assert files.edition() is files.edition()
    assert files.edition().files["app/a.js"].content == b"1"
    at = 2.0
    assert files.edition().version != first.version
    assert files.edition().files["app/a.js"].content == b"2"


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "c.js").symlink_to(Path(__file__))
    assert set(PageFiles(folder).edition().files) == {"app/a.js", "b.css"}


def test_whoever_wrote_a_file_for_us_has_their_licence_beside_it() -> None:
    """Each folder of ``vendor`` is one library and tells its licence; what is said of them names all."""
    vendor = STATIC / "vendor"
    told = (vendor / "README.md").read_text()
    libraries = [folder for folder in vendor.iterdir() if folder.is_dir()]
    assert libraries
    for library in libraries:
        assert len((library / "LICENSE").read_text()) > 500
        assert library.name in told
    assert [path for path in vendor.glob("*") if path.is_file()] == [vendor / "README.md"]
