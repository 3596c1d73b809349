"""What holds for every route, also for one that is added tomorrow."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import jsonschema_rs
import pytest
from sqlalchemy import text
from temporalio.testing import WorkflowEnvironment

from runtime.clock import now
from services.revoke_key import revoke_key
from storage.api_keys import KeyScope
from storage.tables import metadata
from tests.api.routes import CLOSED, DESCRIPTION, INTERNAL, OPEN, ROUTES, Route, ids_of, request_of
from tests.databases import Databases
from tests.edge import ServedEdge, served_edge
from tests.storage.world import World, make_world, store_world

_SCOPES: tuple[KeyScope, ...] = ("person", "service")


def _ids(route: Route) -> str:
    return route.name


def _scope(route: Route) -> KeyScope:
    return "service" if route.path.startswith(INTERNAL) else "person"


_ROWS = text(
    " UNION ALL ".join(
        f"SELECT '{table.name}', count(*), md5(string_agg(r::text, ' ' ORDER BY r::text)) FROM {table.name} r"
        for table in metadata.sorted_tables
    )
)


@dataclass(frozen=True)
class Scene:
    """An API behind which one person has one of everything, which no test changes.

    Attributes:
        good: keys of that person, for each kind.
        bad: no key and keys that are none, for each kind.
        stranger: keys of somebody who has nothing, for each kind.
    """

    served: ServedEdge
    world: World
    good: dict[KeyScope, str]
    bad: dict[KeyScope, list[str | None]]
    stranger: dict[KeyScope, str]

    async def rows(self) -> list[tuple[str, int, str]]:
        """For each table its name, how many rows it has and what all their values make."""
        async with self.served.edge.engine.connect() as connection:
            return [tuple(row) for row in await connection.execute(_ROWS)]


@pytest.fixture(scope="module")
async def scene(databases: Databases, temporal: WorkflowEnvironment) -> AsyncIterator[Scene]:
    name = await databases.take()
    async with served_edge(databases.server.database_url(name), temporal.client) as served:
        world = make_world("victim")
        async with served.edge.engine.begin() as connection:
            await store_world(world, connection)
        yield Scene(
            served,
            world,
            {scope: await served.key("victim", scope) for scope in _SCOPES},
            {scope: await _bad_keys(served, scope) for scope in _SCOPES},
            {scope: await served.key("stranger", scope) for scope in _SCOPES},
        )
    await databases.give_back(name)


async def _bad_keys(served: ServedEdge, scope: KeyScope) -> list[str | None]:
    """None, one that never was, an expired and a revoked one."""
    revoked = await served.key("victim", scope)
    await revoke_key("victim", served.edge.engine, revoked, now())
    return [None, "dw_12345678_" + "x" * 43, await served.expired_key("victim"), revoked]


def test_only_the_listed_routes_are_open() -> None:
    """Everything else lies under /api/v1 and /internal, where the gate asks for a credential."""
    assert {route.name for route in ROUTES if not route.path.startswith(("/api/v1/", INTERNAL))} == OPEN


def test_every_body_has_an_example() -> None:
    """A program can send the example of each JSON body as it stands."""
    lacking = [
        route.name
        for route in ROUTES
        if "application/json" in route.operation.get("requestBody", {}).get("content", {}) and not route.body_example()
    ]
    assert lacking == []


def test_every_example_has_its_form() -> None:
    """Of each JSON body and each JSON answer but the refusals there is one, and it is what the schema says."""
    shown = 0
    for route in ROUTES:
        contents = [route.operation.get("requestBody", {}).get("content", {})]
        contents += [answer.get("content", {}) for code, answer in route.operation["responses"].items() if code < "300"]
        for media in (content["application/json"] for content in contents if "application/json" in content):
            schema = {**media["schema"], "components": DESCRIPTION["components"]}
            jsonschema_rs.validate(schema, media["example"])
            shown += 1
    assert shown > 30


def test_every_route_says_what_it_does() -> None:
    """Each has a summary, a sentence of description, an operation id, and declares its refusals."""
    for route in CLOSED:
        assert {"summary", "description", "operationId"} <= route.operation.keys(), route.name
        assert {"401", "421", "422", "429", "503"} <= route.operation["responses"].keys(), route.name
        if route.names_an_object:
            assert "404" in route.operation["responses"], route.name
    assert "Problem" in DESCRIPTION["components"]["schemas"]


@pytest.mark.parametrize("route", CLOSED, ids=_ids)
async def test_no_route_answers_without_a_good_key(scene: Scene, route: Route) -> None:
    """Without a key, with one that never was, an expired and a revoked one: 401, and nothing changed."""
    before = await scene.rows()
    for key in scene.bad[_scope(route)]:
        async with scene.served.client(key) as client:
            answer = await client.request(**request_of(route, ids_of(scene.world)))
        assert answer.status_code == 401, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert answer.json()["code"] == "unauthenticated"
    assert await scene.rows() == before


@pytest.mark.parametrize("route", [route for route in CLOSED if route.names_an_object], ids=_ids)
async def test_a_stranger_finds_nothing(scene: Scene, route: Route) -> None:
    """With somebody else's ids a stranger gets the 404 of an object that never was, and nothing changed."""
    before = await scene.rows()
    async with scene.served.client(scene.stranger[_scope(route)]) as client:
        answer = await client.request(**request_of(route, ids_of(scene.world) | {"user_id": "stranger"}))
    assert answer.status_code == 404, answer.text
    assert scene.world.secret not in answer.text
    assert await scene.rows() == before


@pytest.mark.parametrize("route", CLOSED, ids=_ids)
async def test_a_key_of_the_other_kind_opens_nothing(scene: Scene, route: Route) -> None:
    """Services have the routes under /internal and no others, people all others; a refusal changes nothing."""
    other: KeyScope = "person" if _scope(route) == "service" else "service"
    before = await scene.rows()
    async with scene.served.client(scene.good[other]) as client:
        answer = await client.request(**request_of(route, ids_of(scene.world)))
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert await scene.rows() == before


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1", "/api/v1/runs/"])
async def test_strangers_learn_nothing_of_what_routes_there_are(served: ServedEdge, path: str) -> None:
    """An address without a route is refused like any other; with a key it is 404."""
    async with served.client(None) as client:
        assert (await client.get(path)).status_code == 401
    async with served.client(await served.key()) as client:
        answer = await client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "route_not_found")
