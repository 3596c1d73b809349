"""Figures for operators: how many requests, how they ended, how long they took (rule EDGE-15)."""

import time

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

router = APIRouter(tags=["operation"])

_UNROUTED = "none"


class Metrics:
    """The figures of one process. Labels are routes, never addresses: those are endless and hold ids."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "daywright_http_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "daywright_http_request_seconds", "Seconds until the answer was sent", ["route"], registry=self.registry
        )
        self.open_requests = Gauge(
            "daywright_http_open_requests", "Requests at work, streams of events included", registry=self.registry
        )


class Measured:
    """ASGI middleware that counts and times every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), "none"

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        with self._metrics.open_requests.track_inprogress():
            try:
                await self._app(scope, receive, sending)
            finally:
                self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: str, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", _UNROUTED)
        self._metrics.requests.labels(scope["method"], route, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)


class _Exposition(Response):
    media_type = CONTENT_TYPE_LATEST


@router.get("/metrics", operation_id="show_metrics", response_class=_Exposition)
async def show(request: Request) -> Response:
    """Show the figures in the text format of Prometheus."""
    metrics: Metrics = request.app.state.metrics
    return _Exposition(generate_latest(metrics.registry))
