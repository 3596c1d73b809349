"""The codec endpoint: lets the Temporal Web UI show what Temporal stores encrypted (rules PROD-2 and PROD-3).

It speaks Temporal's remote codec protocol: payloads come in as protobuf JSON and go out as protobuf JSON, decoded or
encoded. It is an application of its own, for a process of its own that operators reach and nobody else.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import cast

import structlog
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from google.protobuf.json_format import MessageToDict, Parse, ParseError
from starlette.types import ASGIApp
from temporalio.api.common.v1 import Payload, Payloads

from api.codec_gate import CodecGate
from api.errors import install_error_handlers
from domain.errors import InvalidInput, UnsupportedMediaType, UploadTooLarge
from workflows.codec import EncryptionCodec

MAX_BODY_BYTES = 8 * 1024 * 1024
"""A message of Temporal has at most 4 MiB, which base64 makes a third longer."""

_FORM = 'send {"payloads": [{"metadata": {name: base64}, "data": base64}]}'
_log = structlog.get_logger(__name__)

Work = Callable[[Sequence[Payload]], Awaitable[list[Payload]]]


@dataclass(frozen=True, slots=True)
class CodecOptions:
    """Who is answered.

    Attributes:
        origin: scheme and authority of the Web UI, the only page whose scripts may ask.
        hosts: names in a Host header that are answered.
    """

    origin: str
    hosts: frozenset[str]


def build_codec_app(codec: EncryptionCodec, options: CodecOptions) -> ASGIApp:
    """The whole endpoint: ``POST /encode``, ``POST /decode`` and ``GET /health/ready``, behind its gate."""
    app = FastAPI(title="Daywright codec endpoint", docs_url=None, redoc_url=None)
    app.state.codec = codec
    app.add_api_route("/encode", encode, methods=["POST"], response_model=None)
    app.add_api_route("/decode", decode, methods=["POST"], response_model=None)
    app.add_api_route("/health/ready", ready, methods=["GET"], response_model=None)
    install_error_handlers(app)
    return CodecGate(app, options.origin, options.hosts)


async def encode(request: Request) -> Response:
    """Encrypt payloads with the first key."""
    return await _answer(request, cast(EncryptionCodec, request.app.state.codec).encode)


async def decode(request: Request) -> Response:
    """Decrypt payloads; what is not encrypted passes as it is."""
    return await _answer(request, cast(EncryptionCodec, request.app.state.codec).decode)


async def ready() -> Response:
    """Say that the process answers: it depends on nothing else."""
    return JSONResponse({"status": "ready"})


async def _answer(request: Request, work: Work) -> Response:
    payloads = _payloads(await _body(request))
    try:
        done = await work(payloads.payloads)
    except InvalidInput as refusal:
        _log.warning("payloads refused", request=request.scope["request_id"], reason=refusal.message)
        raise
    return JSONResponse(MessageToDict(Payloads(payloads=done)))


async def _body(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise UnsupportedMediaType(f"the body is of type {kind[:80]!r}: send application/json")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise UploadTooLarge(f"the body has more than {MAX_BODY_BYTES:,} bytes: send fewer payloads at a time")
    return bytes(body)


def _payloads(body: bytes) -> Payloads:
    try:
        return Parse(body.decode(), Payloads(), ignore_unknown_fields=True)
    # The parser has errors of its own, and of Python for text that is no Unicode.
    except (ParseError, ValueError):
        raise InvalidInput(f"the body of {len(body):,} bytes is no list of payloads: {_FORM}") from None
