"""``daywright when`` as a person or a script runs it (rules WHEN-38 and WHEN-39)."""

import json
import os

from tests import forking

NOW = "2025-11-19T16:40:00+08:00"


def daywright(*arguments: str, stdin: str = "") -> tuple[int, list[str], str]:
    done = forking.run(["when", *arguments], os.environ, stdin.encode())
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_people_get_a_line_for_each_time() -> None:
    code, lines, _ = daywright("周四下午三点，每周五，2月30日", "--now", NOW)
    assert (code, len(lines)) == (0, 3)
    assert lines[0].startswith("周四下午三点  thursday_afternoon_at_03 (point)  2025-11-20T15:00:00+08:00 to ")
    assert "no one stretch" in lines[1]
    assert lines[2] == "2月30日  cannot be"
    assert daywright("没有", "--now", NOW)[1] == ["no time is named"]


def test_json_has_the_ranges_and_all_that_was_found() -> None:
    code, lines, errors = daywright("每周五和明天到后天", "--now", NOW, "--json")
    assert (code, errors, len(lines)) == (0, "", 1)
    read = json.loads(lines[0])
    assert read["ranges"] == [{"start": "2025-11-20T00:00:00+08:00", "end": "2025-11-22T00:00:00+08:00"}]
    assert [time["kind"] for time in read["times"]] == ["recurring", "range"]


def test_each_line_of_a_file_is_answered_and_a_bad_one_is_told_by_its_number() -> None:
    rows = [
        json.dumps({"query": "昨天", "now": NOW, "id": 7}),
        "",
        "{",
        json.dumps({"query": 5}),
        json.dumps({"query": "tomorrow", "now": "2025-11-19"}),
        json.dumps({"query": "上午", "now": NOW}),
    ]
    code, lines, _ = daywright("--jsonl", "-", stdin="\n".join(rows))
    read = [json.loads(line) for line in lines]
    assert code == 1
    assert (read[0]["id"], read[0]["ranges"][0]["start"]) == (7, "2025-11-18T00:00:00+08:00")
    assert [row.get("line") for row in read] == [None, 3, 4, 5, None]
    assert read[-1]["ranges"] == []


def test_words_and_a_file_are_not_given_together() -> None:
    assert daywright("昨天", "--jsonl", "-")[0] == 2
    assert daywright()[0] == 2
    assert daywright("昨天", "--now", "昨天")[0] == 2
