"""The text of the page (rule TOOL-12)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from domain.tools.registry import TOOLS
from domain.tools.tool import ARGUMENT_CODES, Tool
from runtime.tool_page.arguments import HEADINGS, argument_rows
from runtime.tool_page.codes import CODES
from runtime.tool_page.examples import EXAMPLES
from runtime.tool_page.markdown import fence, listed, table
from runtime.tool_page.session_tools import session_tools

PAGE: Final = Path(__file__).parents[2] / "docs" / "tools.md"

_OPENING: Final = """\
<!-- Written by `make docs` from the registry of tools; changes belong there. -->

# Tools

A tool reads or changes a schedule state: a window of numbered days, each with the sections 1 to 12, and tasks. Models,
runs and the command line use the same tools. The rules are [spec/tools.md](spec/tools.md), the state and its file
[spec/state.md](spec/state.md).

```sh
daywright tool NAME --state FILE --args JSON
```

prints the text of the result; `--json` prints all of it, `--write` puts the new state back into the file, `--locale`
chooses the language, `--allow-reorder` releases the order of the tasks for this call. Without a name the tools are
listed. Every example here was run on [examples/state.json](../examples/state.json) as it is:

```sh
daywright tool get_overview --state examples/state.json
```
"""

_RESULTS: Final = (
    ("field", "holds"),
    ("`ok`", "whether the call succeeded; a failed one changes nothing, but that `queue_apply_head_move` counts it"),
    ("`code`", "one of the codes below"),
    ("`text`", "what people and models read: sentences in the language of the state, or compact JSON"),
    ("`changes`", "of a write: each task that stands elsewhere now, with its slots and host before and after"),
    ("`objective`", "of a composite: its terms before and after, how many tasks moved, whether that is proved optimal"),
    ("`data`", "the facts for programs, where there are more than the changes"),
)

_VALUES: Final = """\
Days and sections are integers, and tasks are known by their `state_id`. A null is an argument not given, a numeric
string is a number, a single value a list of one; `task_item_ids` is `task_ids`, `duration` is `span`.
"""


def page_text() -> str:
    """The whole page; every example is run anew.

    Raises:
        ValueError: a tool has no example, or one that is refused.
    """
    tools = [(f"[`{tool.name}`](#{tool.name})", tool.kind, tool.description("en")) for tool in TOOLS.values()]
    results = f"## Results\n\n{table(_RESULTS)}\n{_VALUES}"
    parts = [_OPENING, table([("name", "kind", "what it is for"), *tools]), results, _codes()]
    return "\n".join([*parts, *map(_tool, TOOLS.values()), *session_tools()])


def _codes() -> str:
    rows = [(f"`{code}`", meaning, then) for code, (meaning, then) in CODES.items()]
    common = ", ".join(f"`{code}`" for code in ARGUMENT_CODES)
    heading = f"### Codes\n\nEvery tool can refuse its arguments with {common}; how else it can fail stands with it.\n"
    return f"{heading}\n{table([('code', 'meaning', 'what to do next'), *rows])}"


def _tool(tool: Tool[Any]) -> str:
    return "\n".join([f"## {tool.name}", "", *_facts(tool), "", _arguments(tool), *_example(tool), *_schema(tool), ""])


def _facts(tool: Tool[Any]) -> Iterator[str]:
    yield f"{tool.description('en')}<br>"
    yield f"{tool.description('zh-CN')}"
    yield ""
    yield f"- kind: {tool.kind}"
    if tool.aliases:
        yield f"- also understood: {listed(tool.aliases)}"
    yield f"- refuses with: {listed(tool.codes) or 'its arguments only'}"


def _arguments(tool: Tool[Any]) -> str:
    rows = list(argument_rows(tool.schema()))
    return table([HEADINGS, *rows]) if rows else "It has no arguments.\n"


def _example(tool: Tool[Any]) -> Iterator[str]:
    if tool.name not in EXAMPLES:
        raise ValueError(f"{tool.name} has no example: add one to runtime/tool_page/examples.py")
    example = EXAMPLES[tool.name]
    after = f" after `{'`, `'.join(example.before)}`" if example.before else ""
    option = " --allow-reorder" if example.allow_reorder else ""
    given = f" --args '{example.args}'" if example.arguments else ""
    command = f"daywright tool {tool.name} --state examples/state.json{option}{given}"
    yield f"Example{after}:\n\n{fence('sh', command)}"
    chinese, english = example.text(tool.name, "zh-CN"), example.text(tool.name, "en")
    yield fence("json" if chinese.startswith("{") else "text", chinese)
    if english != chinese:
        yield f"In English:\n\n{fence('json' if english.startswith('{') else 'text', english)}"


def _schema(tool: Tool[Any]) -> Iterator[str]:
    schema = json.dumps(tool.schema(), ensure_ascii=False, indent=2)
    yield f"<details><summary>JSON schema of the arguments</summary>\n\n{fence('json', schema)}\n</details>"
