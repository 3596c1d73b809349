"""Encryption of every payload that Temporal stores (rule RUN-8)."""

import base64
import binascii
import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from temporalio.api.common.v1 import Payload
from temporalio.converter import PayloadCodec

from domain.errors import InvalidInput

_ENCODING = b"binary/encrypted"
_NONCE_BYTES = 12


class EncryptionCodec(PayloadCodec):
    """AES-GCM with versioned keys: the first encrypts, every one decrypts, so that keys can be rotated."""

    def __init__(self, keys: dict[str, bytes]) -> None:
        self._ciphers = {key_id: AESGCM(key) for key_id, key in keys.items()}
        self._current = next(iter(keys))

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Encrypt each payload whole, metadata included."""
        return [self._encrypted(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Decrypt what was encrypted; anything else passes as it is.

        Raises:
            InvalidInput: the key that a payload names is not among the keys, or does not fit.
        """
        return [self._decrypted(p) if p.metadata.get("encoding") == _ENCODING else p for p in payloads]

    def _encrypted(self, payload: Payload) -> Payload:
        nonce = os.urandom(_NONCE_BYTES)
        key_id = self._current.encode()
        data = nonce + self._ciphers[self._current].encrypt(nonce, payload.SerializeToString(), key_id)
        return Payload(metadata={"encoding": _ENCODING, "encryption-key-id": key_id}, data=data)

    def _decrypted(self, payload: Payload) -> Payload:
        key_id = payload.metadata.get("encryption-key-id", b"")
        cipher = self._ciphers.get(key_id.decode(errors="replace"))
        if cipher is None:
            raise InvalidInput(f"payload key {key_id.decode(errors='replace')!r} is unknown: add it to the codec keys")
        nonce, data = payload.data[:_NONCE_BYTES], payload.data[_NONCE_BYTES:]
        try:
            return Payload.FromString(cipher.decrypt(nonce, data, key_id))
        # Data shorter than a nonce are a ValueError.
        except (InvalidTag, ValueError):
            raise InvalidInput(f"payload does not open with key {key_id.decode()!r}: check the codec keys") from None


def parse_keys(text: str) -> dict[str, bytes]:
    """Keys from ``id:base64,id:base64``; the first is the one that encrypts.

    Raises:
        InvalidInput: an entry is not an id and 32 bytes in base64; the message names the id, never the key.
    """
    keys: dict[str, bytes] = {}
    for position, entry in enumerate(text.split(","), start=1):
        key_id, _, encoded = entry.strip().partition(":")
        key = _decoded(encoded)
        if not key_id or key is None:
            name = repr(key_id) if encoded else f"number {position}"
            wanted = "id:base64 with 32 bytes: make one with `openssl rand -base64 32`"
            raise InvalidInput(f"codec key {name} is not of the form {wanted}")
        if key_id in keys:
            raise InvalidInput(f"codec key {key_id!r} stands twice: give each version its own id")
        keys[key_id] = key
    return keys


def _decoded(encoded: str) -> bytes | None:
    try:
        key = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) == 32 else None
