"""One task is told with all that holds of it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, existing, state, task
from tests.domain.tools.arrangements import arrangements


def told(before: ScheduleState, task_id: int) -> tuple[list[str], dict[str, Any]]:
    after, result = run_tool(before, "get_task_info", {"task_id": task_id})
    assert after is before
    assert result.data is not None, result.text
    return result.text.split("\n"), result.data


@given(arrangements(least=1), st.data())
def test_places_host_and_guests_are_told(before: ScheduleState, data: st.DataObject) -> None:
    task_id = data.draw(st.sampled_from([t.state_id for t in before.tasks]))
    shown = before.by_id[task_id]
    lines, facts = told(before, task_id)
    assert lines[0] == shown.label
    places = [line for line in lines if line.startswith("第")]
    assert len(places) == len(shown.slots) == len(facts["slots"])
    hosts = [before.by_id[shown.embed_host].label] if shown.embed_host is not None else []
    assert [line.removeprefix("嵌入宿主：") for line in lines if line.startswith("嵌入宿主：")] == hosts
    guests = [(t.state_id, s.day, s.slot_start) for t in before.tasks if t.embed_host == task_id for s in t.slots]
    told_guests = [(row["task_id"], row["day"], row["slot_start"]) for row in facts["guest_slots"]]
    assert sorted(told_guests) == sorted(guests)
    assert all(before.by_id[n].label in lines[-1] for n, _, _ in guests)


def test_the_origin_is_a_word() -> None:
    before = state(course(1, "a", (1, 1, 2)), existing(2, "b", (1, 3, 4)), task(3, "c"))
    assert [told(before, n)[0][2] for n in (1, 2, 3)] == ["来源：课程表", "来源：日程", "来源：任务类"]
    assert [told(before, n)[1]["origin"] for n in (1, 2, 3)] == ["timetable", "calendar", "class"]
