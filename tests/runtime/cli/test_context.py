"""``daywright context`` as a person or a script runs it (CONTEXT-35)."""

import json
import os
import subprocess

import pytest

from domain.context.plan.account import account
from domain.context.plan.planner import make_plan
from tests import forking
from tests.domain.context.plan.example import EXAMPLE, EXAMPLE_NOW, EXAMPLE_QUERY
from tests.domain.context.plan.goldens import goldens


def daywright(*arguments: str) -> subprocess.CompletedProcess[str]:
    done = forking.run(["context", *arguments], os.environ)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_json_is_the_worked_example() -> None:
    done = daywright(EXAMPLE_QUERY, "--now", EXAMPLE_NOW, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.dumps(json.loads(done.stdout), ensure_ascii=False, separators=(",", ":")) == EXAMPLE


def test_people_are_told_in_their_language() -> None:
    done = daywright(EXAMPLE_QUERY, "--now", EXAMPLE_NOW)
    assert done.stdout.splitlines()[:2] == ["问题：回忆某段时间里的事", "时间：2026-09-02（那时说过或发生的）"]
    done = daywright("what did I promise Anna last week", "--now", EXAMPLE_NOW)
    assert "time: 2026-08-24 to 2026-08-30 (said or happening then)" in done.stdout.splitlines()
    assert "search: chat: promise, I will, sure, Anna" in done.stdout.splitlines()


@pytest.mark.parametrize(
    "arguments", [("  ",), ("昨天", "--now", "2026-09-03"), ("2月30日有什么安排", "--now", EXAMPLE_NOW)]
)
def test_what_is_refused_is_one_sentence(arguments: tuple[str, ...]) -> None:
    done = daywright(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("daywright: ")


def test_every_golden_plan_can_be_told_with_the_same_facts_in_both_languages() -> None:
    """Each line of one has its counterpart in the other, with the same figures."""
    for golden in (*goldens("keywords"), *goldens("queries")):
        plan = make_plan(golden.query, golden.moment, golden.locale)
        chinese, english = account(plan, "zh-CN"), account(plan, "en")
        assert len(chinese) == len(english)
        for one, other in zip(chinese, english, strict=True):
            assert [c for c in one if c in "0123456789"] == [c for c in other if c in "0123456789"], (one, other)
