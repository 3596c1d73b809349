"""What a run is of, what it asks, and what stands in its way (rules PLAN-20 to PLAN-23)."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from domain.errors import NoClass, NothingToPlace, WindowOver
from domain.optimise.placement_problem import PlacementGroup
from domain.plan.intent import ClassWish, ClosedSections, KnownClass, PlanIntent
from domain.plan.memory import PlanMemory
from domain.plan.opening import (
    Known,
    as_asked,
    asking,
    needs_answer,
    obstacle,
    preference,
    settled,
    taken,
)
from domain.plan.wording import say
from domain.requests import PlanRequest
from domain.schedule.state import Locale
from domain.term.calendar import Term
from domain.term.window import Window

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
MONDAY, DAY = date(2026, 9, 28), timedelta(days=1)
WINDOW = Window.between(TERM, MONDAY, MONDAY + 6 * DAY)
ONE, TWO = "01K6F0Q2M3N4P5R6S7T8V9W0XA", "01K6F0Q2M3N4P5R6S7T8V9W0XB"
KNOWN = Known(
    TERM, (KnownClass(class_id=ONE, name="英语", waiting=5), KnownClass(class_id=TWO, name="概率论", waiting=0))
)
OPEN = PlanIntent(
    proposal_first=MONDAY, proposal_last=MONDAY + 6 * DAY, proposal_class_ids=(ONE,), missing=("window", "classes")
)


def request(**given: Any) -> PlanRequest:
    return PlanRequest.model_validate({"term_id": ONE, "said_at": datetime(2026, 9, 28, tzinfo=UTC)} | given)


def memory(intent: PlanIntent = OPEN, locale: Locale = "zh-CN") -> PlanMemory:
    return PlanMemory(request=request(locale=locale), intent=intent)


def test_what_the_request_gives_goes_before_the_message() -> None:
    """Days and classes are its own; faults of the message about them are of no matter; the rest of it stays."""
    read = OPEN.model_copy(update={"fault": "past", "unknown_classes": ("物理",), "unread": ("嗯",)})
    asked = as_asked(request(first=MONDAY, last=MONDAY + DAY, class_ids=[TWO]), read)
    assert (asked.first, asked.last, asked.class_ids, asked.missing) == (MONDAY, MONDAY + DAY, (TWO,), ())
    assert (asked.fault, asked.unknown_classes, asked.unread) == (None, (), ("嗯",))
    assert as_asked(request(class_ids=[TWO]), read).missing == ("window",)


@pytest.mark.parametrize(
    ("intent", "known", "error"),
    [
        (OPEN, Known(TERM, ()), NoClass),
        (OPEN, KNOWN, None),
        (OPEN.model_copy(update={"proposal_class_ids": ()}), KNOWN, NothingToPlace),
        (OPEN.model_copy(update={"class_ids": (TWO,), "missing": ("window",)}), KNOWN, NothingToPlace),
        (OPEN.model_copy(update={"proposal_first": None, "proposal_last": None}), KNOWN, WindowOver),
    ],
)
def test_what_no_answer_mends_is_no_question(intent: PlanIntent, known: Known, error: Any) -> None:
    """Each reason has a sentence in both languages."""
    assert obstacle(intent, known) is error
    if error is not None:
        assert say("zh-CN", error.code) != say("en", error.code)


@pytest.mark.parametrize("locale", ["zh-CN", "en"])
def test_a_question_proposes_and_says_what_is_wrong(locale: Locale) -> None:
    """A line for the days, one for the classes and how to answer, within their bound; the same again, the same id."""
    faulty = {"fault": "outside_term", "fault_words": "明年三月", "unknown_classes": ("物理",)}
    asked, event = asking(memory(OPEN.model_copy(update=faulty), locale), KNOWN)
    assert asked.question is not None
    days, classes, how = asked.question.questions
    assert ("「好」" if locale == "zh-CN" else "“yes”") in how
    assert "明年三月" in days
    assert "物理" in classes
    assert "英语" in classes
    assert ("9月28日周一" if locale == "zh-CN" else "Mon 28 Sep") in days
    assert event.data["proposal"] == {"first": "2026-09-28", "last": "2026-10-04", "class_ids": [ONE]}
    assert asking(memory(OPEN.model_copy(update=faulty), locale), KNOWN)[0] == asked
    assert all(len(line) <= 200 for line in asked.question.questions)


def test_at_most_two_questions_are_asked() -> None:
    """An answer that leaves something open is asked about once more; then, or without one, the proposal stands."""
    first, _ = asking(memory(), KNOWN)
    again, told = taken(first, "嗯", OPEN)
    assert needs_answer(again)
    assert told.data["answered"]
    assert told.detail == say("zh-CN", "unclear")
    assert taken(first, "下周", settled(first).intent)[1].detail == say("zh-CN", "answered")
    second, _ = asking(again, KNOWN)
    assert second.question != first.question
    assert not needs_answer(taken(second, "嗯", OPEN)[0])
    unanswered, told = taken(first, None, OPEN)
    assert not needs_answer(unanswered)
    assert not told.data["answered"]
    known = settled(unanswered)
    assert (known.intent.first, known.intent.class_ids, known.assumed) == (MONDAY, (ONE,), ("window", "classes"))


def test_a_wish_holds_beside_what_the_class_has() -> None:
    """What is excluded is added; what is preferred, how long and how fast are the message's; dates become days."""
    group = PlacementGroup(ONE, excluded_sections=frozenset({11}), excluded_days_of_week=frozenset({7}))
    wish = ClassWish(
        class_id=ONE,
        strategy="rapid",
        excluded_sections=(12,),
        excluded_days_of_week=(6,),
        excluded_dates=(MONDAY + DAY, MONDAY - DAY),
        closed=(ClosedSections(day_of_week=3, sections=(5, 6)), ClosedSections(day=MONDAY, sections=(1,))),
        preferred_sections=(3, 4),
        allow_embed=False,
        duration=3,
        deadline=MONDAY + 4 * DAY,
        deadline_section=8,
        earliest=MONDAY + 2 * DAY,
    )
    asked = preference(group, wish, TERM, WINDOW)
    assert (asked.strategy, asked.allow_embed, asked.duration) == ("rapid", False, 3)
    assert (asked.excluded_sections, asked.excluded_days_of_week, asked.excluded_days) == ((11, 12), (6, 7), (2,))
    assert asked.closed == ((1, 1), (3, 5), (3, 6))
    assert (asked.earliest, asked.deadline) == ((3, 1), (5, 8))
    assert preference(group, None, TERM, WINDOW).group() == group


@pytest.mark.parametrize(
    ("earliest", "deadline", "moments"),
    [
        (MONDAY - DAY, MONDAY + 9 * DAY, ((1, 1), (7, 12))),
        (MONDAY + 9 * DAY, MONDAY - DAY, ((8, 1), (0, 12))),
    ],
)
def test_days_outside_the_window_bound_all_of_it_or_nothing(earliest: date, deadline: date, moments: Any) -> None:
    """Behind its last day nothing may begin, before its first one nothing ends."""
    asked = preference(PlacementGroup(ONE), ClassWish(class_id=ONE, earliest=earliest, deadline=deadline), TERM, WINDOW)
    assert (asked.earliest, asked.deadline) == moments
