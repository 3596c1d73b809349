"""Answers to the question for days and classes, in both languages alike (rule PLAN-18)."""

from typing import Any

from domain.plan.intent import PlanIntent
from domain.plan.read_answer import read_answer
from domain.plan.read_intent import read_intent
from domain.schedule.state import Locale
from tests.domain.plan.test_read_intent import NOW, TERM, known, told

PROPOSED = ("2026-09-23", "2026-09-27")
NEXT_WEEK = ("2026-09-28", "2026-10-04")
OPEN = ("帮我安排一下", "please make a plan for me")
STRANGE = ("下周安排化学", "plan Chemistry next week")

ANSWERS: tuple[tuple[tuple[str, str], tuple[str, str], tuple[str, str] | None, str | None], ...] = (
    (OPEN, ("好", "yes"), PROPOSED, "emp"),
    (OPEN, ("就这样吧", "the proposal is fine"), PROPOSED, "emp"),
    (OPEN, ("好的，谢谢", "ok, thanks"), PROPOSED, "emp"),
    (OPEN, ("按你说的来", "sounds good to me"), PROPOSED, "emp"),
    (OPEN, ("下周", "next week"), NEXT_WEEK, "emp"),
    (OPEN, ("只排英语", "only English"), PROPOSED, "e"),
    (OPEN, ("英语和高数", "English and Calculus"), PROPOSED, "em"),
    (OPEN, ("不要英语", "not English"), PROPOSED, "mp"),
    (OPEN, ("不，改成周三到周五", "no, make it Wednesday to Friday"), ("2026-09-23", "2026-09-25"), "emp"),
    (OPEN, ("可以，时间改到下周", "fine, but change it to next week"), NEXT_WEEK, "emp"),
    (OPEN, ("到周五", "until Friday"), ("2026-09-23", "2026-09-25"), "emp"),
    (OPEN, ("两周，只排英语", "two weeks, only English"), ("2026-09-23", "2026-10-06"), "e"),
    (OPEN, ("下周，全部", "next week, everything"), NEXT_WEEK, "emp"),
    (OPEN, ("不", "no"), None, None),
    (OPEN, ("今天天气真好", "the weather is so nice"), None, None),
    (OPEN, ("嗯？什么意思", "ok? what do you mean"), None, None),
    (OPEN, ("好啊，行", "yes, why not"), PROPOSED, "emp"),
    (STRANGE, ("那就英语", "English then"), NEXT_WEEK, "e"),
    (STRANGE, ("好", "yes"), NEXT_WEEK, "emp"),
    (STRANGE, ("生物", "Biology"), NEXT_WEEK, None),
)


def answered(message: str, answer: str, locale: Locale) -> PlanIntent:
    """What message and answer come to."""
    before = read_intent(message, TERM, NOW, known(locale), locale)
    return read_answer(answer, before, TERM, NOW, known(locale), locale)


def _spoken(pair: tuple[str, str]) -> tuple[tuple[Locale, str], ...]:
    return ("zh-CN", pair[0]), ("en", pair[1])


def test_answers_take_change_or_leave_the_proposal() -> None:
    wrong: list[tuple[str, str, Any]] = []
    for message, answer, window, classes in ANSWERS:
        for (locale, first), (_, second) in zip(_spoken(message), _spoken(answer), strict=True):
            got = told(answered(first, second, locale))
            if (got["window"], got["classes"]) != (window, classes):
                wrong.append((first, second, got))
    assert wrong == []


def test_an_answer_may_call_the_plan_off() -> None:
    for locale, answer in (("zh-CN", "算了，不排了"), ("zh-CN", "取消吧"), ("en", "cancel it"), ("en", "never mind")):
        found = answered(OPEN[locale == "en"], answer, locale)  # type: ignore[arg-type]
        assert found.declined, answer


def test_words_that_say_nothing_are_quoted_and_ask_again() -> None:
    found = answered(OPEN[1], "the weather is so nice", "en")
    assert found.missing == ("window", "classes")
    assert found.unread == ("the weather is so nice",)


def test_what_an_answer_asks_of_classes_adds_to_the_message_and_has_the_last_word() -> None:
    found = answered("英语尽快，别排晚上", "下周，英语匀速，也别排早上", "zh-CN")
    wish = found.wishes[0].model_dump(exclude_defaults=True, exclude={"class_id"})
    assert wish == {"strategy": "steady", "excluded_sections": (1, 2, 3, 4, 9, 10, 11, 12)}


def test_days_that_cannot_be_are_asked_about_again_while_classes_stand() -> None:
    found = answered(OPEN[0], "2月30日", "zh-CN")
    assert (found.missing, found.fault, found.class_ids) == (("window",), "impossible", ("e", "m", "p"))


def test_a_long_answer_of_repeated_words_is_read_at_once() -> None:
    assert answered(OPEN[0], "好的就" * 160 + "x", "zh-CN").missing == ("window", "classes")
