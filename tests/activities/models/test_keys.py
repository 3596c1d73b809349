"""An endpoint that gives back the key it was sent, in every place it can write to (rule MODEL-19)."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr
from structlog.testing import capture_logs

from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from tests.activities.models.asked import LOOPBACK, MOVE, PROMPT, endpoint
from tests.model_server.exchange import Asked, Said, error, head, streamed, whole
from tests.model_server.server import ModelServer

KEY = 'sk-Ab/9+"x\\y=='

Body = Callable[[str], Iterable[bytes]]


def _said(echo: str, **more: Any) -> str:
    return json.dumps(MOVE | {"note": echo[-60:]} | more)


PLACES: dict[str, Body] = {
    "error": lambda echo: [error(401, message=f"bad key {echo}", type=echo, code=echo)],
    "unknown error": lambda echo: [error(418, message=echo, code=f"{echo}-418")],
    "rate limit": lambda echo: [error(429, {"X-Echo": echo, "Retry-After": echo}, message=echo)],
    "page": lambda echo: [whole(502, f"<h1>{echo}</h1>".encode(), "text/html")],
    "header that is none": lambda echo: [f"HTTP/1.1 200 {echo}\r\n{echo}\r\n\r\n".encode()],
    "status line": lambda echo: [f"{echo}\r\n\r\n".encode()],
    "broken event": lambda echo: [head(200, "text/event-stream") + f"data: {echo}\n\n".encode()],
    "error in the stream": lambda echo: [
        head(200, "text/event-stream") + f"data: {json.dumps({'error': {'message': echo}})}\n\n".encode()
    ],
    "answer": lambda echo: streamed(Said(_said(echo))),
    "answer with escapes": lambda echo: streamed(
        Said(_said("").replace('""', '"' + "".join(f"\\u{ord(letter):04x}" for letter in echo[-60:]) + '"'))
    ),
    "key of the answer": lambda echo: streamed(Said(_said("", **{echo: 1}))),
    "wrong choice": lambda echo: streamed(Said(json.dumps(MOVE | {"tool": echo}))),
    "prose": lambda echo: streamed(Said(f"My key is {echo}.")),
    "cut answer": lambda echo: streamed(Said(f'{{"note": "{echo}', finish_reason="length")),
    "reasoning": lambda echo: streamed(Said(_said(""), reasoning=f"hm {echo} hm")),
    "thought": lambda echo: streamed(Said(f"<think>{echo}</think>{_said('')}")),
    "thought without end": lambda echo: streamed(Said(f"<think>{echo}")),
    "reason to end": lambda echo: streamed(Said(_said(""), finish_reason=echo)),
    "not streamed": lambda echo: [whole(200, json.dumps({"choices": [{"message": {"content": echo}}]}).encode())],
}


class _Echoing(ModelServer):
    """Gives back what it was sent in one place."""

    def __init__(self) -> None:
        super().__init__()
        self.place, self.echo = "error", KEY

    async def _sent(self, asked: Asked) -> Any:
        for data in PLACES[self.place](self.echo):
            yield data


@pytest.fixture(scope="module")
def echoing() -> Any:
    with _Echoing() as server:
        yield server


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(place=st.sampled_from(sorted(PLACES)), echo=st.sampled_from([KEY, f"Bearer {KEY}", f"Basic:{KEY}{KEY}"]))
async def test_a_key_that_comes_back_is_kept_told_and_logged_nowhere(
    echoing: _Echoing, place: str, echo: str, capfd: pytest.CaptureFixture[str]
) -> None:
    echoing.place, echoing.echo = place, echo
    told: list[str] = []

    async def tell(piece: str) -> None:
        told.append(piece)

    made = ModelClients([endpoint(echoing, key=SecretStr(KEY))], LOOPBACK)
    with capture_logs() as logged:
        try:
            reply = await made.ask("e", PROMPT, tell)
            came = [repr(reply), reply.answer.model_dump_json(), reply.text, reply.reasoning]
        except ModelFault as fault:
            came = [str(fault), fault.sentence("zh-CN"), fault.problem, fault.detail, fault.text, fault.reasoning]
    await made.close()
    for text in ("".join(told), *came, str(logged), *capfd.readouterr()):
        assert "Ab/9" not in text.replace("\\", "")
        assert "\\u0041\\u0062" not in text
