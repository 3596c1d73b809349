"""Rules CHAT-1 to CHAT-10: what a message is taken for."""

import string
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.cue import Kind
from domain.conversation.routing import Context, RunState, route
from tests.conversation.test_messages import Labelled, labelled
from tests.refine.test_requests import labelled as wishes

NOTHING = Context()
PREVIEW = Context(preview=True)
PAUSED = Context(preview=True, run="paused")
RUNS: tuple[RunState, ...] = ("none", "open", "paused")
ENTRIES = labelled("messages.jsonl")
WIDE = str.maketrans({char: chr(ord(char) + 0xFEE0) for char in string.ascii_letters + string.digits + ",?!:"})
POLITE = {"zh-CN": ("麻烦你，", "你好，", "不好意思，"), "en": ("please ", "Hi, ", "Hello there, ")}
THANKS = {"zh-CN": "，谢谢", "en": ", thanks"}


def changed(entry: Labelled, message: str) -> list[str]:
    """Where a change of the wording changes the kind."""
    before, after = route(entry.message, entry.context), route(message, entry.context)
    return [] if before.kind == after.kind else [f"{message}: {after.kind}, not {before.kind}"]


def test_blanks_around_a_message_change_nothing() -> None:
    assert [line for entry in ENTRIES for line in changed(entry, f"  \n{entry.message}\u3000 ")] == []


def test_full_width_letters_and_capitals_change_nothing() -> None:
    assert [line for entry in ENTRIES for line in changed(entry, entry.message.translate(WIDE))] == []
    assert [line for entry in ENTRIES for line in changed(entry, entry.message.upper())] == []


def test_politeness_before_and_after_changes_nothing() -> None:
    """A salute before a message or thanks behind it leave its kind."""
    said = [(entry, before + entry.message) for entry in ENTRIES for before in POLITE[entry.locale]]
    said += [(entry, entry.message + THANKS[entry.locale]) for entry in ENTRIES]
    assert [line for entry, message in said for line in changed(entry, message)] == []


@pytest.mark.parametrize("run", RUNS)
@given(text=st.text(max_size=300))
def test_any_text_has_a_kind(run: RunState, text: str) -> None:
    """No text raises, and only a paused run is answered."""
    for preview in (False, True):
        kind = route(text, Context("en", preview, run)).kind
        assert kind != "answer" or run == "paused"


@given(words=st.lists(st.sampled_from(sorted({word for e in ENTRIES for word in e.message.split()})), max_size=40))
def test_any_mixture_of_messages_has_a_kind_and_its_words(words: list[str]) -> None:
    """What decides is named, unless nothing did."""
    routing = route(" ".join(words), PREVIEW)
    assert routing.evidence or routing.kind == "plain"
    assert routing.kind not in routing.also


@pytest.mark.parametrize("unit", ["课", "什么", "把", "1小时", "in 1 hour ", "a ", "what is on ", "周一", "!", "提醒"])
def test_a_message_of_one_word_over_and_over_ends(unit: str) -> None:
    """Patterns do not run away: this test would not end."""
    assert route(unit * 2000, PREVIEW).kind


def test_wishes_for_a_change_are_refines() -> None:
    """Nearly all requests that the refine engine is tried with, in both wordings."""
    said = [words for entry in wishes("requests") for words in (entry.request, entry.twin)]
    wrong = [f"{words}: {route(words, PREVIEW).kind}" for words in said if route(words, PREVIEW).kind != "refine"]
    assert len(wrong) <= len(said) * 0.02, "\n".join(wrong)


@pytest.mark.parametrize(
    ("message", "context", "kind"),
    [
        ("把周五的挪到周一", NOTHING, "refine"),
        ("把高数排到周五", NOTHING, "plan"),
        ("把高数排到周五", PREVIEW, "refine"),
        ("I am busy on Friday", NOTHING, "plain"),
        ("I am busy on Friday", PREVIEW, "refine"),
        ("周末别排了", Context(run="open"), "refine"),
        ("别排了", Context(run="open"), "cancel"),
        ("取消", NOTHING, "plain"),
        ("确认", PREVIEW, "confirm"),
        ("确认", PAUSED, "answer"),
        ("撤销刚才的", PAUSED, "confirm"),
        ("算了，把周五的挪到周一吧", Context(preview=True, run="open"), "refine"),
        ("为什么把概率论挪到周六？", PREVIEW, "question"),
        ("周三下午有空吗？有的话把英语挪过去", PREVIEW, "refine"),
        ("我周三要开会，那天下午有什么任务？", PREVIEW, "question"),
        ("把「提醒我交作业」挪到周五", PREVIEW, "refine"),
        ("提醒我妈吃药这个任务挪到周五", PREVIEW, "refine"),
        ("哪天都行", PAUSED, "answer"),
        ("谢谢", PAUSED, "plain"),
        ("", NOTHING, "plain"),
        ("", PAUSED, "answer"),
    ],
)
def test_the_context_and_the_clauses_decide(message: str, context: Context, kind: Kind) -> None:
    assert route(message, context).kind == kind


def test_what_else_was_said_is_told() -> None:
    """A change that shall be saved at once is a change; the wish to save it is not lost."""
    routing = route("把周五的挪到周一，然后写进课表", PREVIEW)
    assert (routing.kind, routing.also) == ("refine", ("confirm",))
    assert "挪" in "".join(routing.evidence)


def test_no_message_confirms_by_itself() -> None:
    """A confirm is only ever a kind; whatever the run, words for it start nothing else."""
    said = ("确认", "写进课表", "confirm", "undo that", "撤销", "save it to my timetable")
    kinds = {route(words, Context(preview=True, run=run)).kind for words, run in product(said, RUNS)}
    assert kinds == {"confirm", "answer"}


@pytest.mark.parametrize("message", ["周三吧？", "复习那个任务?", "the essay", "把作业那个", "随便安排"])
def test_an_answer_to_a_paused_run_leans_to_nothing(message: str) -> None:
    """Though outside of one the same words may."""
    assert route(message, Context(preview=True, run="paused")).kind == "answer"


@pytest.mark.parametrize(
    ("message", "preview", "kind"),
    [
        ("作文得在讲评课之前写完", True, "refine"),
        ("把导入的清单变成日程", False, "plan"),
        ("实验课是单周上还是双周上", False, "question"),
        ("移动了英语之后，周三还有什么任务", True, "question"),
        ("build me something for two weeks of study", False, "plan"),
        ("did everything fit", True, "question"),
        ("my roommate is noisy", True, "plain"),
    ],
)
def test_a_message_without_cues_leans_by_its_build_and_subject(message: str, preview: bool, kind: str) -> None:
    """And what is said in passing counts after all else."""
    assert route(message, Context(preview=preview)).kind == kind


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("半個小時後提醒我喝水", "reminder"),
        ("十分鐘後叫我起床", "reminder"),
        ("下週三有什麼課？", "question"),
        ("幫我把作業排到這週", "plan"),
    ],
)
def test_traditional_characters_decide_as_simplified_ones(message: str, kind: str) -> None:
    assert route(message, Context()).kind == kind
