"""Answers to questions of recall, quoted from what was found (rules MEMORY-44 and MEMORY-45)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from domain.context.person.snapshot import UserSnapshot
from domain.context.plan.contract import ContextPlan, Source
from domain.context.recall.item import RecallItem
from domain.context.when.expression import TimeRange
from domain.conversation.asked_about import About, fits
from domain.conversation.cue import words
from domain.conversation.memory_cues import ASKS
from domain.conversation.memory_request import Forget, read_memory
from domain.conversation.plain_text import plain_text
from domain.conversation.recall_kinds import asks_for_a_kind, asks_what_was_said, of_the_kind, of_the_taste
from domain.conversation.recall_question import asks_to_recall
from domain.conversation.recall_search import at_the_time
from domain.conversation.recalled_words import day_name, moment_name, say, searched
from domain.schedule.state import Locale

MOST_SHOWN: Final = 5
MOST_BESIDE: Final = 3
_LONGEST: Final = 120
_OF_ME: Final = words(
    r"(?:记得|记住|知道|了解|认识)(?:了|着|过)?(?:关于)?我(?:的事|什么|啥|哪些|多少|$|[吗么?])|我是谁"
    r"|(?:关于|有关)我,?你"
    r"|你(?:都)?(?:记得|记住)(?:了)?(?:什么|啥|哪些)|\babout\s+me\b|\bwho\s+am\s+i\b|\bwhat\s+(?:do"
    r"|have)\s+you\s+remember(?:ed)?\s*\??$"
    r"|\b(?:know|remember)\s+me\b|我的记忆|\bmy\s+memories\b"
)
_OF_LIKES: Final = words(
    r"喜欢|讨厌|习惯|偏好|偏爱|喜好|爱好|受不了|倾向|\b(?:prefer(?:ences?)?|likes?|love|hate|dislikes?"
    r"|enjoy|habits?|hobb(?:y|ies))\b"
)


@dataclass(frozen=True, slots=True)
class Recollection:
    """What an answer is made of.

    Attributes:
        items: what recall found, the best first, without the message that asks.
        about: the words that an answer must have.
        now: when it was asked, in the zone of the person.
    """

    message: str
    plan: ContextPlan
    items: tuple[RecallItem, ...]
    about: tuple[About, ...]
    snapshot: UserSnapshot | None
    now: datetime
    locale: Locale


@dataclass(frozen=True, slots=True)
class RecallReply:
    """An answer, and the ids of the items that it quotes."""

    text: str
    rows: tuple[str, ...] = ()


def tell_recalled(given: Recollection) -> RecallReply:
    """The answer: what was said, with its time and source; or that nothing was found, and what was searched."""
    plain = plain_text(given.message)
    if _OF_ME.search(plain):
        return _of_person(given)
    found = of_the_kind(given.message, telling(given.items, given.about), given.about)
    if _OF_LIKES.search(plain):
        return _of_likes(given, found)
    then = at_the_time(found, given.plan)
    if then:
        return _listed(given, then)
    is_named = bool(given.about) or asks_for_a_kind(plain)
    return _at_other_times(given, found) if found and is_named else _nothing(given)


def telling(items: Sequence[RecallItem], about: tuple[About, ...]) -> tuple[RecallItem, ...]:
    """The items that can be an answer: they have a word of the question, where it has any, and are no question."""
    kept = [item.text for item in items if item.source == "memory_v2"]
    rated = [(fits(item.text, about), item) for item in items if not _is_of_no_use(item, kept)]
    if not about:
        return tuple(item for _, item in rated)
    rated.sort(key=lambda pair: -pair[0])
    return tuple(item for number, item in rated if number)


def _is_of_no_use(item: RecallItem, kept: Sequence[str]) -> bool:
    """Whether it asks, orders that something be forgotten, or is what a memory that was found says as well."""
    if item.source != "chat":
        return False
    is_question = bool(asks_to_recall(item.text)) or ASKS.search(plain_text(item.text)) is not None
    return is_question or isinstance(read_memory(item.text), Forget) or any(text in item.text for text in kept)


def _of_person(given: Recollection) -> RecallReply:
    """All that is remembered of the person."""
    known = given.snapshot
    facts = () if known is None else facts_of(known)
    liked = () if known is None else tuple((f"memory_v2:{one.id}", one.text) for one in known.remembered)
    kept = tuple((item.id, item.text) for item in given.items if item.source == "memory_v2")
    told = dict((*liked, *kept))
    if not facts and not told:
        return RecallReply(say(given.locale, "known.nothing"))
    lines = [say(given.locale, "known.line", text=text) for text in facts]
    lines += [say(given.locale, "known.line", text=_cut(text)) for text in told.values()]
    shown = lines[: 2 * MOST_SHOWN]
    more = [say(given.locale, "more", count=len(lines) - len(shown))] if len(lines) > len(shown) else []
    return RecallReply(say(given.locale, "known", lines="\n".join([*shown, *more])), tuple(told)[: 2 * MOST_SHOWN])


def _of_likes(given: Recollection, found: tuple[RecallItem, ...]) -> RecallReply:
    """Preferences: those that have a word of the question, else all of them."""
    liked = of_the_taste(given.message, [item for item in found if _tells_likes(item)])
    if liked:
        return _listed(given, liked)
    every = tuple(item for item in telling(given.items, ()) if _tells_likes(item))
    known = {item.id: item.text for item in every}
    if given.snapshot is not None:
        known |= {f"memory_v2:{one.id}": one.text for one in given.snapshot.remembered}
    if not known:
        return _nothing(given)
    lines = "\n".join(say(given.locale, "known.line", text=_cut(text)) for text in list(known.values())[:MOST_SHOWN])
    key = "likes.other" if given.about else "likes.else" if every else "likes"
    return RecallReply(say(given.locale, key, lines=lines, words=_words(given)), tuple(known)[:MOST_SHOWN])


def _tells_likes(item: RecallItem) -> bool:
    return item.target_type == "preference" or _OF_LIKES.search(plain_text(item.text)) is not None


def _listed(given: Recollection, found: tuple[RecallItem, ...]) -> RecallReply:
    shown = found[:MOST_SHOWN]
    lines = "\n".join(line_of(item, given.now, given.locale) for item in shown)
    key = "found.more" if len(found) > len(shown) else "found.1" if len(found) == 1 else "found"
    query = " ".join(given.message.split())[:60]
    text = say(given.locale, key, count=len(found), shown=len(shown), lines=lines, query=query)
    return RecallReply(text, tuple(item.id for item in shown))


def _at_other_times(given: Recollection, found: tuple[RecallItem, ...]) -> RecallReply:
    """That nothing was said then, and what was said of it at other times."""
    told = _listed(given, found)
    text = say(given.locale, "other_times", range=_told_range(given).strip("，, "), found=told.text)
    return RecallReply(text, told.rows)


def line_of(item: RecallItem, now: datetime, locale: Locale) -> str:
    """What was said, after when and where that was."""
    zone, today = now.tzinfo, now.date()
    said = None if item.mention_at is None else item.mention_at.astimezone(zone)
    held = None if item.event_at is None else item.event_at.astimezone(zone)
    when = said or held
    event = held if said is not None and held is not None and held.date() != said.date() else None
    return say(
        locale,
        "line",
        when="" if when is None else moment_name(locale, when, today) + (" " if locale == "zh-CN" else ", "),
        source=say(locale, f"source.{item.source}"),
        text=_cut(item.text),
        event="" if event is None else say(locale, "event", day=day_name(locale, event.date(), today)),
    )


def _nothing(given: Recollection) -> RecallReply:
    sources = tuple(each.source for each in given.plan.retrievals)
    is_said = asks_what_was_said(plain_text(given.message))
    calendar: tuple[Source, ...] = ("calendar",) if _range(given.plan) is not None and not is_said else ()
    about = say(given.locale, "about", words=_words(given)) if given.about else ""
    where = searched(given.locale, (*sources, *calendar) or ("chat", "meinput", "memory_v2"))
    return RecallReply(say(given.locale, "nothing", sources=where, range=_told_range(given), about=about))


def _words(given: Recollection) -> str:
    quoted = (say(given.locale, "quoted", word=_cut(each.word)) for each in given.about)
    return say(given.locale, "listed").join(quoted)


def _range(plan: ContextPlan) -> TimeRange | None:
    return plan.time.mention_range or plan.time.event_range


def _told_range(given: Recollection) -> str:
    """The days that were searched."""
    found, zone = _range(given.plan), given.now.tzinfo
    if found is None or (found.start is None and found.end is None):
        return ""
    # The end is not part of the range, so the last day of it is that of the moment before.
    last = None if found.end is None else (found.end.astimezone(zone) - timedelta(microseconds=1)).date()
    first = None if found.start is None else found.start.astimezone(zone).date()
    names = {
        name: day_name(given.locale, day, given.now.date()) for name, day in (("first", first), ("last", last)) if day
    }
    if first is None or last is None:
        return say(given.locale, "range.until" if first is None else "range.from", **names)
    return say(given.locale, "range" if first == last else "range.days", **names)


def facts_of(known: UserSnapshot) -> tuple[str, ...]:
    """What programs told of a person."""
    return tuple(f"{key}: {_value(value)}" for key, value in (*known.profile.items(), *known.preferences.items()))


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def beside(given: Recollection) -> str:
    """What was said of what matters then, below the answer of a timetable that cannot know it; empty for nothing."""
    if given.plan.output.group_by != "importance" or given.plan.context_needs.temporal_recall != "REQUIRED":
        return ""
    then = at_the_time(telling(given.items, given.about), given.plan)
    said = [item for item in then if item.source != "calendar"][:MOST_BESIDE]
    lines = "\n".join(line_of(item, given.now, given.locale) for item in said)
    return say(given.locale, "beside", lines=lines) if said else ""
