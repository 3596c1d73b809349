"""The jobs of the compose file do their work on real servers, and nothing when they are run again (rule PROD-6)."""

import os
import re
import subprocess
import uuid
from pathlib import Path

import asyncpg
import pytest
import yaml
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.api.workflowservice.v1 import DescribeNamespaceRequest
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from runtime.embedded import temporal as embedded_temporal
from runtime.embedded.postgres import PostgresServer
from tests.deploy.compose import ROOT, environment
from tests.deploy.servers import connected, make_roles, run_script
from workflows import attributes

DEPLOY = ROOT / "deploy"


async def test_the_namespace_and_its_search_attributes_are_made_once(temporal: WorkflowEnvironment) -> None:
    """On a real Temporal: kept for 30 days, with exactly the attributes of the code; run again it makes nothing."""
    address, name = temporal.client.service_client.config.target_host, f"jobs-{uuid.uuid4()}"
    told = {**environment("temporal-namespace"), "TEMPORAL_ADDRESS": address, "TEMPORAL_NAMESPACE": name}
    first, second = (run_script("temporal/namespace.sh", told, embedded_temporal.binary().parent) for _ in range(2))
    assert "registered" in first
    assert second == f"the namespace {name} is ready\n"
    client = await Client.connect(address, namespace=name)
    described = await client.workflow_service.describe_namespace(DescribeNamespaceRequest(namespace=name))
    assert described.config.workflow_execution_retention_ttl.ToTimedelta().days == 30
    present = await client.operator_service.list_search_attributes(ListSearchAttributesRequest(namespace=name))
    assert present.custom_attributes.keys() == {key.name for key in attributes.ALL}


def test_the_script_names_the_attributes_of_the_code() -> None:
    """In the same order, all of them keywords."""
    [names] = re.findall(r"^attributes='(.*)'$", (DEPLOY / "temporal/namespace.sh").read_text(), re.MULTILINE)
    assert names.split() == [key.name for key in attributes.ALL]


async def test_each_role_has_its_own_databases(bare_server: PostgresServer) -> None:
    """Daywright and Temporal may each make tables in what is theirs, and may not connect to what is the other's."""
    await make_roles(bare_server)
    owners = {"daywright": "daywright", "temporal": "temporal", "temporal_visibility": "temporal"}
    for database, owner in owners.items():
        for role in ("daywright", "temporal"):
            if role == owner:
                connection = await connected(bare_server, role, database)
                await connection.execute("create table mine (id int)")
                await connection.close()
            else:
                with pytest.raises(asyncpg.InsufficientPrivilegeError, match="CONNECT"):
                    await connected(bare_server, role, database)
    superuser = await connected(bare_server, "postgres", "postgres")
    rights = await superuser.fetch(
        "select rolpassword ~ '^SCRAM-SHA-256' as hashed, rolsuper or rolcreatedb or rolcreaterole as more "
        "from pg_authid where rolname in ('daywright', 'temporal')"
    )
    assert [tuple(row) for row in rights] == [(True, False), (True, False)]
    await superuser.close()


def test_the_tables_of_temporal_are_brought_up_to_date(tmp_path: Path) -> None:
    """Both databases get a version, then every update; a recorder stands in for the tool, which is Temporal's."""
    said = tmp_path / "said"
    tool = tmp_path / "temporal-sql-tool"
    tool.write_text(f'#!/bin/sh\necho "$SQL_USER@$SQL_HOST:$SQL_PORT $SQL_PLUGIN $*" >>{said}\n')
    tool.chmod(0o755)
    run_script("temporal/schema.sh", environment("temporal-schema"), tmp_path)
    schema = "/etc/temporal/schema/postgresql/v12"
    assert said.read_text().splitlines() == [
        f"temporal@postgres:5432 postgres12 --db {database} {command}"
        for database, kind in (("temporal", "temporal"), ("temporal_visibility", "visibility"))
        for command in ("setup-schema -v 0.0", f"update-schema -d {schema}/{kind}/versioned")
    ]


def test_a_failed_update_stops_the_job(tmp_path: Path) -> None:
    """The server is not started on tables that are not its own."""
    tool = tmp_path / "temporal-sql-tool"
    tool.write_text("#!/bin/sh\nexit 1\n")
    tool.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(["/bin/sh", str(DEPLOY / "temporal/schema.sh")], env={"PATH": path}, timeout=120)
    assert done.returncode == 1


def test_the_server_is_tuned_like_the_embedded_one() -> None:
    """Every dynamic setting of the one is a setting of the other."""
    embedded = dict(text.split("=") for text in embedded_temporal.tuning() if "=" in text)
    settings = yaml.safe_load((DEPLOY / "temporal/dynamic-config.yaml").read_text())
    assert {name: str(value[0]["value"]) for name, value in settings.items()} == {
        name: value.strip('"') for name, value in embedded.items()
    }
