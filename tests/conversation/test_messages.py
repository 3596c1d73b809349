"""Messages as people write them, each in the context it is said in, and the kind that it is."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from domain.conversation.cue import Kind
from domain.conversation.hearing import hear
from domain.conversation.routing import Context, Routing, RunState, route
from domain.conversation.weighing import table
from domain.schedule.state import Locale
from tests.conversation.learning import digest

HERE = Path(__file__).parent
# Each set of unseen messages was written and measured before the cues were mended by it.
BARS = {"messages.jsonl": 0.95, "held_out.jsonl": 0.95} | {f"unseen_{n}.jsonl": 0.95 for n in range(1, 23)}
BARS |= {"five_people.jsonl": 0.95, "without_a_plan.jsonl": 0.95}
# Of these the table of weights has learned nothing: they tell how well messages of others are taken.
BARS |= {"apart_1.jsonl": 0.95, "apart_2.jsonl": 0.95}


@dataclass(frozen=True)
class Labelled:
    """A message, the context it is said in and its kind."""

    id: str
    message: str
    locale: Locale
    preview: bool
    run: RunState
    kind: Kind

    @property
    def context(self) -> Context:
        return Context(self.locale, self.preview, self.run)


def labelled(name: str) -> list[Labelled]:
    """The messages of a file, in its order."""
    return [Labelled(**json.loads(line)) for line in (HERE / name).read_text().splitlines()]


def taken_for(entry: Labelled) -> Routing:
    """What the router takes it for, and of what shall be remembered, what is heard."""
    if entry.kind == "memory":
        return hear(entry.message, entry.context).routing
    return route(entry.message, entry.context)


@pytest.mark.parametrize("name", BARS)
def test_messages_are_taken_for_what_they_are(name: str) -> None:
    """Of each file at least so many as its bar says; the others are listed."""
    entries = labelled(name)
    taken = [(entry, taken_for(entry)) for entry in entries]
    wrong = [f"{e.id} {e.message}: {r.kind} by {r.evidence}, not {e.kind}" for e, r in taken if r.kind != e.kind]
    assert len(wrong) <= len(entries) * (1 - BARS[name]), "\n".join(wrong)


@pytest.mark.parametrize("name", [name for name in BARS if name.startswith("unseen")])
def test_unseen_sets_have_every_kind_in_both_languages(name: str) -> None:
    """At least 120 messages, a third of them English, each at most once in a context."""
    entries = labelled(name)
    english = sum(entry.locale == "en" for entry in entries)
    assert {entry.kind for entry in entries} >= {"plan", "refine", "reminder", "question", "plain", "cancel", "confirm"}
    assert 0.3 < english / len(entries) < 0.4
    assert len({(entry.message, entry.context) for entry in entries}) == len(entries) >= 120


def test_the_table_of_weights_is_learned_from_these_messages() -> None:
    """Who changes a set runs ``python -m tests.conversation.learning`` (CHAT-22)."""
    assert table().digest == digest()


def test_the_set_is_wide_enough() -> None:
    """Every kind in both languages, a third of it English, and no message twice in one context."""
    entries = labelled("messages.jsonl")
    kinds = {(entry.kind, entry.locale) for entry in entries}
    english = sum(entry.locale == "en" for entry in entries)
    assert len(kinds) == 16
    assert 0.3 < english / len(entries) < 0.4
    assert len({(entry.message, entry.context) for entry in entries}) == len(entries) >= 110
