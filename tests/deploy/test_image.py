"""What goes into the image: our packages, the locked libraries, and nothing else (rule PROD-7)."""

import re
import tomllib

import pytest

from domain.export.week_picture import FONTS
from tests.deploy.compose import OURS, ROOT, SERVICES

DOCKERFILE = (ROOT / "Dockerfile").read_text()
INSTRUCTIONS = re.findall(r"^([A-Z]+) (.*)$", DOCKERFILE.replace("\\\n", " "), re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES = set(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
LET_IN = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
COPIED = [
    word
    for name, rest in INSTRUCTIONS
    if name == "COPY" and "--from" not in rest
    for word in rest.split()[:-1]
    if not word.startswith("--")
]


def pins(file: str) -> dict[str, str]:
    """Names and versions of a file of requirements."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (ROOT / file).read_text(), re.MULTILINE))


def test_what_is_copied_exists_and_is_let_in() -> None:
    """The ignore file lets in what the image is built from, and nothing else."""
    assert COPIED
    for path in COPIED:
        assert (ROOT / path).exists(), path
        assert any(path == entry or path.startswith(f"{entry}/") for entry in LET_IN), path
    for entry in LET_IN:
        assert any(path == entry or path.startswith(f"{entry}/") for path in COPIED), entry
    assert (ROOT / ".dockerignore").read_text().splitlines()[1] == "*"


def test_every_package_of_ours_is_copied() -> None:
    """A package that is shipped as a wheel is in the image, and no test or benchmark is."""
    assert {path for path in COPIED if (ROOT / path / "__init__.py").exists()} == PACKAGES


def test_the_base_is_pinned() -> None:
    """To one full version, the same for building and running."""
    bases = [rest.split()[0] for name, rest in INSTRUCTIONS if name == "FROM"]
    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.13\.\d+-slim-\w+", bases[0])


def test_it_runs_as_a_plain_user_by_number() -> None:
    """The last word on the user is the one that the compose file has."""
    [user] = [rest for name, rest in INSTRUCTIONS if name == "USER"]
    assert {SERVICES[service]["user"] for service in OURS} == {user}
    uid, gid = user.split(":")
    assert f"--uid {uid} --gid {gid}" in DOCKERFILE
    assert int(uid) >= 10_000


def test_libraries_come_from_the_lock_with_their_hashes() -> None:
    """As constraints its hashes hold; nothing is built from source, uv has hashes and the version of the project."""
    assert "--constraints requirements.lock" in DOCKERFILE
    assert "--only-binary :all:" in DOCKERFILE
    assert "--require-hashes" in DOCKERFILE
    assert pins("deploy/image/uv.txt") == {
        "uv": re.findall(r"^UV_VERSION := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0]
    }
    assert "://" not in (ROOT / "deploy/image/uv.txt").read_text()


def test_what_is_left_out_is_only_for_the_embedded_stack() -> None:
    """The names are dependencies of the project, and no module of ours imports them when it is loaded."""
    names = [line for line in (ROOT / "deploy/image/excluded.txt").read_text().splitlines() if not line.startswith("#")]
    assert set(names) <= pins("requirements.lock").keys()
    modules = "|".join(name.replace("-", "_") for name in names)
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            assert not re.search(rf"^\s*(import|from) ({modules})", file.read_text(), re.MULTILINE), file


@pytest.mark.parametrize("service", OURS)
def test_commands_are_modules_and_programs_of_the_image(service: str) -> None:
    """What a service runs is copied into the image."""
    program, *rest = SERVICES[service]["command"]
    if program == "python":
        assert rest[0] == "-m"
        assert (ROOT / f"{rest[1].replace('.', '/')}.py").is_file()
    else:
        assert (program, f"deploy/image/{program}" in COPIED) == ("daywright", True)


def test_the_image_has_a_font_for_pictures_of_weeks() -> None:
    """A package whose family is among those that pictures ask for, and no list of packages stays behind (EXPORT-14)."""
    [installed] = [rest for name, rest in INSTRUCTIONS if name == "RUN" and "apt-get install" in rest]
    assert "fonts-wqy-microhei" in installed.split()
    assert "'WenQuanYi Micro Hei'" in FONTS
    assert installed.endswith("rm -rf /var/lib/apt/lists/*")
