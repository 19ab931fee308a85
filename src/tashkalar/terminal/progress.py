"""How far a long piece of work has come: a bar in a terminal, plain lines in a pipe or a file."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

LINES = 20  # of a whole piece of work, where no bar can be drawn


class Progress:
    """Told what is done, it shows how much that is, and how long the rest will take.

    It writes where errors go, so that results can be piped on.
    """

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what, self.total, self.done = what, total, done
        self._begun, self._before = time.monotonic(), done
        self._told = done
        console = Console(stderr=True)
        self._bar: Bar | None = None
        if console.is_terminal:
            columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            told = TextColumn("{task.description}")
            self._bar = Bar(told, *columns, console=console, transient=True)
            self._row = self._bar.add_task(what, total=total, completed=done)

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self) -> None:
        """One more is done."""
        self.reach(self.done + 1)

    def reach(self, done: int) -> None:
        """So many are done."""
        self.done = done
        if self._bar is not None:
            self._bar.update(self._row, completed=done)
        elif done == self.total or (done - self._told) * LINES >= self.total:
            self._told = done
            print(self._line(), file=sys.stderr, flush=True)

    def say(self, line: str) -> None:
        """A line of its own, beside the bar."""
        if self._bar is not None:
            self._bar.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=sys.stderr, flush=True)

    def _line(self) -> str:
        told = f"{self.what}: {self.done} of {self.total}"
        here = self.done - self._before
        if self.done == self.total or here <= 0:
            return told
        rest = (time.monotonic() - self._begun) / here * (self.total - self.done)
        return f"{told}, {_span(rest)} left"


def _span(seconds: float) -> str:
    """A span of time in its largest unit.

    >>> _span(90), _span(7300)
    ('2 min', '2.0 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"
