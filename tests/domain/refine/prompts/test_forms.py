"""Forms of answers: what fits passes, anything invented or unbounded does not."""

import json
from functools import cache
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from domain.refine.asking import read_answer
from domain.refine.memory import AskedNode
from domain.refine.prompts.problem import Problem
from domain.schedule.state import Locale
from tests.domain.refine.prompts.cases import LOCALES, NODES, Case, case, crowded, tokens
from tests.domain.refine.prompts.schemas import KEYWORDS, instances, longest, parts, spoiled
from tests.sample import examples


@cache
def all_forms() -> list[tuple[AskedNode, Case, type[BaseModel]]]:
    """Every question in a small and a large case, with the form of its answer."""
    made = [(node, make(locale, node)) for make in (crowded, _small) for node in NODES for locale in LOCALES]
    return [(node, opened, opened.prompt(node).answer) for node, opened in made]


def _small(locale: Locale, node: AskedNode) -> Case:
    return case(node, locale)


def test_every_node_that_asks_has_its_question() -> None:
    assert {case(node).prompt(node).name for node in get_args(AskedNode)} == {*get_args(AskedNode)}


def test_every_schema_is_bounded_closed_and_plain() -> None:
    """All keys are required and no other is allowed; lists and texts have a most; grammars know every keyword."""
    for node, _opened, form in all_forms():
        for part in parts(form.model_json_schema()):
            assert {*part} <= KEYWORDS, node
            kind = part.get("type")
            assert kind != "object" or (part["additionalProperties"], part["required"]) == (
                False,
                [*part["properties"]],
            )
            assert kind != "array" or part["maxItems"] <= 8
            assert kind != "string" or part["maxLength"] <= 120
            assert kind != "integer" or part["maximum"] <= 99


def test_the_longest_answer_fits_the_tokens_it_may_take() -> None:
    """An answer that keeps to its form is never cut off."""
    for node, opened, form in all_forms():
        text = json.dumps(longest(form.model_json_schema()), ensure_ascii=False, indent=1)
        assert tokens(text) <= opened.prompt(node).max_tokens, node


@settings(max_examples=examples(60))
@given(st.data())
def test_what_a_schema_allows_is_read_without_an_error(data: st.DataObject) -> None:
    """Whatever a grammar lets through has a meaning or a reason why it has none."""
    node, opened, form = data.draw(st.sampled_from(all_forms()))
    answer = form.model_validate(data.draw(instances(form.model_json_schema())))
    read = read_answer(node, answer, opened.state, opened.memory)
    assert not isinstance(read, Problem) or 0 < len(read.text) <= 300
    assert read == read_answer(node, answer.model_dump_json(), opened.state, opened.memory)


@settings(max_examples=examples(60))
@given(st.data())
def test_one_thing_wrong_makes_an_answer_malformed(data: st.DataObject) -> None:
    """Invented ids, days outside the window, keys too many or too few, lists and texts without end."""
    _node, _opened, form = data.draw(st.sampled_from(all_forms()))
    schema = form.model_json_schema()
    value = data.draw(instances(schema))
    for wrong in spoiled(value, schema):
        with pytest.raises(ValidationError):
            form.model_validate(wrong)


@pytest.mark.parametrize("text", ["", "x", "[]", "{}", "null", '{"goal":'])
def test_what_is_no_answer_at_all_is_a_problem(text: str) -> None:
    for node in NODES:
        opened = case(node)
        assert isinstance(read_answer(node, text, opened.state, opened.memory), Problem)
