"""How long a run waits for an endpoint that is away (rule RUN-13)."""

from dataclasses import dataclass

MOST_CALLS = 5
"""How often one question is put to an endpoint whose faults pass."""

LONGEST_QUIET = 480.0
"""For how many seconds at most an endpoint is left alone."""

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
    """

    seconds: float = 60.0
    first_pause: float = 0.5
    first_quiet: float = 15.0

    def pause(self, failures: int, named: float | None, spent: float) -> float | None:
        """The seconds after which a failed call is made again; None where it is not.

        Args:
            failures: of this question so far, from 1.
            named: the pause for which the endpoint asks, None where it does not.
            spent: the patience that is gone, the failed call counted.
        """
        pause = self._wished(failures, named)
        return pause if failures < MOST_CALLS and spent + pause <= self.seconds else None

    def is_gone(self, spent: float) -> bool:
        """Whether not even a first pause fits any more, so that a question is put once and not again."""
        return spent + self._wished(1, None) > self.seconds

    def quiet(self, last: float, named: float | None) -> float:
        """For how many seconds nothing is asked now, after it was nothing for ``last`` seconds (0 for never)."""
        return min(max(2 * last or self.first_quiet, named or 0.0), LONGEST_QUIET)

    def _wished(self, failures: int, named: float | None) -> float:
        wished = self.first_pause * 2 ** (failures - 1) if named is None else named
        return min(max(wished, _SHORTEST_PAUSE), _LONGEST_PAUSE)
