"""Where everybody stands in a tournament, worked out from its pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tashkalar.server.tables.pairing import Contender

Kind = Literal["round_robin", "swiss"]
How = Literal["game", "bye", "walkover", "void"]
WIN = 2  # points are counted in halves, so that a tie is half a win


class Meeting(NamedTuple):
    """A pairing: who began, who did not, and the points of the first, if it is over."""

    round: int
    first: int
    second: int | None
    how: How
    points: int | None


@dataclass(frozen=True)
class TournamentPlace:
    """Somebody's place. All numbers but the place and the wins count halves."""

    place: int
    number: int
    points: int
    buchholz: int  # the points of all opponents
    berger: int  # the points of those who were beaten, and half of those with whom it was a tie
    wins: int


class _Score:
    """What somebody has got, and from whom."""

    def __init__(self) -> None:
        self.points = self.wins = self.begun = self.byes = 0
        self.games: list[tuple[int, int]] = []  # opponent and points
        self.met: list[int] = []


def _scores(numbers: Sequence[int], meetings: Sequence[Meeting]) -> dict[int, _Score]:
    found = {number: _Score() for number in numbers}
    for meeting in meetings:
        first, other = found[meeting.first], meeting.second
        if other is None:
            first.byes += 1
            first.points += meeting.points or 0
            continue
        if meeting.how == "game":
            first.begun, found[other].begun = first.begun + 1, found[other].begun - 1
        first.met.append(other)
        found[other].met.append(meeting.first)
        if meeting.points is None or meeting.how == "void":
            continue
        for mine, opponent, points in (
            (first, other, meeting.points),
            (found[other], meeting.first, WIN - meeting.points),
        ):
            mine.points += points
            mine.games.append((opponent, points))
            mine.wins += points == WIN and meeting.how == "game"
    return found


def contenders(numbers: Sequence[int], meetings: Sequence[Meeting]) -> list[Contender]:
    """What the next pairing needs to know of everybody."""
    return [
        Contender(number, score.points, tuple(score.met), score.begun, score.byes)
        for number, score in _scores(numbers, meetings).items()
    ]


def standings(
    kind: Kind, numbers: Sequence[int], meetings: Sequence[Meeting]
) -> list[TournamentPlace]:
    """The table. Whoever cannot be told apart shares a place.

    Ties are broken by the strength of opponents (Buchholz), then of those who were beaten
    (Sonneborn-Berger), then by games won; where everybody meets everybody, the opponents are the
    same and are left out. A bye counts as an opponent with as many points as oneself.

    >>> ann, ben, cat = 1, 2, 3
    >>> games = [Meeting(1, ann, ben, "game", 2), Meeting(1, cat, None, "bye", 2)]
    >>> [(row.place, row.number, row.points) for row in standings("swiss", (1, 2, 3), games)]
    [(1, 3, 2), (2, 1, 2), (3, 2, 0)]
    """
    scores = _scores(numbers, meetings)
    rows = []
    for number, score in scores.items():
        buchholz = sum(scores[opponent].points for opponent, _ in score.games)
        buchholz += score.byes * score.points
        berger = sum(scores[opponent].points * points for opponent, points in score.games) // WIN
        rows.append(TournamentPlace(0, number, score.points, buchholz, berger, score.wins))

    def order(row: TournamentPlace) -> tuple[int, ...]:
        opponents = row.buchholz if kind == "swiss" else 0
        return (-row.points, -opponents, -row.berger, -row.wins)

    rows.sort(key=lambda row: (order(row), row.number))
    orders = [order(row) for row in rows]
    return [replace(row, place=orders.index(order(row)) + 1) for row in rows]
