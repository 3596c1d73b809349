import json
import subprocess
import sys

SCRIPT = """
import logging, structlog
from runtime.logging import configure_logging
configure_logging("warning")
log = structlog.get_logger("daywright")
log.info("hidden")
log.warning("tasks moved", item=35, title="高数")
logging.getLogger("library").error("lost %s", "connection")
try:
    raise ValueError("week 19")
except ValueError:
    log.exception("failed")
"""


def test_events_of_ours_and_of_libraries_are_json_lines_on_standard_error() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    moved, lost, failed = map(json.loads, done.stderr.splitlines())
    assert (moved["event"], moved["level"], moved["item"], moved["title"]) == ("tasks moved", "warning", 35, "高数")
    assert (lost["event"], lost["level"]) == ("lost connection", "error")
    assert failed["exception"][0]["exc_value"] == "week 19"
    assert all(entry["timestamp"].endswith("Z") for entry in (moved, lost, failed))
