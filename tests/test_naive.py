"""The engine agrees with a second, naive interpreter of the card language.

Run as a program it goes on for as long as wanted and tells of every difference::

    python -m tests.test_naive 600 1    # seconds, first seed
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tashkalar import Asking, Kind, Position, parse_choice, parse_scenario
from tashkalar.cards import BEINGS, FLARES, Being, Flare
from tashkalar.choice import choice
from tashkalar.effects.effect import Effect
from tashkalar.rules import summoning
from tashkalar.rules.forms import FORMS
from tests.boards import laid_out
from tests.effort import times
from tests.games import eager, new_game
from tests.lockstep import Difference, Lockstep, names, table_of
from tests.naive import summonable, words

SCENARIOS = Path(__file__).parent / "scenarios"
BOARDS = times(48)  # for each card
pytestmark = pytest.mark.long


def play_game(form: str, seed: int) -> Counter[str]:
    """A random game, every card of it followed; what was done, counted."""
    rng, position = random.Random(seed), new_game(form, seed)
    counted: Counter[str] = Counter()
    while not position.is_over:
        if position.asking not in (Asking.ACTION, Asking.END):
            position = position.after(rng.choice(position.choices()))
            continue
        steps = Lockstep(position, rng)
        steps.check_actions()
        open_ones = [c for c in position.choices() if c.kind != Kind.PASS_CONTROL]
        steps.play(eager(rng, tuple(open_ones)))
        counted.update([steps.path[0].split()[0]])
        counted["questions"] += steps.questions
        position = steps.position
    return counted


def play_card(form: str, card: Being | Flare, seed: int) -> Lockstep:
    """One card, followed on a random board where it can be played."""
    rng = random.Random(f"{form} {card.id} {seed}")
    steps = Lockstep(laid_out(rng, form, card), rng)
    steps.check_actions()
    steps.play(choice(Kind.SUMMON if isinstance(card, Being) else Kind.FLARE, card.number))
    return steps


def check_patterns(position: Position) -> int:
    """Every being there is, in hand or not: where could it be summoned?"""
    table = table_of(position)
    found = 0
    for being in BEINGS.values():
        naive = summonable(table, being)
        assert names(summoning.summonable(position, being)) == naive, being.id
        found += len(naive)
    return found


@pytest.mark.parametrize("form", FORMS)
def test_random_games(form: str) -> None:
    counted = sum((play_game(form, seed) for seed in range(times(8))), Counter[str]())
    assert counted["summon"] > 50
    assert counted["invoke"] > 3
    assert counted["questions"] > 100


@pytest.mark.parametrize("card", [*BEINGS.values(), *FLARES.values()], ids=lambda card: card.id)
def test_every_part_of_every_card(card: Being | Flare) -> None:
    forms = [name for name, form in FORMS.items() if not form.first]
    performed: set[Effect] = set()
    for seed in range(BOARDS):
        performed |= play_card(forms[seed % len(forms)], card, seed).performed
    effects = card.effects if isinstance(card, Being) else card.upper + card.lower
    written = {word for word in words(effects) if isinstance(word, Effect)}
    assert written <= performed, "some part of the card was never reached"


@pytest.mark.parametrize("form", FORMS)
def test_where_every_being_fits(form: str) -> None:
    found = 0
    for seed in range(times(12)):
        rng = random.Random(f"{form} {seed}")
        found += check_patterns(laid_out(rng, form, rng.choice(list(BEINGS.values()))))
    assert found > 100


@pytest.mark.rule("19.7")
def test_improvising_to_lift_another_piece() -> None:
    """Rare on random boards: a way that costs a colour and changes only what may be lifted."""
    text = (SCENARIOS / "melee" / "improvised_to_lift_another_piece.scn").read_text("utf-8")
    start = parse_scenario(text).start
    lifted = set()
    for seed in range(12):
        steps = Lockstep(start, random.Random(seed))
        steps.check_actions()
        steps.play(parse_choice("summon swordmaster"))
        lifted.add(tuple(steps.path[2:4]))
    assert lifted == {("way 1", "e6"), ("way 2", "d5"), ("way 2", "f5")}


def main(seconds: float, seed: int) -> None:
    """Go on with further seeds until the time is over."""
    end = time.monotonic() + seconds
    cards: list[Being | Flare] = [*BEINGS.values(), *FLARES.values()]
    differences: Counter[str] = Counter()
    done: Counter[str] = Counter()
    while time.monotonic() < end:
        for form in FORMS:
            try:
                done += play_game(form, seed)
                done["games"] += 1
            except Difference as error:
                report(differences, f"{form} game {seed}", error)
            for card in cards:
                try:
                    done["questions"] += play_card(form, card, seed).questions
                    done["boards"] += 1
                except Difference as error:
                    report(differences, card.id, error)
        seed += 1
    print(f"next seed {seed}; {dict(done)}; {differences.total()} differences {dict(differences)}")


def report(differences: Counter[str], where: str, error: Difference) -> None:
    differences[where] += 1
    if differences[where] == 1:
        print(f"{where}: {error}\n{'-' * 80}", flush=True)


if __name__ == "__main__":
    main(*(float(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (60.0, 1))
