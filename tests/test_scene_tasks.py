"""Tasks: the parts of their progress say exactly what the rules say."""

from __future__ import annotations

import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Position, arena
from tashkalar.arena import mask, names
from tashkalar.cards import TASKS, Task
from tashkalar.cards.criteria import CORNERS, SIDES
from tashkalar.rules.criteria import meets
from tashkalar.rules.forms import FORMS
from tashkalar.scene.tasks import joining, progress, task_state
from tests.boards import Board, scattered
from tests.naive_table import ALL, distance

several = settings(max_examples=200, deadline=None)
seeds = st.integers(0, 2**32)


def board_of(rng: random.Random) -> Board:
    """Many pieces of one colour: the tasks are hard to meet by chance."""
    board = scattered(rng, [rng.choice((1, 3, 8)), 1])
    if rng.random() < 0.5:
        # Little of the enemy, surrounded or far from each other.
        keep = rng.choice((1, 2, 4))
        enemies = [s for s, piece in board.items() if piece[0]]
        for spot in enemies[keep:]:
            board[spot] = (0, board[spot][1])
    if rng.random() < 0.3:
        board = {s: piece for s, piece in board.items() if rng.random() < 0.5}
    return board


def position_of(rng: random.Random, board: Board) -> Position:
    def squares(which: int, wanted: int) -> int:
        return mask(s for s, piece in board.items() if piece[which] == wanted)

    return Position(
        form="high-form",
        colour_of=FORMS["high-form"].colour_of,
        pieces=tuple(squares(0, colour) for colour in range(4)),
        common=squares(1, 1),
        heroic=squares(1, 2),
        legendary=squares(1, 3),
        seat=rng.choice((0, 0, 1)),
        destroyed=tuple(rng.choice((0,) * 8 + (1, 2)) for _ in range(12)),
        summoned=tuple(rng.choice((0, 1, 2)) for _ in range(4)),
    )


def agree(task: Task, seed: int) -> bool:
    """The parts of a task and the rules say the same; what they say is returned."""
    rng = random.Random(seed)
    p = position_of(rng, board_of(rng))
    parts, where = progress(p, task.criterion, p.colour_of[p.seat])
    met = meets(p, task)
    assert parts
    assert all(part.have >= part.need for part in parts) == met, parts
    assert all(part.need > 0 for part in parts)
    assert not where & ~arena.ALL
    shown = task_state(p, task, p.colour_of[p.seat], False)
    assert (shown.met, shown.progress) == (met, parts)
    return met


@several
@given(st.sampled_from(list(TASKS.values())), seeds)
def test_a_task_is_met_exactly_when_all_its_parts_are(task: Task, seed: int) -> None:
    agree(task, seed)


@pytest.mark.parametrize("task", list(TASKS.values()), ids=lambda t: str(t.id))
def test_every_task_is_met_on_some_boards_and_not_on_others(task: Task) -> None:
    assert {agree(task, seed) for seed in range(400)} == {True, False}


@several
@given(seeds)
def test_deeds_of_a_turn_are_those_of_the_player_in_turn(seed: int) -> None:
    rng = random.Random(seed)
    p = position_of(rng, {})
    for task in TASKS.values():
        if task.type in ("destruction", "summoning"):
            parts, _ = progress(p, task.criterion, 1 - p.seat)
            assert all(part.have == 0 for part in parts)


def fewest_new(mine: set[str], open_squares: set[str], start: set[str], end: set[str]) -> int:
    """How many new pieces the cheapest row needs, square by square; -1 when there is no row."""
    cost = {s: int(s not in mine) for s in start if s in open_squares | mine}
    waiting = deque(sorted(cost, key=lambda s: cost[s]))
    while waiting:
        here = waiting.popleft()
        for s in ALL:
            if distance(here, s) == 1 and s in open_squares | mine:
                new = cost[here] + (s not in mine)
                if s not in cost or new < cost[s]:
                    cost[s] = new
                    waiting.append(s)
    return min((cost[s] for s in end if s in cost), default=-1)


@several
@given(seeds)
def test_a_chain_is_joined_by_the_fewest_pieces(seed: int) -> None:
    rng = random.Random(seed)
    board = scattered(rng, [1, 1])
    mine = {s for s, piece in board.items() if not piece[0]}
    free = ALL - {s for s, piece in board.items() if piece[0]}
    for a, b in (*SIDES, *CORNERS):
        row = joining(mask(mine), mask(free), a, b)
        fewest = fewest_new(mine, free, set(names(a)), set(names(b)))
        squares = set(names(row))
        assert (fewest < 0) == (not row)
        if row:
            assert len(squares - mine) == fewest
            assert squares <= free | mine
            assert row & a
            assert row & b
            assert arena.connected(row & -row, row) == row
