"""How often the context plan needs what labelled turns need; the misses are printed."""

from bench.report import BenchRow, at_least
from tests.context.labels import labelled, missed

AIM = 90.0


def rows() -> list[BenchRow]:
    """One row: the share of the labels that are right."""
    turns = labelled()
    misses = [miss for turn in turns for miss in missed(turn)]
    for miss in misses:
        print(miss)
    labels = 3 * len(turns)
    name = f"needs of {len(turns)} labelled turns, labels right"
    return [at_least(name, 100 * (labels - len(misses)) / labels, "%", AIM)]
