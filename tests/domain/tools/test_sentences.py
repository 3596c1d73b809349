"""What the tools say: the Chinese text to the character, the English one with the same facts."""

import re
from collections import Counter
from typing import Any

import pytest

from domain.phrases.say import PHRASES
from domain.schedule.state import ScheduleState, TaskQueue
from domain.tools.registry import TOOLS, run_tool
from tests.domain.tools.golden.batches import BATCHES
from tests.domain.tools.golden.composites import COMPOSITES
from tests.domain.tools.golden.infos import INFOS
from tests.domain.tools.golden.lists import LISTS
from tests.domain.tools.golden.moves import MOVES
from tests.domain.tools.golden.overview import OVERVIEW
from tests.domain.tools.golden.places import PLACES
from tests.domain.tools.golden.queries import QUERIES
from tests.domain.tools.golden.queue import QUEUE
from tests.domain.tools.golden.ranges import RANGES
from tests.domain.tools.golden.refusals import REFUSALS
from tests.domain.tools.golden.states import WEEKS

GOLDEN = [*OVERVIEW, *RANGES, *LISTS, *INFOS, *PLACES, *MOVES, *BATCHES, *COMPOSITES, *QUERIES, *QUEUE, *REFUSALS]
IDS = [f"{name}-{code}-{n}" for n, (_, name, _, code, _) in enumerate(GOLDEN)]


def facts(text: str) -> Counter[str]:
    """Tasks and numbers of a text."""
    return Counter(re.findall(r"\[\d+\][一-鿿]+|[a-z]+_[a-z_]+|\d+", text))


@pytest.mark.parametrize(("before", "name", "arguments", "code", "text"), GOLDEN, ids=IDS)
def test_the_chinese_text(before: ScheduleState, name: str, arguments: dict[str, Any], code: str, text: str) -> None:
    _, result = run_tool(before, name, arguments)
    assert (result.code, result.text) == (code, text)


@pytest.mark.parametrize(("before", "name", "arguments", "code", "text"), GOLDEN, ids=IDS)
def test_the_english_twin(before: ScheduleState, name: str, arguments: dict[str, Any], code: str, text: str) -> None:
    """The same code, tasks and numbers in the same lines, and no Chinese beside the names."""
    _, result = run_tool(before.model_copy(update={"locale": "en"}), name, arguments)
    assert (result.code, result.text.count("\n")) == (code, text.count("\n"))
    assert facts(result.text) == facts(text)
    names = "".join(t.name + t.category for t in before.tasks) + "周一"
    assert {letter for letter in result.text if letter > "\u2fff"} <= set(names)


@pytest.mark.parametrize("key", PHRASES)
def test_both_columns_name_the_same_values(key: str) -> None:
    chinese, english = PHRASES[key]
    assert sorted(re.findall(r"\{\w+\}", chinese)) == sorted(re.findall(r"\{\w+\}", english))


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_is_described_in_both_languages(name: str) -> None:
    assert TOOLS[name].description("zh-CN") != TOOLS[name].description("en")


def test_queueing_shows_in_the_counts() -> None:
    queued = WEEKS.with_queue(TaskQueue(pending=(6,), current=9))
    after, result = run_tool(queued, "query_target_tasks", {"task_ids": [6, 7, 9]})
    assert result.data is not None
    assert (result.data["enqueued"], result.data["pending_count"]) == (1, 2)
    assert after.queue.pending == (6, 7)
