"""``daywright recall`` (rules CLI-32 and RECALL-26)."""

from tests.runtime.cli.shell import Shell

NOW = "2026-09-03T22:00:00+08:00"


async def test_what_was_remembered_is_found_with_where_when_and_why(shell: Shell) -> None:
    """For people in the language of their words, for programs as the API answers it; nothing steers the terminal."""
    await shell.run("memories", "add", "张三借了我三百块\x1b[2J", "--importance", "0.9")
    await shell.run("memories", "add", "likes jazz", "--kind", "preference")
    first, second = (await shell.run("recall", "我记得张三什么事")).out.splitlines()
    assert first == "[记忆] 张三借了我三百块[2J"
    assert second.startswith("    说于 ")
    assert second.endswith("含有 张三；重要性 90%")
    shown = (await shell.run("recall", "do I like jazz?", "--limit", "1")).out.splitlines()
    assert shown[0] == "[memory] likes jazz"
    assert "has like, jazz" in shown[1]
    found = (await shell.run("recall", "我记得张三什么事", "--json")).json()
    assert [item["source"] for item in found["items"]] == ["memory_v2"]
    assert found["stats"]["sources"]["memory_v2"] >= 1
    for bare, text in (("张三", "张三借了我三百块[2J"), ("jazz", "likes jazz")):
        assert (await shell.run("recall", bare)).out.splitlines()[0].endswith(f"] {text}")


async def test_that_nothing_was_found_is_said(shell: Shell) -> None:
    """That is no failure; words that no plan can be made of are."""
    assert (await shell.run("recall", "我昨天说了什么", "--now", NOW)).out == "没有找到。\n"
    assert (await shell.run("recall", "what did I say yesterday")).out == "Nothing was found.\n"
    assert "2月30日" in (await shell.run("recall", "2月30日有什么安排", "--now", NOW)).refused()
    assert "yesterday" in (await shell.run("recall", "我昨天说了什么", "--now", "yesterday")).refused()
