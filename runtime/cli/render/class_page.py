"""A class of tasks on the terminal."""

from collections.abc import Sequence

from rich.console import Console

from api.schemas.classes import ClassView
from runtime.cli.render.lists import facts, listing


def show_class(console: Console, found: ClassView) -> None:
    """Print a class with its tasks in their order."""
    rows = {
        "class": found.id,
        "name": found.name,
        "sections": f"{found.total_slots} together" if found.total_slots else "two a task",
        "strategy": found.strategy,
        "in courses": "" if found.allow_embed else "no",
        "not in sections": _numbers(found.excluded_sections),
        "not on days": _numbers(found.excluded_days_of_week),
        "rather in sections": _numbers(found.preferred_sections),
    }
    console.print(facts(rows))
    console.print()
    console.print(listing(("#", "task", "", "id"), [(f"{i.order}", i.content, i.status, i.id) for i in found.items]))


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
