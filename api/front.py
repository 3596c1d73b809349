"""The page at the root: what this is, for whoever opens it in a browser."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

router = APIRouter(tags=["operation"])

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Daywright</title>
<h1>Daywright</h1>
<p>Plans your days around a timetable. Use it with the command <code>daywright</code>, or over HTTP:
<a href="/openapi.json">the description of every route</a>.</p>
<p>Sign this browser in with <code>daywright open</code>.</p>
</html>
"""


@router.get("/", operation_id="show_front_page", response_class=HTMLResponse)
async def show() -> HTMLResponse:
    """Say what this is and how to use it."""
    return HTMLResponse(_PAGE)
