"""``daywright models`` as a person or a script runs it (rule MODEL-18)."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.models.endpoint import PRESETS
from tests import forking
from tests.model_server.server import ModelServer

DAYWRIGHT = Path(sys.executable).parent / "daywright"
GOOD = {"day": "周三", "sections": 2, "reason": "周三有 4 节空"}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(lambda asked: GOOD) as server:
        yield server


def daywright(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("DAYWRIGHT_")}
    environment = bare | {"COLUMNS": "120"} | {f"DAYWRIGHT_{name}": value for name, value in variables.items()}
    done = forking.run(["models", *arguments], environment)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_with_none_configured_both_commands_say_how_to_set_one() -> None:
    for arguments in ([], ["test"]):
        done = daywright(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "No model endpoint is configured" in done.stdout
        assert "DAYWRIGHT_MODEL_URL" in done.stdout


def test_the_list_has_every_endpoint_and_preset_and_no_key(server: ModelServer) -> None:
    variables = {"MODEL_PRESET": "deepseek", "MODEL_NAME": "deepseek-chat", "MODEL_KEY": "sk-very-secret"}
    shown = daywright(**variables).stdout
    assert all(name in shown for name in ("deepseek-chat", "https://api.deepseek.com", *PRESETS))
    listed = daywright("--json", **variables).stdout
    assert json.loads(listed)["presets"].keys() == PRESETS.keys()
    (row,) = json.loads(listed)["endpoints"]
    assert (row["id"], row["has_key"], "key" in row) == ("default", True, False)
    assert "sk-very-secret" not in shown + listed


def test_an_endpoint_that_works_shows_what_it_did(server: ModelServer) -> None:
    """How JSON was asked for, the time, the tokens, and the answer itself."""
    server.misbehave("schema_unsupported_400")
    done = daywright("test", MODEL_URL=server.url, MODEL_NAME="small")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("default (small)  ok, json_object, ")
    assert "321 + 45 tokens" in done.stdout
    assert "周三有 4 节空" in done.stdout


def test_each_failure_is_a_sentence_and_the_exit_code_says_so(server: ModelServer) -> None:
    """One that fails does not keep the others from being tried."""
    server.misbehave("status_401")
    rows = [{"id": name, "base_url": server.url, "model": "m", "key": "sk-1"} for name in ("first", "second")]
    done = daywright("test", "--json", MODELS=json.dumps(rows))
    assert (done.returncode, done.stderr) == (1, "")
    first, second = json.loads(done.stdout)
    assert (first["ok"], first["reachable"], first["fault"]) == (False, True, "unauthorized")
    assert first["message"] == "model endpoint first (m) does not accept the key: check key."
    assert (second["ok"], second["answer"]) == (True, GOOD)


def test_an_address_where_nothing_listens_is_told_as_unreachable(server: ModelServer) -> None:
    with server.being_down():
        done = daywright("test", MODEL_URL=server.url, MODEL_NAME="small")
    assert done.returncode == 1
    assert "FAILED" in done.stdout
    assert "unreachable: model endpoint default (small) cannot be reached" in done.stdout


def test_a_wrong_setting_is_a_sentence() -> None:
    done = daywright("test", MODEL_PRESET="opnai", MODEL_NAME="m")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("daywright: DAYWRIGHT_MODEL_PRESET is 'opnai'")


def test_listing_loads_no_library_of_models() -> None:
    """Nor does any command that asks the API."""
    program = "import sys, runtime.cli.models, runtime.cli.commands; print({'openai', 'json_repair'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
