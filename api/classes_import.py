"""Import of a task list as classes."""

from fastapi import APIRouter, Request

from api.classes import class_view
from api.declared import IdempotencyKey, answers, problems
from api.edge import CurrentEdge, Owner
from api.links import of_class
from api.schemas.imports import ImportedTasksView, TaskList, TermForm
from api.uploads import file_body, schema_of, uploaded
from domain.errors import InvalidTasks
from services.import_tasks import import_tasks
from services.read_tasks import read_tasks

router = APIRouter(prefix="/classes", tags=["classes"])

MEDIA_TYPES = ("application/json", "application/octet-stream")

_MADE = answers(201, go_on=of_class("/classes/0"))
_BODY = file_body({MEDIA_TYPES[0]: {"schema": schema_of(TaskList)}, MEDIA_TYPES[1]: {"schema": {"type": "string"}}})


@router.post(
    "/import",
    status_code=201,
    operation_id="import_classes",
    responses=_MADE | problems(404, body=True),
    openapi_extra=_BODY,
)
async def create(request: Request, edge: CurrentEdge, owner: Owner, key: IdempotencyKey = None) -> ImportedTasksView:
    """Import a task list as classes: all of them or, where anything in it is wrong, none.

    The problem ``invalid_tasks`` names the wrong places. The term and the window of the list are given back, for the
    run to come.
    """
    content = await uploaded(request, MEDIA_TYPES)
    tasks = await edge.readers.read(owner, InvalidTasks, read_tasks, content)
    imported = await import_tasks(owner, edge.engine, tasks, key)
    return ImportedTasksView(
        classes=tuple(map(class_view, imported.classes)),
        term=TermForm.of(tasks.term) if tasks.term else None,
        window=tasks.window,
    )
