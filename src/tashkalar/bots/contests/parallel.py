"""Work shared out to all cores, told as it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def shared_out(
    work: Callable[[T], R], todo: list[T], workers: int, tell: Callable[[int], None]
) -> Iterator[R]:
    """The results in the order of the tasks; ``tell`` hears how many there are so far."""
    with ProcessPoolExecutor(workers) as pool:
        for number, result in enumerate(pool.map(work, todo), 1):
            yield result
            tell(number)
