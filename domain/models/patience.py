"""How long a run waits for an endpoint that is away (rule RUN-13)."""

from dataclasses import dataclass

MOST_CALLS = 5
"""How often one question is put to an endpoint whose faults pass."""

LONGEST_QUIET = 480.0
"""For how many seconds at most an endpoint is left alone."""

LONGEST_QUESTION = 600.0
"""For how many seconds at most one question is put again and again, however patient a run is."""

_LONGEST_PAUSE = 30.0
# Temporal takes a pause of nothing for one that is not given.
_SHORTEST_PAUSE = 0.01


@dataclass(frozen=True, slots=True)
class Patience:
    """What an operator may set; all in seconds.

    Attributes:
        seconds: how much failed calls and the pauses after them may take of one run.
        first_pause: the pause after a first failure where the endpoint names none; it doubles with each.
        first_quiet: for how long an endpoint is left alone after a failure once the patience is gone; it doubles too.
        shortest_call: so long a call may take although no patience is left for it.
    """

    seconds: float = 60.0
    first_pause: float = 0.5
    first_quiet: float = 15.0
    shortest_call: float = 10.0

    def call(self, spent: float, on_question: float = 0.0) -> float:
        """How many seconds the next call may take at most, its wait for a place at the endpoint counted.

        Args:
            spent: the patience that is gone.
            on_question: how much of it went to the question at hand.
        """
        return max(self._left(spent, on_question), self.shortest_call)

    def pause(self, failures: int, named: float | None, spent: float, on_question: float = 0.0) -> float | None:
        """The seconds after which a failed call is made again; None where it is not.

        Args:
            failures: of this question so far, from 1.
            named: the pause for which the endpoint asks, None where it does not.
            spent: the patience that is gone, the failed call counted.
            on_question: how much of it went to the question at hand.
        """
        pause = self._wished(failures, named)
        return pause if failures < MOST_CALLS and pause <= self._left(spent, on_question) else None

    def is_gone(self, spent: float) -> bool:
        """Whether not even a first pause fits any more, so that a question is put once and not again."""
        return self._wished(1, None) > self._left(spent, 0.0)

    def quiet(self, last: float, named: float | None) -> float:
        """For how many seconds nothing is asked now, after it was nothing for ``last`` seconds (0 for never)."""
        return min(max(2 * last or self.first_quiet, named or 0.0), LONGEST_QUIET)

    def _left(self, spent: float, on_question: float) -> float:
        return min(self.seconds - spent, LONGEST_QUESTION - on_question)

    def _wished(self, failures: int, named: float | None) -> float:
        wished = self.first_pause * 2 ** (failures - 1) if named is None else named
        return min(max(wished, _SHORTEST_PAUSE), _LONGEST_PAUSE)
