"""Before it asks the page says whether a task fits somewhere; the tools of a hand say the same (rule PAGE-33)."""

from itertools import product

from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from runtime.embedded.stack import Stack
from storage.engine import create_engine
from storage.previews import load_preview
from tests.e2e.page.visits import Visit, Visits

_FITS = """async ([task, places]) => {
  const root = document.querySelector("script[type=module]").src;
  const load = (file) => import(root.replace("main.js", file));
  const [{ state }, { fitOf }] = await Promise.all([load("app/store.js"), load("plan/fit.js")]);
  return places.map((place) => fitOf(state.preview, task, place).fits);
}"""


async def test_every_place_fits_on_the_page_exactly_where_the_tool_takes_it(visits: Visits, stack: Stack) -> None:
    """Every day and section of the window for tasks that begin anywhere, onto courses, open courses and each other."""
    visit = await visits.new()
    preview = await visit.plan_example()
    await visit.open()
    state = await _state(visit, stack, preview.session, preview.revision)
    tasks = [entry for entry in preview.entries if entry.status == "suggested"][::5]
    compared = set()
    for task, length in [(entry.state_id, entry.section_to - entry.section_from) for entry in tasks]:
        where = list(product(preview.window.day_mapping, range(1, 13)))
        places = [
            {"week": day.week, "day_of_week": day.day_of_week, "section_from": first, "section_to": first + length}
            for day, first in where
        ]
        said = await visit.page.evaluate(_FITS, [task, places])
        taken = [_takes(state, task, day.day_index, first) for day, first in where]
        assert said == taken
        compared |= set(taken)
    assert compared == {True, False}


def _takes(state: ScheduleState, task: int, day: int, first: int) -> bool:
    arguments = {"task_id": task, "new_day": day, "new_slot_start": first}
    return run_tool(state, "move", arguments)[1].ok


async def _state(visit: Visit, stack: Stack, session: str, revision: int) -> ScheduleState:
    engine = create_engine(stack.database_url)
    async with engine.connect() as connection:
        newest = await load_preview(visit.user, connection, session, revision)
    await engine.dispose()
    return ScheduleState.model_validate_json(newest.state)
