"""From a model's text to the answer (rules MODEL-8 to MODEL-11)."""

import json
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from activities.models.faults import ModelFault
from activities.models.parsing import parsed


class Step(BaseModel):
    day: Literal["周一", "周二"]
    sections: Annotated[list[int], Field(max_length=4)]


class Form(BaseModel):
    done: bool
    summary: Annotated[str, Field(max_length=200)]
    steps: Annotated[list[Step], Field(max_length=3)]


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)
_STEPS = st.builds(Step, day=st.sampled_from(["周一", "周二"]), sections=st.lists(st.integers(1, 12), max_size=4))
FORMS = st.builds(Form, done=st.booleans(), summary=_TEXT, steps=st.lists(_STEPS, max_size=3))
WRITTEN = st.tuples(FORMS, st.sampled_from([None, 2]), st.booleans()).map(
    lambda drawn: (drawn[0], json.dumps(drawn[0].model_dump(), indent=drawn[1], ensure_ascii=drawn[2]))
)
# Words of people, without a brace: one that opens and never closes is taken for a cut object.
_PROSE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters='{}[]`<>"\x00'), max_size=60)
_THOUGHT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<>\x00"), max_size=60)


@st.composite
def noisy(draw: st.DrawFn) -> tuple[Form, str]:
    """An answer inside everything that models put around one."""
    form, text = draw(WRITTEN)
    before, after = draw(_PROSE), draw(_PROSE)
    text = draw(
        st.sampled_from(
            [
                text,
                f"```json\n{text}\n```",
                f"```\n{text}\n```",
                f"{before}\n```json\n{text}\n```\n{after}",
                f"{before}\n{text}\n{after}",
                f"{text}\n{text}",
                f"{json.dumps(Form.model_json_schema())}\n{text}",
                f"<|im_start|>assistant\n{text}<|im_end|>",
                f"{text[:-1]},}}",
            ]
        )
    )
    return form, draw(st.sampled_from(["", "\ufeff", " \n"])) + draw(_thoughts()) + text


def _thoughts() -> st.SearchStrategy[str]:
    said = st.builds("<think>{}</think>\n".format, _THOUGHT)
    return st.one_of(st.just(""), said, st.builds("{}\n</think>\n".format, _PROSE))


@given(noisy())
def test_an_answer_is_found_in_whatever_stands_around_it(drawn: tuple[Form, str]) -> None:
    """Marks, fences, thoughts, prose, echoes, repetition and a comma too many change nothing."""
    form, text = drawn
    assert parsed(text, Form) == form


@given(WRITTEN, st.data(), st.sampled_from(["", "Sure:\n", "```json\n", "<think>so</think>\n"]))
def test_a_cut_answer_is_never_completed(drawn: tuple[Form, str], data: st.DataObject, before: str) -> None:
    """What is missing would be guessed, and a valid guess is the worst answer of all."""
    _, text = drawn
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(ModelFault) as refused:
        parsed(before + cut, Form)
    assert refused.value.malformed


_SHARDS = st.lists(
    st.sampled_from(
        [
            "{",
            "}",
            "[",
            "]",
            '"',
            "'",
            ":",
            ",",
            "\\",
            "\n",
            "done",
            "true",
            "1e999",
            "<think>",
            "</think>",
            "```",
            "//",
            "/*",
        ]
    ),
    max_size=40,
).map("".join)


@given(st.one_of(_SHARDS, _SHARDS.map("{{{}}}".format), st.text(max_size=200)))
def test_any_text_is_an_answer_or_a_fault_that_says_what_was_wrong(text: str) -> None:
    """No text ends in any other error."""
    assert _outcome(text) in ("answer", "empty", "unreadable", "invalid")


def _outcome(text: str) -> str:
    try:
        parsed(text, Form)
    except ModelFault as fault:
        return fault.kind if fault.problem else "silent"
    return "answer"


_GOOD: dict[str, Any] = {"done": True, "summary": "好", "steps": []}


@pytest.mark.parametrize(
    "text",
    [
        "{'done': true, 'summary': '好', 'steps': []}",
        '{done: true, summary: "好", steps: []}',
        '{"done": true "summary": "好", "steps": []}',
        '{"done": True, "summary": "好", "steps": []}',
        '{"done": true, "summary": "好", "steps": [],}',
        '{"done": true, /* so */ "summary": "好", "steps": []}',
    ],
)
def test_slips_of_writing_are_mended(text: str) -> None:
    assert parsed(text, Form) == Form.model_validate(_GOOD)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"extra": 1}, "extra"),
        ({"steps": [{"day": "周三", "sections": []}]}, "steps.0.day"),
        ({"steps": [{"day": "周一", "sections": [], "note": "x"}]}, "steps.0.note"),
        ({"steps": [{"day": "周一", "sections": []}] * 4}, "steps"),
        ({"summary": "x" * 201}, "summary"),
        ({"summary": {"text": "x"}}, "summary"),
        ({"done": None}, "done"),
    ],
)
def test_what_the_form_does_not_admit_is_named_by_its_place(changes: dict[str, Any], place: str) -> None:
    """A key too many is refused at any depth, though the form itself does not say so."""
    with pytest.raises(ModelFault) as refused:
        parsed(json.dumps(_GOOD | changes), Form)
    assert refused.value.kind == "invalid"
    assert refused.value.problem.startswith(f"{place}: ")


def test_an_object_inside_another_is_not_taken_for_the_answer() -> None:
    """Only whole objects are looked at: what one holds was meant as a part."""
    with pytest.raises(ModelFault, match="invalid"):
        parsed(json.dumps({"answer": _GOOD}), Form)


def test_the_first_object_that_fits_is_taken() -> None:
    other = json.dumps(_GOOD | {"summary": "later"})
    assert parsed(f'{{"a": 1}} {json.dumps(_GOOD)} {other}', Form) == Form.model_validate(_GOOD)


def test_a_text_that_speaks_of_thoughts_is_kept_whole() -> None:
    """Marks inside a string of the answer are words like any others."""
    answer = _GOOD | {"summary": "<think>a</think> b"}
    assert parsed(json.dumps(answer), Form) == Form.model_validate(answer)


@pytest.mark.parametrize(
    "text", ['{"a":' * 5000, "{" * 60_000, "[" * 60_000 + "]" * 60_000, '{"done": ' + "9" * 9000 + "}"]
)
def test_monstrous_texts_are_refused_like_any_other(text: str) -> None:
    with pytest.raises(ModelFault):
        parsed(text, Form)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none_of_json_are_refused(constant: str) -> None:
    class Number(BaseModel):
        value: float

    with pytest.raises(ModelFault):
        parsed(f'{{"value": {constant}}}', Number)


def test_what_no_database_row_takes_is_cleaned_from_every_text() -> None:
    """U+0000 goes, and half of a surrogate pair becomes U+FFFD; a whole pair is a character."""
    text = r'{"done": true, "summary": "a\u0000b\ud83dc\ud83d\ude00", "steps": []}'
    assert parsed(text, Form) == Form(done=True, summary="ab\ufffdc\U0001f600", steps=[])
