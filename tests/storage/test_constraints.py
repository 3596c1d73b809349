"""What the database itself refuses (rules DATA-1 to DATA-3)."""

import pytest
from sqlalchemy import CheckConstraint, ForeignKeyConstraint, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import metadata

CHECKS = {
    f"ck_{table.name}_id_ulid": f"UPDATE {table.name} SET id = 'x'"
    for table in metadata.sorted_tables
    if {"user_id", "id"} <= set(table.c.keys())
} | {
    "ck_users_id_opaque": "INSERT INTO users (id) VALUES ('two words')",
    "ck_terms_first_monday_is_monday": "UPDATE terms SET first_monday = '2026-09-08'",
    "ck_terms_weeks_range": "UPDATE terms SET weeks = 61",
    "ck_terms_zone_not_blank": "UPDATE terms SET zone = ' '",
    "ck_terms_sections_count": "UPDATE terms SET sections = '[]'",
    "ck_terms_timetable_version_range": "UPDATE terms SET timetable_version = 0",
    "ck_task_classes_name_not_blank": "UPDATE task_classes SET name = ''",
    "ck_task_classes_total_slots_range": "UPDATE task_classes SET total_slots = 0",
    "ck_task_classes_strategy_known": "UPDATE task_classes SET strategy = 'lazy'",
    "ck_task_classes_excluded_sections_range": "UPDATE task_classes SET excluded_sections = '{13}'",
    "ck_task_classes_excluded_days_of_week_range": "UPDATE task_classes SET excluded_days_of_week = '{0}'",
    "ck_task_classes_preferred_sections_range": "UPDATE task_classes SET preferred_sections = '{1,0}'",
    "ck_task_classes_version_range": "UPDATE task_classes SET version = 0",
    "ck_task_items_content_not_blank": "UPDATE task_items SET content = ''",
    "ck_task_items_status_known": "UPDATE task_items SET status = 'done'",
    "ck_schedule_events_type_known": "UPDATE schedule_events SET type = 'party' WHERE item_id IS NULL",
    "ck_schedule_events_name_not_blank": "UPDATE schedule_events SET name = ''",
    "ck_schedule_events_item_of_task": "UPDATE schedule_events SET type = 'course' WHERE item_id IS NOT NULL",
    "ck_schedule_events_instants_in_order": "UPDATE schedule_events SET starts_at = now()",
    "ck_schedules_week_range": "UPDATE schedules SET week = 0",
    "ck_schedules_day_of_week_range": "UPDATE schedules SET day_of_week = 8",
    "ck_schedules_section_range": "UPDATE schedules SET section = 13 WHERE section = 5",
    "ck_schedules_guest_is_another": "UPDATE schedules SET guest_event_id = event_id",
    "ck_sessions_active_turn_ulid": "UPDATE sessions SET active_turn = 'x'",
    "ck_sessions_last_seq_range": "UPDATE sessions SET last_seq = -1",
    "ck_sessions_recalled_seq_range": "UPDATE sessions SET recalled_seq = -1",
    "ck_sessions_seed_of_parent": "UPDATE sessions SET seed_length = 1",
    "ck_sessions_role_known": "UPDATE sessions SET role = 'guest', parent_id = id",
    "ck_sessions_child_has_parent": "UPDATE sessions SET role = 'child'",
    "ck_recall_items_source_known": "UPDATE recall_items SET source = 'calendar'",
    "ck_recall_items_target_type_known": "UPDATE recall_items SET target_type = 'rumour'",
    "ck_recall_items_importance_range": "UPDATE recall_items SET importance = 1.1",
    "ck_recall_items_status_known": "UPDATE recall_items SET status = 'lost'",
    "ck_recall_items_event_in_order": "UPDATE recall_items SET event_start = now(), event_end = now() - interval '1 s'",
    "ck_learned_messages_seq_range": "UPDATE learned_messages SET seq = 0",
    "ck_memories_kind_known": "UPDATE memories SET kind = 'rumour'",
    "ck_memories_importance_range": "UPDATE memories SET importance = -0.1",
    "ck_memories_origin_known": "UPDATE memories SET origin = 'nobody'",
    "ck_memories_status_known": "UPDATE memories SET status = 'lost'",
    "ck_memories_version_range": "UPDATE memories SET version = 0",
    "ck_memories_correction_whole": "UPDATE memories SET corrected_at = now()",
    "ck_user_identities_provider_form": "UPDATE user_identities SET provider = 'We Chat'",
    "ck_user_identities_subject_form": "UPDATE user_identities SET subject = ''",
    "ck_turns_seq_range": "UPDATE turns SET seq = 0",
    "ck_turns_origin_known": "UPDATE turns SET origin = 'nobody'",
    "ck_turns_status_known": "UPDATE turns SET status = 'lost', finished_at = now()",
    "ck_turns_last_seq_range": "UPDATE turns SET last_seq = -1",
    "ck_turns_closed_when_finished": "UPDATE turns SET status = 'completed'",
    "ck_turns_failure_has_code": "UPDATE turns SET status = 'failed', finished_at = now()",
    "ck_turn_events_seq_range": "UPDATE turn_events SET seq = 0",
    "ck_turn_events_step_range": "UPDATE turn_events SET step = -1",
    "ck_turn_events_ordinal_range": "UPDATE turn_events SET ordinal = 0",
    "ck_turn_events_stage_not_blank": "UPDATE turn_events SET stage = ''",
    "ck_pending_reminders_created_seq_range": "UPDATE pending_reminders SET created_seq = 0",
    "ck_reminder_deliveries_followup_seq_range": "UPDATE reminder_deliveries SET followup_seq = 0",
    "ck_reminder_deliveries_dispatch_follows": "UPDATE reminder_deliveries SET dispatch_seq = followup_seq",
    "ck_session_events_seq_range": "UPDATE session_events SET seq = 0",
    "ck_session_events_kind_not_blank": "UPDATE session_events SET kind = ''",
    "ck_runs_kind_known": "UPDATE runs SET kind = 'guess'",
    "ck_runs_status_known": "UPDATE runs SET status = 'lost', finished_at = now()",
    "ck_runs_base_timetable_version_range": "UPDATE runs SET base_timetable_version = 0",
    "ck_runs_last_seq_range": "UPDATE runs SET last_seq = -1",
    "ck_runs_closed_when_finished": "UPDATE runs SET status = 'completed'",
    "ck_runs_outcome_when_finished": "UPDATE runs SET outcome_code = 'early'",
    "ck_runs_failure_has_code": "UPDATE runs SET status = 'failed', finished_at = now()",
    "ck_run_events_seq_range": "UPDATE run_events SET seq = 0",
    "ck_run_events_step_range": "UPDATE run_events SET step = -1",
    "ck_run_events_ordinal_range": "UPDATE run_events SET ordinal = 0",
    "ck_run_events_stage_not_blank": "UPDATE run_events SET stage = ''",
    "ck_steps_owner_kind_known": "UPDATE steps SET owner_kind = 'whim'",
    "ck_steps_owner_id_ulid": "UPDATE steps SET owner_kind = 'turn', owner_id = 'x'",
    "ck_steps_step_range": "UPDATE steps SET step = -1",
    "ck_steps_name_not_blank": "UPDATE steps SET name = ''",
    "ck_steps_call_of_tool": "UPDATE steps SET tool = NULL",
    "ck_steps_argument_hash_digest": "UPDATE steps SET argument_hash = 'x'",
    "ck_steps_state_hash_digest": "UPDATE steps SET state_hash = 'x'",
    "ck_steps_decided_by_known": "UPDATE steps SET decided_by = 'dice'",
    "ck_steps_brief_length": "UPDATE steps SET brief = repeat('x', 301)",
    "ck_model_calls_owner_kind_known": "UPDATE model_calls SET owner_kind = 'whim'",
    "ck_model_calls_owner_id_ulid": "UPDATE model_calls SET owner_kind = 'turn', owner_id = 'x'",
    "ck_model_calls_step_range": "UPDATE model_calls SET step = -1",
    "ck_model_calls_attempt_range": "UPDATE model_calls SET attempt = 0",
    "ck_model_calls_endpoint_not_blank": "UPDATE model_calls SET endpoint = ''",
    "ck_model_calls_outcome_not_blank": "UPDATE model_calls SET outcome = ''",
    "ck_model_calls_prompt_tokens_range": "UPDATE model_calls SET prompt_tokens = -1",
    "ck_model_calls_completion_tokens_range": "UPDATE model_calls SET completion_tokens = -1",
    "ck_model_calls_seconds_range": "UPDATE model_calls SET seconds = -1",
    "ck_model_calls_wait_seconds_range": "UPDATE model_calls SET wait_seconds = -1",
    "ck_run_questions_question_id_not_blank": "UPDATE run_questions SET question_id = ''",
    "ck_run_questions_step_range": "UPDATE run_questions SET step = -1",
    "ck_run_questions_questions_count": "UPDATE run_questions SET questions = '[]'",
    "ck_run_questions_answer_not_blank": "UPDATE run_questions SET answer = ' ', answered_at = now()",
    "ck_run_questions_answer_has_instant": "UPDATE run_questions SET answered_at = now()",
    "ck_previews_revision_range": "UPDATE previews SET revision = 0, parent_revision = -1",
    "ck_previews_timetable_version_range": "UPDATE previews SET timetable_version = 0",
    "ck_previews_follows_parent": "UPDATE previews SET revision = 2",
    "ck_commits_kind_known": "UPDATE commits SET kind = 'guess'",
    "ck_commits_status_known": "UPDATE commits SET status = 'lost'",
    "ck_commits_locale_known": "UPDATE commits SET locale = 'la'",
    "ck_commits_actor_not_blank": "UPDATE commits SET actor = ' '",
    "ck_commits_timetable_version_range": "UPDATE commits SET timetable_version = 0",
    "ck_commits_revision_of_session": "UPDATE commits SET revision = NULL",
    "ck_commits_confirm_of_session": "UPDATE commits SET session_id = NULL, revision = NULL",
    "ck_commits_problem_when_refused": "UPDATE commits SET problem = '{}'",
    "ck_commits_version_unless_refused": "UPDATE commits SET timetable_version = NULL",
    "ck_commits_undone_by_somebody": "UPDATE commits SET status = 'undone'",
    "ck_idempotency_keys_operation_not_blank": "UPDATE idempotency_keys SET operation = ''",
    "ck_idempotency_keys_key_length": "UPDATE idempotency_keys SET key = repeat('x', 256)",
    "ck_idempotency_keys_body_hash_digest": "UPDATE idempotency_keys SET body_hash = 'x'",
    "ck_api_keys_name_length": "UPDATE api_keys SET name = repeat('x', 101)",
    "ck_api_keys_prefix_form": "UPDATE api_keys SET prefix = 'dw_short'",
    "ck_api_keys_key_hash_digest": "UPDATE api_keys SET key_hash = 'x'",
    "ck_api_keys_expires_later": "UPDATE api_keys SET expires_at = created_at",
    "ck_sign_in_links_token_hash_digest": "UPDATE sign_in_links SET token_hash = 'x'",
    "ck_sign_in_links_expires_later": "UPDATE sign_in_links SET expires_at = created_at",
    "ck_logins_token_hash_digest": "UPDATE logins SET token_hash = 'x'",
    "ck_term_overrides_as_week_range": "UPDATE term_overrides SET as_week = 61, as_day_of_week = 1",
    "ck_term_overrides_as_day_of_week_range": "UPDATE term_overrides SET as_week = 1, as_day_of_week = 8",
    "ck_term_overrides_whole_day": "UPDATE term_overrides SET as_week = 1",
    "ck_term_overrides_kept_is_list": "UPDATE term_overrides SET kept = '{}'",
    **{
        f"ck_prep_sessions_{name}_length": f"UPDATE prep_sessions SET {name} = repeat('x', 65)"
        for name in ("session_id", "meeting_id", "room_id", "zone", "booker_id", "booker_name", "weather_condition")
    },
    "ck_weather_readings_room_id_length": "UPDATE weather_readings SET room_id = ''",
    "ck_weather_readings_condition_length": "UPDATE weather_readings SET condition = repeat('x', 65)",
    "ck_weather_readings_temp_range": "UPDATE weather_readings SET temp = 71",
    "ck_prep_sessions_ends_later": "UPDATE prep_sessions SET meeting_end = meeting_start",
    "ck_prep_sessions_trigger_before_end": "UPDATE prep_sessions SET prep_trigger_at = meeting_end",
    "ck_prep_sessions_prep_type_known": "UPDATE prep_sessions SET prep_type = 'guess'",
    "ck_prep_sessions_status_known": "UPDATE prep_sessions SET status = 'lost'",
    "ck_prep_sessions_locale_known": "UPDATE prep_sessions SET locale = 'la'",
    "ck_prep_sessions_weather_temp_range": "UPDATE prep_sessions SET weather_temp = 71",
    "ck_prep_sessions_last_seq_range": "UPDATE prep_sessions SET last_seq = -1",
    "ck_prep_sessions_ranges_is_object": "UPDATE prep_sessions SET ranges = '[]'",
    "ck_prep_sessions_recalled_is_list": "UPDATE prep_sessions SET recalled = '{}'",
    "ck_prep_snapshots_seq_range": "UPDATE prep_snapshots SET seq = 0",
    "ck_prep_snapshots_source_known": "UPDATE prep_snapshots SET source = 'guess'",
    "ck_prep_snapshots_operator_id_length": "UPDATE prep_snapshots SET operator_id = ''",
    "ck_prep_snapshots_snapshot_is_object": "UPDATE prep_snapshots SET snapshot = '{}'",
    "ck_prep_snapshots_clamps_is_list": "UPDATE prep_snapshots SET clamps = '{}'",
    "ck_prep_snapshots_content_key_digest": "UPDATE prep_snapshots SET content_key = 'x'",
    "ck_api_keys_scope_known": "UPDATE api_keys SET scope = 'root'",
    "ck_feeds_name_length": "UPDATE feeds SET name = repeat('x', 101)",
    "ck_feeds_secret_hash_digest": "UPDATE feeds SET secret_hash = 'x'",
    "ck_feeds_alarm_minutes_range": "UPDATE feeds SET alarm_minutes = -1",
    "ck_logins_expires_later": "UPDATE logins SET expires_at = created_at",
}

REFERENCES = [
    constraint
    for table in metadata.sorted_tables
    for constraint in table.constraints
    if isinstance(constraint, ForeignKeyConstraint)
]


def _violated(refusal: pytest.ExceptionInfo[IntegrityError]) -> str:
    return str(refusal.value.orig.__cause__.constraint_name)  # type: ignore[union-attr]


def test_every_check_has_a_case_below() -> None:
    """A check that is added needs a statement that it refuses."""
    constraints = {c for table in metadata.sorted_tables for c in table.constraints if isinstance(c, CheckConstraint)}
    assert {str(c.name) for c in constraints} == CHECKS.keys()


def _name(reference: ForeignKeyConstraint) -> str:
    return str(reference.name)


REFERENCES_BY_NAME = sorted(REFERENCES, key=_name)


@pytest.mark.parametrize("name", sorted(CHECKS))
async def test_refuses_what_breaks_a_check(name: str, conn: AsyncConnection) -> None:
    """One statement for each check, on rows that are sound otherwise."""
    with pytest.raises(IntegrityError) as refusal:
        await conn.execute(text(CHECKS[name]))
    assert _violated(refusal) == name


@pytest.mark.parametrize("reference", REFERENCES_BY_NAME, ids=lambda reference: reference.name)
async def test_refuses_a_reference_to_what_somebody_else_owns(
    reference: ForeignKeyConstraint, conn: AsyncConnection
) -> None:
    """A row cannot hang on a row of another user, even where that exists; each reference sees to it by itself."""
    for other in REFERENCES:
        if other is not reference:
            await conn.execute(text(f"ALTER TABLE {other.table.name} DROP CONSTRAINT {other.name}"))
    with pytest.raises(IntegrityError) as refusal:
        await conn.execute(text(_crossing(reference)), {"owner": "owner"})
    assert _violated(refusal) == reference.name


ALSO_CHANGED = {
    "fk_schedule_events_item_id": ", type = 'task'",
    "fk_session_events_session_id": ", seq = 99",
    "fk_run_events_run_id": ", seq = 99, step = 99",
    "fk_turns_session_id": ", seq = 99, status = 'queued'",
    "fk_turn_events_turn_id": ", seq = 99, step = 99",
    "fk_pending_reminders_session_id": ", schedule_id = 'x'",
    "fk_reminder_deliveries_session_id": ", schedule_id = 'x'",
    "fk_run_questions_run_id": ", question_id = 'q99', step = 99, closed_at = now()",
    "fk_prep_snapshots_preparation_id": ", seq = 99",
    "fk_previews_parent_revision": ", revision = 100",
}
"""What keeps the row sound in every other respect."""


def _crossing(reference: ForeignKeyConstraint) -> str:
    table, column, target = reference.table.name, list(reference.columns)[-1], reference.elements[-1].column
    theirs = f"(SELECT max({target.name}) FROM {target.table.name} WHERE user_id = 'other')"
    # Users are nobody's, and everybody has the small numbers of revisions: there it is one that does not exist.
    wrong = {"users": "'nobody'", "previews": "99"}.get(target.table.name, theirs)
    name = "owner_id" if table in ("steps", "model_calls") and column.name == "run_id" else column.name
    also = ALSO_CHANGED.get(str(reference.name), "")
    one_row = f"ctid = (SELECT max(ctid) FROM {table} WHERE user_id = :owner)"
    return f"UPDATE {table} SET {name} = {wrong}{also} WHERE {one_row}"
