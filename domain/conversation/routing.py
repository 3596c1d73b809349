"""What a message wants, without a model (rules CHAT-1 to CHAT-10 and CHAT-20)."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from domain.conversation.abilities import asks_for_abilities
from domain.conversation.courtesy import only_salutes, without_courtesy
from domain.conversation.cue import Kind, found, made_up_of, words
from domain.conversation.leaning import arranges, asks_only, lean
from domain.conversation.plain_text import plain_text, without_quotes
from domain.conversation.plan_cues import DELEGATED, PLACED, PLANS, WHOLE
from domain.conversation.question_cues import ASKING, POLITE, QUESTIONS
from domain.conversation.refine_cues import REFINES
from domain.conversation.reminder_cues import REMINDERS
from domain.conversation.reminder_words import CALLS, DROPS, MOVES
from domain.conversation.stopping import CONFIRMS, CONFIRMS_ALOUD, FILLERS, STOPS
from domain.conversation.weighing import has_words, telling, weigh
from domain.schedule.state import Locale

RunState = Literal["none", "open", "paused"]
_CLAUSE = re.compile(r"[,。;!?\n]|\.(?!\d)|但是?|不过|然后|\b(?:but|then)\b")
# "After you moved English" is said in passing where another clause says what is wanted.
_ASIDE = words(r"(?:之后|以后|的话|的时候)$|^(?:after|once|when|if|because)\b")
_RANK: tuple[Kind, ...] = ("reminder", "plan", "refine", "question", "cancel", "confirm")

# How many units of odds, as logarithms, cues count against the table: those that are clear, the build of a message,
# and what says that a paused run is answered.
_OF_CUES, _OF_BUILD, _OF_AN_ANSWER = 1.0, 0.5, 2.5


@dataclass(frozen=True, slots=True)
class Context:
    """What a message is said in.

    Attributes:
        locale: the language of the session; cues of both languages count in any.
        preview: whether the session has a plan at hand.
        run: whether a run of the session is under way, or paused with a question to the person.
    """

    locale: Locale = "zh-CN"
    preview: bool = False
    run: RunState = "none"


@dataclass(frozen=True, slots=True)
class Routing:
    """What a message is taken for.

    Attributes:
        kind: one of nine; ``answer`` only while a run waits for one, ``memory`` never by ``route``.
        evidence: the words that decided, as they were read; empty where nothing spoke for anything.
        also: other kinds that the message has words for, the most telling first.
        leans: no words spoke for the kind, only the build of the message (CHAT-20) or the weights (CHAT-22).
        settled: the message says nothing else, so that no weights count.
    """

    kind: Kind
    evidence: tuple[str, ...] = ()
    also: tuple[Kind, ...] = ()
    leans: bool = False
    settled: bool = False


def route(message: str, context: Context) -> Routing:
    """The kind of a message; any text has one."""
    return weighed(route_by_cues(message, context), message, context)


def route_by_cues(message: str, context: Context) -> Routing:
    """What the cues alone say, without the weights of words."""
    text = plain_text(message)
    said = without_quotes(text)
    reminder = found(REMINDERS, said, True)
    if reminder:
        # "Remind me" and "the reminder" can mean nothing else, whatever the words beside them weigh (CHAT-7).
        return Routing("reminder", reminder, settled=any(each.search(said) for each in (CALLS, DROPS, MOVES)))
    about_a_run = _about_a_run(text, context)
    return replace(about_a_run, settled=True) if about_a_run else _about_a_plan(said, context)


def letter(context: Context) -> str:
    """How the table of weights names a context: a pause, a preview or neither."""
    return "R" if context.run == "paused" else "P" if context.preview else "N"


def weighed(cued: Routing, message: str, context: Context) -> Routing:
    """The kind for which cues and weights of words together speak most (CHAT-22).

    Args:
        cued: what ``route_by_cues`` gives for the message.
    """
    said = without_quotes(plain_text(message))
    if cued.settled or not has_words(said):
        return cued
    never = {"answer"} if context.run != "paused" else {"refine", "confirm", "plain"}
    never |= {"cancel"} if context.run != "paused" else set()
    place = letter(context)
    scores = {kind: odds for kind, odds in weigh(said, place).items() if kind not in never or kind == cued.kind}
    trust = _OF_AN_ANSWER if context.run == "paused" else _OF_CUES if cued.evidence and not cued.leans else _OF_BUILD
    scores[cued.kind] += trust
    best = max(scores, key=lambda kind: scores[kind])
    words_for = telling(said, place, best) if best != cued.kind else ()
    if not words_for:
        return cued
    return Routing(
        best, words_for, tuple(kind for kind in (cued.kind, *cued.also) if kind not in (best, "plain")), True
    )


def _about_a_run(text: str, context: Context) -> Routing | None:
    """Cancel, confirm, a mere salute or asking what can be done, where the message holds nothing else (CHAT-5)."""
    said = without_courtesy(text)
    stops = made_up_of(said, STOPS, FILLERS, context.run != "none")
    if stops:
        return Routing("cancel", stops)
    confirms = made_up_of(said, CONFIRMS, FILLERS, context.preview)
    if confirms and context.run == "paused" and not made_up_of(said, CONFIRMS_ALOUD, FILLERS, False):
        return Routing("answer", confirms)
    if confirms:
        return Routing("confirm", confirms)
    return Routing("plain", (text,)) if only_salutes(text) or asks_for_abilities(text) else None


@dataclass(frozen=True, slots=True)
class _Heard:
    kind: Kind
    words: tuple[str, ...]
    sure: bool = True
    aside: bool = False


def _about_a_plan(said: str, context: Context) -> Routing:
    """The most telling of what its clauses say; a paused run takes what is not clearly something else (CHAT-6)."""
    clauses = [clause for part in _CLAUSE.split(said) if (clause := without_courtesy(part))]
    heard = [
        replace(each, aside=_ASIDE.search(clause) is not None) for clause in clauses for each in _hear(clause, context)
    ]
    if not context.preview and heard and all(each.kind == "refine" for each in heard):
        heard = [_Heard("plan", (word,)) for clause in clauses if (word := arranges(clause, said))] or heard
    leans = not heard
    if leans and context.run != "paused":
        heard = [each for clause in clauses for each in _lean(clause, context)]
    heard.sort(key=lambda each: (each.aside, not each.sure, _RANK.index(each.kind)))
    kinds = tuple(dict.fromkeys(each.kind for each in heard))
    first: Kind = kinds[0] if kinds else "plain"
    evidence = tuple(word for each in heard if each.kind == first for word in each.words)
    if context.run == "paused" and first not in ("plan", "question"):
        return Routing("answer", evidence, kinds)
    return Routing(first, evidence, kinds[1:], leans)


def _hear(clause: str, context: Context) -> list[_Heard]:
    """What one clause says; of a question and a wish in one clause only the one that is meant."""
    stops = made_up_of(clause, STOPS, FILLERS, context.run != "none")
    if stops:
        return [_Heard("cancel", stops)]
    delegated = () if context.preview else found(DELEGATED, clause, True)
    if delegated:
        return [_Heard("plan", delegated)]
    plans, wishes, doubts = _wishes(clause, context.preview)
    asked = found(QUESTIONS, clause, context.preview)
    if asked and (ASKING.search(clause) or not (plans or wishes or (doubts and POLITE.search(clause)))):
        return [_Heard("question", asked)]
    open_to_asking = (doubts or wishes) and not (plans or POLITE.search(clause))
    asking = asks_only(clause, context.preview) if open_to_asking else None
    if asking:
        return [_Heard("question", (asking[1],))]
    confirms = found(CONFIRMS, clause, False)
    told: tuple[_Heard, ...] = (
        _Heard("plan", plans),
        _Heard("refine", wishes),
        _Heard("refine", doubts, sure=False),
        _Heard("confirm", confirms, sure=False),
    )
    return [each for each in told if each.words]


def _lean(clause: str, context: Context) -> list[_Heard]:
    """What a clause leans to of which no cue speaks (CHAT-20)."""
    leaning = lean(clause, context.preview)
    return [] if leaning is None else [_Heard(leaning[0], (leaning[1],), sure=False)]


def _wishes(clause: str, preview: bool) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Words for a plan, for a change, and those that are a change only where there is something to change."""
    plans, placed = found(PLANS, clause, True), found(PLACED, clause, True)
    wishes = found(REFINES, clause, False)
    whole = () if preview else found(WHOLE, clause, True)
    if whole:
        return (*plans, *whole), (), ()
    if placed and not preview and not wishes:
        plans = (*plans, *placed)
    elif placed and preview and not plans:
        wishes = (*wishes, *placed)
    return plans, wishes, found(REFINES, clause, True) if preview else ()
