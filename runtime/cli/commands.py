"""``daywright`` and its commands."""

import typer

from runtime.cli.late import Late, late_group

_HERE, _PLAN, _KEEP = "On this machine", "Plan, over the HTTP API", "Data and keys of a server"

COMMANDS = {
    "demo": Late(
        "runtime.cli.stack:demo", "Plan and refine a real week on a stack of its own, and show what happens.", _HERE
    ),
    "dev": Late("runtime.cli.stack:dev", "Run the whole stack on your own data until Ctrl-C.", _HERE),
    "tool": Late("runtime.cli.tool:tool", "Run one tool on a state file, or list the tools.", _HERE),
    "models": Late("runtime.cli.models:models", "List the model endpoints, or try whether they work.", _HERE),
    "slice": Late(
        "runtime.cli.slice:slice_",
        "Show which weeks, days, sections and tasks a request in plain words is about.",
        _HERE,
    ),
    "when": Late("runtime.cli.when:when", "Show the times that words name.", _HERE),
    "context": Late(
        "runtime.cli.context:context", "Show what would be looked up before words are answered, and why.", _HERE
    ),
    "import": Late("runtime.cli.imports:import_", "Import a file as the timetable of a term.", _PLAN),
    "terms": Late("runtime.cli.terms:terms", "List, show and delete terms.", _PLAN),
    "overrides": Late(
        "runtime.cli.overrides:overrides",
        "List, propose, accept and remove days that are held as other days (调休).",
        _PLAN,
    ),
    "classes": Late("runtime.cli.classes:classes", "Add, list, show and delete classes of tasks.", _PLAN),
    "plan": Late("runtime.cli.plan:plan", "Place the waiting tasks around the timetable, as a preview.", _PLAN),
    "refine": Late("runtime.cli.refine:refine", "Change the newest plan in plain words, as a preview.", _PLAN),
    "chat": Late(
        "runtime.cli.chat:chat", "Plan, change, ask and be reminded in plain words; alone, line by line.", _PLAN
    ),
    "remind": Late("runtime.cli.remind:remind", "Set, list and take back reminders of a session.", _PLAN),
    "memories": Late(
        "runtime.cli.memories:memories", "List, add, correct and forget what is remembered of you.", _PLAN
    ),
    "recall": Late(
        "runtime.cli.recall:recall", "Find what you said, wrote and planned: where, when, and why it is shown.", _PLAN
    ),
    "me": Late(
        "runtime.cli.me:me",
        "Show who you are here, what is known of you, and what you have undertaken in the coming days.",
        _PLAN,
    ),
    "prepare": Late(
        "runtime.cli.prepare:prepare",
        "Have rooms prepared for meetings; show, adjust, confirm, move and cancel that, and see what was learned.",
        _PLAN,
    ),
    "briefing": Late(
        "runtime.cli.prepare:briefing", "Show what a model is told of your decisions in like cases.", _PLAN
    ),
    "answer": Late("runtime.cli.answer:answer", "Answer what a paused run asks, and follow the run to its end.", _PLAN),
    "preview": Late("runtime.cli.preview:preview", "Show the newest plan and what its last run changed.", _PLAN),
    "edit": Late(
        "runtime.cli.edit:edit", "Change one task of the newest plan by hand: move, swap, take back, pin, keep.", _PLAN
    ),
    "revisions": Late("runtime.cli.revisions:revisions", "List the revisions of a plan, newest first.", _PLAN),
    "back": Late("runtime.cli.revisions:back", "Make an earlier revision of a plan the newest again.", _PLAN),
    "today": Late("runtime.cli.today:today", "Show what stands today, and what of it is done.", _PLAN),
    "week": Late("runtime.cli.week:week", "Show what stands in a week, day by day, and what of it is done.", _PLAN),
    "now": Late("runtime.cli.now:now", "Show what goes on at this moment, and what comes next.", _PLAN),
    "not-done": Late("runtime.cli.not_done:not_done", "Let a placed task that was not done wait again.", _PLAN),
    "plan-rest": Late(
        "runtime.cli.plan_rest:plan_rest", "Plan what was not done today again, from now on, as a preview.", _PLAN
    ),
    "export": Late("runtime.cli.export:export", "Write a term, or a picture of a week, into a file.", _PLAN),
    "feed": Late("runtime.cli.feed:feed", "Make, list and revoke addresses to which calendars subscribe.", _PLAN),
    "confirm": Late(
        "runtime.cli.commits:confirm", "Write the newest plan into the timetable, all of it or nothing.", _PLAN
    ),
    "undo": Late(
        "runtime.cli.commits:undo",
        "Take back what a commit wrote, all of it or nothing; later changes elsewhere stay.",
        _PLAN,
    ),
    "history": Late(
        "runtime.cli.commits:history",
        "List what was written into the timetable, by whom and when, newest first, or all that one commit changed.",
        _PLAN,
    ),
    "runs": Late("runtime.cli.runs:runs", "List, show, watch and cancel runs.", _PLAN),
    "sessions": Late("runtime.cli.sessions:sessions", "List, show, fork, end, resume and rename sessions.", _PLAN),
    "trace": Late("runtime.cli.trace:trace", "Show what a run did, step by step, and what its model was asked.", _PLAN),
    "open": Late("runtime.cli.open:open_", "Open the page in the browser, signed in by a link that works once.", _PLAN),
    "key": Late("runtime.cli.keys:keys", "Make, list and revoke the API keys of a database.", _KEEP),
    "identity": Late(
        "runtime.cli.identity:identity", "Link, list and unlink names that other systems know users by.", _KEEP
    ),
    "backup": Late("runtime.cli.data:backup", "Write all data into one file, whether or not the stack runs.", _KEEP),
    "restore": Late("runtime.cli.data:restore", "Bring back the data of a backup.", _KEEP),
    "reset": Late("runtime.cli.data:reset", "Delete all data of the embedded stack.", _KEEP),
    "migrate": Late(
        "runtime.cli.migrate:migrate",
        "Bring the tables of DATABASE_URL to the form that this version works with.",
        _KEEP,
    ),
}
"""Every command, in the order in which the help has them."""

app = typer.Typer(cls=late_group(COMMANDS), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def daywright() -> None:
    """Plans your days: place tasks around a timetable, refine in plain words, confirm."""
