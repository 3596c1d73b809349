"""What a reply asked of a reminder is answered by the next message of the session (rule CHAT-21)."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.errors import PreviewNotFound
from tests.talk import Talk, talking


@pytest.fixture
async def talk(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Talk]:
    async with talking(database, temporal.client) as talk:
        yield talk


async def test_the_next_message_completes_a_reminder(talk: Talk) -> None:
    """By a text, by a time, and one of two by its place; the question stands with its message in the log."""
    turn, told = await talk.ask("remind me in 5 hours")
    [reply] = await talk.replies(turn)
    assert (told, reply["asks"]["gaps"]) == ("What shall the reminder say?", ["what"])
    turn, told = await talk.ask("drink water")
    assert turn.kind == "reminder"
    assert "drink water" in told
    assert "asks" not in (await talk.replies(turn))[0]
    await talk.ask("提醒我喝水")
    assert "：喝水" in (await talk.ask("十小时后"))[1]
    await talk.ask("十一小时后提醒我喝茶")
    assert "有 2 个提醒符合" in (await talk.ask("删掉喝的提醒"))[1]
    assert "喝茶" in (await talk.ask("第二个"))[1]
    await talk.ask("十一小时后提醒我喝茶")
    await talk.ask("删掉喝的提醒")
    assert "drink water" not in (await talk.ask("两个都删"))[1]
    changes = [event.data["operation"] for event in await talk.log("schedule/change")]
    assert changes == ["create", "create", "create", "delete", "create", "delete", "delete"]


async def test_an_answer_may_read_like_a_change_and_an_order_or_a_question_is_none(talk: Talk) -> None:
    """Without a preview there is nothing to change; who moves a task to a day wishes something by itself."""
    await talk.ask("十小时后提醒我")
    turn, _ = await talk.ask("周三有什么课？")
    assert turn.kind == "question"
    turn, _ = await talk.ask("喝水")
    assert turn.kind == "plain"
    await talk.ask("十小时后提醒我")
    assert "挪车" in (await talk.ask("挪车"))[1]
    await talk.ask("十小时后提醒我")
    with pytest.raises(PreviewNotFound):
        await talk.ask("把周五的任务挪到周六")
