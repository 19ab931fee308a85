"""A batch plays the games of the reference, many at once, in arrays that nobody copies."""

from __future__ import annotations

import numpy as np
import pytest

from tashkalar import Position, engine, view
from tashkalar.choice import CHOICES
from tashkalar.env.batch import Batch
from tashkalar.env.observation import CODES, SIZE, mask, observation
from tashkalar.env.rewards import rewards
from tashkalar.rules.forms import FORMS, BadSetUp, draw_schools
from tashkalar.rules.shuffling import words
from tests.core_lockstep import CORE, needs_core
from tests.effort import times


def begun(form: str, seed: int) -> Position:
    return Position.new(form, draw_schools(FORMS[form], seed), seed)


@pytest.mark.long
@needs_core
@pytest.mark.parametrize("form", FORMS)
def test_it_plays_the_games_of_the_reference(form: str) -> None:
    batch = Batch(form, size=3, seed=7)
    chance, begins = np.random.default_rng(1), words(7)
    games = [begun(form, next(begins)) for _ in range(batch.size)]
    ended = 0
    for n in range(times(1200)):
        for i, game in enumerate(games):
            assert batch.actors[i] == game.actor
            seen = view(game, game.actor)
            assert batch.masks[i].tobytes() == mask(seen)
            if (n + i) % 11 == 0:
                assert batch.observations[i].tobytes() == observation(seen)
                assert batch.position(i) == game
        codes = [chance.choice(np.flatnonzero(row)) for row in batch.masks]
        batch.step(codes)
        for i, game in enumerate(games):
            game.apply(CHOICES[codes[i]])
            worth = (*rewards(game), *(0.0,) * (4 - batch.seats))
            assert batch.rewards[i].tolist() == np.array(worth, np.float32).tolist()
            assert batch.over[i] == game.is_over
            if game.is_over:
                ended += 1
                games[i] = begun(form, next(begins))
            assert batch.position(i).turn == games[i].turn
    assert ended


@needs_core
def test_its_arrays_stay_where_they_are() -> None:
    batch = Batch("duel", size=5, seed=1, schools=("highland", "sylvan"))
    assert batch.observations.shape == (5, SIZE) and batch.observations.dtype == np.uint8
    assert batch.masks.shape == (5, CODES) and batch.masks.dtype == np.uint8
    assert batch.rewards.shape == (5, 4) and batch.codes.shape == (5,)
    # Another library that takes over the memory (DLPack) sees what the next step writes.
    shared = np.from_dlpack(batch.observations)
    before = shared.copy()
    batch.draw()
    batch.step()
    assert np.shares_memory(shared, batch.compiled.observations)
    assert (shared != before).any() and (shared == batch.observations).all()
    arrays = batch.observations
    del batch
    assert arrays.sum() > 0  # what is still in use lives on


@needs_core
def test_a_choice_that_is_not_offered_is_refused_for_all() -> None:
    batch = Batch("duel", size=3, seed=1)
    before = [batch.position(i) for i in range(3)]
    batch.draw()
    batch.codes[1] = CODES - 1
    with pytest.raises(ValueError, match=f"the choice {CODES - 1} is not offered in game 1"):
        batch.step()
    assert [batch.position(i) for i in range(3)] == before


@needs_core
def test_the_same_seed_gives_the_same_games() -> None:
    def played(batch: Batch) -> list[bytes]:
        found = []
        for _ in range(200):
            batch.draw()
            batch.step()
            found.append(batch.observations.tobytes())
        return found

    batch = Batch("melee-3", size=4, seed=5)
    first = played(batch)
    batch.reset()
    assert played(batch) == first == played(Batch("melee-3", size=4, seed=5))
    batch.reset(seed=6)
    assert played(batch) != first


@needs_core
def test_games_that_last_too_long_are_broken_off() -> None:
    compiled = CORE.Batch(3, [2, 3], False, 2, 1, 3)
    turns = []
    for _ in range(100):
        compiled.draw()
        compiled.step()
        assert not compiled.rewards.any()
        turns.append(compiled.position(0).turn)
    assert max(turns) == 3 and 2 in turns


@needs_core
def test_a_batch_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="from 1 to 1048576 games, not 0"):
        Batch("duel", size=0)
    with pytest.raises(BadSetUp, match="there is no form 'chess'"):
        Batch("chess", size=1)
    with pytest.raises(BadSetUp, match="duel needs 2 schools, not 1"):
        Batch("duel", size=1, schools=("highland",))
    with pytest.raises(IndexError, match="no such game"):
        Batch("duel", size=1).position(1)


@needs_core
def test_sizes_and_seeds_that_cannot_be_are_refused() -> None:
    for size in (-1, 1 << 20 | 1, 1 << 40, 1 << 70):
        with pytest.raises(ValueError, match=f"from 1 to 1048576 games, not {size}$"):
            Batch("duel", size=size)
    for wrong in (2.5, "8", None):
        with pytest.raises(TypeError, match="the size of a batch is a whole number, not "):
            Batch("duel", size=wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a seed is a whole number, not "):
            Batch("duel", size=1, seed=wrong)  # type: ignore[arg-type]
    for seed in (-1, 1 << 64):
        with pytest.raises(ValueError, match=f"a seed is a number from 0 to .*, not {seed}$"):
            Batch("duel", size=1, seed=seed)
    assert Batch("duel", size=np.int64(2), seed=np.uint64((1 << 64) - 1)).size == 2  # type: ignore[arg-type]


@needs_core
def test_a_seed_that_is_refused_changes_nothing() -> None:
    batch = Batch("duel", size=2, seed=5)
    with pytest.raises(ValueError, match="a seed is a number"):
        batch.reset(-1)
    assert batch.seed == 5
    before = batch.seeds.tolist()
    batch.reset()
    assert batch.seeds.tolist() == before


@needs_core
def test_its_arrays_cannot_be_replaced() -> None:
    batch = Batch("duel", size=2, seed=1)
    with pytest.raises(AttributeError, match=r"write into it, batch\.codes\[:\] = codes"):
        batch.codes = batch.masks.argmax(axis=1).astype(np.int32)
    for name in ("observations", "masks", "actors", "over", "rewards", "seeds"):
        with pytest.raises(AttributeError):
            setattr(batch, name, getattr(batch, name).copy())
    batch.codes[:] = 0
    batch.codes += 1  # what the batch has is changed, not replaced
    assert batch.compiled.codes.tolist() == [1, 1]


@needs_core
def test_codes_that_a_cast_would_change_are_refused() -> None:
    batch = Batch("duel", size=2, seed=1)
    first = batch.masks.argmax(axis=1)
    before = batch.observations.copy()
    batch.codes[:] = 7
    for wrong in (first + (1 << 32), first.astype(np.uint64) + np.uint64(1 << 32), first - 5000):
        with pytest.raises(ValueError, match=f"there is no choice {wrong[0]}, as in game 0; codes"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="no choice 2662, as in game 1; codes are 0 to 2661"):
        batch.step([int(first[0]), CODES])
    for kind in (np.float64, np.bool_, object):
        with pytest.raises(TypeError, match="codes are integers, not "):
            batch.step(first.astype(kind))
    for shaped in (first[:1], first[:1].reshape(()), first.reshape(1, 2)):
        with pytest.raises(ValueError, match="takes a code for each game, an array of shape"):
            batch.step(shaped)
    assert batch.codes.tolist() == [7, 7] and (batch.observations == before).all()
    batch.step(first.tolist())
    assert batch.codes.tolist() == first.tolist()


def test_without_the_core_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "reference")
    with pytest.raises(engine.NoCore, match="a batch needs the compiled core"):
        Batch("duel", size=1)
