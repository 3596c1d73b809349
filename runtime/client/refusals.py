"""Refusals of the API as errors of the domain, with their codes, sentences and facts (rule EDGE-6)."""

from collections.abc import Iterator

from httpx2 import Response, SSEError
from pydantic import ValidationError

from api.schemas.problems import Problem
from domain.errors import DaywrightError

_CHECK = "check DAYWRIGHT_URL, and that both sides are of one version"
_OWN = frozenset({"type", "title", "status", "detail", "code", "request"})


def refusal(answer: Response) -> DaywrightError:
    """The error that an answer other than a success stands for."""
    try:
        problem = Problem.model_validate_json(answer.content)
    except ValidationError:
        place = answer.request.url.copy_with(query=None)
        return DaywrightError(f"{place} answered {answer.status_code}, which is no answer of Daywright: {_CHECK}")
    return _error(problem)


def unknown_form(url: str, error: ValidationError | SSEError) -> DaywrightError:
    """The error for a success whose content this version cannot read."""
    reason = str(error)
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        reason = f"{'.'.join(map(str, first['loc'])) or 'the answer'}: {first['msg']}"
    return DaywrightError(f"{url} answered in a form that this version cannot read ({reason}): {_CHECK}")


def _error(problem: Problem) -> DaywrightError:
    """An error of the class that has the code, so that callers can catch it; of the base where none has."""
    kind = next((kind for kind in _kinds(DaywrightError) if kind.code == problem.code), DaywrightError)
    facts = {name: value for name, value in problem.members().items() if name not in _OWN}
    error = kind(problem.detail, **facts)
    error.code = problem.code
    return error


def _kinds(base: type[DaywrightError]) -> Iterator[type[DaywrightError]]:
    for kind in base.__subclasses__():
        if kind.__init__ is DaywrightError.__init__:
            yield kind
        yield from _kinds(kind)
