"""Payloads at rest in Temporal are encrypted once keys are set, and keys can be rotated."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from temporalio.api.common.v1 import Payload
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.errors import InvalidInput
from runtime.clock import now
from services.start_run import workflow_id
from storage.engine import create_engine
from tests.week import Week, refine_request
from worker.build import working
from workflows.codec import EncryptionCodec, parse_keys
from workflows.connection import connect

OLD, NEW = (base64.b64encode(bytes([byte]) * 32).decode() for byte in (1, 2))


def codec(keys: str) -> EncryptionCodec:
    return EncryptionCodec(parse_keys(keys))


@settings(deadline=None)
@given(data=st.binary(max_size=2000), name=st.text(max_size=20))
async def test_what_is_encrypted_opens_again(data: bytes, name: str) -> None:
    """Data and metadata come back to the byte, and neither stands in the ciphertext."""
    payload = Payload(metadata={"encoding": b"json/plain", "name": name.encode()}, data=data)
    [sealed] = await codec(f"k1:{OLD}").encode([payload])
    assert sealed.metadata["encoding"] == b"binary/encrypted"
    assert len(data) < 8 or data not in sealed.data
    assert await codec(f"k1:{OLD}").decode([sealed]) == [payload]


async def test_an_old_key_still_opens_after_rotation() -> None:
    """The first key encrypts; the ones behind it only open what they sealed."""
    payload = Payload(metadata={"encoding": b"json/plain"}, data=b"1")
    [sealed] = await codec(f"k1:{OLD}").encode([payload])
    rotated = codec(f"k2:{NEW},k1:{OLD}")
    assert await rotated.decode([sealed]) == [payload]
    [resealed] = await rotated.encode([payload])
    assert resealed.metadata["encryption-key-id"] == b"k2"


async def test_plain_payloads_pass() -> None:
    """What was written before keys were set stays readable."""
    payload = Payload(metadata={"encoding": b"json/plain"}, data=b"1")
    assert await codec(f"k1:{OLD}").decode([payload]) == [payload]


async def test_an_unknown_or_wrong_key_is_named_and_never_shown() -> None:
    """The message names the id that is missing or does not fit, and no key."""
    [sealed] = await codec(f"k1:{OLD}").encode([Payload(data=b"1")])
    with pytest.raises(InvalidInput, match="'k1' is unknown"):
        await codec(f"k2:{NEW}").decode([sealed])
    with pytest.raises(InvalidInput, match="'k1'") as refusal:
        await codec(f"k1:{NEW}").decode([sealed])
    assert NEW not in str(refusal.value)


@pytest.mark.parametrize(
    "keys", ["", "k1", "k1:", f":{OLD}", "k1:c2hvcnQ=", "k1:***", f"k1:{OLD},k1:{NEW}", f"k1:{OLD},"]
)
def test_keys_of_another_form_are_refused_without_showing_them(keys: str) -> None:
    """An id and 32 bytes in base64 each, no id twice."""
    with pytest.raises(InvalidInput) as refusal:
        parse_keys(keys)
    assert OLD not in str(refusal.value)


async def test_a_run_leaves_no_readable_payload(database: str, temporal: WorkflowEnvironment) -> None:
    """With keys a whole refine run works, and every payload of its history is sealed."""
    address = temporal.client.service_client.config.target_host
    client: Client = await connect(address, temporal.client.namespace, f"k1:{OLD}")
    engine = create_engine(database)
    async with working(client, Ledger(engine, now)), Week.stored(database, client) as week:
        session = await week.planned_session()
        run = await week.finished(await week.start(session, refine_request("把第5周周五的任务都挪到周六")))
    await engine.dispose()
    assert run.status == "completed"
    plain = temporal.client.get_workflow_handle(workflow_id(run))
    events = [event async for event in plain.fetch_history_events()]
    inputs = [e.activity_task_scheduled_event_attributes for e in events]
    sealed = [p.metadata["encoding"] for attributes in inputs for p in attributes.input.payloads]
    assert sealed
    assert set(sealed) == {b"binary/encrypted"}
    assert session not in str([attributes.input for attributes in inputs])
