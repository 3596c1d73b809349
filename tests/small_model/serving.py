"""Serves the weights on the loopback: ``python -m tests.small_model.serving WEIGHTS PORT``; ends on SIGTERM."""

import os
import signal
import sys

import xllamacpp  # type: ignore[import-not-found]  # installed by `make test-model`, elsewhere


def main(weights: str, port: int) -> None:
    """Answer one call at a time, with one thread: the tests are not the only ones on this machine."""
    asked = xllamacpp.CommonParams()
    asked.model.path = weights
    asked.model_alias = {"smollm2"}
    asked.hostnames, asked.port = ["127.0.0.1"], port
    asked.n_ctx, asked.n_parallel = 8192, 1
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = 1
    asked.use_jinja, asked.ui, asked.offline, asked.ctx_shift = True, False, True, False
    server = xllamacpp.Server(asked)
    print(f"ready {server.listening_address}", flush=True)  # noqa: T201 - the tests wait for this line
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
    # Its threads do not end by themselves.
    os._exit(0)


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    main(sys.argv[1], int(sys.argv[2]))
