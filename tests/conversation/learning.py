"""Learns the table of weights from the labelled messages: ``python -m tests.conversation.learning`` (CHAT-22)."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from domain.conversation.plain_text import plain_text, without_quotes
from domain.conversation.routing import Context, letter
from domain.conversation.weighing import KINDS, TABLE, UNIT, grams

HERE = Path(__file__).parent
ROUNDS = 250
STEP = 0.5
DECAY = 1.0
LEAST = 8
"""Of a hundredth; a gram that weighs less for every kind is left out."""


@dataclass(frozen=True)
class Sample:
    """Which grams the messages have, by number, and what the messages are."""

    vocabulary: list[str]
    grams: NDArray[np.int64]
    owners: NDArray[np.int64]
    kinds: NDArray[np.int64]


def sources() -> list[Path]:
    """The files that are learned from; sets whose names begin with ``apart`` are kept for measuring."""
    return [path for path in sorted(HERE.glob("*.jsonl")) if not path.name.startswith("apart")]


def digest() -> str:
    """Of all that is learned from."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources())).hexdigest()


def entries() -> list[dict[str, Any]]:
    """All labelled messages; what is to be remembered is plain to the table, as other rules find it."""
    read = [json.loads(line) for path in sources() for line in path.read_text().splitlines()]
    return [each | {"kind": "plain" if each["kind"] == "memory" else each["kind"]} for each in read]


def sample() -> Sample:
    """The messages as grams; those of one message alone are left out."""
    read = entries()
    contexts = [letter(Context(each["locale"], each["preview"], each["run"])) for each in read]
    said = [
        sorted(grams(without_quotes(plain_text(each["message"])), place))
        for each, place in zip(read, contexts, strict=True)
    ]
    counts = Counter(gram for each in said for gram in each)
    vocabulary = sorted(gram for gram, count in counts.items() if count > 1 and "\t" not in gram)
    number = {gram: place for place, gram in enumerate(vocabulary)}
    pairs = [(number[gram], owner) for owner, each in enumerate(said) for gram in each if gram in number]
    kinds = [KINDS.index(each["kind"]) for each in read]
    both = np.array(pairs, dtype=np.int64)
    return Sample(vocabulary, both[:, 0], both[:, 1], np.array(kinds, dtype=np.int64))


def learned(of: Sample) -> NDArray[np.float64]:
    """Weights of a logistic regression with a square penalty, by momentum; the same for the same messages."""
    weights = np.zeros((len(of.vocabulary), len(KINDS)))
    speed, starts = np.zeros_like(weights), np.flatnonzero(np.diff(of.owners, prepend=-1))
    truth = np.eye(len(KINDS))[of.kinds]
    order = np.argsort(of.grams, kind="stable")
    bounds = np.flatnonzero(np.diff(of.grams[order], prepend=-1))
    scale = np.maximum(np.diff(np.append(bounds, len(order))), 4)[:, None] ** 0.5
    for _ in range(ROUNDS):
        ahead = weights + 0.9 * speed
        sums = np.add.reduceat(ahead[of.grams], starts)
        odds = np.exp(sums - sums.max(axis=1, keepdims=True))
        error = odds / odds.sum(axis=1, keepdims=True) - truth
        slope = np.add.reduceat(error[of.owners][order], bounds) + DECAY * ahead
        speed = 0.9 * speed - STEP * slope / (scale * 40)
        weights = weights + speed
    return weights


def main() -> None:
    """Writes the table."""
    of = sample()
    rounded = np.rint(learned(of) * UNIT).astype(int)
    rows = [
        "\t".join([gram, *map(str, row)])
        for gram, row in zip(of.vocabulary, rounded, strict=True)
        if np.abs(row).max() >= LEAST
    ]
    TABLE.write_text("\n".join([digest(), *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
