"""The application's top-level packages are its own, and only they are shipped."""

import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SHIPPED = set(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])


def test_no_dependency_ships_a_package_of_our_name() -> None:
    """A dependency with a package named like ours would shadow it, or be shadowed."""
    owners = packages_distributions()
    foreign = {name: set(owners.get(name, ())) - {"daywright"} for name in SHIPPED | {"tests", "bench"}}
    assert {name: dists for name, dists in foreign.items() if dists} == {}


def test_every_package_is_shipped_and_no_test_is() -> None:
    """The wheel holds each package of the tree but tests and benchmarks."""
    present = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert present - {"tests", "bench"} == SHIPPED


def test_lock_names_no_address() -> None:
    """The lock file pins names, versions and hashes, and leaves the index to the machine."""
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    assert lock.count("--hash=sha256:") > lock.count("==")
