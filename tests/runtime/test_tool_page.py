"""The page of the tools is the one the registry makes."""

import json
from typing import get_args

import pytest

from domain.schedule.state_file import format_state, parse_state
from domain.tools.registry import SESSION_TOOLS, TOOLS
from domain.tools.results import Code
from runtime.tool_page.arguments import argument_rows
from runtime.tool_page.codes import CODES
from runtime.tool_page.examples import EXAMPLES, STATE, Example
from runtime.tool_page.page import PAGE, page_text


def test_the_committed_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), (
        "docs/tools.md is not what the registry makes: run make docs"
    )


def test_every_tool_has_its_section_and_an_example_and_no_other_has() -> None:
    headings = [line.removeprefix("## ") for line in page_text().splitlines() if line.startswith("## ")]
    assert headings == ["Results", *TOOLS, "Tools of a session", *SESSION_TOOLS]
    assert set(EXAMPLES) == set(TOOLS)


def test_every_code_is_explained() -> None:
    assert list(CODES) == list(get_args(Code))


def test_the_example_state_is_as_it_would_be_written() -> None:
    text = STATE.read_text(encoding="utf-8")
    assert format_state(parse_state(text)) == text


def test_an_example_that_is_refused_makes_no_page() -> None:
    with pytest.raises(ValueError, match="the example of move is refused"):
        Example({"task_id": 1, "new_day": 1, "new_slot_start": 1}).text("move", "en")


@pytest.mark.parametrize("name", [*TOOLS, *SESSION_TOOLS])
def test_every_argument_has_a_row(name: str) -> None:
    """Required ones have no default; bounds and choices are those of the schema."""
    schema = (TOOLS[name] if name in TOOLS else SESSION_TOOLS[name]).schema()
    rows = {row[0].strip("`"): row for row in argument_rows(schema)}
    assert [key for key in rows if "[]" not in key] == list(schema["properties"])
    for key, (_, kind, allowed, required, default, meaning) in rows.items():
        assert kind
        assert meaning
        assert (required == "yes") <= (default == "–")
        field = json.dumps(schema["properties"].get(key, {}))
        assert (" to " in allowed) == ('"maximum"' in field)
        assert allowed.startswith("`") == ('"enum"' in field)


def test_arguments_of_listed_objects_are_told_too() -> None:
    rows = [row[:4] for row in argument_rows(TOOLS["batch_move"].schema())]
    assert rows[:2] == [
        ("`moves`", "list of object", "–", "yes"),
        ("`moves[].task_id`", "integer", "–", "yes"),
    ]


@pytest.mark.parametrize("name", SESSION_TOOLS)
def test_a_tool_of_a_session_shows_both_its_schemas(name: str) -> None:
    tool, section = SESSION_TOOLS[name], page_text().split(f"## {name}\n")[1].split("\n## ")[0]
    for schema in (tool.schema(), tool.value_schema()):
        assert json.dumps(schema, ensure_ascii=False, indent=2) in section
    assert all(code in section for code in tool.codes)
