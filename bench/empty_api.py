"""The API process with one more route, which takes what asks for a context plan and does nothing.

It stands behind all others, so to find it takes longer than to find the route of plans, which flatters the plans.
"""

from fastapi import APIRouter, FastAPI, Response

from api import app as application
from api.edge import Edge, Owner
from api.schemas.context import ContextQuery

PATH = "/api/v1/bench/empty"

router = APIRouter()


@router.post(PATH)
async def nothing(asked: ContextQuery, owner: Owner) -> Response:
    """Take the body as the route of plans does, and answer nothing."""
    return Response("{}", media_type="application/json")


def main() -> None:
    """Serve until told to end."""
    from runtime import api_process

    build = application.build_app

    def with_nothing(edge: Edge) -> FastAPI:
        app = build(edge)
        app.include_router(router)
        return app

    vars(api_process)["build_app"] = with_nothing
    api_process.main()


if __name__ == "__main__":
    main()
