"""Payloads inside the messages of Temporal."""

from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message
from temporalio.api.common.v1 import Payload


def sealed_payloads(message: Message) -> Iterator[Payload]:
    """Every encrypted payload inside a message of Temporal."""
    if isinstance(message, Payload):
        if message.metadata.get("encoding") == b"binary/encrypted":
            yield message
        return
    for field, value in message.ListFields():
        for inner in _messages(field, value):
            yield from sealed_payloads(inner)


def _messages(field: Any, value: Any) -> list[Message]:
    if isinstance(value, Message):
        return [value]
    if field.type != field.TYPE_MESSAGE:
        return []
    items = value.values() if hasattr(value, "values") else value
    return [item for item in items if isinstance(item, Message)]
