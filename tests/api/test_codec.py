"""The codec endpoint opens payloads for the Web UI's page, and for no other (rules PROD-2 and PROD-3)."""

import base64
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from temporalio.api.common.v1 import Payload

from api.codec import MAX_BODY_BYTES, CodecOptions, build_codec_app
from workflows.codec import EncryptionCodec, parse_keys

PAGE = "http://127.0.0.1:8233"
HERE = "http://127.0.0.1:8788"
OLD, NEW = (f"{name}:{base64.b64encode(name.encode() * 16).decode()}" for name in ("k1", "k2"))
PLAIN = {"metadata": {"encoding": "anNvbi9wbGFpbg=="}, "data": "IuS9oOWlvSI="}


def client(keys: str = OLD) -> httpx2.AsyncClient:
    options = CodecOptions(PAGE, frozenset({"127.0.0.1", "::1"}))
    app = build_codec_app(EncryptionCodec(parse_keys(keys)), options)
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=HERE)


@pytest.fixture
async def codec() -> AsyncIterator[httpx2.AsyncClient]:
    """The endpoint with one key."""
    async with client() as endpoint:
        yield endpoint


async def sealed(endpoint: httpx2.AsyncClient, payload: dict[str, Any]) -> dict[str, Any]:
    """A payload as Temporal stores it."""
    answer = await endpoint.post("/encode", json={"payloads": [payload]})
    assert answer.status_code == 200
    [stored] = answer.json()["payloads"]
    assert base64.b64decode(stored["metadata"]["encoding"]) == b"binary/encrypted"
    return dict(stored)


def problem(answer: httpx2.Response, status: int, code: str) -> str:
    """The sentence of a refusal, after its form was checked."""
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (told["status"], told["code"], told["request"]) == (status, code, answer.headers["x-request-id"])
    return str(told["detail"])


async def test_what_was_encoded_is_decoded(codec: httpx2.AsyncClient) -> None:
    """Data and metadata come back in the protobuf JSON that the Web UI reads; the query it sends changes nothing."""
    stored = await sealed(codec, PLAIN)
    answer = await codec.post("/decode?preserveStorageRefs=true", json={"payloads": [stored, PLAIN]})
    assert answer.json() == {"payloads": [PLAIN, PLAIN]}


@given(
    payloads=st.lists(st.tuples(st.dictionaries(st.text(max_size=9), st.binary(max_size=40)), st.binary()), max_size=4)
)
async def test_any_payloads_come_back(payloads: list[tuple[dict[str, bytes], bytes]]) -> None:
    """Whatever Temporal can hold goes there and back, also without data, without metadata, and none at all."""
    sent = [Payload(metadata=metadata, data=data) for metadata, data in payloads]
    body = {
        "payloads": [
            {
                "metadata": {name: base64.b64encode(value).decode() for name, value in payload.metadata.items()},
                "data": base64.b64encode(payload.data).decode(),
            }
            for payload in sent
        ]
    }
    async with client() as endpoint:
        stored = (await endpoint.post("/encode", json=body)).json()
        opened = (await endpoint.post("/decode", json=stored)).json()
    assert [
        Payload(
            metadata={name: base64.b64decode(value) for name, value in payload.get("metadata", {}).items()},
            data=base64.b64decode(payload.get("data", "")),
        )
        for payload in opened.get("payloads", [])
    ] == sent


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PAYLOADS = st.fixed_dictionaries(
    {},
    optional={
        "metadata": st.dictionaries(st.just("encoding"), JSON | st.just("YmluYXJ5L2VuY3J5cHRlZA==")),
        "data": JSON,
    },
)


@given(body=st.binary(max_size=60) | (JSON | st.fixed_dictionaries({"payloads": st.lists(PAYLOADS)})).map(json.dumps))
async def test_no_body_is_a_mistake_of_ours(body: bytes | str) -> None:
    """It is answered, or refused as unreadable."""
    async with client() as endpoint:
        for path in ("/encode", "/decode"):
            answer = await endpoint.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code == 200 or problem(answer, 422, "invalid_input")


@pytest.mark.parametrize("depth", [10, 100_000])
async def test_deep_bodies_are_refused(codec: httpx2.AsyncClient, depth: int) -> None:
    """Brackets do not exhaust the stack."""
    answer = await codec.post(
        "/decode",
        content='{"payloads":' + "[" * depth + "]" * depth + "}",
        headers={"content-type": "application/json"},
    )
    assert 'send {"payloads": [' in problem(answer, 422, "invalid_input")


async def test_what_no_key_opens_is_named_by_its_key(codec: httpx2.AsyncClient) -> None:
    """A payload of another key, or one that was changed, refuses the whole request and says which key it wants."""
    async with client(NEW) as other:
        foreign = await sealed(other, PLAIN)
    own = await sealed(codec, PLAIN)
    answer = await codec.post("/decode", json={"payloads": [own, foreign]})
    assert "'k2' is unknown" in problem(answer, 422, "invalid_input")
    for damage in ("", "AAAA", own["data"][:-8] + "AAAAAAA="):
        answer = await codec.post("/decode", json={"payloads": [own | {"data": damage}]})
        assert "does not open with key 'k1'" in problem(answer, 422, "invalid_input")


async def test_keys_and_payloads_stay_out_of_the_log(codec: httpx2.AsyncClient) -> None:
    """A refusal is logged with its reason and the id of the request, and nothing of what was sent."""
    async with client(NEW) as other:
        foreign = await sealed(other, PLAIN)
    with structlog.testing.capture_logs() as lines:
        answer = await codec.post("/decode", json={"payloads": [foreign]})
    [line] = lines
    assert line["request"] == answer.headers["x-request-id"]
    secrets = [*(key.partition(":")[2] for key in (OLD, NEW)), foreign["data"], PLAIN["data"], "你好"]
    assert [text for text in secrets if str(text) in str(lines) + answer.text] == []


@pytest.mark.parametrize(
    "asked", ["content-type", "content-type,x-namespace", "authorization,content-type,x-namespace"]
)
async def test_the_page_may_ask(codec: httpx2.AsyncClient, asked: str) -> None:
    """Its preflight is answered for the headers it sends, and its answers may be read by it alone."""
    preflight = await codec.request(
        "OPTIONS",
        "/decode",
        headers={
            "origin": PAGE,
            "access-control-request-method": "POST",
            "access-control-request-headers": asked,
        },
    )
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == PAGE
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert set(asked.split(",")) <= set(preflight.headers["access-control-allow-headers"].lower().split(", "))
    answer = await codec.post("/decode", json={"payloads": [PLAIN]}, headers={"origin": PAGE, "x-namespace": "default"})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, PAGE)
    assert "Origin" in answer.headers["vary"]


async def test_the_page_may_read_refusals(codec: httpx2.AsyncClient) -> None:
    """Else it could show nothing but that something failed."""
    answer = await codec.post("/decode", content="{", headers={"origin": PAGE, "content-type": "application/json"})
    assert problem(answer, 422, "invalid_input")
    assert answer.headers["access-control-allow-origin"] == PAGE


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", f"{PAGE}.evil.example", "https://127.0.0.1:8233"]
)
@pytest.mark.parametrize("method", ["OPTIONS", "POST"])
async def test_no_other_page_may_ask(codec: httpx2.AsyncClient, method: str, origin: str) -> None:
    """Neither its preflight nor a request that needs none is answered, nor is it told that it may read the refusal."""
    answer = await codec.request(method, "/decode", json={"payloads": [PLAIN]}, headers={"origin": origin})
    assert origin in problem(answer, 403, "forbidden")
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8788", "127.0.0.1.evil.example", "[::2]:8788", ""])
async def test_no_other_name_is_served(codec: httpx2.AsyncClient, host: str) -> None:
    """A foreign name that was made to point here gets nothing, not even the state of the process."""
    for method, path in (("POST", "/decode"), ("GET", "/health/ready")):
        answer = await codec.request(method, path, headers={"host": host})
        assert repr(host) in problem(answer, 421, "host_refused")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8788"])
async def test_the_names_of_this_machine_are_served(codec: httpx2.AsyncClient, host: str) -> None:
    """With any port, for it may be published on another."""
    assert (await codec.get("/health/ready", headers={"host": host})).json() == {"status": "ready"}


async def test_bodies_have_an_end(codec: httpx2.AsyncClient) -> None:
    """One that is too long is refused, whether it says its length or not."""
    head, tail = b'{"payloads": [{"data": "', b'"}]}'
    fill = b"A" * ((MAX_BODY_BYTES - len(head) - len(tail)) // 4 * 4)
    sent = {"content-type": "application/json"}
    assert (await codec.post("/decode", content=head + fill + tail, headers=sent)).status_code == 200
    long = await codec.post("/decode", content=head + fill + b"AAAA" + tail, headers=sent)
    assert "8,388,608 bytes" in problem(long, 413, "upload_too_large")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield fill[:100_000]

    assert problem(await codec.post("/decode", content=endless(), headers=sent), 413, "upload_too_large")


@pytest.mark.parametrize(
    ("method", "path", "kind", "status", "code"),
    [
        ("GET", "/decode", "application/json", 405, "method_not_allowed"),
        ("POST", "/download", "application/json", 404, "route_not_found"),
        ("POST", "/decode", "text/plain", 415, "unsupported_media_type"),
        ("POST", "/decode", "", 415, "unsupported_media_type"),
    ],
)
async def test_other_requests_are_problems(
    codec: httpx2.AsyncClient, method: str, path: str, kind: str, status: int, code: str
) -> None:
    """A form could be sent by any page without being asked for leave; it is not read."""
    answer = await codec.request(method, path, content=b"{}", headers={"content-type": kind} if kind else {})
    assert problem(answer, status, code)
