from hypothesis import given

from domain.preview.difference import difference, touched_weeks
from domain.preview.touched import timetable_of
from tests.domain.preview.schedules import Plan, examples, plans


@examples
@given(plans())
def test_a_state_does_not_differ_from_itself(plan: Plan) -> None:
    """No change where nothing moved (PREVIEW-3)."""
    assert difference(plan.after, plan.after) == ()


@examples
@given(plans())
def test_the_changes_turn_one_state_into_the_other(plan: Plan) -> None:
    """Applying each change to the first state gives the places of the second (PREVIEW-3)."""
    places = {task.state_id: (task.slots, task.embed_host) for task in plan.before.tasks}
    for change in plan.changes:
        assert places[change.task_id] == (change.from_slots, change.from_host)
        places[change.task_id] = (change.to_slots, change.to_host)
    assert places == {task.state_id: (task.slots, task.embed_host) for task in plan.after.tasks}


@examples
@given(plans())
def test_the_kind_says_what_happened(plan: Plan) -> None:
    """Guests are embedded; the rest is told by the ends of the change (PREVIEW-3)."""
    for change in plan.changes:
        ends = (bool(change.from_slots), bool(change.to_slots))
        plain = {(False, True): "placed", (True, True): "moved", (True, False): "taken_back"}[ends]
        assert change.kind == ("embedded" if change.to_host is not None else plain)


@examples
@given(plans())
def test_changes_stand_in_the_order_of_the_new_places(plan: Plan) -> None:
    """Numbers ascend as the new week is read; tasks taken back come last (PREVIEW-3)."""
    arrived = [change.to_slots[0].key for change in plan.changes if change.to_slots]
    assert arrived == sorted(arrived)
    assert all(not change.to_slots for change in plan.changes[len(arrived) :])


@examples
@given(plans())
def test_a_confirm_would_write_every_suggested_task(plan: Plan) -> None:
    """Against the timetable exactly the suggested tasks differ, each coming from nowhere (PREVIEW-4)."""
    changes = difference(timetable_of(plan.after), plan.after)
    suggested = {task.state_id for task in plan.after.tasks if task.status == "suggested"}
    assert {change.task_id for change in changes} == suggested
    assert all(change.kind in {"placed", "embedded"} and not change.from_slots for change in changes)


@examples
@given(plans())
def test_touched_weeks_hold_both_ends_of_every_change(plan: Plan) -> None:
    """A week is shown when a task left it or came to it (PREVIEW-3)."""
    window = plan.after.window
    days = {slot.day for change in plan.changes for slot in change.from_slots + change.to_slots}
    assert touched_weeks(window, plan.changes) == tuple(sorted({window.day_mapping[day - 1].week for day in days}))
