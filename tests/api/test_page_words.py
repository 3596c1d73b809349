"""What the page says: both languages tell the same facts, and nothing is asked for that no table has."""

import re
from pathlib import Path

from api.page import STATIC

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_TABLE = re.compile(r"(?:words\(|const TABLE = )\{(.*?)^\}", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(rf"^  ([\w\u4e00-\u9fff]+|{_TEXT}): \[\s*{_TEXT},\s*{_TEXT},?\s*\]", re.MULTILINE)
_ANY_ENTRY = re.compile(r"^  \S+: \[", re.MULTILINE)
_SPEAKER = re.compile(r'^import \{[^}]*\bsay\b(?! as)[^}]*\} from "([^"]+)"', re.MULTILINE)
_ASKED = re.compile(r'\bsay\("([^"]+)"')
_SLOT = re.compile(r"\{([^}|]*)\}")
_WORD_BY_NUMBER = re.compile(r"\{(\w+)\|[^{}|]+\|[^{}|]+\}")


def _own_modules() -> list[Path]:
    return sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.parts)


def _entries(module: Path) -> dict[str, tuple[str, str]]:
    """What the tables of a module say, by key: Chinese and English."""
    found: dict[str, tuple[str, str]] = {}
    for table in _TABLE.findall(module.read_text(encoding="utf-8")):
        entries = _ENTRY.findall(table)
        assert len(entries) == len(_ANY_ENTRY.findall(table)), f"{module} has an entry that is not two texts"
        found |= {quoted or key: (chinese, english) for key, quoted, chinese, english in entries}
    return found


def test_both_languages_say_the_same_values() -> None:
    """A word that follows a number is English alone; it is no value that the other language would lack."""
    entries = [(module, *entry) for module in _own_modules() for entry in _entries(module).items()]
    assert len(entries) > 300
    for module, key, (chinese, english) in entries:
        told = f"{module.name}: {key}"
        assert chinese, told
        assert english, told
        assert set(_SLOT.findall(chinese)) == set(_SLOT.findall(_WORD_BY_NUMBER.sub("", english))), told
        assert chinese == english or not re.search(r"[\u4e00-\u9fff]", english), told


def test_what_is_asked_for_is_in_its_table() -> None:
    asked = 0
    for module in _own_modules():
        text = module.read_text(encoding="utf-8")
        speaker = _SPEAKER.search(text)
        table = _entries((module.parent / speaker[1]).resolve() if speaker else module)
        keys = set(_ASKED.findall(text)) if table else set()
        assert keys <= table.keys(), f"{module.name} asks for {sorted(keys - table.keys())}"
        asked += len(keys)
    assert asked > 200
