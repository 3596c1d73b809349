"""What an operator settles about runs."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class RunRules:
    """The same for every process that starts runs.

    Attributes:
        refine_enabled: whether a preview can be refined (rule EDGE-57).
        wait_limit: how long a run that begins now waits for an answer to a question (rule PAUSE-4).
    """

    refine_enabled: bool = True
    wait_limit: timedelta = timedelta(hours=24)


USUAL_RULES = RunRules()
