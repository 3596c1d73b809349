import asyncio
import socket
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import pytest
from temporalio import workflow
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from domain.errors import StackFailed
from runtime.embedded import ports, temporal
from runtime.embedded.temporal import TemporalServer, answers, require_temporal
from workflows import attributes


@workflow.defn
class WaitsADay:
    """Timers and search attributes, as every workflow of ours has them."""

    @workflow.run
    async def run(self) -> str:
        workflow.upsert_search_attributes([attributes.STAGE.value_set("waiting")])
        await asyncio.sleep(timedelta(days=1).total_seconds())
        return "waited"


@pytest.fixture
def taken() -> Iterator[tuple[int, int]]:
    """Two ports that somebody listens on."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server((ports.LOOPBACK, 0))) for _ in range(2)]
        yield sockets[0].getsockname()[1], sockets[1].getsockname()[1]


@pytest.fixture
async def server(tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch) -> TemporalServer:
    """A server on ports that are the usual ones for it, not yet started."""
    monkeypatch.setattr(temporal, "_USUAL_PORTS", (ports.free_port(), ports.free_port()))
    return TemporalServer(tmp_path, said.append, durable=False)


async def _has_workflow(address: str) -> bool:
    client = await Client.connect(address)
    return (await client.get_workflow_handle("kept").describe()).workflow_type == "Kept"


async def test_usual_ports_are_used_and_the_web_ui_answers(server: TemporalServer, said: list[str]) -> None:
    await server.start()
    usual = temporal._USUAL_PORTS
    assert (server.address, server.web_ui_url) == (f"127.0.0.1:{usual[0]}", f"http://127.0.0.1:{usual[1]}")
    page = await asyncio.to_thread(urllib.request.urlopen, server.web_ui_url)
    assert page.status == 200
    page.close()
    assert said == []
    await server.stop()


@pytest.mark.parametrize("statement", ["", "CREATE TABLE schema_version (x)", "CREATE TABLE namespaces (x)"])
async def test_a_database_whose_making_was_interrupted_is_made_anew(server: TemporalServer, statement: str) -> None:
    with closing(sqlite3.connect(server.folder / "temporal.db")) as connection:
        connection.execute("PRAGMA journal_mode=wal")
        connection.execute(statement)
    await server.start()
    await server.stop()


async def test_taken_ports_are_replaced_by_free_ones_and_said(
    tmp_path: Path, said: list[str], taken: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporal, "_USUAL_PORTS", taken)
    server = TemporalServer(tmp_path, said.append, durable=False)
    await server.start()
    chosen = (server.address.rpartition(":")[2], server.web_ui_url.rpartition(":")[2])
    assert said == [
        f"Port {port} is taken: {name} listens on {instead} instead."
        for name, port, instead in zip(("Temporal", "the Temporal Web UI"), taken, chosen, strict=True)
    ]
    await server.stop()


async def test_port_lost_between_choice_and_start_is_replaced(
    server: TemporalServer, taken: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = iter([temporal.Ports(*taken), temporal.Ports(ports.free_port(), ports.free_port())])
    monkeypatch.setattr(temporal, "_choose_ports", lambda report: next(choices))
    await server.start()
    assert server.address != f"127.0.0.1:{taken[0]}"
    await server.stop()


async def test_another_server_on_the_port_is_not_taken_for_ours(
    tmp_path: Path, server: TemporalServer, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start()
    stolen = temporal.Ports(int(server.address.rpartition(":")[2]), ports.free_port())
    choices = iter([stolen, temporal.Ports(ports.free_port(), ports.free_port())])
    monkeypatch.setattr(temporal, "_choose_ports", lambda report: next(choices))
    other = TemporalServer(tmp_path / "other", said.append, durable=False)
    await other.start()
    assert other.address != server.address
    await other.stop()
    await server.stop()


async def test_search_attributes_are_there_for_the_first_workflow(server: TemporalServer) -> None:
    await server.start()
    client = await Client.connect(server.address)
    async with Worker(client, task_queue="queue", workflows=[WaitsADay]):
        handle = await client.start_workflow(WaitsADay.run, id="first", task_queue="queue")
        async with asyncio.timeout(120):
            while not (await handle.describe()).typed_search_attributes:
                await asyncio.sleep(0.05)
        await handle.cancel()
    await server.stop()


async def test_history_is_kept_and_a_second_server_object_joins(
    tmp_path: Path, server: TemporalServer, said: list[str]
) -> None:
    await server.start()
    client = await Client.connect(server.address)
    await client.start_workflow("Kept", id="kept", task_queue="nobody")
    guest = TemporalServer(tmp_path, said.append)
    await guest.start()
    assert (guest.pid, guest.address, guest.web_ui_url) == (None, server.address, server.web_ui_url)
    await server.stop()
    await guest.wait()
    await guest.start()
    assert guest.pid is not None
    assert guest.address == server.address
    assert await _has_workflow(guest.address)
    await guest.stop()


async def test_replacement_without_our_search_attributes_gets_them(
    server: TemporalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as bare:
        bare.setattr(attributes, "ALL", (attributes.USER,))
        await server.start()
    await require_temporal(server.address, "default")
    service = (await Client.connect(server.address)).operator_service
    present = await service.list_search_attributes(ListSearchAttributesRequest(namespace="default"))
    assert {key.name for key in attributes.ALL} == present.custom_attributes.keys()
    await server.stop()


async def test_replacement_that_does_not_answer_is_named() -> None:
    address = f"127.0.0.1:{ports.free_port()}"
    assert not await answers(address, "default")
    with pytest.raises(StackFailed, match=f"TEMPORAL_ADDRESS={address} does not answer .*: start it, or unset"):
        await require_temporal(address, "default")


async def test_replacement_without_the_namespace_is_named(temporal: WorkflowEnvironment) -> None:
    with pytest.raises(StackFailed, match="'elsewhere'"):
        await require_temporal(temporal.client.service_client.config.target_host, "elsewhere")


async def test_session_server_skips_the_time_of_a_workflow(temporal: WorkflowEnvironment) -> None:
    async with Worker(temporal.client, task_queue="skips", workflows=[WaitsADay]):
        handle = await temporal.client.start_workflow(WaitsADay.run, id="skips", task_queue="skips")
        await temporal.fast_forward(handle, timedelta(days=1))
        assert await handle.result() == "waited"
