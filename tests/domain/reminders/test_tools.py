"""What the reminder tools are said to take and to answer is what they take and answer."""

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.answers import DeleteAnswer, ErrorAnswer, ListAnswer, model_text, view_of
from domain.reminders.arguments import CreateRequest, DeleteRequest, ListRequest, read_create, read_delete, read_list
from domain.reminders.change import LONGEST_DELAY, Reminder
from domain.reminders.tools import REMINDER_TOOLS
from domain.schedule.state import Locale
from tests.domain.reminders.logs import TEXTS

REMINDER = Reminder("schedule-1", "x", 60, "2026-09-28T08:30:00.000Z")


@given(st.dictionaries(st.sampled_from(["prompt", "after_seconds", "id", "cron"]), TEXTS | st.integers(-1, 2**53 + 1)))
def test_what_a_schema_takes_is_taken_but_for_blanks(arguments: dict[str, object]) -> None:
    """And what it does not take is refused; a schema does not know which signs are blank."""
    readers = {"schedule_create": read_create, "schedule_list": read_list, "schedule_delete": read_delete}
    for name, read in readers.items():
        taken = not isinstance(read(arguments, own=True), ErrorAnswer)
        fits = jsonschema_rs.is_valid(REMINDER_TOOLS[name].schema(), _writable(arguments))
        assert taken <= fits, (name, arguments)
        if fits and not taken:
            assert read(arguments, own=True) in (ErrorAnswer("invalid_prompt"), ErrorAnswer("invalid_rule"))


def _writable(arguments: dict[str, object]) -> dict[str, object]:
    """Half a surrogate pair is no text to the checker of schemas."""
    return {k: v.encode("utf-8", "replace").decode() if isinstance(v, str) else v for k, v in arguments.items()}


@pytest.mark.parametrize("now", [REMINDER.target - 1, REMINDER.target])
def test_every_answer_has_its_form(now: int) -> None:
    view = view_of(REMINDER, now)
    answers: dict[str, list[object]] = {
        "schedule_create": [view.value()],
        "schedule_list": [ListAnswer([]).value(), ListAnswer([view, view]).value()],
        "schedule_delete": [DeleteAnswer("a", deleted=True).value(), DeleteAnswer("a", deleted=False).value()],
    }
    for name, values in answers.items():
        tool = REMINDER_TOOLS[name]
        for value in values:
            jsonschema_rs.validate(tool.value_schema(), value)
            assert tool.value.model_validate(value).model_dump(mode="json", by_alias=True, exclude_none=True) == value


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_models_are_offered_each_tool_in_their_language(locale: Locale) -> None:
    offered = [tool.function(locale)["function"] for tool in REMINDER_TOOLS.values()]
    assert [each["name"] for each in offered] == ["schedule_create", "schedule_list", "schedule_delete"]
    assert all(each["description"] for each in offered)
    assert offered[0]["parameters"]["properties"]["after_seconds"]["maximum"] == LONGEST_DELAY


def test_requests_are_what_the_readers_make() -> None:
    assert read_create({"prompt": "x", "after_seconds": 1}, own=True) == CreateRequest("x", 1)
    assert (read_list({}, own=True), read_delete({"id": "a"}, own=True)) == (ListRequest(), DeleteRequest("a"))
    assert model_text(ListAnswer([])) == "[]"
