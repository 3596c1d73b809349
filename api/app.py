"""The application: every route behind one gate."""

from fastapi import FastAPI

from api import (
    chat,
    classes,
    classes_import,
    commits,
    context,
    events,
    exports,
    feeds,
    health,
    inputs,
    internal_preparation,
    items,
    me,
    memories,
    metrics,
    overrides,
    page,
    plan_rest,
    preparation,
    previews,
    recall,
    reminders,
    runs,
    session_log,
    sessions,
    sign_in,
    terms,
    timetable,
    timetable_import,
    trace,
    user_model,
)
from api.bodies import BodyLimit
from api.description import described
from api.edge import Edge
from api.errors import install_error_handlers
from api.gate import Gate
from api.metrics import Measured, Metrics

_ABOUT = """Plans a person's days: import a timetable and tasks, start a run, follow its events, read the preview.

Send an API key as `Authorization: Bearer <key>`. Errors are problems of RFC 9457 with a stable `code`.
Lists come in pages: send `next_cursor` as `cursor`. Changes carry `If-Match` with the `ETag` of what was read.
Posts take an `Idempotency-Key`: sent again with the same body they are done once and answered the same.
"""

# The routes that are asked most stand first, because they are looked for in this order.
_CLOSED = (
    runs,
    events,
    trace,
    sessions,
    session_log,
    reminders,
    previews,
    commits,
    chat,
    context,
    recall,
    plan_rest,
    terms,
    overrides,
    timetable,
    timetable_import,
    exports,
    feeds,
    classes,
    classes_import,
    items,
    memories,
    inputs,
    preparation,
    user_model,
    me,
    sign_in,
)


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
    for noun in _CLOSED:
        app.include_router(noun.router, prefix="/api/v1")
    open_ones = (page.router, health.router, metrics.router, sign_in.page, feeds.page, context.short)
    for router in (*open_ones, internal_preparation.router):
        app.include_router(router)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    app.add_middleware(BodyLimit)
    app.add_middleware(Gate, edge=edge)
    app.add_middleware(Measured, metrics=app.state.metrics)
    return app
