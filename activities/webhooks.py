"""Messages to receivers outside, signed as Standard Webhooks says (rules DEVICE-8 to DEVICE-10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from standardwebhooks import Webhook

from activities.outbound import Outbound, Sent
from domain.canonical import canonical_json


@dataclass(frozen=True, slots=True)
class Receiver:
    """Whoever gets messages.

    Attributes:
        url: where to; it may hold secrets and is told to nobody.
        secrets: of this receiver alone, ``whsec_`` and base64: one, or both while they are changed.
    """

    url: str = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)


class Webhooks:
    """Posts messages, each attempt with a signature of its own."""

    def __init__(self, outbound: Outbound, now: Callable[[], datetime]) -> None:
        self._outbound, self._now = outbound, now

    async def post(self, receiver: Receiver, key: str, kind: str, data: Mapping[str, Any]) -> None:
        """Post a message once.

        Args:
            key: the same for every attempt at one message; the receiver takes it once.
            kind: type of the message.
            data: JSON values; the same for every attempt too.

        Raises:
            OutboundFault: it was not taken, as far as is known.
        """
        body = canonical_json({"type": kind, "data": dict(data)})
        signed = signatures(receiver.secrets, key, self._now(), body)
        headers = {"content-type": "application/json", **signed}
        await self._outbound.answer(Sent(receiver.url, body.encode(), headers, is_read=False))


def signatures(secrets: Sequence[str], key: str, at: datetime, body: str) -> dict[str, str]:
    """The headers that prove who sent a message, with a signature for each secret that is valid."""
    signed = " ".join(Webhook(secret).sign(key, at.astimezone(UTC), body) for secret in secrets)
    return {"webhook-id": key, "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signed}
