"""Observations: what they hold, that nothing hidden is in them, and who else writes them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tashkalar import SPECTATOR, Position, engine, sample, view
from tashkalar.arena import square
from tashkalar.cards import BEINGS, FLARES, SCHOOLS, TASKS, card
from tashkalar.choice import Asking
from tashkalar.env.eyes import AREA, SEATS, Eyes, NoSeat
from tashkalar.env.observation import CODES, PARTS, SIZE, UnknownPart, mask, observation, where
from tashkalar.env.parts import ASKINGS, NUMBERS, QUESTIONS, SHOWN, SLOTS, TASK_PARTS, WORKING
from tashkalar.rules.criteria import progress
from tashkalar.rules.forms import FORMS, draw_schools
from tashkalar.simulate import Biased
from tashkalar.state import FORM_NAMES
from tests.core_lockstep import needs_core
from tests.effort import times

POSITION = Position.arranged(
    form="duel",
    schools=("highland", "sylvan"),
    colour_of=(0, 1),
    stock=(16, 16, 0, 0),
    legend_stock=(3, 3, 0, 0),
    pieces=(1 << square("e5") | 1 << square("e6"), 1 << square("a3"), 0, 0),
    common=1 << square("e5") | 1 << square("a3"),
    heroic=1 << square("e6"),
    beings=((card("warlord").number,), ()),
    legends=((), ()),
    flares=((), ()),
    decks=(tuple(n for n in range(18, 36) if n != card("warlord").number), tuple(range(36, 54))),
    discards=((), ()),
    known=((), (), ()),
    scores=(5, *(0,) * 4, 7, *(0,) * 10),
    actions=2,
)


def part(found: bytes, name: str) -> bytes:
    return found[where(name)]


def some_moments(games: int, every: int) -> Iterator[tuple[random.Random, Position]]:
    """Positions of games of all forms in which every card comes up, now and then one."""
    resolved: Counter[str] = Counter()
    for seed in range(games):
        for form in FORMS.values():
            rng = random.Random(seed)
            position = Position.new(form.name, draw_schools(form, seed), seed)
            choose = Biased(rng, resolved)
            while not position.is_over:
                if rng.randrange(every) == 0:
                    yield rng, position
                position.apply(choose(position))
            yield rng, position


# --- what it holds ------------------------------------------------------------------------------


def test_everything_that_there_is_has_room() -> None:
    programs = [being.program for being in BEINGS.values()]
    programs += [flare.program(halves) for flare in FLARES.values() for halves in (1, 2, 3)]
    assert max(program.registers for program in programs) <= 7 + WORKING
    assert max(len(program.questions) for program in programs) <= QUESTIONS
    start = Position.new("high-form", ("highland", "sylvan"), 1)
    parts = [len(progress(start, task.criterion, 0)) for task in TASKS.values()]
    assert max(parts) <= TASK_PARTS
    assert max(len(Asking), len(FORM_NAMES), len(SCHOOLS)) <= ASKINGS
    assert max(len(FORM_NAMES), len(SCHOOLS)) <= NUMBERS
    assert len(start.tasks) + 1 == SHOWN


def test_parts_follow_each_other() -> None:
    places = [where(part.name) for part in PARTS]
    assert places[0].start == 0 and places[-1].stop == SIZE
    assert all(one.stop == other.start for one, other in pairwise(places))
    assert all(len(part.made(Eyes(view(POSITION, 0)))) == part.size for part in PARTS)


def test_pieces_are_seen_from_both_sides() -> None:
    area = AREA[0] * AREA[1]
    mine, theirs = (part(observation(view(POSITION, seat)), "pieces") for seat in (0, 1))
    rows = {
        name: 9 * ("987654321".index(name[1])) + "abcdefghi".index(name[0])
        for name in ("e5", "e6", "a3")
    }
    assert [i for i, byte in enumerate(mine) if byte] == [
        rows["e5"],
        area + rows["e6"],
        3 * area + rows["a3"],
    ]
    assert [i for i, byte in enumerate(theirs) if byte] == [
        rows["a3"],
        3 * area + rows["e5"],
        4 * area + rows["e6"],
    ]
    assert list(part(observation(view(POSITION, 0)), "scores")) == [5, 7, 0, 0]
    assert list(part(observation(view(POSITION, 1)), "scores")) == [7, 5, 0, 0]


def test_cards_are_where_they_are_known_to_be() -> None:
    warlord = card("warlord").number
    own, other = (observation(view(POSITION, seat)) for seat in (0, 1))
    assert [i for i, byte in enumerate(part(own, "hand")) if byte] == [warlord]
    assert not any(part(other, "hand"))
    slot = warlord - 18
    unseen, held = slice(0, SLOTS), slice(SLOTS, 2 * SLOTS)
    assert part(own, "cards")[held][slot] == 1 and part(own, "cards")[unseen][slot] == 0
    # The other player's cards come second, and this one may be anywhere.
    assert part(other, "cards")[held] == bytes(SLOTS)
    assert part(other, "cards")[unseen][18 + slot] == 1


def test_the_effect_in_progress_is_seen() -> None:
    for _, position in some_moments(1, 3):
        seen = observation(view(position, 0))
        assert part(seen, "asking")[position.asking] == 1
        assert sum(part(seen, "offered")) == position.mask.bit_count()
        assert sum(part(seen, "question")) == (position.program != 0)
        if position.program:
            assert (
                sum(part(seen, "registers"))
                or sum(part(seen, "matched"))
                or sum(part(seen, "halves"))
            )


def test_the_mask_is_what_is_offered() -> None:
    for _, position in some_moments(1, 5):
        offered = {choice.code for choice in position.choices()}
        for seat in range(len(position.colour_of)):
            found = mask(view(position, seat))
            assert len(found) == CODES
            wanted = offered if seat == position.actor else set()
            assert {code for code, byte in enumerate(found) if byte} == wanted


def test_spectators_have_none_and_parts_have_names() -> None:
    with pytest.raises(NoSeat, match="make it of the view of a seat"):
        observation(view(POSITION, SPECTATOR))
    with pytest.raises(UnknownPart, match="there is no part 'secrets'; the parts are pieces"):
        where("secrets")
    assert SEATS == 4


# --- what it does not hold, and who else writes it ----------------------------------------------


@pytest.mark.long
def test_dealing_hidden_cards_anew_changes_nothing() -> None:
    tried = 0
    for rng, position in some_moments(times(4), 20):
        seat = rng.randrange(len(position.colour_of))
        seen = view(position, seat)
        other = sample(seen, rng.getrandbits(64))
        tried += other != position
        assert observation(view(other, seat)) == observation(seen)
        assert mask(view(other, seat)) == mask(seen)
    assert tried > 100


@pytest.mark.long
@needs_core
def test_the_core_writes_the_same() -> None:
    compared = 0
    for rng, position in some_moments(times(5), 8):
        compiled = engine.compiled(position)
        assert compiled is not None
        seat = rng.randrange(len(position.colour_of))
        ours, theirs = observation(view(position, seat)), compiled.observation(seat)
        assert [p.name for p in PARTS if part(ours, p.name) != part(theirs, p.name)] == []
        compared += 1
    assert compared > 1000
