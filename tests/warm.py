"""What libraries work out anew for each engine, worker and application is kept for as long as the tests last.

A process of the product has one of each. Tests start hundreds, and took a third of their time for the same results.
"""

import functools
from typing import Any

from fastapi import FastAPI
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache
from starlette.routing import BaseRoute
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner

_compiled: LRUCache[Any, Any] = LRUCache(2000)
_validated: set[type] = set()
_routes: list[BaseRoute] = []

_begin_engine = Engine.__init__
_validate = SandboxedWorkflowRunner.prepare_workflow


@functools.wraps(_begin_engine)
def _begin_with_statements(self: Engine, *args: Any, **options: Any) -> None:
    _begin_engine(self, *args, **options)
    if isinstance(self.dialect, PGDialect_asyncpg):
        self._compiled_cache = _compiled


@functools.wraps(_validate)
def _validate_once(self: SandboxedWorkflowRunner, defn: Any) -> None:
    if defn.cls not in _validated:
        _validate(self, defn)
        _validated.add(defn.cls)


def install() -> None:
    """Share compiled statements between engines, and let each workflow be validated once."""
    Engine.__init__ = _begin_with_statements  # type: ignore[method-assign]
    # Statements are kept by their dialect, of which each engine has its own; all are set up in the same way.
    PGDialect_asyncpg.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]
    PGDialect_asyncpg.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]
    SandboxedWorkflowRunner.prepare_workflow = _validate_once  # type: ignore[method-assign]


def with_known_routes(app: FastAPI) -> FastAPI:
    """The application with the routes of the first one, which have read by now what they declare.

    They find the parts of the process through the request.
    """
    _routes.extend([] if _routes else app.router.routes)
    app.router.routes[:] = _routes
    return app
