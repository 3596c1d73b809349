"""What the client makes of everything that a model endpoint does wrong (rules MODEL-7 to MODEL-16)."""

from dataclasses import dataclass

import pytest

from activities.models.faults import FAULTS
from activities.models.reply import Usage
from tests.activities.models.asked import MOVE, PROMPT, Move, clients, endpoint, fault_of
from tests.model_server.misbehaviours import MISBEHAVIOURS
from tests.model_server.server import ModelServer

# The answer is there, and is found; with how JSON was asked for at last.
ANSWERED = {
    "think": "json_schema",
    "think_without_opening": "json_schema",
    "reasoning_content": "json_schema",
    "reasoning": "json_schema",
    "fences": "json_schema",
    "trailing_text": "json_schema",
    "leading_prose": "json_schema",
    "bom": "json_schema",
    "template_marks": "json_schema",
    "several_objects": "json_schema",
    "schema_echoed": "json_schema",
    "trailing_comma": "json_schema",
    "usage_missing": "json_schema",
    "unknown_finish_reason": "json_schema",
    "never_closed": "json_schema",
    "not_streamed": "json_schema",
    "lone_surrogate": "json_schema",
    "usage_refused": "json_schema",
    "object_unsupported": "json_schema",
    "schema_unsupported_400": "json_object",
    "schema_unsupported_422": "json_object",
    "schema_unsupported_500": "json_object",
}


@dataclass(frozen=True)
class Ends:
    """How a call ends: the kind, whether it is worth the same call, or one that says what was wrong, and when."""

    kind: str
    retryable: bool = False
    malformed: bool = False
    retry_after: float | None = None


def again(kind: str, retry_after: float | None = None) -> Ends:
    return Ends(kind, retryable=True, retry_after=retry_after)


def correct(kind: str) -> Ends:
    return Ends(kind, malformed=True)


FAULTY = {
    "null_content": correct("empty"),
    "empty_content": correct("empty"),
    "think_without_end": correct("empty"),
    "tool_call": correct("empty"),
    "empty_body": correct("empty"),
    "prose": correct("unreadable"),
    "cut_but_said_whole": correct("unreadable"),
    "cut_json": correct("cut"),
    "stream_cut": correct("cut"),
    "wrong_enum": correct("invalid"),
    "invented_ids": correct("invalid"),
    "extra_key": correct("invalid"),
    "object_for_string": correct("invalid"),
    "endless_whitespace": correct("runaway"),
    "endless_digits": correct("runaway"),
    "broken_body": correct("bad_body"),
    "broken_event": correct("bad_body"),
    "no_choices": correct("bad_body"),
    "stream_broken": again("broken_off"),
    "hang_up": again("broken_off"),
    "slow_drip": again("timed_out"),
    "hang": again("timed_out"),
    "status_408": again("timed_out"),
    "out_of_resources": again("overloaded"),
    "busy_200": again("overloaded", 2.0),
    "status_503": again("overloaded"),
    "status_529": again("overloaded"),
    "error_200": again("server_error"),
    "error_in_stream": again("server_error"),
    "html_502": again("server_error"),
    "status_500": again("server_error"),
    "status_409": again("conflict"),
    "status_425": again("conflict"),
    "loading_model": again("loading"),
    "rate_limit_seconds": again("rate_limited", 3.0),
    "rate_limit_ms": again("rate_limited", 0.25),
    "rate_limit_date": again("rate_limited", 7.0),
    "rate_limit_bare": again("rate_limited"),
    "rate_limit_nonsense": again("rate_limited"),
    "quota": Ends("quota_exhausted"),
    "context_length": Ends("context_too_long"),
    "status_413": Ends("context_too_long"),
    "content_filter": Ends("content_filtered"),
    "content_filter_400": Ends("content_filtered"),
    "refusal": Ends("content_filtered"),
    "html_200": Ends("not_an_api"),
    "redirect": Ends("redirected"),
    "status_400": Ends("unsupported"),
    "status_401": Ends("unauthorized"),
    "status_402": Ends("payment_required"),
    "status_403": Ends("forbidden"),
    "status_404": Ends("not_found"),
    "status_405": Ends("method_not_allowed"),
    "status_418": Ends("rejected"),
}


def test_every_misbehaviour_is_tried() -> None:
    assert ANSWERED.keys() | FAULTY.keys() == MISBEHAVIOURS.keys()
    assert len(MISBEHAVIOURS) >= 25


@pytest.mark.parametrize(("name", "mode"), ANSWERED.items(), ids=ANSWERED)
async def test_an_answer_in_disguise_is_found(server: ModelServer, name: str, mode: str) -> None:
    """The same answer as from a well-behaved model, in at most one step down the ladder."""
    server.misbehave(name)
    async with clients(endpoint(server)) as made:
        reply = await made.ask("e", PROMPT)
    note = f"{MOVE['note']}\ufffd" if name == "lone_surrogate" else MOVE["note"]
    assert reply.answer == Move.model_validate(MOVE | {"note": note})
    assert reply.mode == mode
    assert len(server.requests) <= 2


@pytest.mark.parametrize(("name", "ends"), FAULTY.items(), ids=FAULTY)
async def test_a_fault_is_told_by_its_kind(server: ModelServer, name: str, ends: Ends) -> None:
    """Nothing is tried again by the client, and nobody is told what a backend wrote."""
    server.misbehave(name)
    fault = await fault_of(server, call_seconds=0.4 if name in ("slow_drip", "hang") else 10)
    assert Ends(fault.kind, fault.retryable, fault.malformed, fault.retry_after_seconds) == ends
    assert len(server.requests) == 1
    for sentence in (fault.sentence("en"), fault.sentence("zh-CN"), fault.problem):
        assert not any(word in sentence for word in ("sk-very-secret", "nginx", "Insufficient Balance", "Overloaded"))
    assert "e (m)" in fault.message
    assert "e（m）" in fault.sentence("zh-CN")
    assert bool(fault.problem) == fault.malformed


def test_every_kind_of_fault_has_a_whole_sentence_in_both_languages() -> None:
    """What went wrong and, behind the colon, what to do."""
    for row in FAULTS.values():
        assert ("：" in row.zh, ": " in row.en) == (True, True), row
        assert row.zh.count("{detail}") == row.en.count("{detail}")


async def test_missing_usage_is_estimated_and_marked(server: ModelServer) -> None:
    async with clients(endpoint(server)) as made:
        counted = (await made.ask("e", PROMPT)).usage
        server.misbehave("usage_missing")
        estimated = (await made.ask("e", PROMPT)).usage
    assert counted == Usage(321, 45)
    assert estimated.estimated
    assert 50 < estimated.prompt_tokens < 300
    assert 10 < estimated.completion_tokens < 40


@pytest.mark.parametrize("name", ["think", "reasoning_content", "reasoning"])
async def test_reasoning_is_told_as_it_comes_and_never_read_as_the_answer(server: ModelServer, name: str) -> None:
    """However it is sent; a JSON object inside of it is none."""
    server.misbehave(name)
    told: list[str] = []

    async def tell(piece: str) -> None:
        told.append(piece)

    async with clients(endpoint(server)) as made:
        reply = await made.ask("e", PROMPT, tell)
    assert reply.answer == Move.model_validate(MOVE)
    assert "".join(told) == reply.reasoning
    assert reply.reasoning.strip()
    assert "think>" not in reply.reasoning
    assert len(told) > 1 or name == "think"


async def test_what_a_cut_answer_cost_is_known(server: ModelServer) -> None:
    """A fault after the model wrote something has its text, for the trace, and its tokens."""
    server.misbehave("stream_cut")
    fault = await fault_of(server)
    assert fault.text.startswith('{"tool"')
    assert fault.usage is not None
    assert fault.usage.estimated
    assert fault.mode == "json_schema"
