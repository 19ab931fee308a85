"""Who meets whom in a round: everybody in turn, or players with as many points as each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from networkx import Graph, max_weight_matching

Pair = tuple[int, int | None]  # who begins, and who does not; nobody: a bye


class Contender(NamedTuple):
    """What pairing needs to know of somebody."""

    number: int  # the lower, the stronger at first
    points: int = 0
    met: tuple[int, ...] = ()  # numbers, one for each game
    begun: int = 0  # how often more than not
    byes: int = 0


def round_robin(numbers: Sequence[int]) -> list[list[Pair]]:
    """All rounds: everybody meets everybody once, and begins every other time.

    The last stays where they are and the others go round the table. With an odd number somebody
    has a bye in each round.

    >>> round_robin([1, 2, 3])
    [[(2, 3), (1, None)], [(3, 1), (2, None)], [(1, 2), (3, None)]]
    """
    circle = list(numbers)
    last = circle.pop() if len(circle) % 2 == 0 else None
    rounds = []
    for n in range(len(circle)):
        turned = circle[n:] + circle[:n]
        alone, others = turned[0], turned[1:]
        pairs: list[Pair] = [
            (others[i], others[-1 - i]) if i % 2 == 0 else (others[-1 - i], others[i])
            for i in range(len(others) // 2)
        ]
        if last is None:
            pairs.append((alone, None))
        else:
            pairs.insert(0, (alone, last) if n % 2 == 0 else (last, alone))
        rounds.append(pairs)
    return rounds


def swiss(contenders: Sequence[Contender]) -> list[Pair]:
    """One round. What matters, from much to little, and each before all that follows:

    nobody meets the same player twice or has a second bye, if that can be; the points of those
    who meet differ little, and the bye goes to few points; nobody begins much more often than
    others; the better half of those with as many points meets the other half.

    >>> swiss([Contender(n) for n in (1, 2, 3, 4, 5)])
    [(1, 3), (4, 2), (5, None)]
    """
    ranked = sorted(contenders, key=lambda player: (-player.points, player.number))
    costs = _Costs(ranked)
    graph = Graph()
    for i in range(len(ranked)):
        for j in range(i + 1, len(ranked)):
            graph.add_edge(i, j, weight=-costs.of_game(i, j))
        if len(ranked) % 2:
            graph.add_edge(i, len(ranked), weight=-costs.of_bye(i))
    found = sorted(sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True))
    games = [pair for pair in found if pair[1] < len(ranked)]
    byes = [ranked[pair[0]].number for pair in found if pair[1] == len(ranked)]
    pairs = [_in_order(ranked[i], ranked[j], board) for board, (i, j) in enumerate(games)]
    return [*pairs, *((number, None) for number in byes)]


class _Costs:
    """What speaks against a pair, as one number: each kind outweighs all lesser ones together."""

    def __init__(self, ranked: Sequence[Contender]) -> None:
        self._ranked, self._size = ranked, len(ranked)
        span = ranked[0].points - ranked[-1].points if ranked else 0
        n = self._size + 1
        spread = max((abs(player.begun) for player in ranked), default=0)
        self._begun = n * n
        self._points = self._begun * n * (2 * spread + 1)
        self._again = self._points * n * (span + 1) ** 2
        group = [player.points for player in ranked]
        self._half = [group.count(points) // 2 for points in group]

    def of_game(self, i: int, j: int) -> int:
        """Of two, by their places: the first is not below the other."""
        a, b = self._ranked[i], self._ranked[j]
        again = a.met.count(b.number)
        apart = (a.points - b.points) ** 2
        # Both have begun more often than not, or both less often: one of them will even more.
        same_way = max(0, min(abs(a.begun), abs(b.begun))) if a.begun * b.begun > 0 else 0
        fold = abs(j - i - self._half[i]) if a.points == b.points else 0
        return again * self._again + apart * self._points + same_way * self._begun + fold

    def of_bye(self, i: int) -> int:
        """Of no opponent."""
        player, lowest = self._ranked[i], self._ranked[-1]
        apart = (player.points - lowest.points) ** 2
        return player.byes * self._again + apart * self._points + self._size - 1 - i


def _in_order(a: Contender, b: Contender, board: int) -> Pair:
    """Whoever has begun less often does; else they take turns from board to board."""
    first = a.begun < b.begun if a.begun != b.begun else board % 2 == 0
    return (a.number, b.number) if first else (b.number, a.number)
