"""Where to go on from an answer, as OpenAPI links: whatever names an object leads to what can be done with it."""

from typing import Any

Links = dict[str, dict[str, Any]]

_AS_SHOWN = {"header.If-Match": "$response.header.ETag"}
_ANY = {"header.If-Match": "*"}


def link(operation: str, parameters: dict[str, Any], description: str, body: dict[str, Any] | None = None) -> Any:
    """One link: the operation, what it is given of the answer, and what is there."""
    told = {"operationId": operation, "parameters": parameters, "description": description}
    return told | ({"requestBody": body} if body else {})


def of_run(run_id: str = "/id", session_id: str = "/session_id") -> Links:
    """From what names a run; the arguments say where in the body, as JSON pointers."""
    here = {"run_id": _at(run_id)}
    return {
        "Run": link("show_run", here, "the run as it stands"),
        "Events": link("follow_run", here, "what happens in it"),
        "Cancel": link("cancel_run", here, "stop it"),
        "Trace": link("trace_run", here, "what it did, step by step"),
        "Preview": link("show_preview", {"conversation_id": _at(session_id)}, "what it worked out"),
    }


def of_paused_run() -> Links:
    """From a run as it stands, which may ask something."""
    said = {"question_id": _at("/question/question_id"), "answer": "上午"}
    return {**of_run(), "Answer": link("answer_run", {"run_id": _at("/id")}, "say what it asks", said)}


def of_turn(turn_id: str = "/id", session_id: str = "/conversation_id") -> Links:
    """From what names a turn of a conversation."""
    here = {"turn_id": _at(turn_id)}
    return {
        "Session": link("show_session", {"session_id": _at(session_id)}, "the session in which it was said"),
        "TurnEvents": link("follow_turn", here, "what happens in it"),
        "TurnStop": link("cancel_turn", here, "stop it"),
    }


def of_trace() -> Links:
    """From a part of what a run did."""
    here = {"run_id": "$request.path.run_id"}
    return {
        "Run": link("show_run", here, "the run as it stands"),
        "Next": link("trace_run", {**here, "cursor": _at("/next_cursor")}, "the steps that follow"),
    }


def of_commit(commit: str = "") -> Links:
    """From a commit."""
    here, session = {"commit_id": _at(f"{commit}/id")}, {"session_id": _at(f"{commit}/session_id")}
    return {
        "Commit": link("show_commit", here, "the commit"),
        "Undo": link("undo_commit", here, "take back what it wrote"),
        "Commits": link("list_commits", session, "the commits of its session"),
        "Confirm": link("confirm_preview", {**session, "If-Match": "*"}, "confirm the newest preview"),
    }


def of_foreseen() -> Links:
    """From what a confirm would write."""
    session = {"session_id": _at("/session_id")}
    return {"Confirmed": link("confirm_preview", {**session, **_AS_SHOWN}, "write it into the timetable")}


def of_session(session_id: str = "/id") -> Links:
    """From what names a session."""
    here, conversation = {"session_id": _at(session_id)}, {"conversation_id": _at(session_id)}
    return {
        "Session": link("show_session", here, "the session"),
        "Preview": link("show_preview", conversation, "its newest preview"),
        "Runs": link("list_runs", here, "its runs"),
        "Commits": link("list_commits", here, "what was written from it"),
        "Plan": link("start_run", {}, "place tasks in it", {"kind": "plan", **here}),
        "Refine": link("start_run", {}, "change its newest preview", {"kind": "refine", **here}),
        "Confirm": link("confirm_preview", {**here, "If-Match": "*"}, "write its newest preview into the timetable"),
        "Foresee": link("foresee_confirm", here, "what that would write"),
        **_of_conversation(here),
    }


def _of_conversation(here: dict[str, Any]) -> Links:
    said = {"message": "周五有什么课？", "stream": False, "conversation_id": here["session_id"]}
    return {
        "Say": link("chat", {}, "say something in it", said),
        "Remind": link("create_reminder", here, "set a reminder in it", {"prompt": "喝水", "after_seconds": 1800}),
        "Reminders": link("list_reminders", here, "its reminders that wait"),
        "Log": link("show_log", here, "what was said and done in it"),
        "Turns": link("list_turns", here, "its turns"),
        "Rename": link("rename_session", here, "another title"),
        "Fork": link("fork_session", here, "another session that begins like it"),
        "Child": link("open_child", here, "a session inside it"),
        "Children": link("list_children", here, "what was opened inside it or forked from it"),
        "End": link("end_session", here, "end it"),
        "Resume": link("resume_session", here, "go on in it"),
    }


def of_reminder(reminder: str = "") -> Links:
    """From a reminder of the session that the address names."""
    here = {"session_id": "$request.path.session_id"}
    return {
        "Reminders": link("list_reminders", here, "all that wait in its session"),
        "Delete": link("delete_reminder", {**here, "schedule_id": _at(f"{reminder}/id")}, "take it back"),
        "Session": link("show_session", here, "the session in which it is told"),
    }


def of_preview() -> Links:
    """From a revision of a preview."""
    asked, session = {"conversation_id": _at("/session")}, {"session_id": _at("/session")}
    pin = {**asked, "edits": [{"pin": _at("/entries/0/state_id")}]}
    back = {**asked, "revision": _at("/revision")}
    return {
        "Edit": link("edit_preview", _AS_SHOWN, "pin its first task", pin),
        "StepBack": link("step_back", _ANY, "make this revision the newest again", back),
        "Revisions": link("list_revisions", asked, "all revisions"),
        "Confirmed": link("confirm_preview", {**session, **_AS_SHOWN}, "write it into the timetable"),
    }


def of_revision(revision: str = "") -> Links:
    """From a revision in a list."""
    asked = {"conversation_id": "$request.query.conversation_id"}
    back = {**asked, "revision": _at(f"{revision}/revision")}
    return {
        "Preview": link("show_preview", back, "what it was"),
        "StepBack": link("step_back", _ANY, "make it the newest again", back),
    }


def of_term(term: str = "", *, shown: bool = False) -> Links:
    """From a term; ``shown`` where the answer has its version."""
    here, monday = {"term_id": _at(f"{term}/id")}, _at(f"{term}/first_monday")
    order = {"kind": "plan", **here, "first": monday, "last": monday}
    links = {
        "Term": link("show_term", here, "the term"),
        "Week": link("show_week", {**here, "week": 1}, "what stands in its first week"),
        "Day": link("show_day", {**here, "day": monday}, "what stands on its first day"),
        "Export": link("export_calendar", here, "all of it as an iCalendar file"),
        "Table": link("export_table", here, "its courses as CSV"),
        "Picture": link("draw_week", {**here, "week": 1}, "its first week as a picture"),
        "PicturePng": link("draw_week_png", {**here, "week": 1}, "the same picture in PNG"),
        "Import": link("import_timetable", here, "a calendar file to be its timetable"),
        "Plan": link("start_run", {}, "place tasks in it", order),
        **_of_overrides(here, monday),
    }
    if shown:
        links["Remove"] = link("remove_term", {**here, **_AS_SHOWN}, "the term and all that stands in it")
    return links


def _of_overrides(here: dict[str, Any], day: str) -> Links:
    dated = {**here, "day": day}
    return {
        "Overrides": link("list_overrides", here, "its days that are held as other days"),
        "Proposals": link("propose_overrides", here, "what the public calendar proposes"),
        "Decide": link("change_overrides", here, "hold several days otherwise", {"overrides": [{"day": day}]}),
        "Hold": link("accept_override", dated, "hold its first day without classes", {}),
        "Held": link("show_override", dated, "what its first day is held as"),
        "HoldAsItself": link("remove_override", dated, "hold its first day as itself again"),
    }


def of_today() -> Links:
    """From today."""
    here = {"term_id": _at("/term_id")}
    return {
        "Term": link("show_term", here, "the term"),
        "Week": link("show_week", {**here, "week": _at("/week")}, "what stands in the week"),
        "NotDone": link("not_done", {"item_id": _at("/entries/0/item_id")}, "its first task was not done"),
        "Now": link("show_now", {}, "what goes on now, and what comes next"),
    }


def of_now() -> Links:
    """From what goes on and comes next."""
    later = {"term_id": _at("/next/term_id"), "day": _at("/next/date")}
    return {
        "Today": link("show_today", {}, "what stands today"),
        "Next": link("show_day", later, "the day on which something comes next"),
    }


def of_class(class_: str = "", *, shown: bool = False) -> Links:
    """From a class; ``shown`` where the answer has its version."""
    here = {"class_id": _at(f"{class_}/id")}
    links = {
        "Class": link("show_class", here, "the class with its items"),
        "Item": link("show_item", {**here, "item_id": _at(f"{class_}/items/0/id")}, "its first item"),
        "Plan": link("start_run", {}, "place its items", {"kind": "plan", "class_ids": [here["class_id"]]}),
    }
    if shown:
        links["Add"] = link("add_item", {**here, **_AS_SHOWN}, "one more item")
        links["Change"] = link("change_class", {**here, **_AS_SHOWN}, "its name or wishes")
        links["Remove"] = link("remove_class", {**here, **_AS_SHOWN}, "the class with its items")
    return links


def of_item() -> Links:
    """From an item under the address of its class."""
    here = {"class_id": "$request.path.class_id", "item_id": _at("/id")}
    return {
        "Item": link("show_item", here, "the item"),
        "Change": link("change_item", {**here, **_AS_SHOWN}, "its content or place"),
        "Remove": link("remove_item", {**here, **_AS_SHOWN}, "the item"),
        "Class": link("show_class", {"class_id": here["class_id"]}, "the class with all its items"),
    }


def of_memory(memory: str = "", *, shown: bool = False) -> Links:
    """From a memory; ``shown`` where the answer has its version."""
    here = {"memory_id": _at(f"{memory}/id")}
    links = {
        "Memory": link("show_memory", here, "the memory"),
        "Kind": link("list_memories", {"kind": _at(f"{memory}/kind")}, "all memories of its kind"),
        "Snapshot": link("show_snapshot", {}, "what is known of the person"),
    }
    if shown:
        links["Correct"] = link("correct_memory", {**here, **_AS_SHOWN}, "another text, kind, importance or status")
        links["Forget"] = link("forget_memory", {**here, **_AS_SHOWN}, "the memory")
    return links


def of_feed(feed: str = "") -> Links:
    """From a feed."""
    here = {"feed_id": _at(f"{feed}/id")}
    return {
        "Feeds": link("list_feeds", {}, "all feeds"),
        "Revoke": link("revoke_feed", here, "let its address lead nowhere"),
    }


def of_preparation(preparation: str = "") -> Links:
    """From what names a preparation."""
    here = {"preparation_id": _at(f"{preparation}/id")}
    warmer = {"values": {"hvac_target_temp": 25}}
    return {
        "Preparation": link("show_preparation", here, "the preparation with all that happened"),
        "Adjust": link("adjust_preparation", here, "other settings", warmer),
        "Confirm": link("confirm_preparation", here, "let what is recommended be executed"),
        "CallOff": link("move_preparation", here, "call the meeting off", {"status": "cancelled"}),
        "Context": link("show_preparation_context", here, "what a model is told for it"),
        "History": link("list_history", {}, "what was learned"),
    }


def of_reported() -> Links:
    """From a session that a service has reported."""
    row = {"session_id": _at("/session_id"), "recorded_at": "2026-07-14 13:50", "source": "user_adjust"}
    return {
        **of_task(),
        "Report": link("report_snapshot", {}, "what happens in the room", {**row, "snapshot": {"light_power": True}}),
        "Forget": link("forget_person", {"booker_id": _at("/booker_id")}, "forget its booker's history"),
    }


def of_task() -> Links:
    """From what names the task of a preparation."""
    return {"Context": link("show_task_context", {"task_id": _at("/task_id")}, "what a model is told for it")}


def of_snapshot() -> Links:
    """From what is known of a person."""
    return {
        "Memories": link("list_memories", {}, "what is remembered"),
        "Me": link("show_me", {}, "who asks"),
        "Today": link("show_today", {}, "what stands today"),
    }


def of_page(operation: str, of_first: Links, *inside: str) -> Links:
    """From a page of a list: what follows, and what can be done with the first of it.

    Args:
        inside: what the address names that the list belongs to, such as ``session_id``.
    """
    here = {name: f"$request.path.{name}" for name in inside}
    return {**of_first, "Next": link(operation, {**here, "cursor": _at("/next_cursor")}, "the next page")}


def _at(pointer: str) -> str:
    return f"$response.body#{pointer}"
