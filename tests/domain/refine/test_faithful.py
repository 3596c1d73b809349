"""Closing words that a model wrote, held against what happened."""

import pytest

from domain.policy.summary import make_summary
from domain.refine.memory import RefineMemory
from domain.refine.summary import Summary, summary_fault
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight
from tests.domain.refine.scripted import conversing, given, scripted, talked, well_behaved
from tests.domain.schedule.states import course

PLAN = crowded_end_of_week()
MET = driven(PLAN, "把周五的任务都挪到周一")
MET_EN = driven(PLAN, "Move all Friday tasks to Monday")
BUSY = course(1, "集训", (1, 1, 10), (8, 1, 12))
UNMET = driven(fortnight(chapter(31, "第一章", 5, 1, 2), chapter(32, "第二章", 5, 3, 4), BUSY), "把周五的任务挪到周一")
STILL = driven(PLAN, "把有机化学挪到周一")


def fault(state: ScheduleState, memory: RefineMemory, text: str) -> str | None:
    return summary_fault(state, memory, Summary(text=text), make_summary(state, memory))


@pytest.mark.parametrize(
    "text",
    [
        "周五的 3 个任务都移到了周一。目标已达成，没有冲突。",
        "已把三个任务移到周一，终审通过。",
        "第四章、听力和作文移到了第5周周一，顺序保持不变。",
        "按「把周五的任务都挪到周一」完成了调整。周一现在比较满。",
    ],
)
def test_words_that_agree_are_kept(text: str) -> None:
    assert (MET.memory.completed, fault(MET.state, MET.memory, text)) == (True, None)


@pytest.mark.parametrize(
    "text",
    [
        "移动了 4 个任务，终审通过。",
        "移动了五个任务，全部就位。",
        "已把 3 个任务移到周一，成功率 97%。",
        "3 个任务移到了周一，但终审未通过。",
        "移动了任务，可惜没能全部就位。",
        "调整失败，无法放下。",
        "3 tasks were moved to Monday and all is well.",
    ],
)
def test_words_against_a_verdict_that_passed_are_not_kept(text: str) -> None:
    """A wrong figure, a failure that was none, another language."""
    assert fault(MET.state, MET.memory, text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("3 tasks were moved to Monday. The final check passed.", True),
        ("Three tasks moved to Monday; nothing clashes.", True),
        ("Three tasks moved, but one could not be placed.", False),
        ("Four tasks were moved to Monday.", False),
        ("The goal was not met.", False),
        ("三个任务移到了周一。", False),
    ],
)
def test_english_words_are_held_to_the_same(text: str, kept: bool) -> None:
    assert (fault(MET_EN.state, MET_EN.memory, text) is None) is kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("移动了 1 个任务，另一个没有放得下的空位，请求未完全达成。", True),
        ("2 个任务中只有 1 个就位。", True),
        ("任务已移到周一。", False),
        ("全部完成，2 个任务都已就位。", False),
        ("还有一个任务没排下，不过终审通过。", False),
    ],
)
def test_an_unmet_verdict_must_be_said(text: str, kept: bool) -> None:
    """Silence about it is a contradiction."""
    assert not UNMET.memory.completed
    assert (fault(UNMET.state, UNMET.memory, text) is None) is kept


@pytest.mark.parametrize(
    "text",
    [
        "没有改动：没有任务叫有机化学。",
        "已把有机化学移到了周一，但未核对。",
        "已按请求调整。第一章已移到周一，目标未全部达成。",
        "Changes are made as asked, but one is left.",
    ],
)
def test_where_nothing_moved_the_built_in_words_are_told(text: str) -> None:
    assert fault(STILL.state, STILL.memory, text)


@pytest.mark.parametrize("text", ["第四章移到了周一，第一章移到了周二。", "三个任务移到了周一，作文修改也一样。"])
def test_a_task_that_stayed_is_not_told_as_moved(text: str) -> None:
    assert fault(MET.state, MET.memory, text)


@pytest.mark.parametrize("text", ["移动了 1 个任务，所有任务都好，还差一个。", "1 个任务已完美移动，另一个没有。"])
def test_all_is_not_said_of_a_part(text: str) -> None:
    assert fault(UNMET.state, UNMET.memory, text)


def test_the_built_in_words_agree_with_themselves() -> None:
    for run in (MET, MET_EN, UNMET, STILL):
        assert fault(run.state, run.memory, run.memory.summary) is None


@pytest.mark.parametrize("sentences", [["移动了 9 个任务。", "目标已达成。"], ["请求失败了。", "什么也没能改。"]])
def test_a_summary_that_contradicts_is_replaced(sentences: list[str]) -> None:
    """The step is told as the policy's, with the reason."""
    answer = {"verdict": "达成", "sentences": sentences}
    run = talked(PLAN, "把周五的任务都挪到周一", scripted(well_behaved, summary=[answer, answer]))
    assert run.memory.summary == MET.memory.summary
    assert run.results("summary")[-1].decided_by == "policy"
    assert run.stages.count("summary.fallback") == 1


def test_a_summary_that_agrees_is_the_models() -> None:
    answer = {"verdict": "达成", "sentences": ["周五的三个任务移到了周一。", "没有冲突。"]}
    run = conversing(PLAN, "把周五的任务都挪到周一", scripted(well_behaved, summary=[given("summary", answer)]))
    run.until("slice").finish()
    assert run.memory.summary == "周五的三个任务移到了周一。没有冲突。"
    assert run.results("summary")[-1].decided_by == "model"
