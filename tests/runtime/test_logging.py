import json
import subprocess
import sys

SCRIPT = """
import logging, structlog
from domain.models.secrets import Secrets
from runtime.logging import configure_logging
configure_logging("warning", Secrets(["sk-secret"]))
log = structlog.get_logger("daywright")
log.info("hidden")
log.warning("tasks moved", item=35, title="高数")
logging.getLogger("library").error("lost %s", "connection")
logging.getLogger("library").error("refused: %s", "Bearer sk-secret")
log.error("model", answer="my key is sk-secret")
try:
    raise ValueError("week 19, sk-secret")
except ValueError:
    log.exception("failed")
"""


def test_events_of_ours_and_of_libraries_are_json_lines_on_standard_error() -> None:
    """Without the keys of models, wherever they stand (MODEL-19)."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    moved, lost, refused, model, failed = map(json.loads, done.stderr.splitlines())
    assert (moved["event"], moved["level"], moved["item"], moved["title"]) == ("tasks moved", "warning", 35, "高数")
    assert (lost["event"], lost["level"]) == ("lost connection", "error")
    assert (refused["event"], model["answer"]) == ("refused: Bearer [key]", "my key is [key]")
    assert failed["exception"][0]["exc_value"] == "week 19, [key]"
    assert all(entry["timestamp"].endswith("Z") for entry in (moved, lost, failed))


REQUEST = """
import asyncio
from runtime.logging import configure_logging
configure_logging("debug")
from activities.outbound import Outbound, Sent
from tests.outside.process import outside_server
async def ask():
    with outside_server() as server:
        server.behave()
        outbound = Outbound(frozenset({"127.0.0.1"}))
        await outbound.answer(Sent(server.url.replace("//", "//me:sesame@") + "/sesame?key=sesame", b"sesame"))
        await outbound.close()
asyncio.run(ask())
"""


def test_addresses_of_the_outside_are_not_logged() -> None:
    """Not even where everything is (DEVICE-5)."""
    done = subprocess.run([sys.executable, "-c", REQUEST], capture_output=True, text=True, check=True)
    assert "sesame" not in done.stderr
