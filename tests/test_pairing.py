"""Who meets whom: properties of every round, and of whole tournaments played at random."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.server.tables.pairing import Contender, Pair, round_robin, swiss
from tashkalar.server.tables.standings import WIN, Meeting, contenders, standings
from tests.effort import times

pytestmark = pytest.mark.long


def everybody(pairs: list[Pair]) -> list[int]:
    return sorted(number for pair in pairs for number in pair if number is not None)


@given(st.integers(2, 30))
def test_everybody_meets_everybody_once(count: int) -> None:
    numbers = list(range(1, count + 1))
    rounds = round_robin(numbers)
    assert len(rounds) == (count - 1 if count % 2 == 0 else count)
    assert all(everybody(pairs) == numbers for pairs in rounds)
    met = [everybody([pair]) for pairs in rounds for pair in pairs if pair[1] is not None]
    assert sorted(met) == sorted(map(list, combinations(numbers, 2)))
    byes = [first for pairs in rounds for first, second in pairs if second is None]
    assert sorted(byes) == (numbers if count % 2 else [])
    for number in numbers:
        begun = sum(first == number for pairs in rounds for first, other in pairs if other)
        assert abs(2 * begun - (count - 1)) <= 1


def can_avoid(those: list[Contender]) -> bool:
    """Is there a round without a second game of the same two and without a second bye?"""
    if not those:
        return True
    one, others = those[0], those[1:]
    if len(those) % 2 and not one.byes and can_avoid_even(others):
        return True
    return any(
        other.number not in one.met and can_avoid([c for c in others if c is not other])
        for other in others
    )


def can_avoid_even(those: list[Contender]) -> bool:
    if not those:
        return True
    one, others = those[0], those[1:]
    return any(
        other.number not in one.met and can_avoid_even([c for c in others if c is not other])
        for other in others
    )


def repeats(those: list[Contender], pairs: list[Pair]) -> bool:
    known = {one.number: one for one in those}
    return any(
        known[first].byes if second is None else second in known[first].met
        for first, second in pairs
    )


@settings(max_examples=times(60), deadline=None)
@given(st.integers(2, 9), st.integers(1, 9), st.randoms(use_true_random=False), st.data())
def test_a_swiss_tournament(
    count: int, rounds: int, rng: random.Random, data: st.DataObject
) -> None:
    """Everybody plays in every round, and nothing is repeated that can be avoided."""
    there = list(range(1, count + 1))
    meetings: list[Meeting] = []
    for number in range(1, rounds + 1):
        if len(there) > 2 and data.draw(st.booleans()):
            there.remove(rng.choice(there))
        everyone = list(range(1, count + 1))
        players = [one for one in contenders(everyone, meetings) if one.number in there]
        pairs = swiss(players)
        assert everybody(pairs) == there
        assert sum(second is None for _, second in pairs) == len(there) % 2
        assert repeats(players, pairs) != can_avoid(players)
        for first, second in pairs:
            points = WIN if second is None else rng.choice([0, 1, 2])
            how = "bye" if second is None else "game"
            meetings.append(Meeting(number, first, second, how, points))  # type: ignore[arg-type]


@settings(max_examples=times(15), deadline=None)
@given(st.integers(8, 40), st.randoms(use_true_random=False))
def test_those_who_win_meet_each_other(count: int, rng: random.Random) -> None:
    """In the first rounds of many, points differ by a game at most."""
    meetings: list[Meeting] = []
    numbers = list(range(1, count + 1))
    for number in range(1, 4):
        players = contenders(numbers, meetings)
        points = {one.number: one.points for one in players}
        for first, second in swiss(players):
            if second is None:
                meetings.append(Meeting(number, first, None, "bye", WIN))
                continue
            assert abs(points[first] - points[second]) <= WIN
            meetings.append(Meeting(number, first, second, "game", rng.choice([0, 2])))


@settings(max_examples=times(10), deadline=None)
@given(st.integers(8, 24))
def test_where_all_have_as_many_points_everybody_begins_every_other_time(count: int) -> None:
    meetings: list[Meeting] = []
    numbers = list(range(1, count + 1))
    for number in range(1, 5):
        pairs = swiss(contenders(numbers, meetings))
        meetings += [
            Meeting(number, first, second, "bye" if second is None else "game", 1)
            for first, second in pairs
        ]
        assert all(abs(one.begun) <= 1 + count % 2 for one in contenders(numbers, meetings))


def test_halves_meet_at_first_and_the_last_has_the_bye() -> None:
    pairs = swiss([Contender(n) for n in range(1, 10)])
    assert {frozenset(p) for p in pairs} == {
        frozenset(p) for p in [(1, 5), (2, 6), (3, 7), (4, 8), (9, None)]
    }


def test_a_second_bye_only_when_there_is_no_other_way() -> None:
    players = [
        Contender(1, 2, (2, 3), 0, 0),
        Contender(2, 2, (1,), 0, 1),
        Contender(3, 0, (1,), 0, 1),
    ]
    assert swiss(players) == [(2, 3), (1, None)]


# --- standings ---


def test_ties_are_broken_by_opponents_then_by_who_was_beaten() -> None:
    games = [
        Meeting(1, 1, 2, "game", 2),
        Meeting(1, 3, 4, "game", 2),
        Meeting(2, 1, 3, "game", 1),
        Meeting(2, 2, 4, "game", 2),
    ]
    found = standings("swiss", (1, 2, 3, 4), games)
    # 1 and 3 have three halves each; 1 has beaten 2, who has two, and 3 has beaten 4, who has none.
    assert [(row.place, row.number) for row in found] == [(1, 1), (2, 3), (3, 2), (4, 4)]
    assert [row.buchholz for row in found] == [5, 3, 3, 5]
    assert [row.berger for row in found] == [3, 1, 0, 0]


def test_who_cannot_be_told_apart_shares_a_place() -> None:
    circle = [Meeting(n, n, n % 3 + 1, "game", 2) for n in (1, 2, 3)]
    found = standings("round_robin", (1, 2, 3), circle)
    assert [row.place for row in found] == [1, 1, 1]


def test_walkovers_give_points_and_are_no_wins_and_void_games_give_none() -> None:
    games = [Meeting(1, 1, 2, "walkover", 2), Meeting(2, 2, 1, "void", 0)]
    first, second = standings("round_robin", (1, 2), games)
    assert (first.number, first.points, first.wins) == (1, 2, 0)
    assert second.points == 0


@given(st.integers(2, 8), st.randoms(use_true_random=False))
def test_points_are_neither_made_nor_lost(count: int, rng: random.Random) -> None:
    games = [
        Meeting(n, first, second, "game", rng.choice([0, 1, 2]))
        for n, pairs in enumerate(round_robin(range(1, count + 1)), 1)
        for first, second in pairs
        if second is not None
    ]
    found = standings("round_robin", range(1, count + 1), games)
    assert sum(row.points for row in found) == WIN * len(games)
    assert [row.place for row in found] == sorted(row.place for row in found)
