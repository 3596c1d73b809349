"""Logs of every process: structured, to standard error, as JSON unless a person is looking."""

import logging
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

from domain.models.secrets import Secrets

# These write whole addresses and headers of requests, in which secrets stand (rule DEVICE-5).
_TELLING_ADDRESSES = ("httpx2", "httpcore2")


def configure_logging(level: str = "info", secrets: Secrets | None = None) -> None:
    """Send structlog's events of ``level`` and above to standard error, and the standard library's through it.

    Args:
        level: a level name of the standard library, in any case.
        secrets: keys that are taken out of every line, whoever writes it (rule MODEL-19).
    """
    render = _renderers(secrets or Secrets())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    _route_standard_library(shared, render, level.upper())
    structlog.configure(
        processors=[*shared, *render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _renderers(secrets: Secrets) -> list[Processor]:
    def hide(logger: Any, method: str, line: Any) -> str:
        return secrets.hidden(line)

    # Never with the values of variables: among them are keys and what people wrote.
    if sys.stderr.isatty():
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback), hide]
    tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
    return [tracebacks, structlog.processors.JSONRenderer(ensure_ascii=False), hide]


def _route_standard_library(shared: list[Processor], render: list[Processor], level: str) -> None:
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name in _TELLING_ADDRESSES:
        logging.getLogger(name).setLevel(logging.WARNING)
