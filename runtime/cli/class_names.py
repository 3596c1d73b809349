"""Classes as a person names them: by name or by id (rule CLI-5)."""

from collections.abc import Sequence
from typing import Annotated

import typer

from api.schemas.classes import ClassView
from domain.errors import InvalidInput
from runtime.cli.abbreviations import fitting_id, is_whole
from runtime.client.api import Api, every

ClassName = Annotated[str, typer.Argument(metavar="CLASS", help="name of a class, its id or the end of that")]


async def chosen_class(api: Api, given: str) -> ClassView:
    """The class of that name or id, as it is now; raises as ``class_named`` does."""
    if is_whole(given):
        return await api.class_(given.strip().upper())
    return class_named(given, [found async for found in every(api.classes)])


def class_named(given: str, known: Sequence[ClassView]) -> ClassView:
    """The one class of that name, or whose id begins or ends so.

    Raises:
        InvalidInput: several fit, or what is given is neither a name nor an id.
        NotFound: none fits.
    """
    named = [found for found in known if found.name == given.strip()]
    if len(named) > 1:
        raise InvalidInput(f"{len(named)} classes are named {given!r}: give the id of the one that is meant")
    if named:
        return named[0]
    meant = fitting_id(given, "class", [found.id for found in known])
    return next(found for found in known if found.id == meant)
