"""Tasks: one judgement, part by part; the page shows it and bots fold it."""

from __future__ import annotations

import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Position, arena
from tashkalar.arena import mask, names
from tashkalar.bots.playing.fixed import ONE
from tashkalar.bots.playing.progress import progress as folded
from tashkalar.cards import TASKS, Task
from tashkalar.cards.criteria import CORNERS, SIDES
from tashkalar.rules.chains import joining
from tashkalar.rules.criteria import meets, progress, share
from tashkalar.rules.forms import FORMS
from tashkalar.scene.tasks import task_state
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
    parts = progress(p, task.criterion, p.colour_of[p.seat])
    met = meets(p, task)
    assert parts
    assert all(part.have >= part.need for part in parts) == met, parts
    assert all(part.need > 0 for part in parts)
    assert not any(part.squares & ~arena.ALL for part in parts)
    assert (share(parts) == 1) == met
    assert (folded(p, task.number, p.colour_of[p.seat]) == ONE) == met
    shown = task_state(p, task, p.colour_of[p.seat])
    assert shown.met == met
    assert [(t.what, t.where, t.have, t.need) for t in shown.progress] == [t[:4] for t in parts]
    assert set(shown.squares) == {name for part in parts for name in names(part.squares)}
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
            parts = progress(p, task.criterion, 1 - p.seat)
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
    for pairs in (SIDES, CORNERS, SIDES[:1], CORNERS[1:]):
        row = joining(mask(mine), mask(free), pairs)
        each = [fewest_new(mine, free, set(names(a)), set(names(b))) for a, b in pairs]
        squares = set(names(row))
        assert bool(row) == any(new >= 0 for new in each)
        if row:
            assert len(squares - mine) == min(new for new in each if new >= 0)
            assert squares <= free | mine
            assert any(row & a and row & b for a, b in pairs)
            assert arena.connected(row & -row, row) == row


def test_of_alternatives_the_one_is_shown_of_which_most_is_there() -> None:
    task = next(t for t in TASKS.values() if t.id == "end_of_legends")
    p = Position(form="high-form", colour_of=(0, 1), destroyed=(0, 0, 0, 0, 1, 0) + (0,) * 6)
    (part,) = progress(p, task.criterion, 0)
    assert part[:4] == ("destroyed_heroic", "", 1, 2)


def test_a_chain_goes_around_enemies_while_it_can() -> None:
    """A row through the enemy would take fewer pieces, but it cannot be built."""
    task = next(t for t in TASKS.values() if t.id == "side_chain")
    mine, theirs = mask("c9 c8 c7 c6 c5 c4 c3"), mask("b2 c2 d2 c1")
    p = Position(
        form="high-form", colour_of=(0, 1), pieces=(mine, theirs, 0, 0), common=mine | theirs
    )
    (part,) = progress(p, task.criterion, 0)
    assert not part.squares & theirs
    assert part.need - part.have == 3
