"""What a client does and does not do besides reading answers (rules MODEL-3 to MODEL-7)."""

import asyncio
import json
import socket
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr

from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from domain.models.endpoint import Endpoint
from tests.activities.models.asked import LOOPBACK, MOVE, PROMPT, clients, endpoint, fault_of
from tests.model_server.exchange import Said
from tests.model_server.server import ModelServer


async def test_the_schema_and_the_word_json_stand_in_the_system_prompt_in_every_mode(server: ModelServer) -> None:
    """Some servers want to read the word, and a prompt alone has to say the form."""
    for mode in ("json_schema", "json_object", "prompt"):
        async with clients(endpoint(server, mode=mode)) as made:
            assert (await made.ask("e", PROMPT)).mode == mode
    assert [asked.mode for asked in server.requests] == ["json_schema", "json_object", "prompt"]
    for asked in server.requests:
        assert "JSON" in asked.system
        assert asked.name == "react"
        assert asked.schema["properties"]["task_id"]["enum"] == [3, 4]
        assert asked.schema["additionalProperties"] is False


async def test_a_request_holds_what_its_endpoint_was_configured_for_and_nothing_else(server: ModelServer) -> None:
    """A field that one provider takes may make another refuse."""
    async with clients(endpoint(server)) as made:
        await made.ask("e", PROMPT)
    plain = {"model", "messages", "stream", "stream_options", "response_format", "max_tokens", "temperature"}
    assert server.requests[0].body.keys() == plain
    given = {"preset": "deepseek", "max_tokens_field": "max_completion_tokens", "max_tokens": 900}
    async with clients(endpoint(server, send_temperature=False, **given)) as made:
        await made.ask("e", PROMPT)
    body = server.requests[1].body
    assert body["thinking"] == {"type": "disabled"}
    assert body["max_completion_tokens"] == 900
    assert not {"temperature", "max_tokens"} & body.keys()


@pytest.mark.parametrize(
    ("preset", "first", "second"),
    [
        ("custom", "json_schema", "json_object"),
        ("lmstudio", "json_schema", "prompt"),
        ("deepseek", "json_object", "prompt"),
    ],
)
async def test_a_refused_way_to_ask_is_remembered(server: ModelServer, preset: str, first: str, second: str) -> None:
    """The second call starts where the first ended; another client finds out anew."""
    refused = "schema_unsupported_400" if first == "json_schema" else "object_unsupported"
    server.misbehave(refused)
    async with clients(endpoint(server, preset=preset)) as made:
        assert (await made.ask("e", PROMPT)).mode == second
        assert (await made.ask("e", PROMPT)).mode == second
    assert [asked.mode for asked in server.requests] == [first, second, second]


async def test_a_ladder_ends_with_the_prompt_alone(server: ModelServer) -> None:
    server.misbehave("schema_unsupported_500")
    server.misbehave("object_unsupported")
    async with clients(endpoint(server)) as made:
        assert (await made.ask("e", PROMPT)).mode == "prompt"
    assert len(server.requests) == 3


async def test_a_mode_that_was_set_is_kept_to(server: ModelServer) -> None:
    """What its owner decided is not undone; the fault says what to change."""
    server.misbehave("schema_unsupported_400")
    fault = await fault_of(server, mode="json_schema")
    assert (fault.kind, fault.detail) == ("unsupported", "response_format")
    assert "change mode" in fault.message


async def test_other_faults_leave_the_ladder_alone(server: ModelServer) -> None:
    """A 500 that does not name the format is a server that fails, not one that cannot."""
    async with clients(endpoint(server)) as made:
        for name in ("status_500", "status_418", "cut_json", "wrong_enum"):
            server.misbehave(name)
            with pytest.raises(ModelFault):
                await made.ask("e", PROMPT)
        assert (await made.ask("e", PROMPT)).mode == "json_schema"


async def test_calls_side_by_side_take_one_step_together(server: ModelServer) -> None:
    """Each is refused the schema once, and none goes further down than the first."""
    server.misbehave("schema_unsupported_400", times=None)
    async with clients(endpoint(server, concurrency=4)) as made:
        replies = await asyncio.gather(*(made.ask("e", PROMPT) for _ in range(4)))
    assert {reply.mode for reply in replies} == {"json_object"}


async def test_no_more_calls_are_open_than_the_endpoint_has_places(server: ModelServer) -> None:
    """A call waits for a place as long as a call may take, and then says so."""
    server.misbehave("hang", times=None)
    async with clients(endpoint(server, concurrency=1, call_seconds=0.3)) as made:
        outcomes = await asyncio.gather(*(made.ask("e", PROMPT) for _ in range(3)), return_exceptions=True)
    kinds = [outcome.kind for outcome in outcomes if isinstance(outcome, ModelFault)]
    assert kinds[0] == "timed_out"
    assert "busy" in kinds
    assert len(server.requests) < 3


async def test_a_call_that_is_cancelled_hangs_up_and_gives_its_place_back(server: ModelServer) -> None:
    server.misbehave("slow_drip")
    async with clients(endpoint(server, concurrency=1)) as made:
        call = asyncio.create_task(made.ask("e", PROMPT))
        while not server.requests:
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await made.ask("e", PROMPT)).mode == "json_schema"


class _Elsewhere(Exception):
    pass


@pytest.mark.parametrize("failure", [_Elsewhere(), TimeoutError(), ValueError()])
async def test_what_goes_wrong_with_the_listener_is_no_fault_of_the_model(
    server: ModelServer, failure: Exception
) -> None:
    """It is raised as it is, whatever it looks like."""
    server.misbehave("reasoning_content")

    async def tell(piece: str) -> None:
        raise failure

    async with clients(endpoint(server)) as made:
        with pytest.raises(type(failure)):
            await made.ask("e", PROMPT, tell)


async def test_a_mistake_of_our_own_is_a_fault_that_asks_for_a_report(server: ModelServer) -> None:
    """A run does not fail because of a model, nor because of its client."""

    class Broken(BaseModel):
        @classmethod
        def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
            raise KeyError("sk-very-secret")

    fault = await fault_of(server, replace(PROMPT, answer=Broken))
    assert (fault.kind, fault.retryable, fault.malformed) == ("internal", False, False)
    assert "KeyError" in fault.message
    assert "secret" not in fault.message


async def test_a_server_that_comes_back_is_called_again(server: ModelServer) -> None:
    """A closed port is told as such; the same client works as soon as it is open."""
    async with clients(endpoint(server)) as made:
        with server.being_down(), pytest.raises(ModelFault) as away:
            await made.ask("e", PROMPT)
        assert (away.value.kind, away.value.retryable) == ("unreachable", True)
        assert (await made.ask("e", PROMPT)).finish_reason == "stop"


async def test_a_redirect_is_not_followed(server: ModelServer) -> None:
    """The key would go along to an address that nobody checked."""
    server.misbehave("redirect")
    fault = await fault_of(server, key=SecretStr("sk-very-secret"))
    assert fault.kind == "redirected"
    assert len(server.requests) == 1


async def test_a_key_is_sent_as_given_and_nothing_of_another_account(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "of-another-account")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with clients(endpoint(server), endpoint(server, id="f", key=SecretStr("sk-1"))) as made:
        await made.ask("e", PROMPT)
        await made.ask("f", PROMPT)
    assert [asked.headers["authorization"] for asked in server.requests] == ["Bearer none", "Bearer sk-1"]
    assert "of-another-account" not in json.dumps([dict(asked.headers) for asked in server.requests])


async def test_an_endpoint_that_is_not_configured_any_more_is_a_fault(server: ModelServer) -> None:
    """A run that was started with it goes on by the built-in rules."""
    async with clients(endpoint(server)) as made:
        with pytest.raises(ModelFault) as gone:
            await made.ask("g", PROMPT)
    assert (gone.value.kind, gone.value.retryable) == ("not_configured", False)
    assert "model endpoint g is not configured" in gone.value.message


async def test_a_host_that_is_not_listed_is_not_connected_to(server: ModelServer) -> None:
    """The loopback belongs to the machine, not to whoever configures an endpoint."""
    made = ModelClients([endpoint(server), endpoint(server, id="f", base_url=server.url.replace("http", "https"))])
    for name, reason in (("e", "http"), ("f", "private")):
        with pytest.raises(ModelFault) as refused:
            await made.ask(name, PROMPT)
        assert (refused.value.kind, refused.value.detail) == ("address_refused", reason)
        assert "DAYWRIGHT_MODEL_HOSTS" in refused.value.message
    await made.close()
    assert server.requests == []


async def test_a_server_that_does_not_take_connections_is_given_up_in_time() -> None:
    """Connecting has a time-out of its own, far shorter than a call's."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        port = full.getsockname()[1]
        # The queue holds one; whoever comes then gets no answer at all.
        taken = [socket.socket() for _ in range(4)]
        for one in taken:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        given = {"id": "e", "base_url": f"http://127.0.0.1:{port}/v1", "model": "m"}
        made = ModelClients([Endpoint.model_validate(given | {"connect_seconds": 0.2, "call_seconds": 30})], LOOPBACK)
        with pytest.raises(ModelFault) as away:
            await made.ask("e", PROMPT)
        await made.close()
        for one in taken:
            one.close()
    assert (away.value.kind, away.value.retryable) == ("unreachable", True)


async def test_long_reasoning_reaches_a_bound(server: ModelServer) -> None:
    """A model that thinks without end is not read to its end."""
    server.well_behaved(lambda asked: Said(json.dumps(MOVE), reasoning="hm " * 100_000))
    assert (await fault_of(server, call_seconds=60)).kind == "runaway"


async def test_usage_that_is_no_number_counts_as_missing(server: ModelServer) -> None:
    server.well_behaved(lambda asked: Said(json.dumps(MOVE), usage={"prompt_tokens": None, "completion_tokens": "4"}))
    async with clients(endpoint(server)) as made:
        assert (await made.ask("e", PROMPT)).usage.estimated


async def test_answers_are_kept_apart_when_calls_run_side_by_side(server: ModelServer) -> None:
    server.well_behaved(lambda asked: MOVE | {"note": asked.user})
    async with clients(endpoint(server, concurrency=8)) as made:
        prompts = [replace(PROMPT, user=f"第{number}个") for number in range(8)]
        replies = await asyncio.gather(*(made.ask("e", prompt) for prompt in prompts))
    notes = [reply.answer.model_dump()["note"] for reply in replies]
    assert notes == [prompt.user for prompt in prompts]


def test_openai_is_loaded_by_the_first_call_only() -> None:
    """It takes a second, and most processes never call a model."""
    program = "import sys, activities.models.client, activities.models.trial; print('openai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(("within", "kind"), [(0.2, "out_of_patience"), (1.1, "timed_out"), (-1.0, "out_of_patience")])
async def test_a_caller_may_have_less_time_than_a_call_may_take(server: ModelServer, within: float, kind: str) -> None:
    """The wait for a place counts; where the difference is small it is the call that was too slow."""
    server.misbehave("hang", times=None)
    async with clients(endpoint(server, call_seconds=2)) as made:
        with pytest.raises(ModelFault) as late:
            await made.ask("e", PROMPT, within=within)
    assert late.value.kind == kind
    assert late.value.retryable
