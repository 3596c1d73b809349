"""Requests in people's words, and what must be true of the plan after each: whole runs under the built-in policy."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from domain.refine.calendar import Calendar
from domain.term.calendar import Term
from tests.domain.refine.plans import driven
from tests.refine.boards import BOARDS
from tests.refine.checker import Outcome, Truth, broken_rules, failures

HERE = Path(__file__).parent
CALENDAR = Calendar(term=Term(first_monday=date(2026, 9, 7), weeks=20))
REQUESTS_BAR, TWINS_BAR = 0.92, 0.75


@dataclass(frozen=True)
class Labelled:
    """A wish, twice: as a request and in looser words; what must be true is the same for both.

    Attributes:
        board: the plan it is made to; ``week`` is the week in which it is said.
        marks: what is hard in it: ``named`` tasks, ``two`` clauses, a ``negation``.
        named: ids of pinned tasks that it names, which may therefore move.
    """

    id: str
    board: str
    week: int
    request: str
    twin: str
    marks: list[str]
    truths: list[Truth]
    named: str = ""


def labelled(folder: str) -> list[Labelled]:
    """The requests of a folder, in the order of their files.

    ``requests`` and ``held_out`` say the same kinds of wishes, ``fresh`` and ``loose`` were said without a look at how
    they are read.
    """
    lines = [line for path in sorted((HERE / folder).glob("*.jsonl")) for line in path.read_text().splitlines()]
    return [Labelled(**json.loads(line)) for line in lines]


def outcome_of(entry: Labelled, words: str) -> Outcome:
    board = BOARDS[entry.board]
    run = driven(board, words, entry.week, calendar=CALENDAR)
    return Outcome(board, run.state, run.memory.completed, run.memory.summary)


FOLDERS = sorted({path.parent.name for path in HERE.glob("*/*.jsonl")})
SET = labelled("requests")


@dataclass(frozen=True)
class Tried:
    """A folder of requests, and what became of each and of its twin, by the words."""

    entries: list[Labelled]
    outcomes: dict[tuple[str, str], Outcome]

    def false_ones(self, said: Sequence[tuple[Labelled, str]]) -> list[str]:
        found = [(entry, words, failures(self.outcomes[entry.id, words], entry.truths)) for entry, words in said]
        return [f"{entry.id} {words}\n    " + "\n    ".join(lines) for entry, words, lines in found if lines]


@pytest.fixture(scope="module", params=FOLDERS)
def tried(request: pytest.FixtureRequest) -> Tried:
    entries = labelled(request.param)
    return Tried(entries, {(e.id, words): outcome_of(e, words) for e in entries for words in (e.request, e.twin)})


def test_no_request_breaks_a_hard_rule(tried: Tried) -> None:
    """Nothing overlaps or leaves the window; courses, standing tasks and unnamed pins stay; each task is there once."""
    said = [(e, words) for e in tried.entries for words in (e.request, e.twin)]
    broken = {words: broken_rules(tried.outcomes[e.id, words], e.named) for e, words in said}
    assert {words: lines for words, lines in broken.items() if lines} == {}


def test_requests_come_true(tried: Tried) -> None:
    wrong = tried.false_ones([(entry, entry.request) for entry in tried.entries])
    share = 1 - len(wrong) / len(tried.entries)
    assert share >= REQUESTS_BAR, f"{share:.1%} of {len(tried.entries)} came true, not these:\n" + "\n".join(wrong)


def test_the_same_wishes_in_looser_words_come_true(tried: Tried) -> None:
    wrong = tried.false_ones([(entry, entry.twin) for entry in tried.entries])
    share = 1 - len(wrong) / len(tried.entries)
    assert share >= TWINS_BAR, f"{share:.1%} of {len(tried.entries)} came true, not these:\n" + "\n".join(wrong)


def test_what_came_true_once_still_does(tried: Tried) -> None:
    """The bars are for folders that are new; of all of these each line is held."""
    said = [(entry, words) for entry in tried.entries for words in (entry.request, entry.twin)]
    wrong = tried.false_ones(said)
    assert wrong == [], "\n".join(wrong)


def test_the_set_is_what_it_says() -> None:
    """Two languages, two to one; a third of it named, in two clauses or negated; no wish twice."""
    chinese = [entry for entry in SET if entry.id.startswith("zh")]
    assert len(chinese) >= 44
    assert len(SET) - len(chinese) >= 22
    assert sum(bool(entry.marks) for entry in SET) * 3 >= len(SET)
    said = [words for entry in SET for words in (entry.request, entry.twin)]
    assert len(set(said)) == len(said)


def test_doing_nothing_makes_few_of_them_true() -> None:
    """The truths can fail: an untouched plan satisfies only those of requests that must not move anything."""
    idle: dict[str, Any] = {"completed": False, "summary": ""}
    kept = [e.id for e in SET if not failures(Outcome(BOARDS[e.board], BOARDS[e.board], **idle), e.truths)]
    assert kept == []
