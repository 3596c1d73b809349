"""Refine runs that ask a model, and what they lose when it behaves badly (rules RUN-12 to RUN-16)."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import timedelta
from functools import partial

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import ApplicationError
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Point
from domain.models.patience import Patience
from runtime.clock import now
from services.cancel_run import cancel_run
from services.start_run import workflow_id
from tests.asking import SAID, Paused
from tests.model_server.diligent import QUESTION, THOUGHT, diligent, inquisitive
from tests.model_server.exchange import Asked
from tests.model_server.musing import MusingServer
from tests.model_server.server import ModelServer
from tests.week import OWNER, Gate, Week, refine_request
from tests.workflows.asking import MOVE, SHORT, Outcome, asking_week, endpoint, outcome_of, refined, told
from workflows.messages import StepInput

ASKED = ["contract", "plan", "react", "react", "summary"]
TOKENS_IN, TOKENS_OUT = 321, 45
REASONING, RESET = "schedule_refine.reasoning", "schedule_refine.reset"


@pytest.fixture(scope="module")
def running_model() -> Iterator[ModelServer]:
    with ModelServer(diligent) as server:
        yield server


@pytest.fixture
def server(running_model: ModelServer) -> ModelServer:
    """A model that does as it is told."""
    running_model.requests.clear()
    running_model.well_behaved(diligent)
    return running_model


@pytest.fixture(params=[500, 0], ids=["cached", "replayed at every step"])
async def replayed_week(
    request: pytest.FixtureRequest, database: str, temporal: WorkflowEnvironment, server: ModelServer
) -> AsyncIterator[Week]:
    """The week with that model; once with every workflow replayed at every step."""
    async with asking_week(database, temporal.client, endpoint(server), cached=request.param) as week:
        yield week


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment, server: ModelServer) -> AsyncIterator[Week]:
    """The week with that model, whose calls may take a second."""
    async with asking_week(database, temporal.client, endpoint(server, call_seconds=1)) as week:
        yield week


async def test_a_well_behaved_model_drives_the_run(replayed_week: Week, server: ModelServer) -> None:
    """Every step that is no rule's is the model's, one call each; tokens are the sums over the calls."""
    outcome = await refined(replayed_week)
    outcome.assert_sound()
    assert [asked.name for asked in server.requests] == ASKED
    steps = [step for name, steps in outcome.deciders.items() for step in steps if step != "rules"]
    assert steps.count("model") >= 0.9 * len(steps)
    assert outcome.deciders["react"] == ["model", "model"]
    (total,) = outcome.trace.totals
    assert (total.outcome, total.calls) == ("given", len(ASKED))
    assert (total.prompt_tokens, total.completion_tokens) == (TOKENS_IN * len(ASKED), TOKENS_OUT * len(ASKED))


async def test_reasoning_is_told_as_one_block_a_call(week: Week) -> None:
    """Under the number of the step that asked, word for word, and never as an answer."""
    outcome = await refined(week)
    asks = [entry.step.step for entry in outcome.trace.entries if entry.calls]
    blocks: dict[int, str] = {}
    for event in outcome.events:
        if event.stage == REASONING:
            blocks[event.data["block"]] = blocks.get(event.data["block"], "") + event.data["text"]
    assert blocks == dict.fromkeys(asks, THOUGHT)
    assert {call.reasoning for entry in outcome.trace.entries for call in entry.calls} == {THOUGHT}
    assert [event.seq for event in outcome.events] == list(range(1, len(outcome.events) + 1))


async def test_without_an_endpoint_nothing_is_asked(database: str, temporal: WorkflowEnvironment) -> None:
    """The run takes the steps that it took before there were models."""
    async with asking_week(database, temporal.client) as week:
        outcome = await refined(week)
    outcome.assert_sound()
    nodes = ["context", "contract", "plan", "slice", "route", "react", "react", "hard_check", "summary", "save_preview"]
    assert [entry.step.name for entry in outcome.trace.entries] == nodes
    assert outcome.trace.deciders["policy"] == 5


PASSING = ["html_502", "hang_up", "rate_limit_ms"]
MALFORMED = ["null_content", "cut_json", "wrong_enum", "invented_ids"]
LASTING = ["status_401", "html_200"]
ONCE = ["hang", "content_filter", "context_length"]


def _asks_for(node: str, asked: Asked) -> bool:
    return asked.name == node


async def faulty(week: Week, server: ModelServer, names: Sequence[str]) -> list[Outcome]:
    """A run for each of these faults, which the first question of react meets; whatever they lost, all are sound."""
    outcomes = []
    for name in names:
        server.misbehave(name, when=partial(_asks_for, "react"))
        outcomes.append(await refined(week))
        outcomes[-1].assert_sound()
    return outcomes


async def test_faults_that_pass_lose_nothing(week: Week, server: ModelServer) -> None:
    """The call is made again; its row is there beside that of the answer, and nothing is counted twice."""
    for outcome in await faulty(week, server, PASSING):
        assert outcome.deciders["react"] == ["model", "model"]
        failed = [call for entry in outcome.trace.entries for call in entry.calls if not call.given]
        assert [(call.attempt, call.wait_seconds > 0) for call in failed] == [(1, True)]
        given = next(total for total in outcome.trace.totals if total.outcome == "given")
        assert (given.calls, given.prompt_tokens) == (len(ASKED), TOKENS_IN * len(ASKED))
        assert outcome.memory.models.patience_used_seconds == pytest.approx(failed[0].seconds + failed[0].wait_seconds)


async def test_malformed_answers_cost_a_round_each(week: Week, server: ModelServer) -> None:
    """A round has one call at most, and every other step is the model's."""
    for outcome in await faulty(week, server, MALFORMED):
        assert outcome.stages.count("react.parse_retry") == 1
        assert len(outcome.deciders["react"]) == len(outcome.deciders["ask.react"]) == 3
        assert outcome.deciders["react"].count("model") == 2
        assert {who for node in ("contract", "plan", "summary") for who in outcome.deciders[node]} == {"model"}


async def test_a_question_without_an_answer_costs_its_step(week: Week, server: ModelServer) -> None:
    """A call that takes all of the patience, and a question that is not liked: the next one is put as ever."""
    for outcome in await faulty(week, server, ONCE):
        assert outcome.deciders["react"] == ["policy", "model"]
        assert outcome.stages.count("react.fallback") == 1
        assert outcome.deciders["summary"] == ["model"]


async def test_a_malformed_answer_is_asked_for_once_more(week: Week, server: ModelServer) -> None:
    """A second answer of the right form counts, at every node but react."""
    nodes = ("contract", "plan", "summary")
    for node in nodes:
        server.misbehave("prose", when=partial(_asks_for, node))
    outcome = await refined(week)
    outcome.assert_sound()
    assert [outcome.stages.count(f"{node}.parse_retry") for node in nodes] == [1, 1, 1]
    assert [outcome.deciders[node][-1] for node in nodes] == ["model"] * 3
    assert [[asked.name for asked in server.requests].count(node) for node in nodes] == [2, 2, 2]


async def test_text_that_no_database_takes_is_cleaned(week: Week, server: ModelServer) -> None:
    """Half surrogate pairs in an answer cost nothing."""
    server.misbehave("lone_surrogate", when=lambda asked: asked.name == "react")
    outcome = await refined(week)
    outcome.assert_sound()
    assert outcome.outcomes == {"given": len(ASKED)}


async def test_refusals_leave_the_rest_to_the_policy(week: Week, server: ModelServer) -> None:
    """Each is told once with what to do, and the model is not asked again in that run."""
    for outcome in await faulty(week, server, LASTING):
        assert outcome.verdicts[-1] == ("ask.react", "refused")
        assert [name for name, _ in outcome.verdicts].count("ask.react") == 1
        assert outcome.deciders["react"] == ["policy", "policy"]
        (reason,) = [event.detail for event in outcome.events if event.stage.endswith("fallback")]
        assert "default" in reason


async def test_an_endpoint_that_is_down_throughout_costs_patience_and_no_more(week: Week, server: ModelServer) -> None:
    """Calls are made until the patience is gone, then one after each quiet time; the policy answers everything."""
    with server.being_down():
        outcome = await refined(week)
    outcome.assert_sound()
    assert outcome.trace.deciders.get("model") is None
    calls = [call for entry in outcome.trace.entries for call in entry.calls]
    assert 0 < len(calls) <= 5 * len(ASKED)
    assert sum(call.seconds + call.wait_seconds for call in calls) < SHORT.seconds + len(ASKED)
    assert {verdict for _, verdict in outcome.verdicts} == {"away"}


async def test_a_model_that_comes_back_is_asked_again(
    database: str, temporal: WorkflowEnvironment, server: ModelServer
) -> None:
    """Away until the patience is gone and left alone for a while, it decides the rounds that follow."""
    gate = Gate("slice")
    async with asking_week(database, temporal.client, endpoint(server), hook=gate) as week:
        run = await week.start(await week.planned_session(), refine_request(MOVE))
        with server.being_down():
            await asyncio.wait_for(gate.reached.wait(), 60)
        await asyncio.sleep(2 * SHORT.first_quiet)
        gate.opened.set()
        outcome = await outcome_of(week, await week.finished(run))
    outcome.assert_sound()
    assert (outcome.deciders["contract"], outcome.deciders["plan"]) == (["policy"], ["policy"])
    assert (outcome.deciders["react"], outcome.deciders["summary"]) == (["model", "model"], ["model"])


async def test_a_run_that_is_late_asks_no_more(
    database: str, temporal: WorkflowEnvironment, server: ModelServer
) -> None:
    """After half of its time the policy answers, so that a slow model does not cost the run."""
    put_off = asyncio.Event()

    async def put_slice_off(point: Point, step: StepInput) -> None:
        if step.node == "slice" and not put_off.is_set():
            put_off.set()
            raise ApplicationError("not now", type="not_now", next_retry_delay=timedelta(seconds=1000))

    async with asking_week(database, temporal.client, endpoint(server), hook=put_slice_off) as week:
        run = await week.start(await week.planned_session(), refine_request(MOVE))
        await asyncio.wait_for(put_off.wait(), 60)
        await temporal.fast_forward(week.client.get_workflow_handle(workflow_id(run)), timedelta(seconds=1001))
        outcome = await outcome_of(week, await week.finished(run))
    outcome.assert_sound()
    assert (outcome.deciders["plan"], outcome.deciders["react"]) == (["model"], ["policy", "policy"])
    assert [asked.name for asked in server.requests] == ["contract", "plan"]


async def test_a_repeated_attempt_reads_the_answer_that_stands(
    database: str, temporal: WorkflowEnvironment, server: ModelServer
) -> None:
    """An attempt that was lost after its write is made again without another call."""
    lost = []

    async def lose(point: Point, step: StepInput) -> None:
        if point == "after_write" and step.node.startswith("ask.") and step.step not in lost:
            lost.append(step.step)
            raise ApplicationError("lost on its way", type="lost")

    async with asking_week(database, temporal.client, endpoint(server), hook=lose) as week:
        outcome = await refined(week)
    outcome.assert_sound()
    assert len(lost) == len(ASKED)
    assert [asked.name for asked in server.requests] == ASKED
    assert outcome.outcomes == {"given": len(ASKED)}


async def test_a_cancel_stops_a_call_at_once(database: str, temporal: WorkflowEnvironment) -> None:
    """The model is not listened to any longer, the run is cancelled, and the call has left no row."""
    with MusingServer("react") as server:
        model = endpoint(server, call_seconds=120)
        async with asking_week(database, temporal.client, model, patience=Patience()) as week:
            run = await week.start(await week.planned_session(), refine_request(MOVE))
            async with asyncio.timeout(60):
                while [e.data["block"] for e in await told(week.engine, run) if e.stage == REASONING].count(7) < 2:
                    await asyncio.sleep(0.02)
            await cancel_run(OWNER, week.engine, week.client, run.id, now())
            with pytest.raises(WorkflowFailureError):
                await asyncio.wait_for(week.client.get_workflow_handle(workflow_id(run)).result(), 120)
            assert await asyncio.to_thread(server.hung_up.wait, 120)
            outcome = await outcome_of(week, run)
    assert outcome.run.status == "cancelled"
    assert outcome.outcomes == {"given": 2}
    assert outcome.stages[-1] == "run.cancelled"


async def test_a_model_may_ask_the_person_once(week: Week, server: ModelServer) -> None:
    """The run waits for the answer, which the prompts that follow hold, and the model goes on with it."""
    server.well_behaved(inquisitive)
    run = await week.start(await week.planned_session(), refine_request(MOVE))
    paused = await Paused.of(week, run)
    assert list(paused.question.questions) == [QUESTION]
    await paused.answer()
    outcome = await outcome_of(week, await week.finished(run))
    outcome.assert_sound()
    assert outcome.deciders["resume"] == ["person"]
    assert outcome.deciders["react"] == ["model"] * 3
    rounds = [asked for asked in server.requests if asked.name == "react"]
    assert [SAID in asked.user for asked in rounds] == [False, True, True]


async def test_operators_see_what_is_asked_and_what_is_left(week: Week) -> None:
    """Each ask has a summary with its node and round; the run's details tell budgets and who decided."""
    run = await week.finished(await week.start(await week.planned_session(), refine_request(MOVE)))
    handle = week.client.get_workflow_handle(workflow_id(run))
    history = await handle.fetch_history()
    summaries = [event.user_metadata.summary.data.decode() for event in history.events]
    assert '"ask the model: react, round 2"' in summaries
    assert '"ask the model: contract"' in summaries
    progress = await handle.query("run.progress")
    assert progress["budget"] == "22 of 24 actions, 23 of 25 rounds"
    details = (await handle.query("__temporal_workflow_metadata")).current_details
    assert "- left: 22 of 24 actions, 23 of 25 rounds" in details.splitlines()
    assert "周五" not in history.to_json()
    assert "u5468" not in history.to_json()
