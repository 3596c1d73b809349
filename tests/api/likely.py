"""Requests that are likely to be accepted, out of those that have only the form."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from schemathesis import Case

from tests.api.watched import Person

_TAG = re.compile(r'"\d+"')


def make_likely(case: Case[Any], known: set[str], person: Person) -> None:
    """Let what no link has filled in be something that there is.

    Args:
        known: ids and cursors that the person has been told.
        person: whoever asks.
    """
    if case.meta is None or case.meta.generation.mode.is_negative:
        return
    if case.query.get("cursor") not in known:
        case.query.pop("cursor", None)
    if case.method == "POST":
        for name in case.path_parameters.keys() & person.ids.keys():
            if case.path_parameters[name] not in known:
                case.path_parameters[name] = person.ids[name]
    correct = _CORRECTIONS.get(case.operation.definition.raw.get("operationId", ""))
    if correct is not None:
        correct(case, known, person)


def _item(case: Case[Any], known: set[str], person: Person) -> None:
    if not _TAG.fullmatch(str(case.headers.get("If-Match"))):
        case.headers.pop("If-Match", None)


def _term(case: Case[Any], known: set[str], person: Person) -> None:
    if isinstance(case.body, dict):
        case.body.update(zone="Asia/Shanghai", first_monday=_monday(str(case.body["first_monday"])))


def _run(case: Case[Any], known: set[str], person: Person) -> None:
    body: Any = case.body
    if not isinstance(body, dict):
        return
    if body.get("session_id") not in known:
        body.pop("session_id", None)
    if body.get("kind") == "plan":
        if body["term_id"] not in known:
            body.update(term_id=person.ids["term_id"], first="2026-09-21", last="2026-09-27")
        if not known.issuperset(body.get("class_ids") or ()):
            body["class_ids"] = person.ids["class_ids"]


def _chat(case: Case[Any], known: set[str], person: Person) -> None:
    if isinstance(case.body, dict) and case.body.get("conversation_id") not in known:
        case.body.pop("conversation_id", None)


def _plan_context(case: Case[Any], known: set[str], person: Person) -> None:
    if isinstance(case.body, dict):
        case.body.update(user_id=person.ids["user_id"])
        if case.body.get("session_id") not in known:
            case.body.pop("session_id", None)


def _calendar(case: Case[Any], known: set[str], person: Person) -> None:
    case.query.pop("zone", None)
    if case.query.get("term_id") in known:
        case.query.pop("first_monday", None)
        case.query.pop("weeks", None)
    else:
        case.query.pop("term_id", None)
        if "first_monday" in case.query:
            case.query["first_monday"] = _monday(case.query["first_monday"])


def _task_list(case: Case[Any], known: set[str], person: Person) -> None:
    if isinstance(case.body, dict):
        case.body.pop("term", None)
        case.body.pop("window", None)


def _monday(day: str) -> str:
    given = max(date.fromisoformat(day), date(2, 1, 1))
    return (given - timedelta(days=given.weekday())).isoformat()


_CORRECTIONS: dict[str, Callable[[Case[Any], set[str], Person], None]] = {
    "add_item": _item,
    "make_term": _term,
    "start_run": _run,
    "chat": _chat,
    "plan_context": _plan_context,
    "import_timetable": _calendar,
    "import_classes": _task_list,
}
