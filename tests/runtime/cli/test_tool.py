"""``daywright tool`` as a person or a script runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.schedule.state import ScheduleState
from domain.schedule.state_file import format_state, parse_state
from domain.tools.registry import TOOLS, run_tool
from tests import forking
from tests.domain.schedule.states import course, state, task

DAYWRIGHT = Path(sys.executable).parent / "daywright"
MOVE = {"task_id": 3, "new_day": 2, "new_slot_start": 1}


def week() -> ScheduleState:
    """A locked course, an embeddable one, and two tasks, one of them placed."""
    return state(
        course(1, "高等数学", (1, 1, 2)),
        course(2, "思政（水课）", (2, 1, 2), can_embed=True),
        task(3, "复习线代 [bold]x[/bold] 😀", (1, 5, 6)),
        task(4, "写实验报告"),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The week as a file."""
    path = tmp_path / "状态.json"
    path.write_text(format_state(week()), encoding="utf-8")
    return path


def daywright(*arguments: str | Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command, on a console so narrow that wrapped text would show."""
    return forking.run(["tool", *arguments], {**os.environ, "COLUMNS": "20", **environment}, stdin)


def arguments(**values: Any) -> tuple[str, str]:
    return "--args", json.dumps(values)


def test_a_read_prints_exactly_the_text_of_the_tool(path: Path) -> None:
    """No markup is read, nothing wrapped, nothing added but the end of the line."""
    done = daywright("verify", "--state", path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == run_tool(week(), "verify", {})[1].text + "\n"
    told = daywright("move", "--state", path, *arguments(**MOVE))
    assert told.stdout.decode() == run_tool(week(), "move", MOVE)[1].text + "\n"


def test_the_whole_result_as_json(path: Path) -> None:
    """``--json`` prints all that the registry returns."""
    done = daywright("move", "--state", path, "--json", *arguments(**MOVE))
    assert done.returncode == 0
    assert json.loads(done.stdout) == run_tool(week(), "move", MOVE)[1].model_dump(mode="json")


def test_a_write_replaces_the_file_and_keeps_its_mode(path: Path) -> None:
    """The file is the new state, in the same format; nothing else is left in the folder."""
    path.chmod(0o640)
    done = daywright("move", "--state", path, "--write", *arguments(**MOVE))
    assert done.returncode == 0
    after, _ = run_tool(week(), "move", MOVE)
    assert path.read_text(encoding="utf-8") == format_state(after)
    assert after != week()
    assert path.stat().st_mode & 0o7777 == 0o640
    assert list(path.parent.iterdir()) == [path]


def test_a_queue_filled_by_a_read_is_written_too(path: Path) -> None:
    """The queue is part of the state, so the next command finds it."""
    daywright("query_target_tasks", "--state", path, "--write")
    assert parse_state(path.read_bytes()).queue.pending == (3,)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("move", *arguments(task_id=1, new_day=2, new_slot_start=1)), "locked"),
        (("move", *arguments(task_id=3, new_day=99, new_slot_start=1)), "out_of_window"),
        (("move", *arguments(task_id=3, new_day=2, new_slot_start=1, speed=3)), "unknown_argument"),
        (("move",), "missing_argument"),
        (("teleport",), "unknown_tool"),
    ],
)
def test_a_refusal_ends_with_1_and_its_sentence_on_standard_output(
    path: Path, command: tuple[str, ...], code: str
) -> None:
    """The file stays as it was, to the byte."""
    before = path.read_bytes()
    name, *rest = command
    done = daywright(*command, "--state", path, "--write")
    result = run_tool(week(), name, json.loads(rest[1]) if rest else {})[1]
    assert (done.returncode, done.stderr, result.code) == (1, b"", code)
    assert done.stdout.decode() == result.text + "\n"
    assert path.read_bytes() == before
    assert daywright(*command, "--state", path, "--json").returncode == 1


def test_nothing_that_changed_means_nothing_is_written(path: Path) -> None:
    """A file in another layout keeps it until the state changes."""
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8"))))
    before = path.read_bytes()
    assert daywright("verify", "--state", path, "--write").returncode == 0
    assert path.read_bytes() == before


def test_a_link_to_a_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    """What it points at is replaced."""
    link = tmp_path / "link.json"
    link.symlink_to(path)
    assert daywright("move", "--state", link, "--write", *arguments(**MOVE)).returncode == 0
    assert link.is_symlink()
    assert parse_state(path.read_bytes()) != week()


def test_state_and_arguments_from_standard_input_or_a_file(path: Path, tmp_path: Path) -> None:
    """``-`` is standard input; ``@`` names a file."""
    given = tmp_path / "arguments.json"
    given.write_text(json.dumps(MOVE))
    wanted = run_tool(week(), "move", MOVE)[1].text + "\n"
    for command, stdin in (
        (("--state", "-", "--args", json.dumps(MOVE)), path.read_bytes()),
        (("--state", str(path), "--args", "-"), given.read_bytes()),
        (("--state", str(path), "--args", f"@{given}"), b""),
    ):
        assert daywright("move", *command, stdin=stdin).stdout.decode() == wanted


def test_a_byte_order_mark_is_no_part_of_a_file(path: Path) -> None:
    """Some editors put one there."""
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert daywright("verify", "--state", path).returncode == 0


def test_settings_play_no_part(path: Path) -> None:
    """The tool needs no database, so a wrong address of one does not matter."""
    assert daywright("verify", "--state", path, DATABASE_URL="mysql://x").returncode == 0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "Invalid JSON"),
        (b"", "Invalid JSON"),
        (b"\xff\xfe{}", "byte 0 is not UTF-8"),
        (b"[]", "should be an object"),
        (b'{"window": 1, "tasks": []}', "window"),
        (format_state(week()).replace('"slot_end": 6', '"slot_end": 99').encode(), "breaks"),
    ],
)
def test_a_state_that_cannot_be_read_ends_with_2(path: Path, content: bytes, told: str) -> None:
    """The sentence is on standard error, and names the option."""
    path.write_bytes(content)
    done = daywright("verify", "--state", path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert told in done.stderr.decode()
    assert "--state" in done.stderr.decode()


@pytest.mark.parametrize("given", ["", "{", "[]", "1", "null", '"x"', '{"task_id": NaN}', "@nowhere", "[" * 9999])
def test_arguments_that_are_no_object_end_with_2(path: Path, given: str) -> None:
    """Nothing was run."""
    done = daywright("verify", "--state", path, "--args", given)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "--args" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize(
    "command",
    [
        ("verify",),
        ("--state", "x"),
        ("--schema",),
        ("--write", "--schema"),
        ("teleport", "--schema"),
        ("verify", "--state"),
        ("verify", "--state", "/nowhere/state.json"),
        ("verify", "--state", "/"),
        ("verify", "--state", ""),
        ("verify", "--state", "/dev/null"),
        ("verify", "--state", "-", "--write"),
        ("verify", "--state", "-", "--args", "-"),
        ("verify", "--state", "x", "--colour"),
        ("--locale", "fr"),
        ("verify", "two", "--state", "x"),
    ],
)
def test_a_command_that_cannot_be_followed_ends_with_2(command: tuple[str, ...]) -> None:
    """Files that are none and options that are none are told on standard error."""
    done = daywright(*command)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_without_a_name_the_tools_are_listed_with_what_they_are_for() -> None:
    """One line a tool, in English; nothing is wrapped on a narrow console."""
    done = daywright()
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [line.split(maxsplit=1) for line in done.stdout.decode().splitlines()]
    assert lines == [[name, tool.description("en")] for name, tool in TOOLS.items()]


def test_the_list_in_chinese_and_as_json() -> None:
    """Programs get the kinds and the schemas too."""
    chinese = daywright("--locale", "zh-CN").stdout.decode()
    assert all(tool.description("zh-CN") in chinese for tool in TOOLS.values())
    rows = json.loads(daywright("--json").stdout)
    assert [row["name"] for row in rows] == list(TOOLS)
    assert all(row["schema"] == TOOLS[row["name"]].schema() and row["kind"] for row in rows)


@pytest.mark.parametrize("command", [("move", "--schema"), ("--schema", "Move")])
def test_the_schema_of_a_tool(command: tuple[str, ...]) -> None:
    """Under its name or an alias, without a state."""
    done = daywright(*command)
    assert done.returncode == 0
    assert json.loads(done.stdout) == TOOLS["move"].schema()


def test_the_language_of_one_call_is_not_stored(path: Path) -> None:
    """The text is English, the file stays Chinese."""
    english = week().model_copy(update={"locale": "en"})
    done = daywright("move", "--state", path, "--write", "--locale", "en", *arguments(**MOVE))
    assert done.stdout.decode() == run_tool(english, "move", MOVE)[1].text + "\n"
    assert parse_state(path.read_bytes()) == run_tool(week(), "move", MOVE)[0]


def test_the_order_is_released_for_one_call_only(tmp_path: Path) -> None:
    """The file that is written does not allow it; one that does needs no option."""
    classes = (10, 11, 10)
    mixed = state(
        *(task(n, f"任务{n}", (n, 1, 2), category_id=key, category=str(key)) for n, key in enumerate(classes, 1))
    )
    path, wish = tmp_path / "state.json", arguments(task_ids=[1, 2, 3])
    path.write_text(format_state(mixed), encoding="utf-8")
    assert daywright("min_context_switch", "--state", path, *wish).returncode == 1
    assert daywright("min_context_switch", "--state", path, "--allow-reorder", "--write", *wish).returncode == 0
    written = parse_state(path.read_bytes())
    assert written.tasks != mixed.tasks
    assert not written.reorder_allowed
    path.write_text(format_state(mixed.model_copy(update={"reorder_allowed": True})), encoding="utf-8")
    assert daywright("min_context_switch", "--state", path, "--write", *wish).returncode == 0
    assert parse_state(path.read_bytes()).reorder_allowed


def test_a_refused_move_of_the_head_is_written_as_an_attempt(path: Path) -> None:
    """It ends with 1 like any refusal; the next command finds the attempt counted."""
    daywright("query_target_tasks", "--state", path, "--write")
    daywright("queue_pop_head", "--state", path, "--write")
    wish = arguments(new_day=1, new_slot_start=1)
    assert daywright("queue_apply_head_move", "--state", path, "--write", *wish).returncode == 1
    queue = parse_state(path.read_bytes()).queue
    assert (queue.current, queue.attempt) == (3, 1)


def test_what_is_no_file_is_not_replaced(path: Path) -> None:
    """A pipe can be read as a state but holds nothing to write back into."""
    script = f'"{DAYWRIGHT}" tool move --state <(cat "{path}") --args \'{json.dumps(MOVE)}\' --write'
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "cannot be replaced" in done.stderr.decode()
