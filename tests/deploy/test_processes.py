"""The services of the compose file start, work together and stay closed, on a real PostgreSQL and Temporal."""

import asyncio
import json
import uuid
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from google.protobuf.json_format import MessageToDict
from temporalio.api.common.v1 import Payload
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from runtime.embedded import temporal as embedded_temporal
from runtime.embedded.postgres import PostgresServer
from tests.deploy.compose import FILLED, environment
from tests.deploy.containers import Containers, free_port
from tests.deploy.servers import run_script
from tests.payloads import sealed_payloads
from tests.week import OWNER, Week
from workflows.connection import connect

PAGE = environment("codec")["DAYWRIGHT_WEB_UI_URL"]


@pytest.fixture
async def containers(
    postgres: PostgresServer, temporal: WorkflowEnvironment, tmp_path: Path
) -> AsyncIterator[Containers]:
    """An empty database and a namespace that does not exist yet."""
    name = f"deploy_{uuid.uuid4().hex}"
    connection = await postgres.connect()
    await connection.execute(f"CREATE DATABASE {name}")
    places = {
        "DATABASE_URL": postgres.database_url(name),
        "TEMPORAL_ADDRESS": temporal.client.service_client.config.target_host,
        "DAYWRIGHT_TEMPORAL_NAMESPACE": name,
        "TEMPORAL_NAMESPACE": name,
    }
    yield Containers(tmp_path, places, {"api": free_port(), "codec": free_port()})
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


def make_namespace(containers: Containers) -> None:
    """What the job of that name does."""
    told = {**environment("temporal-namespace"), **containers.places}
    run_script("temporal/namespace.sh", told, embedded_temporal.binary().parent)


@asynccontextmanager
async def all_up(containers: Containers) -> AsyncIterator[None]:
    """The jobs are done, and every service of ours is healthy; the first of each has begun with nothing."""
    make_namespace(containers)
    # The job is run before every start, and the second time it finds nothing to do.
    for again in (False, True):
        assert await containers.run("migrate", forked=again) == (0, "The database is up to date.\n")
    async with AsyncExitStack() as running:
        services = (("worker", False), ("worker", True), ("api", False), ("codec", False))
        started = [await running.enter_async_context(containers.started(*service)) for service in services]
        await asyncio.gather(*(container.healthy() for container in started))
        yield


async def a_key(containers: Containers) -> str:
    """An API key, made in the API's container as an operator makes it."""
    code, output = await containers.run("api", "daywright", "key", "create", "--user", OWNER, "--json", forked=True)
    assert code == 0, output
    return str(json.loads(output)["key"])


async def history(containers: Containers, workflow_id: str) -> list[Payload]:
    """The payloads of a workflow as Temporal stores them."""
    namespace = containers.places["TEMPORAL_NAMESPACE"]
    plain = await Client.connect(containers.places["TEMPORAL_ADDRESS"], namespace=namespace)
    events = plain.get_workflow_handle(workflow_id).fetch_history_events()
    return [payload async for event in events for payload in sealed_payloads(event)]


async def ended(api: httpx2.AsyncClient, run: dict[str, Any]) -> dict[str, Any]:
    """The run once it has ended."""
    async with asyncio.timeout(120):
        while True:
            view = (await api.get(run["links"]["self"])).json()
            if view["finished_at"] is not None:
                return dict(view)
            await asyncio.sleep(0.2)


async def test_a_run_goes_through_the_whole_stack(containers: Containers) -> None:
    """From an empty database to a plan over HTTP; Temporal holds it encrypted, and the codec endpoint opens it."""
    async with all_up(containers):
        address, namespace = containers.places["TEMPORAL_ADDRESS"], containers.places["TEMPORAL_NAMESPACE"]
        client = await connect(address, namespace, FILLED["DAYWRIGHT_CODEC_KEYS"])
        headers = {"Authorization": f"Bearer {await a_key(containers)}"}
        async with (
            Week.stored(containers.places["DATABASE_URL"], client) as week,
            httpx2.AsyncClient(base_url=containers.url("api"), headers=headers, timeout=120) as api,
        ):
            assert (await api.get("/health/ready")).json()["status"] == "ready"
            accepted = await api.post("/api/v1/runs", json=week.request.model_dump(mode="json"))
            assert accepted.status_code == 202, accepted.text
            view = await ended(api, accepted.json())
        assert view["status"] == "completed"
        assert view["links"]["web_ui"].startswith(f"{PAGE}/namespaces/{namespace}/")
        stored = await history(containers, f"plan:{view['session_id']}:{view['id']}")
        await opens(containers, stored, view["id"])


async def opens(containers: Containers, stored: list[Payload], run_id: str) -> None:
    """The page of the Web UI reads what stands in no stored payload."""
    assert stored
    assert not any(run_id.encode() in payload.data for payload in stored)
    body = {"payloads": [MessageToDict(payload) for payload in stored]}
    async with httpx2.AsyncClient(base_url=containers.url("codec"), headers={"Origin": PAGE}) as codec:
        answer = await codec.post("/decode", json=body)
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, PAGE)
        opened = [Payload(**_bytes(payload)) for payload in answer.json()["payloads"]]
        elsewhere = await codec.post("/decode", json=body, headers={"Origin": "http://evil.example"})
    assert any(run_id.encode() in payload.data for payload in opened)
    assert elsewhere.status_code == 403


def _bytes(payload: dict[str, Any]) -> dict[str, Any]:
    return {
        "metadata": {name: b64decode(value) for name, value in payload["metadata"].items()},
        "data": b64decode(payload.get("data", "")),
    }


@pytest.mark.parametrize("service", ["worker", "api"])
async def test_a_service_without_its_parts_refuses_to_start(tmp_path: Path, service: str) -> None:
    """It says in one sentence what is missing."""
    missing = ["DATABASE_URL", "TEMPORAL_ADDRESS", "DAYWRIGHT_CODEC_KEYS", "DAYWRIGHT_PUBLIC_URL"]
    code, output = await Containers(tmp_path, dict.fromkeys(missing, ""), {}).run(service, forked=True)
    assert code == 1
    assert output == f"daywright: DAYWRIGHT_PRODUCTION is set, but not {', '.join(missing)}: set what is missing\n"


async def test_the_codec_endpoint_without_keys_and_page_refuses_to_start(tmp_path: Path) -> None:
    """It could open nothing, and would answer nobody."""
    missing = ["DAYWRIGHT_CODEC_KEYS", "DAYWRIGHT_WEB_UI_URL"]
    code, output = await Containers(tmp_path, dict.fromkeys(missing, ""), {}).run("codec", forked=True)
    assert code == 1
    assert output == f"daywright: the codec endpoint needs {' and '.join(missing)}: set what is missing\n"


@pytest.mark.parametrize(
    ("address", "said"),
    [("", "DATABASE_URL is not set"), ("postgresql://127.0.0.1:1/x", "DATABASE_URL does not answer")],
)
async def test_migrating_nothing_is_refused(tmp_path: Path, address: str, said: str) -> None:
    """Without an address there is no database to look after; one that does not answer is named by its variable."""
    code, output = await Containers(tmp_path, {"DATABASE_URL": address}, {}).run("migrate", forked=True)
    assert code == 1
    assert said in output
    assert "Traceback" not in output
