"""Signing a browser in by a link that works once, and out again (rules CRED-1 and EDGE-4)."""

from html import escape

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from api.declared import problems
from api.edge import CurrentEdge, Owner
from api.gate import cookie_name
from api.schemas.sign_in import LinkView
from services.sign_in import make_link, sign_in, sign_out

router = APIRouter(prefix="/auth", tags=["sign-in"])
page = APIRouter(tags=["sign-in"])


@router.post("/links", status_code=201, operation_id="make_sign_in_link", responses=problems(body=True))
async def make(edge: CurrentEdge, owner: Owner) -> LinkView:
    """Make an address that signs a browser in as this user, once, within ten minutes."""
    link = await make_link(owner, edge.engine, edge.now())
    return LinkView(url=f"{edge.options.public_url}/login/{link.token}", expires_at=link.expires_at)


@router.delete("/login", status_code=204, operation_id="sign_out", responses=problems())
async def leave(edge: CurrentEdge, owner: Owner, request: Request) -> Response:
    """Sign this browser out."""
    cookie = request.cookies.get(cookie_name(edge))
    if cookie is not None:
        await sign_out(edge.engine, cookie, edge.now())
    left = Response(status_code=204)
    left.delete_cookie(cookie_name(edge), secure=edge.options.is_secure, httponly=True, samesite="strict")
    return left


@page.get("/login/{token}", operation_id="sign_in", response_class=HTMLResponse, responses=problems())
async def enter(token: str, edge: CurrentEdge) -> HTMLResponse:
    """Sign the browser in and go on to the page.

    The page is entered by a refresh, not a redirect: a browser keeps a strict cookie back from a redirect that began at
    another site, such as a mail.
    """
    entered = await sign_in(edge.engine, token, edge.now())
    answer = HTMLResponse(_ENTERED.format(user=escape(entered.user_id)))
    answer.set_cookie(
        cookie_name(edge),
        entered.cookie,
        expires=entered.expires_at,
        secure=edge.options.is_secure,
        httponly=True,
        samesite="strict",
    )
    return answer


_ENTERED = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/">'
    '<title>Daywright</title><p>Signed in as {user}. <a href="/">Go on</a></p></html>'
)
