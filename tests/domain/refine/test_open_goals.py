"""Goals that rules cannot judge: a model works on them, and a model judges."""

from typing import Any

import pytest

from domain.policy.action import choose_action
from domain.refine.agree import OPEN_TASKS
from domain.refine.react import Action, run_round
from domain.refine.turns import begin_round
from domain.schedule.state import ScheduleState
from domain.steps import ToolCall
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight
from tests.domain.refine.scripted import (
    Conversation,
    Model,
    at_random,
    away,
    conversing,
    malformed,
    refused,
    scripted,
    well_behaved,
)
from tests.domain.schedule.states import state

PLAN = crowded_end_of_week()
VAGUE = "帮我排得顺一点"
UNREAD = [malformed("slice"), malformed("slice")]
MOVE = {
    "goal_check": "",
    "decision": "换个时间",
    "tool_calls": [{"tool": "move", "arguments": {"task": 41, "day": "第5周周一", "start": 3}}],
    "done": False,
    "missing_info": [],
    "summary": "",
}
DONE = MOVE | {"tool_calls": [], "done": True}
MET = {"unmet": [], "reason": "听力挪到了周一", "verdict": "达成"}
NOT_MET = {"unmet": ["还是很满"], "reason": "没有变", "verdict": "未达成"}


def talk(model: Model, plan: ScheduleState = PLAN, message: str = VAGUE) -> Conversation:
    return conversing(plan, message, model).until("slice")


def test_the_set_is_what_may_move() -> None:
    """Neither pinned nor excluded tasks, sixty at most; a goal that rules read is left as it was."""
    plan = PLAN.with_tasks([PLAN.by_id[31].model_copy(update={"pinned": True})])
    run = talk(scripted(well_behaved, slice=UNREAD), plan)
    assert run.memory.open_goal
    assert run.memory.workset == (32, 33, 34, 41, 42, 43)
    many = [chapter(n, f"第{n}章", 1 + n // 6, n % 6 * 2 + 1, n % 6 * 2 + 2) for n in range(70)]
    crowd = talk(scripted(well_behaved, slice=UNREAD), state(*many, days=14))
    assert len(crowd.memory.workset) == OPEN_TASKS


def test_without_a_model_the_goal_stays_unclear() -> None:
    """Nothing moves, and the person is told to be clearer."""
    run = driven(PLAN, VAGUE)
    assert run.state == PLAN
    assert "没有读出要改什么" in run.memory.summary
    assert ("hard_check", "fail") in run.verdicts


def test_a_model_works_on_it_and_judges_it() -> None:
    """A call takes up any task of the set; done ends the loop; the judgement completes the run."""
    model = scripted(well_behaved, slice=UNREAD, react=[MOVE, DONE], review=[MET])
    run = talk(model).finish()
    assert run.days(41) == [1]
    assert [result.verdict for result in run.results("react")] == ["continue", "done"]
    assert [result.verdict for result in run.results("hard_check")] == ["review", "pass"]
    assert run.results("hard_check")[-1].decided_by == "model"
    assert run.memory.completed
    assert run.memory.locked is not None
    assert run.memory.locked.lines == ("听力挪到了周一",)
    assert run.stages.count("hard_check.start") == 1
    assert "react.task_start" in run.stages


def test_a_judgement_against_it_leaves_one_repair_and_is_made_anew() -> None:
    """After the repair the model judges the new arrangement."""
    model = scripted(
        well_behaved,
        slice=UNREAD,
        react=[DONE],
        review=[NOT_MET, MET],
        repair=[{"decision": "", "tool_calls": MOVE["tool_calls"]}],
    )
    run = talk(model).finish()
    assert [r.verdict for r in run.results("hard_check")] == ["review", "repair", "review", "pass"]
    assert [r.decided_by for r in run.results("repair")] == ["model"]
    assert run.memory.completed


def test_a_judgement_is_out_of_date_once_a_repair_was_made() -> None:
    """With the endpoint lost at the repair nobody judges the plan after it, so the goal is unclear."""
    run = talk(
        scripted(well_behaved, slice=UNREAD, react=[DONE], review=[NOT_MET], repair=[refused("repair")])
    ).finish()
    assert [r.verdict for r in run.results("hard_check")] == ["review", "repair", "fail"]
    assert run.memory.judgement is None
    assert "还是很满" not in "".join(run.memory.unmet)


@pytest.mark.parametrize("answers", [[away("review")], [malformed("review"), malformed("review")], [refused("review")]])
def test_without_a_judgement_it_is_unmet(answers: list[Any]) -> None:
    """The verdict is never passed for want of a judge."""
    run = talk(scripted(well_behaved, slice=UNREAD, react=[MOVE, DONE], review=answers)).finish()
    assert not run.memory.completed
    assert run.stages.count("review.fallback") == 1
    assert run.results("hard_check")[-1].verdict == "fail"
    assert run.results("hard_check")[-1].decided_by == "rules"


def test_an_unsound_arrangement_is_unmet_whatever_the_model_thinks() -> None:
    run = talk(scripted(well_behaved, slice=UNREAD, review=[MET]))
    clash = PLAN.by_id[31].model_copy(update={"slots": PLAN.by_id[32].slots})
    run.state = PLAN.with_tasks([clash])
    assert run.checked() == "repair"
    assert not run.memory.completed


def test_the_policy_leaves_such_a_goal_alone() -> None:
    """With the endpoint away throughout, nothing moves and the run ends."""
    run = talk(lambda node, _prompt, _state, _memory: away(node))
    chosen, _ = begin_round(run.state, run.memory)
    assert choose_action(run.state, chosen) == Action(done=True)
    run.finish()
    assert run.state == PLAN
    assert not run.memory.completed


def test_a_round_lost_to_the_policy_is_followed_by_others() -> None:
    """Two malformed answers lose one task; the model then goes on with the next."""
    bad = malformed("react")
    run = talk(scripted(well_behaved, slice=UNREAD, react=[bad, bad, MOVE, DONE], review=[MET])).finish()
    assert run.days(41) == [1]
    assert run.memory.completed
    assert run.stages.count("react.fallback") == 1


def test_class_order_is_restored_here_too() -> None:
    """A model that turns two chapters round has its places, not its order."""
    plan = fortnight(chapter(1, "第一章", 1, 1, 2), chapter(2, "第二章", 2, 1, 2))
    swap = ToolCall(tool="swap", arguments={"task_a": 1, "task_b": 2})
    run = talk(scripted(well_behaved, slice=UNREAD, review=[MET]), plan)
    chosen, _ = begin_round(run.state, run.memory)
    swapped = run_round(run.state, chosen, Action(tool_calls=(swap,)), "model")
    run.state, run.memory = swapped.state, swapped.memory
    run.checked()
    assert run.days(1, 2) == [1, 2]
    assert [result.verdict for result in run.results("hard_check")] == ["review", "pass"]
    assert [event.stage for event in run.results("hard_check")[0].events][-1].endswith("order_normalized")


def test_any_model_ends() -> None:
    """Random answers to a vague request stay within every budget."""
    from random import Random

    for seed in range(8):
        run = talk(at_random(Random(seed), 0.3)).finish()
        assert run.memory.used.rounds <= run.memory.budgets.max_rounds
