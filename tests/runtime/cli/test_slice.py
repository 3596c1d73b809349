"""``daywright slice`` as a person or a script runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.refine.slice import KEYS, parse_slice
from domain.schedule.state_file import format_state
from tests import forking
from tests.domain.refine.plans import crowded_end_of_week

DAYWRIGHT = Path(sys.executable).parent / "daywright"
MOVE = "17周排得太满，挪到第16周"


def daywright(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = forking.run(["slice", *arguments], os.environ, stdin.encode())
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def out_of(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_json_has_exactly_the_keys_of_a_slice() -> None:
    done = daywright(MOVE, "--week", "5", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (read,) = out_of(done)
    assert tuple(read) == KEYS
    assert read == parse_slice(MOVE, None, 5).keys
    assert (read["source_weeks"], read["target_weeks"]) == ([17], [16])


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        (MOVE, ["来源：第 17 周", "目标：第 16 周"]),
        ("move half of Friday to Monday, not in the evening", [
            *("from: Friday", "to: Monday", "free: sections 9, 10, 11, 12", "amount: 50%"),
        ]),
    ],
)  # fmt: skip
def test_people_get_lines_in_their_language(message: str, lines: list[str]) -> None:
    done = daywright(message, "--week", "5")
    assert (done.returncode, done.stdout.splitlines()) == (0, lines)


def test_tasks_are_named_and_dates_read_where_they_are_known(tmp_path: Path) -> None:
    """A state gives the names, a first Monday the dates, and the day of saying them the week."""
    path = tmp_path / "state.json"
    path.write_text(format_state(crowded_end_of_week()), encoding="utf-8")
    done = daywright("把概率论第三章挪到明天", "--state", path, "--first-monday", "2026-08-31", "--today", "2026-09-30")
    assert (done.returncode, done.stdout) == (0, "点名：[33]第三章 数字特征\n目标：第 5 周，周四\n")
    unknown = daywright("把有机化学挪到周一", "--state", path, "--json")
    assert (unknown.returncode, len(out_of(unknown))) == (1, 1)
    assert "没有任务叫：「有机化学」" in unknown.stderr


def test_words_that_are_not_understood_are_quoted() -> None:
    done = daywright("make me a sandwich", "--week", "5")
    assert (done.returncode, done.stdout) == (1, "nothing read from: “make me a sandwich”\n")
    late = daywright("把英语挪到下午三点", "--week", "5", "--json")
    assert (late.returncode, late.stderr) == (1, "daywright: 还不能理解：「下午三点」\n")


def test_a_line_comes_out_for_each_line_with_whatever_it_carried() -> None:
    """Other keys stand where they stood; a day of its own gives a line its week; half a character hurts nobody."""
    rows: list[dict[str, Any]] = [
        {"query": "下周的挪到周一", "current_week": 5, "expect": {"source_weeks": [6]}},
        {"id": [1, None], "query": "下周的挪到周一", "today": "2026-09-30"},
        {"query": "\ud800三点", "current_week": 5},
    ]
    given = "\n\n".join(json.dumps(row) for row in rows) + "\n"
    done = daywright("--jsonl", "-", "--first-monday", "2026-08-31", stdin=given)
    found = out_of(done)
    assert (done.returncode, done.stderr) == (0, "")
    assert [list(row) for row in found[:2]] == [[*row, "slice"] for row in rows[:2]]
    assert [row["slice"]["source_weeks"] for row in found] == [[6], [6], []]
    assert found[0]["expect"] == {"source_weeks": [6]}


def test_bad_lines_are_told_with_their_numbers_and_the_others_come_out() -> None:
    good = '{"query": "周五的挪到周一", "current_week": 5}'
    bad = ['{"query": 1}', "{", "[]", '{"query": "周五"}', '{"query": "周五", "current_week": true}', "[" * 9999]
    bad += ['{"query": "", "current_week": 5}', '{"query": " \\u3000\\n", "current_week": 5}']
    bad += ['{"query": "周五", "current_week": 5, "today": "2026-13-01"}', '{"query": "周五", "current_week": NaN}']
    done = daywright("--jsonl", "-", stdin="\n".join([good, *bad, good]))
    told = done.stderr.splitlines()
    assert (done.returncode, len(out_of(done))) == (1, 2)
    assert [line.split(":")[1] for line in told] == [f" line {n}" for n in range(2, 2 + len(bad))]
    assert sum("empty: give it in words" in line for line in told) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give a MESSAGE or --jsonl FILE"),
        ((MOVE, "--jsonl", "-"), "give a MESSAGE or --jsonl FILE"),
        (("--jsonl", "no-such-file"), "--jsonl no-such-file: it cannot be read"),
        ((MOVE,), "the week is missing"),
        ((" \u3000", "--week", "5"), "empty: give it in words"),
        ((MOVE, "--today", "2026-09-30"), "--first-monday"),
        ((MOVE, "--first-monday", "2026-09-01", "--week", "1"), "is a Tuesday"),
        ((MOVE, "--week", "5", "--state", "no-such-file"), "--state no-such-file"),
    ],
)
def test_what_cannot_be_read_ends_with_2_and_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    done = daywright(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr
