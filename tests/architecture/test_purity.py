"""The domain runs inside the workflow sandbox, which forbids clocks, randomness, files and sockets."""

import uuid
from datetime import timedelta
from importlib import import_module
from pathlib import Path

from temporalio import workflow
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxRestrictions
from temporalio.workflow import SandboxImportNotificationPolicy

from domain.canonical import canonical_json
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window, WindowDay

ROOT = Path(__file__).parents[2]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "domain").rglob("*.py"))
]


@workflow.defn(name="RunsTheDomain")
class RunsTheDomain:
    """Imports modules inside the sandbox, none of them passed through, and refines a plan with them."""

    @workflow.run
    async def run(self, modules: list[str], state: str, message: str) -> list[str]:
        """The verdict of each node."""
        for name in modules:
            import_module(name)
        schedule = import_module("domain.schedule.state").ScheduleState.model_validate_json(state)
        nodes = import_module("domain.refine.nodes")
        memory, verdicts = nodes.open_memory(schedule, message, 1), []
        for node in ("contract", "plan", "slice", "route", "hard_check", "summary"):
            result = nodes.run_node(node, schedule, memory)
            schedule, memory = result.state, result.memory
            verdicts.append(result.verdict)
        return verdicts


def crowded_monday() -> ScheduleState:
    """Three tasks on the first of five days."""
    days = tuple(WindowDay(day_index=day, week=1, day_of_week=day) for day in range(1, 6))
    tasks = tuple(
        Task(
            state_id=n,
            source="task_item",
            source_id=n,
            name=f"第{n}章",
            category="概率论",
            category_id=1,
            status="suggested",
            duration=2,
            slots=(Slot(day=1, slot_start=2 * n - 1, slot_end=2 * n),),
        )
        for n in (1, 2, 3)
    )
    return ScheduleState(window=Window(total_days=5, day_mapping=days), tasks=tasks)


async def test_the_domain_needs_nothing_that_the_sandbox_forbids(temporal: WorkflowEnvironment) -> None:
    """Every module of the domain is imported anew in the sandbox; a clock, a file or an id would be refused."""
    silent = SandboxImportNotificationPolicy.SILENT
    restrictions = SandboxRestrictions.default.with_passthrough_modules("numpy")
    runner = SandboxedWorkflowRunner(restrictions=restrictions.with_import_notification_policy(silent))
    worker = Worker(
        temporal.client,
        task_queue="purity",
        workflows=[RunsTheDomain],
        workflow_runner=runner,
        workflow_failure_exception_types=[Exception],
        # Importing everything takes longer than a workflow task usually may.
        debug_mode=True,
    )
    async with worker:
        verdicts = await temporal.client.execute_workflow(
            RunsTheDomain.run,
            args=[MODULES, canonical_json(crowded_monday()), "把周一的任务均匀分散到周一到周三"],
            id=f"purity:{uuid.uuid4()}",
            task_queue="purity",
            execution_timeout=timedelta(seconds=90),
        )
    assert verdicts == ["done", "done", "done", "pass", "pass", "done"]
