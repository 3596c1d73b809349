"""What closing words of a model must count right, and what is added where they leave it out (SUMMARY-4, SUMMARY-5)."""

from typing import Any

import pytest

from domain.policy.facts import with_facts
from domain.policy.summary import make_summary
from domain.refine.memory import RefineMemory
from domain.refine.summary import Summary, summary_fault
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import chapter, driven, fortnight
from tests.domain.refine.scripted import scripted, talked, well_behaved
from tests.domain.schedule.states import course

BUSY = course(1, "集训", (1, 1, 12), (2, 1, 12), (3, 1, 12), (6, 1, 12), (7, 1, 12))
PLAN = fortnight(
    BUSY,
    chapter(31, "第一章", 4, 1, 2),
    chapter(32, "第二章", 4, 3, 4),
    chapter(33, "第三章", 5, 1, 2),
    chapter(34, "第四章", 5, 3, 4, pinned=True),
)
FREE = "周四不要安排任务"
ZH, EN = driven(PLAN, FREE), driven(PLAN, "Keep Thursday free")
ORDER_ZH, ORDER_EN = "请求之外有 1 个任务只为保持同类顺序而换位。", "1 task outside the request changed its place"


def kept(state: ScheduleState, memory: RefineMemory, text: str) -> bool:
    return summary_fault(state, memory, Summary(text=text), make_summary(state, memory)) is None


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("2 个任务移到了周五。", True),
        ("把周四的两个任务挪到了第5周周五，周四空出来了。", True),
        ("共移动了 3 个任务，其中 1 个是为了保持顺序。", True),
        ("移动了 3 个任务：2 个移到周五，1 个为保持顺序换位。", True),
        ("现在周五有任务，周四没有。", True),
        ("3 个任务移到了周五。", False),
        ("已把三个任务从周四移到周五。", False),
        ("共 3 个任务，都移到了第5周周五。", False),
        ("2 个任务移到了周六。", False),
        ("2 个任务移到了第6周。", False),
        ("为保持顺序，2 个任务换了位置。", False),
        ("移动了 3 个任务：3 个移到周五。", False),
    ],
)
def test_a_count_beside_a_day_is_the_count_of_those_that_went_there(text: str, agrees: bool) -> None:
    """A task that changed places on that day for order alone did not go there."""
    assert ZH.memory.completed
    assert kept(ZH.state, ZH.memory, text) is agrees


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("2 tasks were moved to Friday.", True),
        ("Two tasks moved to week 5 Friday, and one task changed its place for the order.", True),
        ("2 moved to Friday. Thursday is free.", True),
        ("3 tasks were moved, 2 of them to Friday.", True),
        ("3 moved to Friday.", False),
        ("Three tasks were moved to Friday and Thursday is free.", False),
        ("2 tasks were moved to Saturday.", False),
        ("2 tasks were moved to week 6.", False),
    ],
)
def test_english_counts_are_held_to_the_same(text: str, agrees: bool) -> None:
    assert kept(EN.state, EN.memory, text) is agrees


def test_what_a_model_leaves_out_is_added() -> None:
    """An order that was restored outside the request, in the language of the message, once."""
    told = with_facts(ZH.state, ZH.memory, Summary(text="2 个任务移到了周五。"))
    assert told.text == f"2 个任务移到了周五。{ORDER_ZH}"
    assert with_facts(ZH.state, ZH.memory, told) == told
    assert ORDER_EN in with_facts(EN.state, EN.memory, Summary(text="2 tasks were moved to Friday.")).text


@pytest.mark.parametrize("text", ["移动了 3 个任务，其中 1 个为保持顺序。", "周五：2 个。为了顺序，第三章 1 个换位。"])
def test_what_it_tells_is_not_told_twice(text: str) -> None:
    assert with_facts(ZH.state, ZH.memory, Summary(text=text)).text == text


def test_pinned_tasks_that_stay_are_told_by_name() -> None:
    pinned = PLAN.with_tasks([PLAN.by_id[32].model_copy(update={"pinned": True})])
    run = driven(pinned, FREE)
    told = with_facts(run.state, run.memory, Summary(text="1 个任务移到了周五。")).text
    assert "固定" in told
    assert "第二章" in told
    named = "1 个任务移到了周五，固定的第二章留在周四。"
    assert with_facts(run.state, run.memory, Summary(text=named)).text.count("固定") == 1


def closing(*sentences: str) -> dict[str, Any]:
    return {"verdict": "达成", "sentences": list(sentences)}


def test_a_run_ends_with_the_words_of_its_model_and_the_facts() -> None:
    run = talked(PLAN, FREE, scripted(well_behaved, summary=[closing("周四的 2 个任务移到了周五。", "目标已达成。")]))
    assert run.memory.summary == f"周四的 2 个任务移到了周五。目标已达成。{ORDER_ZH}"
    assert run.results("summary")[-1].decided_by == "model"


def test_a_run_whose_model_counts_wrong_ends_with_the_built_in_words() -> None:
    wrong = closing("3 个任务移到了周五。", "目标已达成。")
    run = talked(PLAN, FREE, scripted(well_behaved, summary=[wrong, wrong]))
    assert run.memory.summary == ZH.memory.summary
    assert run.results("summary")[-1].decided_by == "policy"
