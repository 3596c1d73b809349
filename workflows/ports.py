"""The activities as the workflows see them. ``activities`` implements each class under the same names."""

from temporalio import activity

from workflows.messages import (
    CloseInput,
    CommitInput,
    CommitResult,
    ExpiryInput,
    ExpiryLook,
    NotDoneInput,
    ReminderClaim,
    ReminderLook,
    RunLook,
    RunReport,
    RunResult,
    StepInput,
    StepOutcome,
    TurnEnd,
    TurnOutcome,
    TurnStep,
    UndoInput,
)


class RunSteps:
    """Steps that every kind of run has."""

    @activity.defn(name="run.save_preview")
    async def save_preview(self, step: StepInput) -> StepOutcome:
        """Save the outcome as the next preview revision and close the run."""
        raise NotImplementedError

    @activity.defn(name="run.close")
    async def close(self, close: CloseInput) -> RunResult:
        """Close the run without a preview; a run already closed keeps its ending."""
        raise NotImplementedError


class PlanSteps:
    """Nodes of a plan run."""

    @activity.defn(name="plan.analyze")
    async def analyze(self, step: StepInput) -> StepOutcome:
        """Settle what is to be placed, and load window, timetable and tasks; ``ask`` where that is open."""
        raise NotImplementedError

    @activity.defn(name="plan.resume")
    async def resume(self, step: StepInput) -> StepOutcome:
        """Go on after a question: with the answer that stands by now, or as proposed."""
        raise NotImplementedError

    @activity.defn(name="plan.place")
    async def place(self, step: StepInput) -> StepOutcome:
        """Find the best first placement of all tasks; ``react`` where a model may adjust it."""
        raise NotImplementedError

    @activity.defn(name="plan.react")
    async def react(self, step: StepInput) -> StepOutcome:
        """One round after the placement: the calls of a model, each kept only if all rules still hold."""
        raise NotImplementedError


class RefineSteps:
    """Nodes of a refine run, each one ledgered step a call."""

    @activity.defn(name="refine.context")
    async def context(self, step: StepInput) -> StepOutcome:
        """Load the preview to refine."""
        raise NotImplementedError

    @activity.defn(name="refine.contract")
    async def contract(self, step: StepInput) -> StepOutcome:
        """Settle what is asked and what must hold."""
        raise NotImplementedError

    @activity.defn(name="refine.plan")
    async def plan(self, step: StepInput) -> StepOutcome:
        """Lay out how to get there."""
        raise NotImplementedError

    @activity.defn(name="refine.slice")
    async def slice(self, step: StepInput) -> StepOutcome:
        """Cut out the weeks, days, sections and tasks meant."""
        raise NotImplementedError

    @activity.defn(name="refine.route")
    async def route(self, step: StepInput) -> StepOutcome:
        """One attempt of a composite tool, or none where none is asked."""
        raise NotImplementedError

    @activity.defn(name="refine.react")
    async def react(self, step: StepInput) -> StepOutcome:
        """One round: decide on one tool call and execute it."""
        raise NotImplementedError

    @activity.defn(name="refine.resume")
    async def resume(self, step: StepInput) -> StepOutcome:
        """Go on after a question: with the answer that stands by now, or without one."""
        raise NotImplementedError

    @activity.defn(name="refine.hard_check")
    async def hard_check(self, step: StepInput) -> StepOutcome:
        """Check the arrangement and restore class order."""
        raise NotImplementedError

    @activity.defn(name="refine.repair")
    async def repair(self, step: StepInput) -> StepOutcome:
        """The one repair after a failed check."""
        raise NotImplementedError

    @activity.defn(name="refine.summary")
    async def summary(self, step: StepInput) -> StepOutcome:
        """Say in a few sentences what came out."""
        raise NotImplementedError


class ModelSteps:
    """What is asked of a model, each one ledgered step a call."""

    @activity.defn(name="refine.ask")
    async def ask(self, step: StepInput) -> StepOutcome:
        """Ask a model what the next step of a node needs; the node is named as ``ask.{node}``."""
        raise NotImplementedError

    @activity.defn(name="plan.ask")
    async def ask_of_plan(self, step: StepInput) -> StepOutcome:
        """Ask a model how a placement may be adjusted."""
        raise NotImplementedError


class CommitSteps:
    """What confirm and undo do, each in one transaction that may be asked for again."""

    @activity.defn(name="commit.confirm")
    async def confirm(self, commit: CommitInput) -> CommitResult:
        """Write a preview into the timetable, or store why it cannot be."""
        raise NotImplementedError

    @activity.defn(name="commit.not_done")
    async def not_done(self, commit: NotDoneInput) -> CommitResult:
        """Take a task that was not done out of the timetable, or store why it cannot be."""
        raise NotImplementedError

    @activity.defn(name="commit.undo")
    async def undo(self, undo: UndoInput) -> CommitResult:
        """Take back what a commit wrote, or store why it cannot be."""
        raise NotImplementedError


class PreviewSteps:
    """What the timer of a preview does."""

    @activity.defn(name="preview.expire")
    async def expire(self, preview: ExpiryInput) -> ExpiryLook:
        """Expire a preview that is due, or say how long it is still kept."""
        raise NotImplementedError


class ReminderSteps:
    """What the workflow of a reminder does, each in one transaction that may be asked for again."""

    @activity.defn(name="reminder.look")
    async def look(self, claim: ReminderClaim) -> ReminderLook:
        """See how the reminder stands, and find the turn of a delivery whose outcome was lost."""
        raise NotImplementedError

    @activity.defn(name="reminder.deliver")
    async def deliver(self, claim: ReminderClaim) -> ReminderLook:
        """Deliver the earliest due reminder of the session, and see how this one stands then."""
        raise NotImplementedError


class TurnSteps:
    """What a turn does, each one ledgered step a call but for ``look_at_run`` (rule TURN-5)."""

    @activity.defn(name="turn.open")
    async def open(self, step: TurnStep) -> TurnOutcome:
        """Find out what the message is taken for; the verdict is its kind, or ``present`` for a due reminder."""
        raise NotImplementedError

    @activity.defn(name="turn.start_run")
    async def start_run(self, step: TurnStep) -> TurnOutcome:
        """Make the row of the run that the message asks for: ``run``, or ``reply`` where there will be none."""
        raise NotImplementedError

    @activity.defn(name="turn.answer")
    async def answer(self, step: TurnStep) -> TurnOutcome:
        """Answer the question of the session's paused run: ``run``, or ``reply`` where it takes no answer."""
        raise NotImplementedError

    @activity.defn(name="turn.look_at_run")
    async def look_at_run(self, look: RunLook) -> RunReport:
        """How a run stands."""
        raise NotImplementedError

    @activity.defn(name="turn.hear_run")
    async def hear_run(self, step: TurnStep) -> TurnOutcome:
        """What the turn's run has come to: ``paused``, ``closed``, or ``open`` where it has come to nothing yet."""
        raise NotImplementedError

    @activity.defn(name="turn.halt")
    async def halt(self, step: TurnStep) -> TurnOutcome:
        """Cancel the run of the turn, or the open one of its session: ``run``, or ``reply`` where there is none."""
        raise NotImplementedError

    @activity.defn(name="turn.tool")
    async def tool(self, step: TurnStep) -> TurnOutcome:
        """Set, list or delete reminders as the message asks."""
        raise NotImplementedError

    @activity.defn(name="turn.look_up")
    async def look_up(self, step: TurnStep) -> TurnOutcome:
        """Look up the answer to a question in timetable and plan."""
        raise NotImplementedError

    @activity.defn(name="turn.reply")
    async def reply(self, end: TurnEnd) -> TurnOutcome:
        """Tell the reply, close the turn and let the next one of its session run; the verdict is how it ended."""
        raise NotImplementedError

    @activity.defn(name="turn.title")
    async def title(self, step: TurnStep) -> TurnOutcome:
        """Give the session the title that a model found."""
        raise NotImplementedError


class TurnModelSteps:
    """What a turn asks of a model, each one ledgered step a call."""

    @activity.defn(name="turn.ask")
    async def ask(self, step: TurnStep) -> TurnOutcome:
        """Ask a model for the words of a reply, or for a title; the node is named as ``ask.{what}``."""
        raise NotImplementedError
