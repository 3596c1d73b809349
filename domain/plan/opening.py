"""What a plan run is to place: request, message and answers taken together (rules PLAN-20 to PLAN-22)."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.canonical import digest
from domain.errors import DaywrightError, NoClass, NothingToPlace, WindowOver
from domain.events import StageEvent
from domain.optimise.placement_problem import PlacementGroup
from domain.plan.intent import ClassWish, KnownClass, Open, PlanIntent
from domain.plan.memory import ClassPreference, Moment, PlanMemory
from domain.plan.wording import day_said, listed, say
from domain.refine.memory import Question
from domain.requests import PlanRequest
from domain.schedule.state import Locale
from domain.term.calendar import SECTIONS_PER_DAY, Term
from domain.term.window import Window

MOST_QUESTIONS = 2
MOST_CLASSES = 100
_NAMES, _NAME, _LINE = 5, 16, 200


@dataclass(frozen=True, slots=True)
class Known:
    """What a message is understood by: the term, and the classes of the person."""

    term: Term
    classes: tuple[KnownClass, ...]

    def names(self, locale: Locale, class_ids: Sequence[str]) -> str:
        """The classes by name, a few of them and how many there are in all."""
        found = [known.name[:_NAME] for known in self.classes if known.class_id in class_ids]
        shown = listed(locale, found[:_NAMES])
        return shown if len(found) <= _NAMES else say(locale, "names.more", names=shown, count=len(found))


def as_asked(request: PlanRequest, read: PlanIntent) -> PlanIntent:
    """What a message says where the request leaves it open; what the request gives goes before it (rule PLAN-20)."""
    changed: dict[str, object] = {}
    missing: tuple[Open, ...] = read.missing
    if request.days is not None:
        changed |= {"first": request.days[0], "last": request.days[1], "fault": None, "fault_words": ""}
        missing = tuple(each for each in missing if each != "window")
    if request.class_ids is not None:
        wishes = tuple(wish for wish in read.wishes if wish.class_id in request.class_ids)
        changed |= {"class_ids": request.class_ids, "unknown_classes": (), "wishes": wishes}
        missing = tuple(each for each in missing if each != "classes")
    return read.model_copy(update={**changed, "missing": missing})


def obstacle(intent: PlanIntent, known: Known) -> type[DaywrightError] | None:
    """Why nothing can be planned, whatever is answered; None where something may (rules PLAN-2 and PLAN-21)."""
    if not known.classes:
        return NoClass
    meant = intent.settled().class_ids or ()
    if intent.missing and not any(each.waiting for each in known.classes if each.class_id in meant):
        return NothingToPlace
    return WindowOver if intent.settled().first is None else None


def needs_answer(memory: PlanMemory) -> bool:
    """Whether the person is asked before anything is placed; more than two questions no run asks (rule PLAN-22)."""
    return bool(memory.intent.missing) and memory.asked < MOST_QUESTIONS


def asking(memory: PlanMemory, known: Known) -> tuple[PlanMemory, StageEvent]:
    """The memory with the question for what is missing, each part with a proposal, and what is told of it."""
    intent, locale = memory.intent, memory.locale
    lines = _lines(intent, known, locale)
    number = memory.asked + 1
    question = Question(question_id=f"p{number}-{digest([number, *lines])[:12]}", questions=lines)
    proposal = {
        "first": str(intent.proposal_first),
        "last": str(intent.proposal_last),
        "class_ids": list(intent.settled().class_ids or ()),
    }
    data = {"question_id": question.question_id, "questions": list(lines), "proposal": proposal}
    event = StageEvent(stage="schedule_plan.plan.need_info", detail=" ".join(lines), data=data)
    return memory.model_copy(update={"question": question, "asked": number}), event


def _lines(intent: PlanIntent, known: Known, locale: Locale) -> tuple[str, ...]:
    """One line for each thing that is missing, and one that says how to answer."""
    lines = [_line(each, intent, known, locale)[:_LINE] for each in intent.missing]
    name = next((each.name for each in known.classes if each.class_id in intent.proposal_class_ids), "")[:_NAME]
    example = say(locale, "example.window" if "window" in intent.missing or not name else "example.classes", name=name)
    return (*lines, say(locale, "ask.how", example=example))


def _line(missing: Open, intent: PlanIntent, known: Known, locale: Locale) -> str:
    if missing == "classes":
        fault = _unknown(intent, locale)
        return say(locale, "ask.classes", fault=fault, names=known.names(locale, intent.proposal_class_ids))
    fault = say(locale, f"fault.{intent.fault}", words=intent.fault_words[:60]) if intent.fault else ""
    return say(locale, "ask.window", fault=fault, **_days(intent, locale))


def _unknown(intent: PlanIntent, locale: Locale) -> str:
    if not intent.unknown_classes:
        return ""
    quoted = [say(locale, "quoted", text=name[:_NAME]) for name in intent.unknown_classes[:3]]
    return say(locale, "fault.unknown", names=listed(locale, quoted))


def _days(intent: PlanIntent, locale: Locale) -> dict[str, str]:
    settled = intent.settled()
    assert settled.first is not None
    assert settled.last is not None
    return {"first": day_said(locale, settled.first), "last": day_said(locale, settled.last)}


def taken(memory: PlanMemory, answer: str | None, read: PlanIntent) -> tuple[PlanMemory, StageEvent]:
    """The memory that goes on after a question, and what is told of that.

    Args:
        answer: what the person said; None where the wait is over without it.
        read: what message and answer say together; without an answer the message alone.
    """
    asked = memory.question
    closed = None if asked is None else asked.model_copy(update={"text": answer, "closed": True})
    known = memory.model_copy(update={"intent": read, "question": closed})
    if answer is None:
        known = known.model_copy(update={"asked": MOST_QUESTIONS})
    data = {"question_id": asked.question_id if asked else "", "answered": answer is not None}
    told = say(memory.locale, "unanswered" if answer is None else "answered" if _is_heard(memory, read) else "unclear")
    return known, StageEvent(stage="schedule_plan.plan.answered", detail=told, data=data)


def _is_heard(memory: PlanMemory, read: PlanIntent) -> bool:
    """Whether an answer changed anything but what was not understood."""
    return read.model_copy(update={"unread": memory.intent.unread}) != memory.intent


def settled(memory: PlanMemory) -> PlanMemory:
    """The memory with the proposal in place of what is still missing, which the summary then names (rule PLAN-22)."""
    update = {"intent": memory.intent.settled(), "assumed": memory.intent.missing}
    return memory.model_copy(update=update)


def preference(group: PlacementGroup, wish: ClassWish | None, term: Term, window: Window) -> ClassPreference:
    """What a class asks in this run: what is stored of it, and over that what the message says (rule PLAN-23)."""
    stored = ClassPreference.of(group)
    if wish is None:
        return stored
    excluded = {n for day in wish.excluded_dates if (n := _number(term, window, day))}
    return ClassPreference(
        class_id=stored.class_id,
        strategy=wish.strategy or stored.strategy,
        allow_embed=stored.allow_embed if wish.allow_embed is None else wish.allow_embed,
        excluded_sections=tuple(sorted({*stored.excluded_sections, *wish.excluded_sections})),
        excluded_days_of_week=tuple(sorted({*stored.excluded_days_of_week, *wish.excluded_days_of_week})),
        preferred_sections=wish.preferred_sections or stored.preferred_sections,
        excluded_days=tuple(sorted({*stored.excluded_days, *excluded})),
        closed=tuple(sorted(_closed(wish, term, window))),
        earliest=_earliest(wish, term, window),
        deadline=_deadline(wish, term, window),
        duration=wish.duration,
    )


def _closed(wish: ClassWish, term: Term, window: Window) -> set[Moment]:
    """The sections of numbered days that the wish closes."""
    return {
        (day.day_index, section)
        for day in window.day_mapping
        for closed in wish.closed
        if closed.day == term.date_of(day.week, day.day_of_week) or closed.day_of_week == day.day_of_week
        for section in closed.sections
    }


def _earliest(wish: ClassWish, term: Term, window: Window) -> Moment | None:
    """The first day of the window that is not before the day that was said; behind its last one where none is left."""
    if wish.earliest is None:
        return None
    for day in window.day_mapping:
        when = term.date_of(day.week, day.day_of_week)
        if when >= wish.earliest:
            return day.day_index, wish.earliest_section or 1 if when == wish.earliest else 1
    return window.total_days + 1, 1


def _deadline(wish: ClassWish, term: Term, window: Window) -> Moment | None:
    """The last day of the window that is not after the day that was said; before its first one where there is none."""
    if wish.deadline is None:
        return None
    for day in reversed(window.day_mapping):
        when = term.date_of(day.week, day.day_of_week)
        if when <= wish.deadline:
            last = wish.deadline_section or SECTIONS_PER_DAY
            return day.day_index, last if when == wish.deadline else SECTIONS_PER_DAY
    return 0, SECTIONS_PER_DAY


def _number(term: Term, window: Window, day: object) -> int | None:
    found = (d for d in window.day_mapping if term.date_of(d.week, d.day_of_week) == day)
    return next((d.day_index for d in found), None)
