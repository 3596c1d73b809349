"""What of a model's review and summary counts."""

from typing import Any

import pytest

from domain.refine.asking import read_answer
from domain.refine.memory import Judgement
from domain.refine.prompts.problem import Problem
from domain.refine.summary import Summary
from domain.schedule.state import Locale
from tests.domain.refine.prompts.cases import Case, case


def judged(**told: Any) -> Judgement | Problem:
    opened = case("review")
    form = opened.prompt("review").answer.model_validate(told)
    read = read_answer("review", form, opened.state, opened.memory)
    assert isinstance(read, Judgement | Problem)
    return read


def test_a_review_that_passes_gives_its_reason() -> None:
    assert judged(unmet=[], reason="听力已移走", verdict="达成") == Judgement(met=True, reason="听力已移走")


def test_a_review_that_fails_names_what_is_unmet() -> None:
    read = judged(unmet=["作文还在周五"], reason="只移了一半", verdict="未达成")
    assert read == Judgement(met=False, reason="只移了一半；作文还在周五")


def test_a_review_that_passes_with_something_unmet_contradicts_itself() -> None:
    assert isinstance(judged(unmet=["作文还在周五"], reason="好", verdict="达成"), Problem)
    assert isinstance(judged(unmet=[], reason=" ", verdict="未达成"), Problem)


def test_a_review_is_shown_what_changed() -> None:
    assert '- "听力训练": 第5周周五第3-4节 -> 第5周周六' in case("review").prompt("review").user


def closing(completed: bool, *sentences: str, locale: Locale = "zh-CN") -> Summary | Problem:
    done = case("summary", locale)
    opened = Case(done.state, done.memory)
    if not completed:
        opened = done.with_memory(completed=False, unmet=("3 个任务中只有 1 个就位",))
    names = {"zh-CN": ("未达成", "达成"), "en": ("not met", "met")}[locale]
    form = opened.prompt("summary").answer.model_validate({"verdict": names[completed], "sentences": sentences})
    read = read_answer("summary", form, opened.state, opened.memory)
    assert isinstance(read, Summary | Problem)
    return read


def test_a_summary_that_agrees_with_the_run_is_taken() -> None:
    assert closing(True, "已把 3 个任务移到周一。", "目标已达成。") == Summary(
        text="已把 3 个任务移到周一。目标已达成。"
    )
    english = closing(True, "3 tasks were moved to Monday.", "The goal is met.", locale="en")
    assert english == Summary(text="3 tasks were moved to Monday. The goal is met.")


@pytest.mark.parametrize(
    ("completed", "sentences"),
    [
        (True, ("移动了 3 个任务。", "请求未完全达成。")),
        (False, ("移动了 3 个任务。", "全部完成，目标已达成。")),
        (True, ("移动了 7 个任务。", "目标已达成。")),
        (True, ("3 tasks were moved.", "The goal is met.")),
        (True, (" ", "\t")),
    ],
)
def test_a_summary_that_contradicts_the_run_is_a_problem(completed: bool, sentences: tuple[str, ...]) -> None:
    assert isinstance(closing(completed, *sentences), Problem)


def test_the_form_of_a_summary_takes_no_other_verdict() -> None:
    with pytest.raises(ValueError, match="verdict"):
        case("summary").prompt("summary").answer.model_validate({"verdict": "未达成", "sentences": ["好。", "好。"]})
