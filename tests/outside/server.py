"""A server on the loopback that behaves as it is told: it fails, delays, loses answers, and remembers what came.

Run by itself it says its port and serves until its standard input is closed. ``POST /-/faults`` queues faults for the
requests to come, ``GET /-/came`` tells what came; every other path is of whoever is outside. A status may name
the pause that is asked for with it, ``429/1``.
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_SLOW_SECONDS = 5.0
_LATE_SECONDS = 0.5
_HUGE = 1_000_001

came: list[dict[str, Any]] = []
taken: dict[str, int] = {}
faults: list[str] = []
answer: dict[str, Any] = {}
lock = threading.Lock()


class Outside(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/-/came":
            self._say(200, json.dumps({"came": came, "taken": taken}).encode())
        else:
            self._behave(b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        if self.path == "/-/faults":
            told = json.loads(body)
            with lock:
                came.clear()
                taken.clear()
                faults[:] = told["faults"]
                answer.clear()
                answer.update(told["answer"])
            self._say(200, b"{}")
        else:
            self._behave(body)

    def _behave(self, body: bytes) -> None:
        with lock:
            fault = faults.pop(0) if faults else "ok"
            headers = {name.lower(): value for name, value in self.headers.items()}
            came.append({"path": self.path, "headers": headers, "body": body.decode(), "fault": fault})
            if fault in ("ok", "lost", "late", "slow"):
                # What a message asks for is done before anybody is told, and once by its id.
                key = headers.get("webhook-id", "")
                taken[key] = taken.get(key, 0) + 1
        self._misbehave(fault)

    def _misbehave(self, fault: str) -> None:
        whole = json.dumps(answer).encode()
        if fault in ("late", "slow"):
            time.sleep(_LATE_SECONDS if fault == "late" else _SLOW_SECONDS)
            self._say(200, whole)
        elif fault == "lost":
            self.close_connection = True
        elif fault == "cut":
            self._say(200, whole[:1], length=len(whole) + 100)
            self.close_connection = True
        elif fault == "huge":
            self._say(200, b" " * _HUGE)
        elif fault == "packed":
            self._say(200, whole, "content-encoding: gzip")
        elif fault == "garbled":
            self._say(200, b"<html>")
        elif fault.startswith("3"):
            self._say(int(fault), b"", f"location: http://{self.headers['host']}/elsewhere")
        elif fault[0].isdigit():
            status, _, pause = fault.partition("/")
            self._say(int(status), b"secret of the server", f"retry-after: {pause or 7}")
        else:
            self._say(200, whole)

    def _say(self, status: int, body: bytes, header: str = "x-plain: yes", length: int | None = None) -> None:
        self.send_response(status)
        name, _, value = header.partition(": ")
        self.send_header(name, value)
        self.send_header("content-length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing, so that what tests print stays readable."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 50

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say what went wrong, unless whoever asked was killed meanwhile."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


if __name__ == "__main__":
    with _Server(("127.0.0.1", 0), Outside) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)  # noqa: T201 - whoever started it waits for this line
        sys.stdin.read()
