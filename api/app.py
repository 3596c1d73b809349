"""The application: every route behind one gate."""

from typing import Any

from fastapi import APIRouter, FastAPI, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from api import (
    classes,
    classes_import,
    events,
    front,
    health,
    items,
    metrics,
    previews,
    runs,
    sessions,
    sign_in,
    terms,
    timetable,
    timetable_import,
)
from api.bodies import BodyLimit
from api.edge import Edge
from api.errors import install_error_handlers
from api.gate import COOKIE, Gate
from api.metrics import Measured, Metrics
from api.schemas.problems import Problem

_ABOUT = """Plans a person's days: import a timetable and tasks, start a run, follow its events, read the preview.

Send an API key as `Authorization: Bearer <key>`. Errors are problems of RFC 9457 with a stable `code`.
Lists come in pages: send `next_cursor` as `cursor`. Changes carry `If-Match` with the `ETag` of what was read.
Posts take an `Idempotency-Key`: sent again with the same body they are done once and answered the same.
"""

_KEY = HTTPBearer(auto_error=False, description="an API key, made by `daywright key create`")
_COOKIE = APIKeyCookie(name=COOKIE, auto_error=False, description="a browser that was signed in by a link")


def build_app(edge: Edge) -> FastAPI:
    """The application over the parts of a process."""
    app = FastAPI(
        title="Daywright",
        version="1",
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.edge, app.state.metrics = edge, Metrics()
    install_error_handlers(app)
    for public in (front, health, metrics):
        app.include_router(public.router)
    app.include_router(sign_in.page)
    app.include_router(_closed())
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    app.add_middleware(BodyLimit)
    app.add_middleware(Gate, edge=edge)
    app.add_middleware(Measured, metrics=app.state.metrics)
    return app


def _closed() -> APIRouter:
    """Every route that needs a credential; the gate asks for it, and here the description says so."""
    closed = APIRouter(prefix="/api/v1", dependencies=[Security(_KEY), Security(_COOKIE)])
    for noun in (runs, events, sessions, previews, terms, timetable, classes, items, sign_in):
        closed.include_router(noun.router)
    for upload in (timetable_import, classes_import):
        closed.include_router(upload.router)
    return closed


def _tell(operation: dict[str, Any]) -> None:
    """A summary that is the first sentence of the description, in the quotes of Markdown."""
    text = operation.get("description", "").replace("``", "`")
    operation["description"] = text
    operation["summary"] = text.split("\n")[0].split(". ")[0].split(": ")[0].rstrip(".")


def _without_null(operation: dict[str, Any]) -> None:
    """Parameters may be left out, but an address or a header has no way to say null."""
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if len(choices) == 1:
            del schema["anyOf"]
            schema.update(choices[0])


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the form of problems added to it once."""
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        for operations in schema["paths"].values():
            for operation in operations.values():
                _tell(operation)
                _without_null(operation)
        schema["components"]["schemas"]["Problem"] = Problem.model_json_schema(
            ref_template="#/components/schemas/{model}"
        )
        app.openapi_schema = schema
    return app.openapi_schema
