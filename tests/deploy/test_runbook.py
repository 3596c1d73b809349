"""The runbook says what is there, and what it tells an operator to do works."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from api.metrics import Metrics
from runtime.embedded.postgres import PostgresServer
from storage.migrate import upgrade
from tests.deploy.compose import ROOT, SERVICES, example
from tests.deploy.servers import connected, make_roles, psql_folder, role_url
from workflows import attributes

TEXT = (ROOT / "docs/runbook.md").read_text()
COMMANDS = [
    line.partition("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
]
COMPOSE = [command for command in COMMANDS if command.startswith("docker compose")]
PACKAGES = ("api", "services", "activities", "storage", "runtime")


def test_commands_name_services_that_exist() -> None:
    """Whatever is started, stopped, asked or looked into is a service of the compose file."""
    words = {
        word for command in COMPOSE for word in command.split("<")[0].split() if re.fullmatch(r"[a-z]+(-[a-z]+)?", word)
    }
    verbs = {"docker", "compose", "config", "build", "up", "ps", "exec", "run", "pull", "stop", "logs"}
    inside = {
        "daywright",
        "key",
        "models",
        "test",
        "create",
        "list",
        "revoke",
        "alice",
        "laptop",
        "psql",
        "pg_dump",
        "custom",
        "postgres",
    }
    assert words - verbs - inside <= SERVICES.keys()
    assert {word for word in words if word in SERVICES} >= {"worker", "api", "codec", "postgres", "temporal"}


def test_the_order_of_an_upgrade() -> None:
    """Temporal's tables, its server, our tables, workers, API."""
    section = TEXT.partition("## Upgrade")[2].partition("\n## ")[0]
    marks = ["rm temporal-schema", "no-deps temporal ", "rm migrate", "no-deps worker", "no-deps api"]
    places = [section.index(mark) for mark in marks]
    assert places == sorted(places)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(?:…|\w*)?(daywright_http_\w+)", TEXT))))
def test_figures_exist(name: str) -> None:
    """Each one that an alarm is built on is one that the API shows."""
    families = {family.name for family in Metrics().registry.collect()}
    assert name.removesuffix("_total") in families


def test_log_lines_exist() -> None:
    """Each line that is explained is one that the code logs."""
    table = TEXT.partition("Log lines are JSON")[2].partition("\n## ")[0]
    lines = set(re.findall(r"^\| `([a-zA-Z ]+)`", table, re.MULTILINE))
    code = "".join(path.read_text() for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    assert len(lines) >= 6
    assert {line for line in lines if f'"{line}"' not in code} == set()


def test_variables_and_search_attributes_exist() -> None:
    """Names in the text are names of the compose file and of the code."""
    names = set(re.findall(r"`(DAYWRIGHT_\w+|[A-Z]+_PASSWORD)`", TEXT))
    assert names <= example().keys()
    assert {f"Daywright{name}" for name in re.findall(r"`Daywright(\w+) =", TEXT)} <= {
        key.name for key in attributes.ALL
    }


def inside_postgres(command: str, told: dict[str, str], folder: Path) -> None:
    """Run what a command of the runbook runs in PostgreSQL's container."""
    inner = command.removeprefix("docker compose exec -T postgres ")
    assert inner != command
    done = subprocess.run(
        ["/bin/sh", "-c", inner.replace("deploy/", f"{ROOT}/deploy/")],
        env={**told, "PATH": f"{psql_folder()}:/usr/bin:/bin"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, f"{shlex.quote(inner)}: {done.stderr}"


async def test_a_backup_is_restored(bare_server: PostgresServer, tmp_path: Path) -> None:
    """What was removed is back, with its owner and its rights; Temporal is empty and its own again."""
    told = await make_roles(bare_server)
    await upgrade(role_url(bare_server, "daywright", "daywright"))
    ours = await connected(bare_server, "daywright", "daywright")
    await ours.execute("insert into users (id, created_at) values ('alice', now())")
    [dump, restore, empty] = [c for c in COMMANDS if c.startswith("docker compose exec -T postgres p")]
    inside_postgres(dump, told, tmp_path)
    await ours.execute("drop schema public cascade")
    await ours.close()
    theirs = await connected(bare_server, "temporal", "temporal")
    await theirs.execute("create table executions (id int)")
    await theirs.close()
    for command in (restore, empty):
        inside_postgres(command, told, tmp_path)
    # Everything that the role may do it may do again, migrating included.
    await upgrade(role_url(bare_server, "daywright", "daywright"))
    ours, theirs = [await connected(bare_server, role, role) for role in ("daywright", "temporal")]
    assert await ours.fetchval("select id from users") == "alice"
    assert await theirs.fetchval("select to_regclass('executions')") is None
    for connection in (ours, theirs):
        await connection.execute("create table mine (id int)")
        await connection.close()
    for role, database in (("daywright", "temporal"), ("temporal", "daywright")):
        with pytest.raises(Exception, match="permission denied for database"):
            await connected(bare_server, role, database)
