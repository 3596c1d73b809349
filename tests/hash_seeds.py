"""What processes whose hashes differ make of the same expression."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_SEEDS = ("1", "2", "77")


def written(module: str, function: str) -> set[str]:
    """What a function of a module without arguments returns, as ``ascii`` writes it, in three processes."""
    program = f"from {module} import {function}; print(ascii({function}()), flush=True)"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(_ROOT)},
        )
        for seed in _SEEDS
    ]
    texts = {each.communicate()[0].decode().strip() for each in running}
    assert [each.returncode for each in running] == [0] * len(_SEEDS)
    return texts
