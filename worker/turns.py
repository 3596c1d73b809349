"""The activities of turns, as one worker process serves them."""

from typing import Any

from activities.turn_desk import TurnDesk
from activities.turn_reminders import ReminderToolSteps
from activities.turn_runs import RunningSteps
from activities.turns import TalkingSteps
from services.reminder_desk import ReminderDesk


def turn_steps(desk: TurnDesk, reminders: ReminderDesk) -> list[Any]:
    """Every activity of a turn but those that ask a model."""
    talking, running = TalkingSteps(desk), RunningSteps(desk)
    return [
        talking.open,
        talking.look_up,
        talking.reply,
        talking.title,
        running.start_run,
        running.answer,
        running.look_at_run,
        running.hear_run,
        running.halt,
        ReminderToolSteps(desk, reminders).tool,
    ]
