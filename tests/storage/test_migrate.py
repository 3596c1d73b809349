"""Migrations (rules DATA-13 and DATA-14)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import Conflict
from storage.engine import create_engine
from storage.migrate import upgrade
from storage.tables import metadata

CATALOG = {
    "columns": """
        SELECT table_name, column_name, data_type, udt_name, is_nullable, column_default, generation_expression
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2""",
    "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
}

CLASS = """
    INSERT INTO task_classes (user_id, id, name, strategy, allow_embed,
        excluded_sections, excluded_days_of_week, preferred_sections)
    VALUES ('somebody', :id, '复习', 'steady', true, '{}', '{}', '{}')"""
"""How the first version writes a class."""


@pytest.fixture
async def empty(database: str) -> AsyncIterator[AsyncEngine]:
    """The engine of a database without tables."""
    engine = create_engine(database)
    await _make_empty(engine)
    yield engine
    await engine.dispose()


async def _make_empty(engine: AsyncEngine) -> None:
    async with engine.begin() as conn:
        await conn.execute(text("DROP SCHEMA public CASCADE"))
        await conn.execute(text("CREATE SCHEMA public"))


async def _catalog(engine: AsyncEngine) -> dict[str, list[tuple[object, ...]]]:
    async with engine.connect() as conn:
        rows = {name: (await conn.execute(text(query))).all() for name, query in CATALOG.items()}
    return {name: [tuple(row) for row in found if "alembic_version" not in str(row)] for name, found in rows.items()}


async def test_a_migrated_database_equals_the_tables_in_the_code(database: str, empty: AsyncEngine) -> None:
    """Column by column, constraint by constraint, index by index."""
    await upgrade(database)
    migrated = await _catalog(empty)
    await _make_empty(empty)
    async with empty.begin() as conn:
        await conn.run_sync(metadata.create_all)
    assert migrated == await _catalog(empty)


async def test_alembic_finds_nothing_left_to_migrate(engine: AsyncEngine) -> None:
    """What the code declares and the migrations make does not differ for the tool that writes migrations either."""

    def difference(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with engine.connect() as conn:
        assert await conn.run_sync(difference) == []


async def test_again_changes_nothing_and_keeps_what_is_stored(database: str, engine: AsyncEngine) -> None:
    """A second start of the program finds everything done."""
    async with engine.begin() as conn:
        await conn.execute(text("INSERT INTO users (id) VALUES ('somebody')"))
    before = await _catalog(engine)
    await upgrade(database)
    assert await _catalog(engine) == before
    async with engine.connect() as conn:
        assert await conn.scalar(text("SELECT id FROM users")) == "somebody"


async def test_a_filled_database_of_the_first_version_is_brought_to_the_newest(
    database: str, empty: AsyncEngine
) -> None:
    """What was stored gets what is new; the version before, which is still running, can go on writing."""
    async with empty.begin() as conn:
        await conn.run_sync(_upgrade_to, "0001")
        await conn.execute(text("INSERT INTO users (id) VALUES ('somebody')"))
        await conn.execute(text(CLASS), {"id": "01K00000000000000000000001"})
    await upgrade(database)
    async with empty.begin() as conn:
        await conn.execute(text(CLASS), {"id": "01K00000000000000000000002"})
        assert list(await conn.scalars(text("SELECT version FROM task_classes"))) == [1, 1]


REMEMBERED = """
    INSERT INTO users (id) VALUES ('somebody');
    INSERT INTO sessions (user_id, id, title, created_at, active_at)
    VALUES ('somebody', '01K00000000000000000000001', '', now(), now());
    INSERT INTO memories (user_id, id, kind, said, importance, origin, session_id, learned_at, corrected_at,
        corrected_from)
    VALUES
        ('somebody', '01K0000000000000000000000A', 'note', '{"text": "我讨厌豆浆"}', 0.5, 'chat',
        '01K00000000000000000000001', now(), NULL, NULL),
        ('somebody', '01K0000000000000000000000B', 'note', '{"text": "我喜欢红茶"}', 0.5, 'chat',
        '01K00000000000000000000001', now(), now(), '{"text": "我喜欢绿茶"}');
    INSERT INTO recall_items (user_id, source, ref, session_id, target_type, text, mention_at, importance, status,
        terms)
    SELECT 'somebody', 'chat', '01K00000000000000000000001:' || seq, '01K00000000000000000000001', 'note', said, now(),
        0.5, 'open', ''
    FROM (VALUES (1, '记住我讨厌豆浆'), (2, '记住我喜欢绿茶'), (3, '今天好累')) AS told (seq, said)"""
"""Two memories of the tenth version, of which one was corrected, and what was said in their session."""


async def test_what_was_remembered_before_knows_the_messages_that_told_it(database: str, empty: AsyncEngine) -> None:
    """What was corrected before is out of recall, what is remembered will go with its message, and the rest stays."""
    async with empty.begin() as conn:
        await conn.run_sync(_upgrade_to, "0010")
        for statement in REMEMBERED.split(";"):
            await conn.exec_driver_sql(statement)
    await upgrade(database)
    async with empty.connect() as conn:
        told = await conn.execute(text("SELECT seq, memory_id FROM learned_messages ORDER BY seq"))
        kept = await conn.execute(text("SELECT text FROM recall_items ORDER BY ref"))
        assert [tuple(row) for row in told] == [(1, "01K0000000000000000000000A"), (2, None)]
        assert list(kept.scalars()) == ["记住我讨厌豆浆", "今天好累"]


def _upgrade_to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def test_programs_that_start_together_share_one_migration(database: str, empty: AsyncEngine) -> None:
    """Four at a time on an empty database: none fails, the tables are there once, no lock is left."""
    await asyncio.gather(*(upgrade(database) for _ in range(4)))
    async with empty.connect() as conn:
        assert await conn.scalar(text("SELECT count(*) FROM alembic_version")) == 1
        assert await conn.scalar(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")) == 0


async def test_works_from_any_folder(
    database: str, empty: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The migrations are found in the package, not below the folder the program was started in."""
    monkeypatch.chdir(tmp_path)
    await upgrade(database)
    assert await _catalog(empty)


async def test_refuses_a_database_of_a_newer_version(database: str, engine: AsyncEngine) -> None:
    """An older program must not write into tables it does not know."""
    async with engine.begin() as conn:
        await conn.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Conflict, match="newer version of Daywright"):
        await upgrade(database)


async def test_gives_up_behind_another_migration_that_does_not_end(
    database: str, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that waits for a stuck one ends with a sentence."""
    monkeypatch.setattr("storage.migrate._WAIT_SECONDS", 0.05)
    async with engine.connect() as conn:
        await conn.execute(text("SELECT pg_advisory_lock(0x64617977726967)"))
        with pytest.raises(Conflict, match="another process has been migrating"):
            await upgrade(database)
