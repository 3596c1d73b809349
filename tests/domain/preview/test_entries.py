from hypothesis import given

from domain.preview.entries import candidate_plans, entries
from tests.domain.preview.schedules import TERM, Plan, examples, plans


@examples
@given(plans())
def test_each_occurrence_has_one_entry_at_its_place(plan: Plan) -> None:
    """Entries and slots correspond one to one, with week and day of the term (PREVIEW-1)."""
    state = plan.after
    first = state.window.day_mapping[0]
    start = TERM.date_of(first.week, first.day_of_week)
    expected = {
        (task.state_id, *TERM.position(start.fromordinal(start.toordinal() + slot.day - 1)), slot.slot_start)
        for task in state.tasks
        for slot in task.slots
    }
    found = [(row.state_id, row.week, row.day_of_week, row.section_from) for row in entries(state)]
    assert len(found) == len(expected)
    assert set(found) == expected


@examples
@given(plans())
def test_entries_carry_what_the_page_needs(plan: Plan) -> None:
    """Status, type, ids, hosting and guesthood are those of the task (PREVIEW-1)."""
    for row in entries(plan.after):
        task = plan.after.by_id[row.state_id]
        assert (row.status, row.name, row.embed_host) == (task.status, task.name, task.embed_host)
        assert (row.source, row.source_id, row.class_id) == (task.source, task.source_id, task.category_id)
        assert (row.type == "course", row.can_be_embedded) == (task.is_course, task.can_embed)
        assert row.section_to - row.section_from + 1 == task.length


@examples
@given(plans())
def test_entries_are_in_reading_order(plan: Plan) -> None:
    """Week, day, section and number decide the order (PREVIEW-1)."""
    keys = [(row.week, row.day_of_week, row.section_from, row.state_id) for row in entries(plan.after)]
    assert keys == sorted(keys)


@examples
@given(plans())
def test_candidate_plans_hold_the_suggested_entries_of_each_week(plan: Plan) -> None:
    """Weeks ascend and every suggested entry stands in its own week, none elsewhere (PREVIEW-2)."""
    rows = entries(plan.after)
    weeks = candidate_plans(rows)
    assert [week.week for week in weeks] == sorted({row.week for row in rows if row.status == "suggested"})
    assert [row for week in weeks for row in week.entries] == [row for row in rows if row.status == "suggested"]
    assert all(row.week == week.week for week in weeks for row in week.entries)
