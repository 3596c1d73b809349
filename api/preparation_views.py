"""From preparations as they are stored to what programs see of them."""

from typing import Any

from api.schemas.preparation import (
    CourseView,
    DecisionView,
    KeptSnapshotView,
    PreparationDetailView,
    PreparationView,
    ReportedSessionView,
    SnapshotView,
)
from api.schemas.preparation_context import ContextView, RecalledView
from domain.preparation.reduction import Decision
from domain.schedule.state import Locale
from services.read_preparation import PreparationContext, PreparationNow
from services.record_word import ranges_of
from services.report_snapshot import KeptSnapshot
from storage.preparations import PreparationRecord


def facts_of(record: PreparationRecord) -> dict[str, Any]:
    """What every view of a preparation has."""
    standing = {"status": record.status, "locale": record.locale, "created_at": record.created_at}
    return record.session.model_dump() | standing


def preparation_view(record: PreparationRecord) -> PreparationView:
    """A preparation in a list."""
    return PreparationView(**facts_of(record))


def reported_view(record: PreparationRecord) -> ReportedSessionView:
    """A preparation for whoever reported its session."""
    return ReportedSessionView(**facts_of(record), task_id=record.id)


def detail_view(now: PreparationNow) -> PreparationDetailView:
    """A preparation with what happened in it."""
    record, decision = now.record, now.decision
    return PreparationDetailView(
        **facts_of(record),
        recommended=now.recommended,
        values=now.values,
        ranges=ranges_of(record),
        decision=None if decision is None else DecisionView.of(decision, record.locale),
        recalled=None if record.recalled is None else decision_views(record.recalled, record.locale),
        snapshots=tuple(
            CourseView(**SnapshotView.of(row).model_dump(), devices=now.devices.get(row.order)) for row in now.snapshots
        ),
    )


def decision_views(decisions: tuple[Decision, ...], locale: Locale) -> tuple[DecisionView, ...]:
    """Decisions in their order."""
    return tuple(DecisionView.of(decision, locale) for decision in decisions)


def kept_view(kept: KeptSnapshot) -> KeptSnapshotView:
    """A row for whoever reported it."""
    return KeptSnapshotView(
        **SnapshotView.of(kept.snapshot).model_dump(),
        session_id=kept.record.session.session_id,
        task_id=kept.record.id,
        duplicate=not kept.is_new,
    )


def context_view(context: PreparationContext) -> ContextView:
    """What is told of a preparation to whoever asks a model for it."""
    history = [view.model_dump() for view in decision_views(context.decisions, context.locale)]
    return ContextView(
        **context.record.session.model_dump(exclude={"id"}),
        task_id=context.record.id,
        status=context.record.status,
        current_temp=context.current_temp,
        history=tuple(map(RecalledView.model_validate, history)),
        briefing=context.message,
    )
