"""Turns of a conversation on real servers: what is said, what is done for it, and the one reply (TURN-1 to TURN-13)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Point
from domain.errors import (
    IdempotencyKeyReused,
    InvalidInput,
    NotFound,
    PreviewNotFound,
    RefineDisabled,
    SessionEnded,
    Unavailable,
)
from domain.schedule.state import Locale, ScheduleState, class_ids
from runtime.clock import now
from services.answer_run import answer_run
from services.cancel_run import cancel_run
from services.end_session import end_session
from services.end_turn import close_lost_turn
from services.reconcile import reconcile
from services.reconcile_conversations import reconcile_conversations
from services.run_rules import RunRules
from services.say import Said, say
from services.start_turn import start_turn_workflow, workflow_id
from services.stop_turn import stop_turn
from storage.previews import latest_preview
from storage.run_events import read_events
from storage.runs import list_runs, load_run
from tests.asking import AskingRefineSteps
from tests.talk import MOVE, Talk, talking
from tests.week import OWNER, Gate
from workflows.messages import StepInput


@pytest.fixture
def gate() -> Gate:
    """Open unless a test names the step to hold."""
    return Gate()


@pytest.fixture
def cached() -> int:
    """How many workflows a worker keeps in memory; with none, each is replayed at every step."""
    return 500


REPLAYED = pytest.mark.parametrize("cached", [500, 0], ids=["cached", "replayed at every step"])


@pytest.fixture
async def talk(database: str, temporal: WorkflowEnvironment, gate: Gate, cached: int) -> AsyncIterator[Talk]:
    async with talking(database, temporal.client, hook=gate, cached=cached) as talk:
        yield talk


async def test_a_message_makes_a_session_and_is_answered_once(talk: Talk) -> None:
    """The log has message, title and reply; the session is idle again, and the events tell all of it in order."""
    turn, reply = await talk.ask("你好")
    assert (turn.status, turn.kind, turn.seq) == ("completed", "plain", 1)
    assert "半小时后提醒我" in reply
    assert [(e.kind, e.data.get("role")) for e in await talk.log()] == [
        ("message", "user"),
        ("title", None),
        ("message", "assistant"),
    ]
    session = await talk.session()
    assert (session.title, session.active_turn) == ("你好", None)
    assert await talk.stages(turn) == ["accepted", "routed", "context", "reply", "ended"]
    events = await talk.events(turn)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))


@REPLAYED
async def test_a_plan_is_made_and_changed_and_neither_message_is_in_temporal(talk: Talk) -> None:
    """A plan of all that waits, then a change of it: each turn waits for its run, and its reply is the summary."""
    plan, told = await talk.ask("帮我把所有作业排到下周三之前")
    assert (plan.status, plan.kind) == ("completed", "plan"), told
    refine, summary = await talk.ask(MOVE)
    assert (refine.status, refine.kind) == ("completed", "refine"), summary
    async with talk.week.engine.connect() as connection:
        runs = {run.id: run for run in await list_runs(OWNER, connection, limit=10)}
        preview = await latest_preview(OWNER, connection, talk.session_id or "")
    assert plan.run_id
    assert refine.run_id
    assert runs[plan.run_id].request["message"] == "帮我把所有作业排到下周三之前"
    assert preview is not None
    state = ScheduleState.model_validate_json(preview.state)
    days = [(day.week, day.day_of_week) for day in state.window.day_mapping]
    assert (days[0], days[-1]) == ((5, 1), (6, 2))
    assert class_ids(state) == set(talk.week.class_ids)
    assert told == runs[plan.run_id].outcome_detail
    assert summary == runs[refine.run_id].outcome_detail
    assert preview.revision == 2
    assert [e.data["kind"] for e in await talk.log("run")] == ["plan", "refine"]
    assert await talk.stages(refine) == ["accepted", "routed", "context", "run", "reply", "ended"]
    for turn in (plan, refine):
        await talk.workflow_ended(turn)
        history = (await talk.week.client.get_workflow_handle(workflow_id(turn)).fetch_history()).to_json()
        said = ("作业", "周五", told, summary)
        forms = [form for words in said for form in (words, words.encode("unicode_escape").decode())]
        assert [form for form in forms if form in history] == []


async def test_what_a_plan_leaves_open_is_asked_and_answered_in_the_conversation(talk: Talk) -> None:
    """The reply asks, with a proposal; what would be another plan is the answer, and the plan is of what it says."""
    asked, told = await talk.ask("帮我排一下")
    assert (asked.status, asked.kind) == ("completed", "plan"), told
    assert "建议" in told
    answered, summary = await talk.ask("只排英语，排到下周")
    assert (answered.status, answered.kind) == ("completed", "answer"), summary
    assert summary.startswith("已为 5 项任务预排时间")
    async with talk.week.engine.connect() as connection:
        preview = await latest_preview(OWNER, connection, talk.session_id or "")
    assert preview is not None
    assert preview.completed


async def test_messages_are_answered_one_at_a_time_in_order(talk: Talk, gate: Gate) -> None:
    """While the first is held the others wait; then each begins once the one before has its reply."""
    gate.node = "open"
    first = await talk.say("你好")
    await asyncio.wait_for(gate.reached.wait(), 60)
    rest = [await talk.say(text) for text in ("周一有什么课？", "谢谢", "确认")]
    assert [turn.status for turn in (first, *rest)] == ["running", "queued", "queued", "queued"]
    gate.opened.set()
    ended = [await talk.ended(turn) for turn in (first, *rest)]
    assert [turn.status for turn in ended] == ["completed"] * 4
    assert [turn.kind for turn in ended] == ["plain", "question", "plain", "confirm"]
    messages = [(e.data["role"], e.data["turn"]) for e in await talk.log("message")]
    assert messages == [("user", t.id) for t in ended] + [("assistant", t.id) for t in ended]
    assert (await talk.session()).active_turn is None


async def test_what_is_said_at_once_is_answered_in_the_order_of_the_log(talk: Talk) -> None:
    """Eight messages from as many clients: eight numbers, eight replies, never two turns at work."""
    await talk.ask("你好")
    said = await asyncio.gather(*(talk.say("谢谢") for _ in range(8)))
    ended = [await talk.ended(turn) for turn in said]
    assert sorted(turn.seq for turn in ended) == list(range(2, 10))
    assert [turn.status for turn in ended] == ["completed"] * 8
    asked = [e.data["turn"] for e in await talk.log("message") if e.data["role"] == "user"]
    told = [e.data["turn"] for e in await talk.log("message") if e.data["role"] == "assistant"]
    assert told == asked


async def test_a_reminder_is_set_listed_deleted_and_told_once(talk: Talk) -> None:
    """Set by one message and deleted by another; one that is due is a turn that tells one sentence."""
    turn, told = await talk.ask("一小时后提醒我交作业")
    assert (turn.status, turn.kind) == ("completed", "reminder")
    assert "交作业（schedule-1）" in told
    assert "交作业" in (await talk.ask("我有哪些提醒？"))[1]
    assert "已删除" in (await talk.ask("把交作业的提醒删掉"))[1]
    assert (await talk.ask("我有哪些提醒？"))[1] == "现在没有等待中的提醒。"
    await talk.ask("2秒后提醒我喝水")
    talk.clock.moment += timedelta(seconds=2)
    async with asyncio.timeout(60):
        while len(turns := await talk.turns()) < 6 or turns[-1].is_open:
            await asyncio.sleep(0.1)
    due = turns[-1]
    assert (due.origin, due.kind, due.status) == ("reminder", "present", "completed")
    assert (await talk.reply(due)).endswith("喝水")
    assert len(turns) == 6
    operations = [e.data["operation"] for e in await talk.log("schedule/change")]
    assert operations == ["create", "delete", "create", "dispatch"]
    assert [e.data["tool"] for e in await talk.log("tool")].count("schedule_create") == 2


async def test_what_a_reminder_lacks_is_asked(talk: Talk) -> None:
    """Its time, what it says, or which one is meant, in the language of the message; nothing is set or deleted."""
    for words, told in (
        ("提醒我喝水", "要在什么时候提醒"),
        ("remind me to drink", "When?"),
        ("把提醒删掉", "现在没有等待中的提醒"),
        ("把喝水的提醒推迟十分钟", "提醒不能改时间"),
        ("半小时后提醒我", "要提醒什么"),
        ("把作业排到上周", "已经过去了"),
        ("把跑步的提醒删掉", "没有找到这样的提醒"),
    ):
        turn, reply = await talk.ask(words)
        assert (turn.status, told in reply) == ("completed", True), reply
    assert await talk.log("schedule/change") == []


async def test_which_one_is_asked_with_the_list_and_answered_by_its_place(talk: Talk) -> None:
    """The list has the one that is due first at the head, whichever was set first; an order in between is no answer."""
    talk.clock.moment = now()
    await talk.ask("remind me in 2 hours to eat")
    _, told = await talk.ask("remind me in 1 hour to drink, and what is on Friday?")
    assert "drink (schedule-2)" in told
    assert "what is on Friday?" in told
    _, asked = await talk.ask("delete the reminder")
    assert asked.index("schedule-2") < asked.index("schedule-1")
    _, deleted = await talk.ask("the first one")
    assert deleted.startswith("Deleted:")
    assert "drink" in deleted
    operations = [e.data["operation"] for e in await talk.log("schedule/change")]
    assert operations == ["create", "create", "delete"]


async def test_days_that_are_asked_for_are_told_alone(talk: Talk) -> None:
    """The answer that the question suggests is taken for the plan that was wished for."""
    turn, asked = await talk.ask("把作业排到上周")
    assert (turn.kind, turn.run_id, "这周" in asked) == ("plan", None, True)
    turn, _ = await talk.ask("这周")
    assert turn.kind == "plan"
    assert turn.run_id is not None


async def test_a_run_that_was_terminated_is_found_out(talk: Talk, gate: Gate, temporal: WorkflowEnvironment) -> None:
    """It tells nothing; its row, which the reconciler closed, is looked at, and the turn fails as the run did."""
    talk = await talk.planned()
    gate.node = "plan"
    refine = await talk.say(MOVE)
    await asyncio.wait_for(gate.reached.wait(), 60)
    run_id = (await talk.row(refine)).run_id
    assert run_id
    await talk.week.client.get_workflow_handle(f"refine:{refine.session_id}:{run_id}").terminate()
    await reconcile(talk.week.engine, talk.week.client, talk.clock() + timedelta(seconds=10))
    gate.opened.set()
    handle = talk.week.client.get_workflow_handle(workflow_id(refine))
    await temporal.fast_forward(handle, timedelta(seconds=31))
    turn = await talk.ended(refine)
    assert (turn.status, turn.outcome_code) == ("failed", "workflow_terminated")


async def test_the_same_key_is_the_same_turn(talk: Talk) -> None:
    """Sent twice together it is one message with one answer, also where the workflow is started again."""
    first, again = await asyncio.gather(talk.say("你好", key="k"), talk.say("你好", key="k"))
    assert first.id == again.id
    turn = await talk.ended(first)
    assert await start_turn_workflow(OWNER, talk.week.client, turn) is False
    talk.session_id = None
    with pytest.raises(IdempotencyKeyReused):
        await talk.say("再见", key="k")
    talk.session_id = turn.session_id
    assert len(await talk.replies(turn)) == 1
    assert len(await talk.turns()) == 1


async def test_a_reply_is_in_the_language_of_its_message(talk: Talk) -> None:
    """Or in the one that is asked for; words of no language go on in that of the message before."""
    said: tuple[tuple[str, Locale | None, Locale], ...] = (
        ("你好", None, "zh-CN"),
        ("ok", None, "zh-CN"),
        ("hello there", None, "en"),
        ("12", None, "en"),
        ("hello there", "zh-CN", "zh-CN"),
    )
    for text, locale, expected in said:
        turn, reply = await talk.ask(text, locale)
        assert (turn.locale, "I can" in reply) == (expected, expected == "en"), reply


async def test_what_cannot_be_said_is_refused_before_any_turn(talk: Talk) -> None:
    """A change without a preview is that error and no answer; neither is a session made for it."""
    with pytest.raises(PreviewNotFound):
        await talk.say(MOVE)
    with pytest.raises(InvalidInput):
        await talk.say(" \n")
    with pytest.raises(InvalidInput):
        await talk.say("x" * 10_001)
    stranger = Said("01K6F0Q2M3N4P5R6S7T8V9W0XA", "你好")
    with pytest.raises(NotFound):
        await say(OWNER, talk.week.engine, talk.week.client, stranger, talk.clock())
    talk.rules = RunRules(refine_enabled=False)
    with pytest.raises(RefineDisabled):
        await talk.say(MOVE)
    assert talk.session_id is None


async def test_a_change_that_has_nothing_to_change_fails_with_that_code(talk: Talk, gate: Gate) -> None:
    """Where it cannot be known as it is said, the turn fails with the same code, and the next message is answered."""
    gate.node = "open"
    first = await talk.say("你好")
    await asyncio.wait_for(gate.reached.wait(), 60)
    refine, last = await talk.say(MOVE), await talk.say("谢谢")
    gate.opened.set()
    turn = await talk.ended(refine)
    assert (turn.status, turn.outcome_code) == ("failed", "SchedulePlanPreviewNotFound")
    [reply] = await talk.replies(turn)
    assert reply["code"] == "SchedulePlanPreviewNotFound"
    assert await talk.stages(turn) == ["accepted", "routed", "context", "reply", "failed"]
    assert (await talk.ended(last)).status == "completed"
    assert (await talk.ended(first)).status == "completed"


async def test_a_run_that_fails_is_told_with_its_code(talk: Talk) -> None:
    """A plan of an evening that has no room for it: the turn fails as its run did."""
    talk.clock.set("2026-09-28", "21:50")
    turn, reply = await talk.ask("帮我安排今天的所有任务")
    assert turn.run_id
    async with talk.week.engine.connect() as connection:
        run = await load_run(OWNER, connection, turn.run_id)
    assert run.status == "failed"
    assert (turn.status, turn.outcome_code) == ("failed", run.outcome_code)
    assert (run.outcome_code or "") in reply


async def test_a_plan_whose_days_cannot_be_read_is_asked_about(talk: Talk) -> None:
    """No run is started; the reply quotes what was not understood, in the language of the message."""
    for words, said in (("排第30周", "30周"), ("plan week 2", "week 2")):
        turn, reply = await talk.ask(words)
        assert (turn.status, turn.run_id, said in reply) == ("completed", None, True), reply


@REPLAYED
async def test_a_cancel_ends_the_turn_at_work_and_its_run(talk: Talk, gate: Gate) -> None:
    """The held turn is cancelled with one reply, its run too, and the message itself says what was stopped."""
    talk = await talk.planned()
    gate.node = "react"
    refine = await talk.say(MOVE)
    await asyncio.wait_for(gate.reached.wait(), 60)
    cancel = await talk.say("算了")
    stopped, told = await talk.ended(refine), await talk.ended(cancel)
    assert (stopped.status, stopped.outcome_code, told.status, told.kind) == (
        "cancelled",
        "cancelled",
        "completed",
        "cancel",
    )
    assert await talk.reply(stopped) == "已停止调整，预览没有改变。"
    assert await talk.reply(told) == "已停止处理“把第5周周五的任务都挪到周六”。"
    async with talk.week.engine.connect() as connection:
        assert (await load_run(OWNER, connection, stopped.run_id or "")).status == "cancelled"
    gate.opened.set()
    assert (await talk.ask("取消这次运行"))[1] == "现在没有正在进行的操作。"


class Deaf(Gate):
    """A hook that holds a step which is done, and lets it end as done although it is broken off."""

    async def __call__(self, point: Point, step: StepInput) -> None:
        if step.node == self.node and point == "after_write":
            self.reached.set()
            with suppress(asyncio.CancelledError):
                await self.opened.wait()


@pytest.mark.parametrize("hook", [Deaf, Gate], ids=["done", "broken off"])
@pytest.mark.parametrize(
    ("said", "node"),
    [
        (MOVE, "open"),
        (MOVE, "start_run"),
        ("帮我把所有作业排到下周三之前", "start_run"),
        ("周一有什么课？", "look_up"),
    ],
)
async def test_a_stop_counts_wherever_the_turn_is(
    database: str, temporal: WorkflowEnvironment, hook: type[Gate], said: str, node: str
) -> None:
    """Before there is a run and after a step that was done all the same; told by a turn with another one before it."""
    gate = hook()
    async with talking(database, temporal.client, hook=gate) as first:
        talk = await first.planned()
        gate.node = node
        turn = await talk.say(said)
        await asyncio.wait_for(gate.reached.wait(), 60)
        between, stop = await talk.say("谢谢"), await talk.say("停下")
        if node == "open":
            gate.opened.set()
        ended = [await talk.ended(each) for each in (turn, between, stop)]
        assert [each.status for each in ended] == ["cancelled", "completed", "completed"]
        assert (await talk.reply(stop)).startswith(f"已停止处理“{said[:9]}")
        assert await talk.reply(between) == "不客气。"
        async with talk.week.engine.connect() as connection:
            runs = await list_runs(OWNER, connection, limit=10)
            preview = await latest_preview(OWNER, connection, talk.session_id or "")
        assert [run.status for run in runs if run.id == ended[0].run_id] == ["cancelled"] * bool(ended[0].run_id)
        assert preview is not None
        assert preview.revision == 1


async def test_a_stop_after_the_reminder_was_set_is_too_late(talk: Talk, gate: Gate) -> None:
    """The turn tells what it has done, and so does the one that came too late."""
    gate.node = "reply"
    turn = await talk.say("一小时后提醒我交作业")
    await asyncio.wait_for(gate.reached.wait(), 60)
    stop = await talk.say("stop", "en")
    gate.opened.set()
    assert [(await talk.ended(each)).status for each in (turn, stop)] == ["completed", "completed"]
    told = await talk.reply(turn)
    assert "交作业（schedule-1）" in told
    assert await talk.reply(stop) == f"It was too late to stop it: {told}"


async def test_a_stop_that_meets_the_end_of_the_run_is_too_late(
    talk: Talk, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run completes between the look at it and the word to stop: both turns tell what it has done."""
    talk = await talk.planned()
    gate.node = "summary"
    refine = await talk.say(MOVE)
    await asyncio.wait_for(gate.reached.wait(), 60)

    async def completed_first(owner: str, engine: Any, client: Any, run_id: str, at: Any) -> None:
        gate.opened.set()
        async with engine.connect() as connection:
            run = await load_run(owner, connection, run_id)
        await talk.week.finished(run)

    monkeypatch.setattr("activities.turn_runs.cancel_run", completed_first)
    stop = await talk.say("停")
    late, told = await talk.ended(refine), await talk.ended(stop)
    async with talk.week.engine.connect() as connection:
        run = await load_run(OWNER, connection, late.run_id or "")
    assert [run.status, late.status, told.status] == ["completed"] * 3
    assert await talk.reply(late) == run.outcome_detail
    assert (await talk.reply(stop)).startswith("已经来不及停止")


async def test_a_cancel_whose_sender_died_is_carried_out_by_the_reconciler(
    talk: Talk, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is stored and nobody was told: the turn at work is told later, and both end."""
    gate.node = "look_up"
    question = await talk.say("周一有什么课？")
    await asyncio.wait_for(gate.reached.wait(), 60)
    with monkeypatch.context() as away:
        away.setattr("services.say.tell_to_stop", _unavailable)
        cancel = await talk.say("算了")
    assert (await talk.row(question)).is_open
    await reconcile_conversations(talk.week.engine, talk.week.client, talk.clock() + timedelta(seconds=10))
    assert [(await talk.ended(turn)).status for turn in (question, cancel)] == ["cancelled", "completed"]
    assert await talk.reply(cancel) == "已停止处理“周一有什么课？”。"


async def _unavailable(*arguments: object) -> None:
    raise Unavailable("Temporal does not answer")


async def test_turns_are_stopped_by_their_id(talk: Talk, gate: Gate) -> None:
    """One that waits is never begun, one at work stops, one that has ended stays as it is."""
    gate.node = "look_up"
    question, later = await talk.say("周一有什么课？"), await talk.say("你好")
    await asyncio.wait_for(gate.reached.wait(), 60)
    stop = (OWNER, talk.week.engine, talk.week.client)
    taken_back = await stop_turn(*stop, later.id, talk.clock())
    assert taken_back.status == "cancelled"
    assert (await stop_turn(*stop, question.id, talk.clock())).status == "running"
    turn = await talk.ended(question)
    assert turn.status == "cancelled"
    assert (await stop_turn(*stop, question.id, talk.clock())).finished_at == turn.finished_at
    assert [len(await talk.replies(each)) for each in (turn, later)] == [1, 1]
    assert (await talk.session()).active_turn is None


async def test_a_run_of_another_door_is_stopped_by_a_message(talk: Talk, gate: Gate) -> None:
    """A run without a turn is cancelled by the turn of the message, which waits for its end."""
    talk = await talk.planned()
    gate.node = "plan"
    run = await talk.week.reserve(talk.session_id or "", talk.week.request)
    turn, reply = await talk.ask("取消这次运行")
    assert (turn.status, turn.kind) == ("completed", "cancel")
    assert reply == "已停止排计划，预览没有改变。"
    assert (await talk.week.row(run)).status == "cancelled"


async def test_the_questions_of_a_paused_run_are_the_reply_and_the_next_message_answers(
    database: str, temporal: WorkflowEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn ends while the run waits; the answer is a turn of its own, and its reply is what became of the run."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)
    async with talking(database, temporal.client) as first:
        talk = await first.planned()
        asking, asked = await talk.ask(MOVE)
        assert (asking.status, asking.kind) == ("completed", "refine")
        assert "挪到上午还是下午？" in asked
        answering, told = await talk.ask("上午，英语不算")
        assert (answering.status, answering.kind, answering.run_id) == ("completed", "answer", asking.run_id)
        async with talk.week.engine.connect() as connection:
            run = await load_run(OWNER, connection, asking.run_id or "")
        assert (run.status, run.outcome_detail) == ("completed", told)
        [followed] = [e.data for e in await talk.events(answering) if e.stage == "turn.run"]
        assert followed["after"] > 0
        again, _ = await talk.ask(MOVE)
        await cancel_run(OWNER, talk.week.engine, talk.week.client, again.run_id or "", talk.clock())


async def test_an_answer_given_again_follows_the_run_from_its_question_on(
    database: str, temporal: WorkflowEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step was lost behind the answer, and the run has ended by its next attempt: no event is passed over."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)
    attempts = []
    async with talking(database, temporal.client) as first:
        talk = await first.planned()

        async def lost_once(*given: Any) -> Any:
            answered = await answer_run(*given)
            attempts.append(answered)
            if len(attempts) == 1:
                await talk.week.finished(answered[0])
                raise ConnectionResetError("lost")
            return answered

        monkeypatch.setattr("activities.turn_runs.answer_run", lost_once)
        asking, _ = await talk.ask(MOVE)
        answering, _ = await talk.ask("上午，英语不算")
        async with talk.week.engine.connect() as connection:
            told = await read_events(OWNER, connection, asking.run_id or "")
        [paused] = [event.seq for event in told if event.stage.endswith(".need_info")]
        [followed] = [e.data for e in await talk.events(answering) if e.stage == "turn.run"]
        assert (len(attempts), answering.status, followed["after"]) == (2, "completed", paused)


async def test_an_ended_session_takes_no_message(talk: Talk) -> None:
    await talk.ask("你好")
    await end_session(OWNER, talk.week.engine, talk.week.client, talk.session_id or "", talk.clock())
    with pytest.raises(SessionEnded):
        await talk.say("在吗")


async def test_a_lost_turn_is_closed_and_the_next_one_begins(talk: Talk, gate: Gate) -> None:
    """It fails as lost with one reply, however often it is closed; what its workflow still does changes nothing."""
    gate.node = "open"
    lost, later = await talk.say("你好"), await talk.say("谢谢")
    await asyncio.wait_for(gate.reached.wait(), 60)
    closings = [await close_lost_turn(OWNER, talk.week.engine, lost.id, talk.clock()) for _ in range(2)]
    assert closings[0] is not None
    assert closings[0].following is not None
    assert (closings[0].following.id, closings[1]) == (later.id, None)
    await start_turn_workflow(OWNER, talk.week.client, closings[0].following)
    gate.opened.set()
    assert (await talk.ended(later)).status == "completed"
    turn = await talk.row(lost)
    assert (turn.status, turn.outcome_code) == ("failed", "turn_lost")
    assert len(await talk.replies(turn)) == 1
