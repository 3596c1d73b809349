"""Tests that several processes share are rewritten once: each process does its part, and then all load the whole."""

import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def rewrite_part(config: pytest.Config, number: int, parts: int) -> None:
    """Have the bytecode of every so many-th module of tests ready; what is not ready is made by whoever loads it.

    Args:
        number: which part, from 0.
        parts: how many there are.
    """
    if sys.dont_write_bytecode:
        return
    folder = Path(__file__).parent
    for path in sorted([*folder.rglob("test_*.py"), *folder.rglob("conftest.py")])[number::parts]:
        cache = rewrite.get_cache_dir(path)
        ready = cache / (path.stem + rewrite.PYC_TAIL)
        if rewrite._read_pyc(path, ready) is None and rewrite.try_makedirs(cache):
            digest, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, ready)
