"""What every route works with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, cast
from urllib.parse import quote, urlsplit

from fastapi import Depends, Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.exceptions import RequestValidationError
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client

from services.authenticate import Principal
from services.read_in_child import FileReaders
from services.request_commit import CommitDesk
from services.run_rules import USUAL_RULES, RunRules
from storage.notifications import Notifications


@dataclass(frozen=True, slots=True)
class EdgeOptions:
    """What an operator settles about the edge.

    Attributes:
        public_url: scheme and authority under which people reach it, without a slash at the end.
        hosts: names in a Host header that are answered, besides the one of ``public_url`` (rule EDGE-3).
        rate, run_rate: requests and started runs of one credential, such as ``600/minute`` (rule EDGE-5).
        web_ui_url: address of the Temporal Web UI, where there is one to link to.
        namespace: namespace of the workflows in Temporal.
        commit_wait_seconds: how long a confirm or an undo is waited for before the caller is told to ask again.
        run_rules: whether runs may refine, and how long they wait for answers.
    """

    public_url: str
    hosts: frozenset[str]
    rate: str = "600/minute"
    run_rate: str = "60/minute"
    web_ui_url: str | None = None
    namespace: str = "default"
    commit_wait_seconds: float = 15.0
    run_rules: RunRules = USUAL_RULES

    @property
    def answered_hosts(self) -> frozenset[str]:
        """Every host name that is answered."""
        return self.hosts | {urlsplit(self.public_url).hostname or ""}

    @property
    def is_secure(self) -> bool:
        """Whether people reach it over TLS."""
        return self.public_url.startswith("https://")

    def web_ui_link(self, workflow_id: str) -> str | None:
        """Where operators see a workflow."""
        if self.web_ui_url is None:
            return None
        return f"{self.web_ui_url}/namespaces/{self.namespace}/workflows/{quote(workflow_id, safe='')}"


@dataclass(frozen=True, slots=True)
class Edge:
    """The parts of a process behind its routes.

    Attributes:
        engine: for what writes.
        reads: the same connections without transactions: one round trip a statement.
        readers: the child processes that read the files of strangers.
    """

    engine: AsyncEngine
    reads: AsyncEngine
    client: Client
    notifications: Notifications
    now: Callable[[], datetime]
    options: EdgeOptions
    readers: FileReaders = field(default_factory=FileReaders)


async def desk_of(request: Request) -> CommitDesk:
    """What confirms and undos are asked for with."""
    edge = await edge_of(request)
    return CommitDesk(edge.engine, edge.reads, edge.client, edge.notifications, edge.options.commit_wait_seconds)


async def edge_of(request: Request) -> Edge:
    """The edge that serves a request."""
    return cast(Edge, request.app.state.edge)


async def owner_of(request: Request) -> str:
    """The user whose credential came with the request; the gate has checked it (rule EDGE-1).

    Raises:
        RequestValidationError: a write says more in its address than its route reads (rule EDGE-7).
    """
    if request.method != "GET" and request.query_params:
        _check_queries(request)
    return principal_of(request).user_id


def _check_queries(request: Request) -> None:
    # A narrowing or a dry run whose name is mistyped would else be a write of all there is.
    known = {one.alias for one in get_flat_params(request.scope["route"].dependant)}
    unknown = sorted(request.query_params.keys() - known)
    if unknown:
        flaw = {"type": "extra_forbidden", "msg": "Extra inputs are not permitted"}
        raise RequestValidationError(
            [flaw | {"loc": ("query", name), "input": request.query_params[name]} for name in unknown]
        )


def principal_of(request: Request) -> Principal:
    """The credential that came with the request."""
    return cast(Principal, request.scope["principal"])


async def actor_of(request: Request) -> str:
    """How people are told whose credential it was."""
    return principal_of(request).actor


CurrentEdge = Annotated[Edge, Depends(edge_of)]
CurrentDesk = Annotated[CommitDesk, Depends(desk_of)]
Actor = Annotated[str, Depends(actor_of)]
Owner = Annotated[str, Depends(owner_of)]
