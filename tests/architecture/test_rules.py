"""Code and specification point at each other."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "workflows", "activities", "services", "storage", "solvers", "worker", "api", "runtime")
SPEC = {path.name: path.read_text() for path in (ROOT / "docs" / "spec").glob("*.md")}
STATED = Counter(rule for text in SPEC.values() for rule in re.findall(r"^- \*\*([A-Z]{3,}-\d+)\b", text, re.MULTILINE))
FAMILIES = {rule.rsplit("-", 1)[0] for rule in STATED}


def cited(text: str) -> set[str]:
    """Rule numbers in a text; ``RUN-1 to RUN-6`` cites both ends."""
    return {rule for rule in re.findall(r"\b[A-Z]{3,}-\d+\b", text) if rule.rsplit("-", 1)[0] in FAMILIES}


def test_every_cited_rule_exists() -> None:
    """A docstring or a rule that cites a rule leads to a numbered sentence of the specification."""
    modules = [path for name in PACKAGES for path in (ROOT / name).rglob("*.py")]
    modules += (ROOT / "docs" / "spec").glob("*.md")
    dangling = {str(path.relative_to(ROOT)): cited(path.read_text()) - STATED.keys() for path in modules}
    assert {path: rules for path, rules in dangling.items() if rules} == {}


def test_a_rule_has_a_number_of_its_own() -> None:
    assert [rule for rule, times in STATED.items() if times > 1] == []


def test_the_project_stands_alone() -> None:
    """No file names a path of the machine it was written on."""
    texts = [path for pattern in ("*.md", "*.py", "*.toml") for path in ROOT.rglob(pattern)]
    ours = [path for path in texts if not {".venv", ".tools"} & set(path.relative_to(ROOT).parts)]
    mark = "/" + "work/"
    assert [str(path.relative_to(ROOT)) for path in ours if mark in path.read_text()] == []
