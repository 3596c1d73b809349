"""The closing words of a plan: what was held to, what was liked, and what was not carried out (PLAN-23, PLAN-28)."""

from datetime import date
from typing import Any

import pytest

from domain.plan.intent import ClassWish, ClosedSections, PlanIntent
from domain.plan.summary import with_summary
from domain.plan.wish_words import runs, wish_words
from domain.schedule.state import Locale
from tests.domain.plan.test_react import placed

EVERY: dict[str, Any] = {
    "strategy": "rapid",
    "duration": 2,
    "earliest": date(2026, 9, 28),
    "deadline": date(2026, 10, 2),
    "deadline_section": 5,
    "excluded_days_of_week": (6, 7),
    "excluded_dates": (date(2026, 9, 29), date(2026, 9, 30)),
    "excluded_sections": (1, 2, 9),
    "closed": (ClosedSections(day_of_week=3, sections=(5, 6)),),
    "allow_embed": False,
}


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        (
            "zh-CN",
            (
                "尽快",
                "2 节",
                "9月28日周一",
                "10月2日周五第 5 节",
                "周六、周日",
                "9月30日",
                "1–2, 9",
                "周三第 5–6",
                "不嵌入",
            ),
        ),
        (
            "en",
            (
                "early",
                "2 sections",
                "Mon 28 Sep",
                "Fri 2 Oct, section 5",
                "Sat, Sun",
                "30 Sep",
                "1–2, 9",
                "Wed",
                "courses",
            ),
        ),
    ],
)
def test_each_thing_that_a_wish_asks_has_a_phrase(locale: Locale, words: tuple[str, ...]) -> None:
    said = wish_words(locale, ClassWish(class_id="x", **EVERY))
    assert len(said) == len(EVERY) - 1
    assert [word for word in words if word not in " ".join(said)] == []
    assert wish_words(locale, ClassWish(class_id="x")) == ()


def test_numbers_in_a_row_are_a_range() -> None:
    assert runs([12, 1, 2, 3, 7]) == "1–3, 7, 12"


@pytest.mark.parametrize(("locale", "held"), [("zh-CN", "按你说的"), ("en", "As you asked")])
def test_a_summary_tells_what_was_asked_and_held(locale: Locale, held: str) -> None:
    """Where nothing was asked it says nothing of it; what no placement must keep is counted."""
    node = placed(locale=locale)
    assert held not in node.memory.summary
    kept = ClassWish(class_id="a", excluded_sections=(9, 10, 11, 12), preferred_sections=(1, 2, 3, 4))
    both = (kept, kept.model_copy(update={"class_id": "b", "preferred_sections": ()}))
    told = with_summary(node.state, node.memory.model_copy(update={"intent": PlanIntent(wishes=both)})).summary
    assert held in told
    assert ("全部不排第 9–12 节" if locale == "zh-CN" else "all: not in sections 9–12") in told
    assert ("2 项中" if locale == "zh-CN" else "of 2 tasks lie there") in told
    unread = node.memory.model_copy(update={"intent": PlanIntent(wishes=both[:1], unread=("每天最多两项",))})
    told = with_summary(node.state, unread).summary
    assert ("类a 不排第 9–12 节" if locale == "zh-CN" else "类a: not in sections 9–12") in told
    assert "每天最多两项" in told
