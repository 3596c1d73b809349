"""How errors cross into Temporal: a stable code, a sentence, and whether another attempt can help (rule RUN-7)."""

import contextlib
from collections.abc import Iterator

import structlog
from sqlalchemy.exc import DBAPIError
from temporalio.exceptions import ApplicationError

from domain.errors import DaywrightError
from services.child_processes import NotStarted
from storage.engine import is_outage

_log = structlog.get_logger()

# Classes of SQLSTATE that pass by themselves: connection lost, shut down or starting, out of resources, and
# transactions that lost against another one.
_PASSING = ("08", "57", "53", "40", "55")


def is_passing(error: BaseException) -> bool:
    """Whether the outside was merely away, so that the same attempt may succeed later."""
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlstate", None) or ""
        return error.connection_invalidated or code[:2] in _PASSING or code == ""
    code = str(getattr(error, "sqlstate", ""))
    # The system may have no file or process left for a moment.
    return is_outage(error) or isinstance(error, OSError | NotStarted) or code[:2] in _PASSING


@contextlib.contextmanager
def translated_errors() -> Iterator[None]:
    """Raise what Temporal understands; backend text stays in the log."""
    try:
        yield
    except DaywrightError as error:
        raise ApplicationError(error.message, type=error.code, non_retryable=True) from error
    except ApplicationError:
        raise
    except Exception as error:
        passing = is_passing(error)
        _log.warning("step attempt failed", passing=passing, exc_info=error)
        raise _unexpected(error, passing) from error


def _unexpected(error: Exception, passing: bool) -> ApplicationError:
    if passing and isinstance(error, OSError | NotStarted) and not is_outage(error):
        return ApplicationError("the machine has no room for a step: start the run again later", type="unavailable")
    if passing:
        return ApplicationError(
            "the database could not be reached: start the run again later", type="storage_unavailable"
        )
    text = "a step met a mistake of ours: start the run again, or report it"
    return ApplicationError(text, type="internal_error", non_retryable=True)
