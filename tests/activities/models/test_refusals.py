"""What a refusal means and how long it asks to wait (rules MODEL-13 to MODEL-16)."""

import json

import pytest

from activities.models.refusals import Refusal, error_in, refusal, retry_after

_NOON = "Mon, 30 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "20"}, 20),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9),
        ({"retry-after": "Mon, 30 Nov 2026 12:01:30 GMT", "date": _NOON}, 90),
        ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT", "date": _NOON}, 0),
        ({"retry-after": "Mon, 01 Jan 2001 00:00:00 GMT"}, 0),
        ({"retry-after": "Mon, 99 Nov 2026 12:01:30 GMT", "date": _NOON}, None),
    ],
)
def test_waiting_is_read_however_it_is_said(headers: dict[str, str], seconds: float | None) -> None:
    """In milliseconds, seconds, or as a date by the server's own clock; anything else is nothing."""
    assert retry_after(headers) == seconds


# Errors as providers word them.
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (
            429,
            {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}},
            "quota_exhausted",
        ),
        (429, {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded"}}, "rate_limited"),
        (429, {"error": {"code": "Throttling.AllocationQuota", "message": "quota"}}, "rate_limited"),
        (400, {"code": "Arrearage", "message": "Access denied, account is in good standing"}, "quota_exhausted"),
        (400, {"error": {"code": "DataInspectionFailed", "message": "inappropriate content"}}, "content_filtered"),
        (400, {"error": {"message": "the request exceeds the available context size"}}, "context_too_long"),
        (500, {"error": {"message": "the request exceeds the available context size"}}, "context_too_long"),
        (
            400,
            {"object": "error", "message": "maximum context length is 4096 tokens", "code": 40303},
            "context_too_long",
        ),
        (400, {"error": {"message": "Unsupported value: 'temperature' does not support 0"}}, "unsupported"),
        (422, {"detail": [{"loc": ["body", "stream_options"], "msg": "extra fields"}]}, "unsupported"),
        (500, {"error": {"message": "Failed to parse grammar"}}, "unsupported"),
        (500, {"error": {"message": "temperature sensor on fire"}}, "server_error"),
        (404, {"error": "model 'downstream' not found"}, "not_found"),
        (400, {"error": "model is not on this downstream"}, "rejected"),
        (503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}, "loading"),
        (401, {"error": {"message": "json_schema, context length, overloaded"}}, "unauthorized"),
        (402, {"error": {"message": "Insufficient Balance"}}, "payment_required"),
        (403, {"error": {"message": "country not supported"}}, "forbidden"),
        (451, None, "rejected"),
        (599, None, "server_error"),
        (304, None, "redirected"),
    ],
)
def test_a_refusal_is_known_by_its_words_and_its_status(status: int, body: object, kind: str) -> None:
    assert refusal(status, json.dumps(body), {}).fault().kind == kind


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"error": {"message": "x", "code": 401}}, 401, "unauthorized"),
        ({"error": {"message": "x", "code": "429"}}, 429, "rate_limited"),
        ({"error": {"message": "busy", "type": "overloaded_error"}}, 0, "overloaded"),
        ({"error": "Loading model"}, 0, "loading"),
        ({"error": {"message": "odd"}}, 0, "server_error"),
        ({"message": "response_format is not supported"}, 0, "unsupported"),
    ],
)
def test_an_error_that_calls_itself_a_success_is_judged_by_what_it_says(body: object, status: int, kind: str) -> None:
    """Its own status counts, and without one it is an error of the server, which passes."""
    found = error_in(body)
    assert found is not None
    assert (found.status, found.fault().kind) == (status, kind)


@pytest.mark.parametrize("body", [None, [], "x", {}, {"error": None}, {"choices": []}, {"error": {}}])
def test_a_body_without_an_error_tells_of_none(body: object) -> None:
    assert error_in(body) is None


@pytest.mark.parametrize("body", ["", "<html>", "[" * 100_000, '{"error": ' + '{"a":' * 5000, '{"error": 5}'])
def test_any_body_is_judged(body: str) -> None:
    """By its status, where it says nothing."""
    assert refusal(502, body, {}).fault().kind == "server_error"


def test_only_what_can_be_done_without_is_a_feature() -> None:
    assert Refusal(400, "response_format").feature() == "response_format"
    assert Refusal(400, "unknown field stream_options").feature() == "stream_options"
    assert Refusal(400, "temperature").feature() is None
    assert Refusal(429, "response_format").feature() is None
