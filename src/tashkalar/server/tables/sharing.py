"""Who is served next: owners in turn, each by the time that they have had."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue that is fair by owner, however much one of them puts in.

    Every owner is charged with the time that their questions take, and whoever has had least is
    next. Whoever comes back after a while has not saved anything up.

    >>> queue = FairQueue[str]()
    >>> for wish in ("a", "b", "c"):
    ...     queue.put("eve", wish)
    >>> queue.put("ann", "x")
    >>> queue.take(lambda wish: False)
    ('eve', 'a')
    >>> queue.charge("eve", 1.0)
    >>> [queue.take(lambda wish: wish == "c") for _ in range(3)]
    [('ann', 'x'), ('eve', 'c'), ('eve', 'b')]
    """

    def __init__(self) -> None:
        self._waiting: dict[str, list[T]] = {}
        self._had: dict[str, float] = {}  # seconds, on a scale that begins at the least of them

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, wish: T) -> None:
        """One more question of an owner."""
        if owner not in self._waiting:
            least = min((self._had.get(other, 0.0) for other in self._waiting), default=0.0)
            self._had[owner] = max(self._had.get(owner, 0.0), least)
        self._waiting.setdefault(owner, []).append(wish)

    def charge(self, owner: str, seconds: float) -> None:
        """A question of an owner took so long."""
        self._had[owner] = self._had.get(owner, 0.0) + seconds
        if len(self._had) > 1000:  # of those who do not wait only the scale is forgotten
            self._had = {name: had for name, had in self._had.items() if name in self._waiting}

    def take(self, preferred: Callable[[T], bool]) -> tuple[str, T] | None:
        """The next question: of the owner who has had least, best a preferred one."""
        if not self._waiting:
            return None
        owner = min(self._waiting, key=lambda name: self._had.get(name, 0.0))
        wishes = self._waiting[owner]
        wish = wishes.pop(next((i for i, one in enumerate(wishes) if preferred(one)), 0))
        if not wishes:
            del self._waiting[owner]
        return owner, wish

    def discard(self, gone: Callable[[T], bool]) -> None:
        """Questions that nobody waits for any more."""
        left = {
            owner: [w for w in wishes if not gone(w)] for owner, wishes in self._waiting.items()
        }
        self._waiting = {owner: wishes for owner, wishes in left.items() if wishes}
