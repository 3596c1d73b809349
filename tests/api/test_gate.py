"""Host names, origins and rates, before any route is reached."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from api.schemas.problems import PROBLEM_MEDIA_TYPE
from runtime.clock import now
from services.revoke_key import revoke_key
from tests.edge import ServedEdge, served_edge

SESSIONS = "/api/v1/sessions"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8787", "127.0.0.1.evil.example", "", "[::2]:80", "a" * 300]
)
async def test_another_host_is_not_served(served: ServedEdge, host: str) -> None:
    """A name that resolves to this machine is not one of ours: a page elsewhere could use it to get at the API."""
    async with served.client(await served.key()) as client:
        for path in ("/", SESSIONS, "/openapi.json"):
            answer = await client.get(path, headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (421, "host_refused")
            assert len(answer.json()["detail"]) < 250


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:9"])
async def test_hosts_of_ours_are_served(served: ServedEdge, host: str) -> None:
    """Case and port do not matter."""
    async with served.client(await served.key()) as client:
        assert (await client.get(SESSIONS, headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("header", ["Basic abc", "Bearer", "bearer dw_x", "Bearer " + "x" * 5000, "Bearer é"])
async def test_a_credential_of_another_form_is_unauthenticated(served: ServedEdge, header: str) -> None:
    """Whatever stands in the header, it is a 401 and not a mistake."""
    async with served.client(None) as client:
        answer = await client.get(SESSIONS, headers={b"Authorization": header.encode()})
    assert (answer.status_code, answer.headers["content-type"]) == (401, PROBLEM_MEDIA_TYPE)


async def test_a_revoked_key_is_refused_though_it_was_used_before(served: ServedEdge) -> None:
    """Who a key belongs to is remembered for a moment, but not beyond its revocation."""
    key = await served.key()
    async with served.client(key) as client:
        assert (await client.get(SESSIONS)).status_code == 200
        await revoke_key("student", served.edge.engine, key, now())
        await _until_refused(client)


async def _until_refused(client: httpx2.AsyncClient) -> None:
    """A revocation is told to the API by a notification, which takes a moment."""
    async with asyncio.timeout(120):
        while (await client.get(SESSIONS)).status_code != 401:
            await asyncio.sleep(0.01)


async def test_too_many_requests_are_told_when_to_come_back(database: str, temporal: WorkflowEnvironment) -> None:
    """The limit is of one key; another key has its own, and starts of runs are counted apart."""
    async with served_edge(database, temporal.client, rate="5/hour", run_rate="1/hour") as served:
        async with served.client(await served.key()) as client:
            answers = [await client.get(SESSIONS) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            assert answers[-1].json()["code"] == "rate_limited"
            assert 1 <= int(answers[-1].headers["retry-after"]) <= 7200
        async with served.client(await served.key()) as client:
            starts = [await client.post(f"/api/v1/{path}", json={}) for path in ("agent/chat", "runs", "agent/chat")]
            assert [answer.status_code for answer in starts] == [422, 429, 429]


async def test_every_answer_names_its_request_and_is_not_kept(served: ServedEdge) -> None:
    """The id is the one in the problem; caches and frames are kept away."""
    async with served.client(None) as client:
        answer = await client.get(SESSIONS)
    assert answer.headers["x-request-id"] == answer.json()["request"] != ""
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


@asynccontextmanager
async def _signed_in(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    """A browser that was signed in by a link."""
    async with served.client(await served.key()) as program, served.client(None) as browser:
        link = (await program.post("/api/v1/auth/links")).json()["url"]
        assert (await browser.get(link)).status_code == 200
        yield browser


async def test_a_link_signs_a_browser_in_once(served: ServedEdge) -> None:
    """The cookie reads like a key; the link is spent; signing out ends it."""
    async with served.client(await served.key()) as program:
        link = (await program.post("/api/v1/auth/links")).json()["url"]
        made = (await program.post(SESSIONS, json={"title": "mine"})).json()
    async with served.client(None) as browser, served.client(None) as late:
        entered = await browser.get(link)
        assert entered.status_code == 200
        cookie = entered.headers["set-cookie"].lower()
        assert {"httponly", "samesite=strict", "path=/"} <= {part.strip() for part in cookie.split(";")}
        assert (await browser.get(SESSIONS)).json()["items"][0]["id"] == made["id"]
        assert (await late.get(link)).status_code == 401
        own = {"Origin": served.url, "X-Daywright": "1"}
        assert (await browser.delete("/api/v1/auth/login", headers=own)).status_code == 204
        browser.cookies.clear()
        browser.headers["Cookie"] = entered.headers["set-cookie"].split(";")[0]
        await _until_refused(browser)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"X-Daywright": "1"}, 403),
        ({"Origin": "http://evil.example", "X-Daywright": "1"}, 403),
        ({"Origin": "null", "X-Daywright": "1"}, 403),
        ({"Origin": "OWN"}, 403),
        ({"Origin": "OWN", "X-Daywright": "1"}, 201),
    ],
)
async def test_a_cookie_writes_only_from_our_own_page(served: ServedEdge, headers: dict[str, str], status: int) -> None:
    """It needs the origin of the page and a header that no form can send."""
    own = {name: value.replace("OWN", served.url) for name, value in headers.items()}
    async with _signed_in(served) as browser:
        answer = await browser.post(SESSIONS, json={}, headers=own)
        assert answer.status_code == status
        assert len((await browser.get(SESSIONS)).json()["items"]) == (1 if status == 201 else 0)


async def test_over_tls_the_cookie_is_bound_to_it(database: str, temporal: WorkflowEnvironment) -> None:
    """It is Secure, and its name makes browsers refuse it from anywhere else."""
    async with served_edge(database, temporal.client, public_url="https://plan.example") as served:
        async with served.client(await served.key()) as program:
            link = (await program.post("/api/v1/auth/links")).json()["url"]
            assert link.startswith("https://plan.example/login/")
            entered = await program.get("/login/" + link.rsplit("/", 1)[1])
        assert entered.headers["set-cookie"].startswith("__Host-daywright=")
        assert "secure" in entered.headers["set-cookie"].lower()
