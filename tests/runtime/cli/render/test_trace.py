"""What a run did, on a terminal and in a pipe (rule CLI-14)."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from api.schemas.trace import ModelCallView, TraceStepView, TraceTotals, TraceView
from runtime.cli.render.trace import verbatim
from runtime.cli.trace import show_trace

BEGAN = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
PROMPT = '请求：\n  "把周五的任务挪到周一"\n\n例：\n→ {"goal": "移动"}'
LIMITED = "model endpoint default (m) limits how often it is called: it will be tried again; if frequent, lower it."


def call(outcome: str = "given", **given_: Any) -> ModelCallView:
    known = {
        "attempt": 1,
        "endpoint": "default",
        "model": "m",
        "mode": "json_schema",
        "prompt": {"system": "规则", "user": PROMPT, "schema": "react"},
        "answer": '{"done": true}',
        "reasoning": "先看\n再说",
        "outcome": outcome,
        "problem": "",
        "prompt_tokens": 1321,
        "completion_tokens": 45,
        "tokens_estimated": False,
        "started_at": BEGAN,
        "seconds": 1.25,
        "wait_seconds": 0.0,
    }
    return ModelCallView.model_validate(known | given_)


def step(number: int, node: str, verdict: str, brief: str, after: float, **more: Any) -> TraceStepView:
    at = BEGAN + timedelta(seconds=after)
    known = {"step": number, "node": node, "verdict": verdict, "brief": brief, "decided_by": "rules", "at": at}
    return TraceStepView.model_validate(known | more)


FAILED = call("rate_limited", problem=LIMITED, seconds=0.2, wait_seconds=2.5, answer="", prompt_tokens=0)
STEPS = (
    step(0, "context", "model", "preview revision 1", 0),
    step(1, "ask.react", "given", "", 5, decided_by="model", model_calls=(FAILED, FAILED, call(attempt=3))),
    step(2, "react", "ask", "the person is asked", 6, decided_by="model", used={"rounds": 1, "actions": 0}),
    step(3, "resume", "done", "the person answered", 4206, decided_by="person"),
    step(4, "ask.react", "away", "", 4207),
    step(
        5,
        "react",
        "continue",
        "move [34] to week 5 Monday",
        4208,
        tool="move",
        code="ok",
        result="已将 [34]线性代数第三章 移至第5周周一第3-4节。\n更多",
        used={"rounds": 2, "actions": 1},
    ),
    step(
        6, "react", "continue", "move blocked: REPEAT_FAILED_ACTION", 4209, blocked="REPEAT_FAILED_ACTION", tool="move"
    ),
)
TOTALS = TraceTotals(
    steps=7,
    decided_by={"model": 2, "person": 1, "rules": 4},
    model_calls=3,
    outcomes={"given": 1, "rate_limited": 2},
    prompt_tokens=1321,
    completion_tokens=45,
    model_seconds=1.65,
    wait_seconds=5.0,
)
PAGE = TraceView(run_id="01K6F0Q2M3N4P5R6S7T8V9W0XD", totals=TOTALS, items=STEPS)


def shown(width: int, *, terminal: bool = True, prompts: bool = False) -> str:
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=terminal, color_system=None, markup=False, highlight=False)
    show_trace(console, PAGE, prompts=prompts)
    return out.getvalue()


def test_every_wait_is_shown() -> None:
    """Before a call that is made again, for an answer of the person, and in all; an endpoint left alone is said."""
    text = shown(120)
    assert "1.6 s of calls, 1,321 tokens in, 45 out, 5.0 s of waiting between tries" in text
    assert text.count("rate_limited after 0.20 s; asked again 2.5 s later") == 2
    assert "waited 1 h 10 min for the answer" in text
    assert "the model is left alone" in text
    assert text.count(LIMITED[:40]) == 1


def test_a_step_has_its_mark_its_tool_and_its_budget() -> None:
    text = shown(120)
    assert "✓ move [34] to week 5 Monday (rules)" in text
    assert "已将 [34]线性代数第三章 移至第5周周一第3-4节。" in text
    assert "2 rounds and 1 action used" in text
    assert "✗ move blocked: REPEAT_FAILED_ACTION (rules)" in text
    assert "? the person is asked (model)" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_the_terminal(width: int) -> None:
    """What is known of a step stands below its words, and nothing is cut."""
    lines = shown(width).splitlines()
    assert max(map(cell_len, lines[5:])) <= width
    assert "".join(LIMITED.split()) in "".join("".join(lines).split())
    assert {len(line) - len(line.lstrip()) for line in lines[5:]} == {3, 32}


def test_a_pipe_gets_plain_lines() -> None:
    """One for each thing, however narrow somebody's terminal is, and no colours."""
    text = shown(80, terminal=False)
    assert LIMITED in [line.strip() for line in text.splitlines()]
    assert "\x1b" not in text


def test_prompts_are_shown_as_they_were() -> None:
    """Line breaks, spaces and all, on a terminal as in a pipe."""
    for terminal in (True, False):
        text = shown(80, terminal=terminal, prompts=True)
        assert f"--- user\n{PROMPT}\n--- reasoning\n先看\n再说\n--- answer\n" in text
    assert "--- user" not in shown(80)


@given(st.text())
def test_no_prompt_steers_the_terminal(text: str) -> None:
    """Its lines and printable characters stay."""
    told = verbatim(text)
    assert all(letter in "\n\t" or letter.isprintable() or letter.isspace() for letter in told)
    assert "\x1b" not in told
    assert [c for c in told if c.isprintable()] == [c for c in text if c.isprintable()]
    assert told.count("\n") == text.count("\n")
