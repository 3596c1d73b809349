"""Memories, inputs, profiles and names as tables hold them (rules MEMORY-1 to MEMORY-3)."""

from dataclasses import replace
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.person.facts import Fact
from domain.context.person.snapshot import FactValue
from domain.errors import NotFound, VersionMismatch
from storage.inputs import insert_input, list_inputs, load_input
from storage.memories import (
    Memory,
    check_version,
    delete_memory,
    insert_memory,
    list_memories,
    load_memory,
    update_memory,
    weightiest_memories,
)
from storage.profiles import ensure_profile, load_profile, save_profile
from tests.storage.world import World, new_id

ODD = [
    "\x00",
    "\ud83d",
    "\ude00 alone",
    "a\udfff\x00b",
    "\\u0000",
    '{"$json": "x"}',
    " ",
    "'; DROP TABLE memories; --",
    "𠮷野家",
]


def _odd_texts() -> list[str]:
    """Texts of signs that something takes amiss, alone and in each other's company."""
    signs, random = ["\x00", "\ud800", "\udbff", "a", "课", "\\", '"', "\n", "😀", "\u2028", "\x1b"], Random(9)
    drawn = ["".join(random.choices(signs, k=random.randrange(1, 7))) for _ in range(40)]
    return ODD + drawn


async def test_any_text_comes_back_as_it_was(world: World, conn: AsyncConnection) -> None:
    """Of a memory, of what it was corrected from, of an input and of a profile."""
    for text in _odd_texts():
        memory = replace(world.memory, id=new_id(), text=text, corrected_at=world.at, corrected_from=text)
        typed = replace(world.typed, id=new_id(), text=text)
        profile = replace(world.profile, preferences={"likes": Fact(world.at, text), "also": Fact(world.at, (text,))})
        await insert_memory(world.owner, conn, memory)
        await insert_input(world.owner, conn, typed)
        await save_profile(world.owner, conn, profile)
        assert await load_memory(world.owner, conn, memory.id) == memory
        assert await load_input(world.owner, conn, typed.id) == typed
        assert await load_profile(world.owner, conn) == profile


async def test_values_of_every_form_come_back(world: World, conn: AsyncConnection) -> None:
    """Also what was taken back, and numbers with their kind."""
    values: dict[str, FactValue | None] = {
        "a": "x",
        "b": True,
        "c": 0,
        "d": 1.0,
        "e": -1e15,
        "f": 2**50,
        "g": ("x", "y"),
        "h": (),
        "i": None,
        "j": 0.1,
    }
    facts = {key: Fact(world.at, value) for key, value in values.items()}
    await save_profile(world.owner, conn, replace(world.profile, profile=facts))
    found = await load_profile(world.owner, conn)
    assert found is not None
    assert found.profile == facts
    assert {key: type(fact.value) for key, fact in found.profile.items()} == {k: type(v) for k, v in values.items()}


async def test_a_profile_is_made_once(world: World, conn: AsyncConnection) -> None:
    """Again it changes nothing; nobody has one for whom nothing was made."""
    await ensure_profile(world.owner, conn, world.at)
    assert await load_profile(world.owner, conn) == world.profile
    assert await load_profile("nobody", conn) is None
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await ensure_profile("nobody", conn, world.at)


async def test_memories_are_listed_newest_first_by_kind(world: World, conn: AsyncConnection) -> None:
    """From below an id, and no more than asked for."""
    made = [replace(world.memory, id=new_id(), kind="todo", text=str(number)) for number in range(3)]
    for memory in made:
        await insert_memory(world.owner, conn, memory)
    assert await list_memories(world.owner, conn, limit=9) == [*made[::-1], world.memory]
    assert await list_memories(world.owner, conn, limit=9, kind="todo") == made[::-1]
    assert await list_memories(world.owner, conn, limit=1, before=made[2].id, kind="todo") == [made[1]]
    assert (await list_inputs(world.owner, conn, limit=9)) == [world.typed]


async def test_the_weightiest_come_first(world: World, conn: AsyncConnection) -> None:
    """Of equal ones the newest; what is done is left out."""
    weights = [(0.2, "active"), (0.9, "active"), (1.0, "done"), (0.9, "active")]
    made = [
        Memory(str(n), "commitment", world.at, weight, id=new_id(), status=status)  # type: ignore[arg-type]
        for n, (weight, status) in enumerate(weights)
    ]
    for memory in made:
        await insert_memory(world.owner, conn, memory)
    found = await weightiest_memories(world.owner, conn, limit=9, kinds=["commitment"])
    assert [memory.text for memory in found] == ["3", "1", "0"]
    assert len(await weightiest_memories(world.owner, conn, limit=2, kinds=["commitment"])) == 2


async def test_a_memory_needs_an_owner_and_a_session_that_exist(world: World, conn: AsyncConnection) -> None:
    """The message quotes what does not."""
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await insert_memory("nobody", conn, Memory("x", "note", world.at, id=new_id()))
    with pytest.raises(NotFound, match=f"session '{world.run.id}' does not exist"):
        await insert_memory(world.owner, conn, replace(world.memory, id=new_id(), session_id=world.run.id))


async def test_a_memory_goes_only_in_the_version_that_was_seen(world: World, conn: AsyncConnection) -> None:
    """Another is refused and named."""
    changed = replace(world.memory, text="other", version=2)
    await update_memory(world.owner, conn, changed)
    with pytest.raises(VersionMismatch, match="has version 2, not 1") as refusal:
        await delete_memory(world.owner, conn, world.memory.id, 1)
    assert refusal.value.facts == {"version": 2}
    check_version(changed, None)
    await delete_memory(world.owner, conn, world.memory.id, 2)
    with pytest.raises(NotFound, match=f"memory '{world.memory.id}' does not exist"):
        await delete_memory(world.owner, conn, world.memory.id)
