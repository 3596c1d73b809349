"""Messages are signed as Standard Webhooks says (rules DEVICE-8 to DEVICE-10)."""

import base64
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook, WebhookVerificationError

from activities.outbound import Outbound
from activities.outbound_faults import OutboundFault
from activities.webhooks import Receiver, Webhooks, signatures
from runtime.clock import now
from tests.outside.process import OutsideServer, outside_server

# The values that the libraries of the standard are tried with.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
KEY = "msg_p5jXN8AQM9LWM0D4loKWxJek"
BODY = '{"test": 2432232314}'
AT = datetime(2021, 2, 25, 15, 2, 10, tzinfo=UTC)
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

NEWER = "whsec_" + base64.b64encode(b"n" * 32).decode()


@pytest.fixture(scope="module")
def outside() -> Iterator[OutsideServer]:
    with outside_server() as server:
        yield server


def test_the_public_example_is_signed_as_it_says() -> None:
    """Whatever the zone of the clock, and with the newer secret in front while one is changed."""
    told = {"webhook-id": KEY, "webhook-timestamp": "1614265330", "webhook-signature": SIGNATURE}
    assert signatures((SECRET,), KEY, AT, BODY) == told
    assert signatures((SECRET,), KEY, AT.astimezone(timezone(timedelta(hours=8))), BODY) == told
    both = signatures((NEWER, SECRET), KEY, AT, BODY)["webhook-signature"].split(" ")
    assert (len(both), both[1]) == (2, SIGNATURE)


@given(st.binary(min_size=24, max_size=64), st.binary(min_size=24, max_size=64), st.text(max_size=50))
def test_each_of_two_secrets_opens_what_both_signed(one: bytes, other: bytes, body: str) -> None:
    """And neither opens another body."""
    secrets = tuple("whsec_" + base64.b64encode(key).decode() for key in (one, other))
    headers = signatures(secrets, KEY, now(), body)
    for secret in secrets:
        Webhook(secret).verify(body, headers, json_parse=False)
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(body + ".", headers, json_parse=False)


async def test_attempts_at_one_message_differ_in_nothing_but_the_time(outside: OutsideServer) -> None:
    """So that a receiver which took the first of them knows the second by its id, and finds it signed anew."""
    outside.behave("503", "lost")
    outbound = Outbound(frozenset({"127.0.0.1"}))
    moments = iter([now(), now() + timedelta(seconds=1), now() + timedelta(seconds=2)])
    webhooks, receiver = Webhooks(outbound, lambda: next(moments)), Receiver(f"{outside.url}/hook", (NEWER, SECRET))
    for passing in (True, True):
        with pytest.raises(OutboundFault) as fault:
            await webhooks.post(receiver, "prep-1", "preparation.command", {"b": 1, "a": "空调"})
        assert fault.value.passing is passing
    await webhooks.post(receiver, "prep-1", "preparation.command", {"a": "空调", "b": 1})
    await outbound.close()
    came = outside.came
    assert {(one["path"], one["body"], one["headers"]["webhook-id"]) for one in came} == {
        ("/hook", '{"data":{"a":"空调","b":1},"type":"preparation.command"}', "prep-1")
    }
    assert len({one["headers"]["webhook-timestamp"] for one in came}) == 3
    for one in came:
        assert one["headers"]["content-type"] == "application/json"
        for secret in (SECRET, NEWER):
            Webhook(secret).verify(one["body"], one["headers"])
    assert outside.taken == {"prep-1": 2}


async def test_a_message_is_taken_whatever_else_is_answered(outside: OutsideServer) -> None:
    """The status alone counts: what comes behind it may be long, packed, cut or none of our forms."""
    outbound = Outbound(frozenset({"127.0.0.1"}))
    webhooks = Webhooks(outbound, now)
    for answered in ("huge", "packed", "cut", "garbled"):
        outside.behave(answered)
        await webhooks.post(Receiver(outside.url, (SECRET,)), "prep-1", "preparation.command", {})
        assert [one["fault"] for one in outside.came] == [answered]
    await outbound.close()
