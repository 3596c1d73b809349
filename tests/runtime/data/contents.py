"""What a database or a folder holds, for comparing."""

from pathlib import Path

from sqlalchemy import text

from runtime.embedded.postgres import PostgresServer
from storage.engine import create_engine
from tests.storage.world import make_world, store_world


async def rows_of(url: str) -> dict[str, list[str]]:
    """Every row of every table, as text."""
    engine = create_engine(url)
    async with engine.connect() as conn:
        names = await conn.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        rows = {
            name: await conn.scalars(text(f'SELECT to_jsonb(t)::text FROM "{name}" t ORDER BY 1')) for name in names
        }
        found = {name: list(texts) for name, texts in rows.items()}
    await engine.dispose()
    return found


async def populate(url: str, owner: str) -> None:
    """Give one person one of everything."""
    engine = create_engine(url)
    async with engine.begin() as conn:
        await store_world(make_world(owner), conn)
    await engine.dispose()


async def rows_in(folder: Path) -> dict[str, list[str]]:
    """Every row of the embedded database of a data folder that nothing runs on."""
    server = PostgresServer(folder / "postgres", print, durable=False)
    await server.start()
    try:
        return await rows_of(server.url)
    finally:
        await server.stop()


def files_in(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder with its bytes, also links and folders; locks and logs change by being looked at."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() and not path.is_symlink() else None
        for path in sorted(folder.rglob("*"))
        if path.suffix not in (".lock", ".log")
    }
