"""Classes as a person names them: by name or by id (rule CLI-5)."""

from collections.abc import Sequence

from api.schemas.classes import ClassView
from domain.errors import InvalidInput
from runtime.cli.abbreviations import fitting_id


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
