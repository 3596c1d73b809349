"""No argument of any tool does harm, whatever its value: it is told by name and value, and nothing has changed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.schedule.state import ScheduleState, TaskQueue
from domain.tools.registry import TOOLS, run_tool
from domain.tools.results import Code, ToolResult
from domain.tools.tool import ARGUMENT_CODES
from tests.domain.schedule.states import course, state, task
from tests.domain.tools.misfits import JUNK, Schema, flaws, plain, quoted

STATE = state(
    course(10, "思政", (7, 1, 2), can_embed=True),
    task(1, "甲", (1, 1, 2)),
    task(2, "乙", (2, 1, 2)),
    task(3, "丙"),
    queue=TaskQueue(pending=(1, 2)),
    reorder_allowed=True,
)
ENGLISH = STATE.model_copy(update={"locale": "en"})
STRANGE = ["where", "Task_id", "task_id ", "", " ", "7", "a\nb", "\ud800", "x" * 500, "moves[0]", "参数"]
CODES = get_args(Code)
SCHEMAS = {name: tool.schema() for name, tool in TOOLS.items()}


def required(schema: Schema, whole: Schema) -> Any:
    """A value that fits: the least object, list or number."""
    asked = plain(schema, whole)
    if asked["type"] == "object":
        return {name: required(asked["properties"][name], whole) for name in asked.get("required", [])}
    if asked["type"] == "array":
        return [1, 2] if asked["items"] == {"type": "integer"} else [required(asked["items"], whole)]
    return 1


def basis(name: str) -> dict[str, Any]:
    """Arguments that the tool accepts."""
    schema = SCHEMAS[name]
    found: dict[str, Any] = required(schema, schema)
    return found | ({"task_b": 2} if "task_b" in found else {})


def leaves(name: str) -> Iterator[tuple[str, Schema, tuple[Any, ...]]]:
    """Every argument, and every field of an object in a list: its path, its schema, how to get there."""
    whole = SCHEMAS[name]
    for key, schema in whole["properties"].items():
        yield key, schema, (key,)
        inner = plain(plain(schema, whole).get("items", {}), whole) if "items" in schema else {}
        for field, field_schema in inner.get("properties", {}).items():
            yield f"{key}[0].{field}", field_schema, (key, 0, field)


def replaced(arguments: Any, way: tuple[Any, ...], value: Any) -> Any:
    """The arguments with another value at one place."""
    if not way:
        return value
    if isinstance(arguments, list):
        return [replaced(item, way[1:], value) if n == way[0] else item for n, item in enumerate(arguments)]
    return {**arguments, way[0]: replaced(arguments.get(way[0]), way[1:], value)}


def refused(name: str, arguments: Any, code: str) -> tuple[str, str]:
    """What a call that its arguments forbid says in either language, once it is sure that it did nothing."""
    texts = []
    for before in (STATE, ENGLISH):
        after, result = run_tool(before, name, arguments)
        assert after is before
        assert (result.ok, result.code, result.changes, result.objective) == (False, code, (), None), result.text
        assert result.text.encode().decode().isprintable()
        texts.append(result.text)
    return texts[0], texts[1]


def harmless(before: ScheduleState, name: str, arguments: Any) -> ToolResult:
    """Any result there may be, of a call that may say no but neither raises nor changes a task then."""
    after, result = run_tool(before, name, arguments)
    assert (result.ok, result.code in CODES) == (result.code == "ok", True)
    assert result.text.encode()
    if not result.ok:
        assert after is before or (name == "queue_apply_head_move" and after.tasks == before.tasks)
    return result


@pytest.mark.parametrize("name", TOOLS)
def test_the_least_arguments_are_accepted(name: str) -> None:
    """So whatever is refused below is refused for what is wrong with it."""
    assert run_tool(STATE, name, basis(name))[1].code not in ARGUMENT_CODES


@pytest.mark.parametrize("name", TOOLS)
def test_a_value_that_does_not_fit_is_told_with_its_path(name: str) -> None:
    whole = SCHEMAS[name]
    for path, schema, way in leaves(name):
        told = 0
        for value in JUNK:
            arguments = replaced(basis(name), way, value)
            if any(_lacks(schema, whole, value)):
                continue
            wrong = list(flaws(schema, whole, value, path))
            if not wrong:
                harmless(STATE, name, arguments)
                continue
            chinese, english = refused(name, arguments, "invalid_argument")
            assert any(f"参数 {at} 的值 {said} 无效：" in chinese for at, bad in wrong for said in _said(bad)), chinese
            assert any(f"Argument {at} is {said}: " in english for at, bad in wrong for said in _said(bad)), english
            told += 1
        assert told > 10, path


def _said(value: object) -> set[str]:
    """A numeric string may be quoted as the number that it was read as."""
    number = value.strip() if isinstance(value, str) else ""
    return {quoted(value), *([quoted(int(number))] if number.isdecimal() and len(number) < 31 else [])}


def _lacks(schema: Schema, whole: Schema, value: Any) -> Iterator[bool]:
    """Objects in a list that have fields too few or too many are another matter."""
    asked = plain(schema, whole)
    if asked["type"] == "array" and plain(asked["items"], whole)["type"] == "object":
        for item in value if isinstance(value, list | tuple) else [value]:
            yield isinstance(item, dict)


@pytest.mark.parametrize("name", TOOLS)
def test_an_unknown_argument_is_named(name: str) -> None:
    """Before anything else that is wrong, with the names that there are."""
    schema = SCHEMAS[name]
    for strange in STRANGE:
        said = strange if strange.isidentifier() and len(strange) < 60 else quoted(strange)
        said = strange[:59] + "…" if strange == "x" * 500 else said
        junk: dict[str, Any] = {key: {} for key in schema["properties"]}
        for arguments in (basis(name), {}, junk):
            for text in refused(name, arguments | {strange: 1}, "unknown_argument"):
                assert f" {said}" in text
                assert all(known in text for known in schema["properties"])
        if "moves" in schema["properties"]:
            moves = [*basis(name)["moves"], {strange: 1}]
            assert all(f" moves[1].{said}" in text for text in refused(name, {"moves": moves}, "unknown_argument"))


@pytest.mark.parametrize("name", TOOLS)
def test_a_missing_argument_is_named(name: str) -> None:
    """A null is an argument that is missing; one that has to be there inside an object is named by its path."""
    whole = SCHEMAS[name]
    for path, _, way in leaves(name):
        asked = whole if len(way) == 1 else plain(plain(whole["properties"][way[0]], whole)["items"], whole)
        arguments = replaced(basis(name), way, None)
        if way[-1] in asked.get("required", []):
            assert all(f" {path}" in text for text in refused(name, arguments, "missing_argument"))
        else:
            assert run_tool(STATE, name, arguments) == run_tool(STATE, name, basis(name))


@pytest.mark.parametrize("name", TOOLS)
def test_what_is_no_object_is_no_arguments(name: str) -> None:
    for junk in JUNK:
        if not isinstance(junk, dict):
            chinese, english = refused(name, junk, "invalid_argument")
            assert f"参数 arguments 的值 {quoted(junk)} 无效：应为对象" in chinese
            assert f"Argument arguments is {quoted(junk)}: expected an object" in english


@pytest.mark.parametrize("name", TOOLS)
def test_names_that_are_no_text_are_unknown(name: str) -> None:
    odd: list[Any] = [10**5_000, 7, None, 1.5, ("a", 1), b"task_id", True]
    for key in odd:
        assert quoted(key) in refused(name, basis(name) | {key: 1}, "unknown_argument")[1]


def fitting(schema: Schema, whole: Schema) -> st.SearchStrategy[Any]:
    """Values that fit, some of them in the forms that are merely understood."""
    asked = plain(schema, whole)
    if asked["type"] == "object":
        names = asked.get("properties", {})
        all_of = {name: fitting(names[name], whole) for name in asked.get("required", [])}
        some_of = {name: fitting(inner, whole) for name, inner in names.items() if name not in all_of}
        return st.fixed_dictionaries(all_of, optional=some_of)
    if asked["type"] == "array":
        inner = fitting(asked["items"], whole)
        return inner | st.lists(inner, max_size=4)
    if asked["type"] == "integer":
        number = st.integers(asked.get("minimum", -2), asked.get("maximum", 15))
        return number | number.map(str) | number.map(float)
    return st.sampled_from(asked["enum"]) if "enum" in asked else st.booleans() | st.text(max_size=3)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.characters(categories=["Cs"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A tool and arguments by its own schema; in a third of the calls something else is among them."""
    name = draw(st.sampled_from(sorted(TOOLS)))
    whole = SCHEMAS[name]
    few = draw(st.lists(st.sampled_from(sorted(whole["properties"]) or ["day"]), max_size=3))
    names = [key for key in whole["properties"] if key in few or key in whole.get("required", [])]
    kept = {key: draw(fitting(whole["properties"][key], whole)) for key in names}
    if draw(st.integers(0, 2)) == 0:
        hidden = ["task_id", "task_item_ids", "duration", "where"]
        kept[draw(st.sampled_from([*whole["properties"], *hidden]) | st.text(max_size=3))] = draw(JSON)
    return name, kept


def test_no_arguments_make_a_tool_raise() -> None:
    """Every tool is called with much that it can read and much that it cannot."""
    read: Counter[bool] = Counter()
    succeeded: set[str] = set()

    @settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
    @given(calls(), st.sampled_from([STATE, ENGLISH]))
    def call(drawn: tuple[str, dict[str, Any]], before: ScheduleState) -> None:
        result = harmless(before, *drawn)
        read[result.code not in ARGUMENT_CODES] += 1
        succeeded.update([drawn[0]] if result.ok else [])

    call()
    assert min(read.values()) > 0.2 * read.total()
    assert len(succeeded) > len(TOOLS) / 2
