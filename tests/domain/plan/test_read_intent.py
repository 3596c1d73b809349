"""Messages that ask for plans are read as they were labelled by hand, in both languages alike (rules PLAN-10 to 17)."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from domain.plan.intent import KnownClass, PlanIntent
from domain.plan.read_intent import read_intent
from domain.schedule.state import Locale
from domain.term.calendar import Term
from tests.domain.plan.clauses import CLAUSES
from tests.domain.plan.held_out import HELD_OUT
from tests.domain.plan.readings import READINGS, Reading

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
NOW = datetime(2026, 9, 23, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
NAMES: dict[Locale, tuple[str, str, str]] = {
    "zh-CN": ("英语", "高等数学", "大学物理"),
    "en": ("English", "Calculus", "Physics"),
}


def known(locale: Locale) -> list[KnownClass]:
    """The classes of the labelled messages."""
    return [KnownClass(class_id=n, name=name, waiting=3) for n, name in zip("emp", NAMES[locale], strict=True)]


def told(intent: PlanIntent) -> dict[str, Any]:
    """What an intent says, in the form of a label."""
    days = (intent.first, intent.last)
    placed = "emp" if intent.class_ids is None else intent.class_ids
    wishes = {
        wish.class_id: wish.model_dump(mode="json", exclude_defaults=True, exclude={"class_id"})
        for wish in intent.wishes
        if wish.class_id in placed
    }
    return {
        "window": None if None in days else tuple(str(day) for day in days),
        "classes": None if intent.class_ids is None else "".join(intent.class_ids),
        "wishes": wishes,
        "unread": bool(intent.unread),
        "unknown": bool(intent.unknown_classes),
        "fault": intent.fault,
    }


def labelled(reading: Reading) -> dict[str, Any]:
    """What a label says, in the same form."""
    every = dict(reading.wishes.get("*", {}))
    placed = reading.classes or "emp"
    wishes = {n: {**every, **reading.wishes.get(n, {})} for n in placed}
    return {
        "window": reading.window,
        "classes": reading.classes,
        "wishes": {n: wish for n, wish in wishes.items() if wish},
        "unread": reading.unread,
        "unknown": reading.unknown,
        "fault": reading.fault,
    }


def spoken(reading: Reading) -> tuple[tuple[Locale, str], ...]:
    """The message in both languages, or in the one that has it."""
    both: tuple[tuple[Locale, str], ...] = (("zh-CN", reading.zh), ("en", reading.en))
    return tuple(each for each in both if each[1]) or both


def misread(readings: tuple[Reading, ...]) -> list[str]:
    """The messages that are read otherwise than labelled, with the differences."""
    found = []
    for each in readings:
        wanted = labelled(each)
        for locale, message in spoken(each):
            intent = read_intent(message, TERM, NOW, known(locale), locale)
            got = told(intent)
            for name in (key for key in wanted if got[key] != wanted[key]):
                found.append(
                    f"{message}: {name} {got[name]}, not {wanted[name]}; {intent.unread} {intent.unknown_classes}"
                )
    return found


def test_messages_written_after_the_readings_stood_are_read_too() -> None:
    assert misread(HELD_OUT) == []


def test_messages_are_read_as_they_were_labelled_in_both_languages() -> None:
    assert misread(READINGS) == []


def test_clauses_that_lean_on_each_other_are_read_together() -> None:
    assert misread(CLAUSES) == []


def test_the_lab_is_the_class_that_ends_so_and_a_misspelt_part_of_a_name_is_not_quoted() -> None:
    lab, data = (KnownClass(class_id=name[0], name=name, waiting=3) for name in ("Physics lab", "Data Structures"))
    assert read_intent("plan the lab next week", TERM, NOW, [lab, data], "en").class_ids == ("P",)
    assert read_intent("plan my lab reports next week", TERM, NOW, [lab, data], "en").class_ids == ("P",)
    assert read_intent("I am in the library, plan next week", TERM, NOW, [lab, data], "en").class_ids is None
    told_in_chinese = read_intent("下周排物理实验", TERM, NOW, [lab, data], "zh-CN")
    assert (told_in_chinese.class_ids, told_in_chinese.unread) == (("P",), ())
    intent = read_intent("plan data structurs next week", TERM, NOW, [lab, data], "en")
    assert (intent.class_ids, intent.unread) == (("D",), ())


def test_words_that_nothing_knows_are_quoted_as_they_were_written() -> None:
    intent = read_intent("下周排英语，放ＶＩＰ室", TERM, NOW, known("zh-CN"), "zh-CN")
    assert intent.unread == ("放ＶＩＰ室",)
    intent = read_intent("Plan English next week with a Purple Elephant", TERM, NOW, known("en"), "en")
    assert intent.unread == ("with a Purple Elephant",)


def test_what_is_said_of_an_unknown_class_is_of_nobody_else() -> None:
    intent = read_intent("英语放上午，化学别排周末", TERM, NOW, known("zh-CN"), "zh-CN")
    assert intent.unknown_classes == ("化学",)
    assert [(wish.class_id, wish.excluded_days_of_week) for wish in intent.wishes] == [("e", ())]
    assert intent.proposal_class_ids == ("e",)
    assert intent.unread == ("化学别排周末",)


def test_where_one_class_waits_or_none_classes_are_not_asked_about() -> None:
    first, *others = known("zh-CN")
    idle = [each.model_copy(update={"waiting": 0}) for each in others]
    assert read_intent("排下周", TERM, NOW, [first, *idle], "zh-CN").class_ids == ("e",)
    assert read_intent("排下周", TERM, NOW, idle, "zh-CN").class_ids == ("m", "p")
    assert read_intent("排下周", TERM, NOW, [], "zh-CN").class_ids == ()


def test_a_message_is_read_by_the_day_in_the_zone_of_the_term() -> None:
    late = datetime(2026, 9, 23, 22, tzinfo=ZoneInfo("Europe/London"))
    assert str(read_intent("plan English today", TERM, late, known("en"), "en").first) == "2026-09-24"
