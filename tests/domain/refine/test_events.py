"""Every stage that a refine run may tell is told by some run."""

from collections.abc import Iterator

from tests.domain.refine.plans import Drive, chapter, crowded_end_of_week, driven, fortnight, opened
from tests.domain.refine.scripted import away, malformed, scripted, talked, well_behaved
from tests.domain.refine.test_open_goals import DONE, MET, MOVE, UNREAD, VAGUE
from tests.domain.refine.test_pause import QUESTION
from tests.domain.refine.test_route import ASKED, NO_ROOM, full_monday_and_tuesday
from tests.domain.schedule.states import course

STAGES = {
    "contract": "analyzing fallback done parse_retry",
    "plan": "generating parse_retry fallback done replan",
    "slice": "building relaxed done parse_retry fallback",
    "objective": "done",
    "route": "skip attempt result pass handoff fallback",
    "react": "skip fallback_mode task_start round_start tool_call tool_blocked tool_result parse_retry need_info "
    "task_done short_circuit done fallback answered",
    "hard_check": "start intent_locked order_normalized pass fail repair_call repair_result",
    "repair": "parse_retry fallback",
    "review": "parse_retry fallback",
    "summary": "generating done parse_retry fallback",
}
"""What the nodes tell; loading, saving and reasoning are told by the steps around them."""

PLAN = crowded_end_of_week()
SPREAD = "把第5周周四到周五的任务均匀分散到周一到周三"
FRIDAY = "把周五的任务都挪到周一"
BAD = "{}"


def _runs() -> Iterator[Drive]:
    yield driven(PLAN, SPREAD)
    yield driven(PLAN, FRIDAY)
    yield driven(full_monday_and_tuesday(), ASKED)
    yield driven(NO_ROOM, "把第5周周四的任务均匀分散到周一到周二")
    yield driven(PLAN, "你好")
    twice = {node: [BAD, BAD] for node in ("contract", "plan", "summary", "react")}
    yield talked(PLAN, FRIDAY, scripted(well_behaved, **twice))
    yield talked(PLAN, VAGUE, scripted(well_behaved, slice=UNREAD, react=[MOVE, DONE], review=[BAD, MET]))
    yield talked(PLAN, VAGUE, scripted(well_behaved, slice=UNREAD, react=[DONE], review=[away("review")]))
    yield talked(PLAN, FRIDAY, scripted(well_behaved, react=[QUESTION]))
    yield _disordered()
    yield _repaired()
    yield _stuck()


def _disordered() -> Drive:
    """Chapters that stand the wrong way round after the rounds."""
    plan = fortnight(chapter(1, "第一章", 1, 1, 2), chapter(2, "第二章", 2, 1, 2), chapter(3, "第三章", 5, 1, 2))
    run = opened(plan, "把任务均匀分散到周一到周三").until("slice")
    run.state = plan.with_tasks(plan.by_id[n].model_copy(update={"slots": plan.by_id[4 - n].slots}) for n in (1, 3))
    run.step("hard_check")
    return run


def _repaired() -> Drive:
    """Actions are gone before the last task stands where it shall, and the model's repair is of no use."""
    plan = fortnight(chapter(3, "第三章", 5, 1, 2), course(1, "高数", (1, 1, 2)))
    run = talked(plan, FRIDAY, scripted(well_behaved, react=[DONE, DONE]))
    run.memory = run.memory.with_used(actions=24, rounds=24, repairs=0)
    run.state = plan
    run.model = scripted(well_behaved, repair=[malformed("repair"), BAD])
    return run.finish()


def _stuck() -> Drive:
    """Three calls in a row are refused."""
    other = MOVE | {"tool_calls": [{"tool": "move", "arguments": {"task": 34, "day": "第5周周一", "start": 1}}]}
    query = MOVE | {"tool_calls": [{"tool": "verify", "arguments": {}}]}
    return talked(PLAN, FRIDAY, scripted(well_behaved, react=[other, other, other, query]))


def test_every_stage_is_told_and_no_other() -> None:
    listed = {f"{node}.{what}" for node, stages in STAGES.items() for what in stages.split()}
    told = {stage for run in _runs() for stage in run.stages}
    assert listed - told == set()
    assert told - listed == set()


def test_a_run_that_is_told_has_no_empty_line() -> None:
    """Each stage has its sentence, whoever decided."""
    assert all(event.detail.strip() for run in _runs() for event in run.events)
