"""Servers as processes of their own that start quickly: forked from one that has imported all."""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.serving import DEADLINE, ENVIRONMENT, Site

_PRELOADED = ["tashkalar.server.wire.run", "tashkalar.server.wire.app"]


def _serve(environment: dict[str, str], told: Connection, log: Path) -> None:
    """In the new process: what ``tashkalar serve`` does, its output sent back."""
    os.environ.update(ENVIRONMENT | environment)
    sys.stdout = os.fdopen(os.dup(told.fileno()), "w")
    with log.open("a") as said:
        os.dup2(said.fileno(), 2)
    from tashkalar.server.settings import Settings
    from tashkalar.server.wire.run import serve

    serve(Settings.from_environment(), "127.0.0.1", 0)


ORPHAN = re.compile(
    r"Traceback .*\n  File \"<string>\", line 1, in <module>\n"
    r"(?: .*\n)*? .*in spawn_main\n(?: .*\n)*EOFError: Ran out of input\n"
)


class Worker:
    """One server after the other with the same settings."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self._environment, self._log = environment, log
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(_PRELOADED)
        self._process: BaseProcess | None = None
        self.number = 0  # of the server that runs, or ran last
        self.address = ""
        self._changed = threading.Condition()

    @property
    def pid(self) -> int:
        """The process that runs."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> Site:
        mine, theirs = self._context.Pipe(duplex=False)
        self._process = self._context.Process(
            target=_serve, args=(self._environment, theirs, self._log)
        )
        self._process.start()
        theirs.close()
        with os.fdopen(os.dup(mine.fileno())) as said:
            ready = said.readline()
        assert "served at" in ready, self.said()
        with self._changed:
            self.number += 1
            self.address = ready.rpartition("//")[2].strip().rstrip("/")
            self._changed.notify_all()
        return Site(self.address)

    def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        assert self._process is not None
        self._process.kill()
        self._process.join(DEADLINE)
        assert self._process.exitcode == -9

    def end(self) -> None:
        """Whatever happened: nothing is left."""
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join(DEADLINE)

    def after(self, number: int) -> tuple[int, Site]:
        """The server after one that is gone, as soon as it is there, and its number."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.number > number, DEADLINE)
            return self.number, Site(self.address)

    def said(self) -> str:
        """What was written for the operator.

        A process for bots that starts as its server is killed finds nothing to read, and says so.
        """
        return ORPHAN.sub("", self._log.read_text()) if self._log.exists() else ""
