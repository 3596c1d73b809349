"""Commands whose modules load when they are called: none pays for the libraries of another (rule CLI-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


@dataclass(frozen=True, slots=True)
class Late:
    """Where a command is found.

    Attributes:
        place: module and name in it: of a function, or of a Typer application with commands of its own.
        help: first line of its help, for the list of all commands.
        panel: heading under which that list has it.
    """

    place: str
    help: str
    panel: str

    def load(self, name: str) -> Any:
        """The command itself."""
        module, _, attribute = self.place.partition(":")
        found = getattr(import_module(module), attribute)
        if isinstance(found, typer.Typer):
            return typer.main.get_group(found)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(name)(found)
        return typer.main.get_command(alone)


class LateCommand(TyperCommand):
    """Stands for a command until it is called."""

    def __init__(self, name: str, late: Late) -> None:
        super().__init__(name, help=late.help, rich_help_panel=late.panel)
        self._late = late

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context in which the command itself runs: from here on there is no difference."""
        return self._late.load(self.name or "").make_context(info_name, args, parent, **extra)


def late_group(commands: Mapping[str, Late]) -> type[TyperGroup]:
    """A group of these commands, in their order, for an application to be made of."""

    class Group(TyperGroup):
        """The group of the commands given."""

        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            for name, late in commands.items():
                self.add_command(LateCommand(name, late), name)

    return Group
