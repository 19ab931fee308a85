"""The reference and the compiled core side by side: they must offer, change and tell the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tashkalar import SPECTATOR, Choice, Game, Kind, Position, engine, sample, view
from tashkalar.cards import CARDS
from tashkalar.rules.forms import FORMS, draw_schools
from tashkalar.simulate import Biased, Evenly

CORE: Any = engine.core()
needs_core = pytest.mark.skipif(CORE is None, reason="the compiled core is not built")


class Difference(AssertionError):
    """The two do not agree; the message is the record of the game up to there."""


class Lockstep:
    """One game that both play."""

    def __init__(self, form: str, seed: int, resolved: Counter[str]) -> None:
        self.rng = random.Random(seed)
        self.schools = draw_schools(FORMS[form], seed)
        self.form, self.seed, self.resolved = form, seed, resolved
        self.ours = Position.new(form, self.schools, seed)
        self.theirs = CORE.Position.new(self.ours.form_number, self.ours.school_numbers, seed)
        self.made: list[Choice] = []

    def expect(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            game = Game.new(self.form, self.schools, self.seed)
            for choice in self.made:
                game.play(choice)
            told = f"{what} differ:\nreference {ours!r}\ncore      {theirs!r}"
            raise Difference(f"{told}\nafter this game:\n{game.record().text()}")

    def play(self, closely: int) -> int:
        """The whole game; one decision in so many is looked at from all sides."""
        rng = self.rng
        choose = Biased(rng, self.resolved) if rng.random() < 0.7 else Evenly(rng)
        while not self.ours.is_over:
            self.expect(
                "choices", tuple(c.code for c in self.ours.choices()), self.theirs.choices()
            )
            choice = choose(self.ours)
            if rng.randrange(closely) == 0:
                self.look()
                self.told(choice)
            else:
                self.ours.apply(choice)
                self.theirs.apply(choice.code)
            self.made.append(choice)
            if choice.kind in (Kind.SUMMON, Kind.FLARE):
                self.resolved[CARDS[choice.value].id] += 1
        self.look()
        return len(self.made)

    def look(self) -> None:
        """Bytes, views and samples."""
        written = self.ours.to_bytes()
        self.expect("bytes", written, self.theirs.to_bytes())
        self.expect("bytes read", written, CORE.Position.from_bytes(written).to_bytes())
        seat = self.rng.randrange(SPECTATOR, len(self.ours.colour_of))
        seen = view(self.ours, seat)
        self.expect("views", seen.to_bytes(), self.theirs.view(seat).to_bytes())
        word = self.rng.getrandbits(64)
        dealt = CORE.View.from_bytes(seen.to_bytes(), seat).sample(word)
        self.expect("samples", sample(seen, word).to_bytes(), dealt.to_bytes())

    def told(self, choice: Choice) -> None:
        """The events of a choice."""
        self.ours.log = []
        self.ours.apply(choice)
        told, self.ours.log = self.ours.log, None
        self.expect("events", told, engine.events(self.theirs.apply_with_events(choice.code)))


def games(first: int, decisions: int, closely: int = 7) -> Iterator[Lockstep]:
    """Games of all forms, played, until so many decisions are compared."""
    resolved: Counter[str] = Counter()
    for seed in count(first):
        for form in FORMS:
            game = Lockstep(form, seed, resolved)
            decisions -= game.play(closely)
            yield game
        if decisions <= 0:
            return
