from hypothesis import given
from hypothesis import strategies as st

from domain.canonical import canonical_json
from domain.preview.body import PreviewBody, PreviewHeader, preview_body
from domain.preview.difference import difference
from domain.preview.entries import candidate_plans, entries
from domain.preview.touched import timetable_of
from domain.steps import MoveNote
from tests.domain.preview.schedules import Plan, examples, plans

ULID = "01JQ0000000000000000000000"
HEADER = PreviewHeader(session=ULID, run=ULID, revision=2, summary="两项任务已移动。", completed=True)


def noted(plan: Plan, rule: str, clause: str = "") -> list[MoveNote]:
    tasks = (task for task in plan.after.tasks if task.status == "suggested")
    return [MoveNote(task_id=task.state_id, rule=rule, decided_by="policy", clause=clause) for task in tasks]


@examples
@given(plans())
def test_a_preview_survives_its_canonical_form(plan: Plan) -> None:
    """Read back from canonical JSON, a preview is the same value and the same bytes (PREVIEW-8)."""
    body = preview_body(HEADER, plan.before, plan.after, noted(plan, "spread_even", "均匀分散"))
    stored = canonical_json(body)
    again = PreviewBody.model_validate_json(stored)
    assert again == body
    assert canonical_json(again) == stored


@examples
@given(plans())
def test_a_preview_shows_its_state_and_both_differences(plan: Plan) -> None:
    """Entries are those of the state; the differences are against the revision before and the timetable (PREVIEW-4)."""
    body = preview_body(HEADER, plan.before, plan.after, noted(plan, "move"))
    rows = entries(plan.after)
    assert (body.entries, body.candidate_plans, body.window) == (rows, candidate_plans(rows), plan.after.window)
    for told, base in ((body.diff.previous, plan.before), (body.diff.timetable, timetable_of(plan.after))):
        shown = [(c.task_id, c.from_slots, c.to_slots, c.kind) for c in told]
        assert shown == [(c.task_id, c.from_slots, c.to_slots, c.kind) for c in difference(base, plan.after)]


@examples
@given(plans())
def test_the_last_note_of_a_task_counts(plan: Plan) -> None:
    """A task moved twice is explained by the step that moved it last (PREVIEW-5)."""
    body = preview_body(HEADER, plan.before, plan.after, [*noted(plan, "placement"), *noted(plan, "order", "恢复")])
    assert all((c.reason.rule, c.reason.clause) == ("order", "恢复") for c in body.diff.timetable)
    assert all(change.decided_by == "policy" for change in body.diff.timetable)


@examples
@given(plans(), st.sampled_from(["spread_even", "move"]))
def test_a_later_revision_goes_on_from_the_notes_of_this_one(plan: Plan, rule: str) -> None:
    """The notes of a preview are those of its suggested tasks (PREVIEW-5)."""
    notes = noted(plan, rule, "spread")
    body = preview_body(HEADER, plan.before, plan.after, notes)
    assert sorted(body.notes, key=lambda note: note.task_id) == notes


@examples
@given(plans())
def test_a_change_without_a_note_counts_as_decided_by_the_rules(plan: Plan) -> None:
    """A placement from the waiting tasks, a move otherwise (PREVIEW-5)."""
    for change in preview_body(HEADER, plan.before, plan.after, []).diff.previous:
        assert change.decided_by == "rules"
        assert change.reason.rule == ("move" if change.from_slots else "placement")


@examples
@given(plans())
def test_words_are_in_the_language_of_the_state(plan: Plan) -> None:
    """Reasons follow the locale of the state shown (PREVIEW-9)."""
    body = preview_body(HEADER, plan.before, plan.after, noted(plan, "spread_even"))
    word = {"zh-CN": "均匀分散", "en": "spread evenly"}[plan.after.locale]
    assert body.locale == plan.after.locale
    assert all(word in change.reason.text for change in body.diff.timetable)
