"""A process that stands for one that a server forks (see ``tests/forking.py``): same streams, signals and end.

It loads next to nothing, and runs without the libraries: ``python -I -S stand_in.py SOCKET MODULE ARGUMENT...``.
"""

import array
import json
import os
import signal
import socket
import sys

_PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main(address: str, module: str, *arguments: str) -> None:
    """Have the module run, and end as it ends."""
    order = {"program": module, "arguments": arguments, "environment": dict(os.environ), "folder": os.getcwd()}
    body = json.dumps(order).encode()
    server = socket.socket(socket.AF_UNIX)
    server.connect(address)
    streams = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))]
    server.sendmsg([len(body).to_bytes(4, "big")], streams)
    server.sendall(body)
    for number in _PASSED_ON:
        signal.signal(number, lambda number, _: server.send(bytes([number])))
    code = int(server.makefile().readline())
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
