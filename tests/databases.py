"""Migrated databases for tests, each emptied after its test and given to the next, which costs a tenth of a new one."""

import uuid
from dataclasses import dataclass, field

import asyncpg

from runtime.embedded.postgres import PostgresServer

_MOST_BYTES = 4_000_000
"""Deleted rows are still read past, so a database that has held more than this is not used again."""

_EMPTY = """
DO $$ DECLARE name regclass; BEGIN
  PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend';
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND relname <> 'alembic_version' AND pg_relation_size(oid) > 0
  LOOP EXECUTE format('DELETE FROM %s', name); END LOOP;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
END $$
"""
# Whatever changes a definition or a setting of the database leaves a newer row, or fewer of them, in one of these.
_CATALOGUES = ("namespace", "class", "attribute", "attrdef", "constraint", "trigger", "index", "proc", "type")
_DEFINED = " UNION ALL ".join(
    f"SELECT count(*), coalesce(max(xmin::text::bigint), 0) FROM pg_{name}" for name in _CATALOGUES
)
_SETTINGS = "SELECT count(*), 0 FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase" + (
    " WHERE d.datname = current_database()"
)
_VERSION = "SELECT count(*), max(version_num::bigint) FROM alembic_version"
_BYTES = "SELECT coalesce(sum(pg_relation_size(oid)), 0) FROM pg_class WHERE relnamespace = 'public'::regnamespace"


@dataclass
class Databases:
    """The databases of one server.

    Attributes:
        template: a migrated database that nobody is connected to; its tables are empty.
    """

    server: PostgresServer
    template: str
    _spare: list[str] = field(default_factory=list)
    _defined: dict[str, list[asyncpg.Record]] = field(default_factory=dict)

    async def take(self) -> str:
        """Name of a database that is as the migrations leave it."""
        if self._spare:
            return self._spare.pop()
        name = f"test_{uuid.uuid4().hex}"
        await self._order(f"CREATE DATABASE {name} TEMPLATE {self.template} STRATEGY file_copy")
        connection = await self._connect(name)
        try:
            self._defined[name] = await self._definitions(connection)
        finally:
            await connection.close()
        return name

    async def give_back(self, name: str) -> None:
        """Empty it for the next test, or drop it where the test has changed more than rows."""
        if await self._is_as_before(name):
            self._spare.append(name)
        else:
            await self._order(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def _is_as_before(self, name: str) -> bool:
        try:
            connection = await self._connect(name)
        except asyncpg.PostgresError:
            return False
        try:
            await connection.execute(_EMPTY)
            defined = await self._definitions(connection)
            return defined == self._defined[name] and await connection.fetchval(_BYTES) < _MOST_BYTES
        except asyncpg.PostgresError:
            return False
        finally:
            await connection.close()

    @staticmethod
    async def _definitions(connection: asyncpg.Connection) -> list[asyncpg.Record]:
        return await connection.fetch(f"{_DEFINED} UNION ALL {_SETTINGS} UNION ALL {_VERSION}")

    async def _connect(self, name: str) -> asyncpg.Connection:
        return await asyncpg.connect(self.server.database_url(name).replace("+asyncpg", ""))

    async def _order(self, statement: str) -> None:
        connection = await self.server.connect()
        try:
            await connection.execute(statement)
        finally:
            await connection.close()
