"""What every answer is held to: the description, and that a refusal leaves no trace in the database."""

import base64
import copy
import re
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, CheckContext, GenerationMode, Response
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ensure_resource_availability,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
    use_after_free,
)

from domain.conversation.routing import Context, route
from tests.api.routes import DESCRIPTION, NAMES_AN_OBJECT
from tests.api.watched import Watched

_EXAMPLES = Path(__file__).parents[2] / "examples"
_CALENDARS = [path.read_bytes() for path in sorted(_EXAMPLES.glob("*.ics"))]
schemathesis.openapi.media_type("text/calendar", st.sampled_from(_CALENDARS) | st.text().map(str.encode))

# What next_cursor would be above every id.
_BEFORE_ALL = base64.urlsafe_b64encode(b"7" + b"Z" * 25).decode().rstrip("=")
# A rule between two members of a body, which a form cannot say.
_IS_BETWEEN_MEMBERS = ("each task would take", "the first and the last day, or neither")


def described_api(**generation: Any) -> BaseSchema:
    """The description as schemathesis reads it, with bounds on what it generates."""
    schema = schemathesis.openapi.from_dict(copy.deepcopy(DESCRIPTION))
    schema.config.generation.update(deterministic=True, allow_extra_parameters=False, **generation)
    refused = schema.config.checks.negative_data_rejection
    refused.expected_statuses = [*refused.expected_statuses, "412", "413", "421"]
    return schema


def is_accepted_in_form(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Nothing that has the described form is refused for its form; what it says may still be refused.

    The check of schemathesis for this would take a day outside the term for a fault of the form.
    """
    is_described = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if is_described and response.status_code in (400, 422):
        problem = response.json()
        assert problem["code"] != "invalid_json", response.text
        told = [flaw["message"] for flaw in problem.get("errors", ())]
        assert all(any(words in message for words in _IS_BETWEEN_MEMBERS) for message in told), response.text


def _asks_for_a_run(message: object) -> bool:
    """Whether a message may begin a run, for which its turn would wait in vain, since nothing carries runs out."""
    if not isinstance(message, str):
        return False
    return any(route(message, Context(preview=preview)).kind in ("plan", "refine") for preview in (True, False))


def _is_negative_at(case: Case[Any], location: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(location)


def knows_its_methods(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """A method that no route takes at an address is 405, and ``Allow`` tells those that one does.

    The checks of schemathesis know of one route at an address, but ``/classes/import`` is ``/classes/{class_id}`` too.
    """
    known = _methods_at(unquote(urlsplit(response.request.url).path))
    if response.status_code == 405:
        assert response.headers["allow"] == [", ".join(sorted(known))]
    if response.request.method not in known:
        unsupported_method(ctx, response, case)


def _methods_at(path: str) -> set[str]:
    forms = (form for form in DESCRIPTION["paths"] if re.fullmatch(re.sub("{[^}]*}", "[^/]+", form), path))
    return {method.upper() for form in forms for method in DESCRIPTION["paths"][form]}


class Asker:
    """Somebody who asks an API for what cases say, about objects of their own, and looks at the tables after each."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._session = requests.Session()
        # A login would outlive its case.
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._closed: set[str] = set()
        self.become_somebody()

    def close(self) -> None:
        """Leave the connection."""
        self._session.close()

    def become_somebody(self) -> None:
        """Be somebody new, who has one of everything."""
        self.person = self._watched.person()
        self._contents = self._watched.contents()

    @property
    def checks(self) -> list[CheckFunction]:
        """What each answer is held to."""
        return [
            self.left_no_trace,
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_headers_conformance,
            response_schema_conformance,
            knows_its_methods,
            negative_data_rejection,
            is_accepted_in_form,
            self.is_gone_once_removed,
            use_after_free,
            ensure_resource_availability,
            self.asks_for_a_credential,
        ]

    def left_no_trace(self, ctx: CheckContext, response: Response, case: Case[Any]) -> None:
        """Whatever was refused has written nothing (rule EDGE-7)."""
        before, self._contents = self._contents, self._watched.contents()
        if response.status_code >= 400:
            written = {row[0] for row in set(self._contents) - set(before)}
            assert not written, f"{response.status_code}, but written to {written}"

    def asks_for_a_credential(self, ctx: CheckContext, response: Response, case: Case[Any]) -> None:
        """Without a good key the operation is refused; it is tried once, since it takes three requests."""
        if response.status_code < 300 and case.operation.label not in self._closed:
            ignored_auth(ctx, response, case)
            self._closed.add(case.operation.label)

    def is_gone_once_removed(self, ctx: CheckContext, response: Response, case: Case[Any]) -> None:
        """What was removed is not found any more; what is only listed cannot be removed again."""
        if case.method == "DELETE" and case.path_parameters and response.status_code == 204:
            address = str(response.request.url)
            headers = self.person.headers(case.path)
            again = self._session.get(address, headers=headers)
            if again.status_code == 405:
                again = self._session.delete(address, headers=headers)
            assert again.status_code == 404, again.text

    def aim(self, case: Case[Any]) -> None:
        """Let the case name objects, versions and pages that there are, wherever it names any in their form."""
        places = {
            ParameterLocation.PATH: case.path_parameters,
            ParameterLocation.QUERY: case.query,
            ParameterLocation.BODY: case.body,
        }
        for location, place in places.items():
            if isinstance(place, dict) and not _is_negative_at(case, location):
                place.update({name: self.person.ids[name] for name in NAMES_AN_OBJECT & place.keys()})
        if "cursor" in case.query and not _is_negative_at(case, ParameterLocation.QUERY):
            case.query["cursor"] = _BEFORE_ALL
        if "If-Match" in case.headers and not _is_negative_at(case, ParameterLocation.HEADER):
            case.headers["If-Match"] = "*"
        if isinstance(case.body, dict) and _asks_for_a_run(case.body.get("message")):
            case.body["message"] = "周五有什么课？"

    def ask(self, case: Case[Any]) -> Response:
        """Send the case and hold the answer to all there is to hold it to."""
        response = self.call(case)
        self.validate(response, case)
        return response

    def call(self, case: Case[Any]) -> Response:
        """Send the case with a key."""
        return case.call(self._watched.url, self._session, self.person.headers(case.path))

    def validate(self, response: Response, case: Case[Any], recorder: ScenarioRecorder | None = None) -> None:
        """Hold the answer to all there is to hold it to."""
        headers = self.person.headers(case.path)
        case.validate_response(
            response,
            checks=self.checks,
            headers=headers,
            transport_kwargs={"base_url": self._watched.url, "session": self._session, "headers": headers},
            recorder=recorder,
        )
