from tests.runtime.cli.shell import Shell


async def test_classes_are_listed_shown_and_deleted(shell: Shell) -> None:
    """By name or by the end of an id (CLI-5)."""
    listed = await shell.run("classes")
    assert listed.out.count("waiting") == 3
    shown = await shell.run("classes", "show", "英语")
    [english] = [one for one in (await shell.asked("classes"))["items"] if one["name"] == "英语"]
    assert english["id"] in shown.out
    for item in english["items"]:
        assert item["content"] in shown.out
    assert (await shell.run("classes", "show", english["id"][-8:], "--json")).json() == english
    deleted = await shell.run("classes", "delete", english["id"][-8:].lower())
    assert deleted.out == "Deleted 英语 with 5 tasks.\n"
    assert "'英语' is no id of a class" in (await shell.run("classes", "show", "英语")).refused()
    assert len((await shell.asked("classes"))["items"]) == 2


async def test_tasks_of_a_class_are_added_renamed_and_removed(shell: Shell) -> None:
    """By their number in the class or by the end of an id; the answer is the task (EDGE-30)."""
    added = (await shell.run("classes", "item", "add", "英语", "口语练习", "--at", "2", "--json")).json()
    assert (added["content"], added["order"]) == ("口语练习", 2)
    renamed = (await shell.run("classes", "item", "rename", "英语", "2", "口语练习 2", "--json")).json()
    assert renamed == added | {"content": "口语练习 2"}
    removed = await shell.run("classes", "item", "remove", "英语", added["id"][-8:])
    assert (removed.code, removed.err) == (0, "")
    assert "口语练习" not in removed.out
    last = (await shell.run("classes", "item", "add", "英语", "复习", "--json")).json()
    assert last["order"] == 6


async def test_what_cannot_be_is_one_sentence(shell: Shell) -> None:
    """A task that is not there, words that are none, a class of which two have the name (CLI-1)."""
    async with shell.place.served.client(shell.place.key) as client:
        for _ in range(2):
            await client.post("/api/v1/classes", json={"name": "twice", "items": ["one"]})
    cases = [
        (("classes", "item", "remove", "英语", "9"), "英语 has no task 9: it has 5"),
        (("classes", "item", "rename", "英语", "ab", "x"), "'ab' is no id of a task"),
        (("classes", "item", "add", "英语", " "), "content"),
        (("classes", "show", "twice"), "2 classes are named 'twice': give the id"),
        (("classes", "delete", "01K6F0Q2M3N4P5R6S7T8V9W0XC"), "01K6F0Q2M3N4P5R6S7T8V9W0XC"),
    ]
    for arguments, sentence in cases:
        assert sentence in (await shell.run(*arguments)).refused(), arguments
