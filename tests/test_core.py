"""The compiled core: the same game as the reference, to the last bit."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Position, engine
from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.cards import BEINGS, FLARES
from tashkalar.perft import count, parse_perft
from tashkalar.scenario import Scenario, parse_scenario
from tashkalar.simulate import BATCH, Simulation, play_batch
from tashkalar.tables import tables
from tests.core_lockstep import CORE, Difference, Lockstep, games, needs_core
from tests.effort import times
from tests.games import some_position
from tests.test_simulate import plan

HERE = Path(__file__).parent
SHARES = 4  # so that several cores have something to do


def test_where_it_is_needed_it_is_there() -> None:
    assert CORE is not None or not os.environ.get("TASHKALAR_NEED_CORE")


@pytest.mark.long
@needs_core
@pytest.mark.parametrize("share", range(SHARES))
def test_it_plays_in_lockstep_with_the_reference(share: int) -> None:
    played = list(games(1_000_000 * share, times(200_000) // SHARES))
    resolved = played[-1].resolved
    assert len(resolved) == len(BEINGS) + len(FLARES)  # every card had its turn


@needs_core
def test_a_difference_would_be_told_with_the_record_of_the_game() -> None:
    game = Lockstep("duel", 1, next(iter(games(1, 1))).resolved)
    with pytest.raises(Difference, match=r"colours differ(.|\n)*tash-kalar record"):
        game.expect("colours", 1, 2)


# --- scenarios, perft files, simulations --------------------------------------------------------


@needs_core
@pytest.mark.parametrize("file", sorted((HERE / "perft").glob("*.txt")), ids=lambda f: str(f.stem))
def test_it_counts_as_the_perft_files_say(file: Path) -> None:
    perft = parse_perft(file.read_text())
    compiled = CORE.Position.from_bytes(perft.position.to_bytes())
    for depth, wanted in perft.expected:
        assert compiled.perft(depth) == wanted


@needs_core
@pytest.mark.parametrize("form", ["duel", "high-form", "melee-4", "team-duel"])
@pytest.mark.parametrize("biased", [False, True])
def test_it_simulates_the_same_games(
    form: str, biased: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = plan(form, 3, biased=biased)
    by_core = play_batch(wanted, range(3))
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert play_batch(wanted, range(3)) == by_core


@needs_core
def test_scenarios_go_on_in_it_as_they_do_in_the_reference() -> None:
    followed = 0
    for file in sorted((HERE / "scenarios").rglob("*.scn")):
        for position in passed(parse_scenario(file.read_text(encoding="utf-8"))):
            compiled = engine.compiled(position)
            if compiled is not None:
                followed += 1
                goes_on_alike(position, compiled)
    assert followed > 1000


def passed(scenario: Scenario) -> list[Position]:
    found = [scenario.start]
    scenario.run(lambda _, position: found.append(position))
    return found


def goes_on_alike(position: Position, compiled: Any) -> None:
    assert compiled.choices() == tuple(choice.code for choice in position.choices())
    for choice in position.choices():
        after = compiled.copy()
        after.apply(choice.code)
        assert after.to_bytes() == position.after(choice).to_bytes()


# --- what it refuses ----------------------------------------------------------------------------


@needs_core
def test_other_tables_are_refused() -> None:
    blob = tables().to_bytes()
    with pytest.raises(ValueError, match="digest does not fit"):
        CORE.load(blob[:-1] + bytes((blob[-1] ^ 1,)))
    with pytest.raises(ValueError, match="other tables are in use"):
        CORE.load(tables()._replace(rules=99).to_bytes())
    with pytest.raises(ValueError, match="tables begin with TKTABLE2"):
        CORE.load(b"no tables")
    assert CORE.digest().hex() == tables().digest


@needs_core
def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    position = CORE.Position.new(3, (2, 3), 1)
    before = position.to_bytes()
    for code in (-1, 0, 99_999):
        with pytest.raises(ValueError, match="is not offered"):
            position.apply(code)
    assert position.to_bytes() == before
    with pytest.raises(ValueError, match="another number of seats"):
        CORE.Position.new(3, (2,), 1)


@pytest.mark.long
@needs_core
def test_damaged_bytes_never_crash_it() -> None:
    rng = random.Random(7)
    refused = read = 0
    for n in range(times(400)):
        whole = some_position(rng.choice(("duel", "high-form", "melee-3", "team-duel")), n % 97)
        data = bytearray(whole.to_bytes())
        for _ in range(rng.randrange(1, 4)):
            damage(data, rng)
        try:
            found = CORE.Position.from_bytes(bytes(data))
            read += 1
            think_about(found)
            play_on(found, rng)
        except ValueError:
            refused += 1
    assert refused > read / 10 and read


def damage(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data))
    match rng.randrange(4):
        case 0:
            data[at] = rng.randrange(256)
        case 1:
            data[at] ^= 1 << rng.randrange(8)
        case 2:
            del data[at : at + rng.randrange(1, 3)]
        case 3:
            data.insert(at, rng.randrange(256))


def think_about(found: Any) -> None:
    """Looking ahead comes to an end, too."""
    if found.choices():
        judge = compiled.evaluation(LEARNED)
        CORE.search(found, 0, {}, judge, CORE.Budget(None, 50, 0, 0, 0.0))
        CORE.exhaust(found, 500, 3)


def play_on(found: Any, rng: random.Random) -> None:
    """Whatever was read must be playable, or be refused in the middle."""
    for _ in range(60):
        if found.is_over:
            return
        choices = found.choices()
        if not choices:
            return
        found.view(rng.randrange(-1, 2)).sample(rng.getrandbits(64))
        found.observation(rng.randrange(2))
        found.apply(rng.choice(choices))
        found.to_bytes()


# --- choosing the engine ------------------------------------------------------------------------


def test_an_engine_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "")
    engine.use("reference")
    assert engine.in_use() == "reference"
    with pytest.raises(engine.NoCore, match="there is no engine 'abacus'"):
        engine.use("abacus")
    assert engine.in_use() == "reference"


@needs_core
def test_the_core_is_used_where_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(engine.VARIABLE, raising=False)
    assert engine.in_use() == "core"


def test_without_the_core_the_reference_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_found", lambda: "the compiled core is not installed")
    monkeypatch.setenv(engine.VARIABLE, "")
    assert engine.in_use() == "reference"
    assert engine.compiled(Position.new("duel", ("highland", "sylvan"), 1)) is None
    assert count(Position.new("duel", ("highland", "sylvan"), 1), 1) == 2
    assert play_batch(Simulation("duel", ("highland", "sylvan"), BATCH), range(1)).games == 1
    with pytest.raises(engine.NoCore, match="not installed"):
        engine.use("core")
    assert engine.in_use() == "reference"
