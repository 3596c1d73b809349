"""The tables as the code sees them; migrations bring a database to this form (rule DATA-14)."""

from storage.tables.columns import metadata
from storage.tables.commits import commits
from storage.tables.conversation import pending_reminders, reminder_deliveries, turn_events, turns
from storage.tables.credentials import api_keys, logins, sign_in_links
from storage.tables.feeds import feeds
from storage.tables.learning import learned_messages
from storage.tables.memory import inputs, memories, profiles, user_identities
from storage.tables.overrides import term_overrides
from storage.tables.preparation import prep_sessions, prep_snapshots
from storage.tables.previews import idempotency_keys, previews
from storage.tables.recall import recall_items
from storage.tables.runs import model_calls, run_events, run_questions, runs, session_events, sessions, steps
from storage.tables.timetable import schedule_events, schedules, task_classes, task_items, terms, users
from storage.tables.weather import weather_readings

__all__ = [
    "api_keys",
    "commits",
    "feeds",
    "idempotency_keys",
    "inputs",
    "learned_messages",
    "logins",
    "memories",
    "metadata",
    "model_calls",
    "pending_reminders",
    "prep_sessions",
    "prep_snapshots",
    "previews",
    "profiles",
    "recall_items",
    "reminder_deliveries",
    "run_events",
    "run_questions",
    "runs",
    "schedule_events",
    "schedules",
    "session_events",
    "sessions",
    "sign_in_links",
    "steps",
    "task_classes",
    "task_items",
    "term_overrides",
    "terms",
    "turn_events",
    "turns",
    "user_identities",
    "users",
    "weather_readings",
]
