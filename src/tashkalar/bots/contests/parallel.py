"""A parallel map over all cores, with a report after each result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def parallel_map(
    function: Callable[[T], R],
    arguments: Iterable[T],
    workers: int,
    report: Callable[[int], None] = lambda _: None,
) -> Iterator[R]:
    """The results in the order of the arguments; ``report`` is called with how many there are.

    One worker is this process: no other is started.

    >>> list(parallel_map(abs, [-1, 2, -3], workers=2))
    [1, 2, 3]
    """
    with ExitStack() as opened:
        results: Iterator[R] = map(function, arguments)
        if workers > 1:
            pool = opened.enter_context(ProcessPoolExecutor(workers))
            results = pool.map(function, arguments)
        for number, result in enumerate(results, 1):
            yield result
            report(number)
