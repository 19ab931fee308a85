"""Many random games at once: figures about the game, and a search for broken invariants.

Game n of a simulation depends on the seed and n alone, so the figures are the same however
many processes share the work. (With ``biased`` the games of one batch also share their counts
of resolved cards; batches have a fixed size.)
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import (
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    as_completed,
)
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha512
from random import Random
from time import perf_counter
from types import ModuleType

from tashkalar import engine, invariants, pattern
from tashkalar.arena import ALL, squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare, deck_of
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.rules import forms, summoning
from tashkalar.rules.play import Position
from tashkalar.state import TRIGGER_NAMES

BATCH = 25  # games of one piece of work
LONGEST = 20_000  # decisions; the longest games of millions stay far below
THOROUGH = 50  # one decision in so many is checked thoroughly

Chooser = Callable[[Position], Choice]


@dataclass(frozen=True)
class Simulation:
    """What to play, and how."""

    form: str
    schools: tuple[str, ...]
    games: int
    seed: int = 0
    check: bool = False
    biased: bool = False

    def batches(self) -> Iterator[range]:
        """The games in batches, by their numbers."""
        for first in range(0, self.games, BATCH):
            yield range(first, min(first + BATCH, self.games))


@dataclass
class Figures:
    """What came out; figures of parts of the work can be added up."""

    games: int = 0
    decisions: int = 0
    turns: int = 0
    longest: int = 0  # decisions in one game
    wins: Counter[int] = field(default_factory=Counter)  # by seat; partners win together
    draws: int = 0
    ends: Counter[str] = field(default_factory=Counter)  # by what triggered the end
    resolved: Counter[str] = field(default_factory=Counter)  # by card
    checked: int = 0  # decisions at which the cheap invariants were looked at
    thoroughly: int = 0  # and all of them
    seconds: float = 0.0

    def add(self, other: Figures) -> None:
        """Add what came out elsewhere."""
        self.games += other.games
        self.decisions += other.decisions
        self.turns += other.turns
        self.longest = max(self.longest, other.longest)
        self.wins += other.wins
        self.draws += other.draws
        self.ends += other.ends
        self.resolved += other.resolved
        self.checked += other.checked
        self.thoroughly += other.thoroughly


def simulate(
    plan: Simulation, workers: int | None = None, tell: Callable[[int], object] | None = None
) -> Figures:
    """Play all games of a simulation, over several processes; ``tell`` hears how many are done."""
    Position.new(plan.form, plan.schools, plan.seed)  # a bad set-up is refused before any work
    total = Figures()
    start = perf_counter()
    for figures in _all_batches(plan, workers or os.cpu_count() or 1):
        total.add(figures)
        if tell is not None:
            tell(total.games)
    total.seconds = perf_counter() - start
    return total


def _all_batches(plan: Simulation, workers: int) -> Iterator[Figures]:
    batches = list(plan.batches())
    if workers == 1 or len(batches) == 1:
        yield from (play_batch(plan, batch) for batch in batches)
        return
    with _pool(plan, min(workers, len(batches))) as pool:
        waiting: list[Future[Figures]] = [pool.submit(play_batch, plan, b) for b in batches]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            # After an error or ctrl-C nothing that has not begun is begun.
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(plan: Simulation, workers: int) -> Executor:
    """The core works in threads side by side, Python does not."""
    by_core = engine.core() is not None and not plan.check
    return ThreadPoolExecutor(workers) if by_core else ProcessPoolExecutor(workers)


def play_batch(plan: Simulation, games: range) -> Figures:
    """Play some games of a simulation; the core plays the same ones, but checks no invariants."""
    core = engine.core()
    if core is not None and not plan.check:
        with suppress(core.Endless):  # the reference says which game it is
            return _played_by_core(core, plan, games)
    figures = Figures()
    for number in games:
        rng = Random(f"{plan.seed} {number}")
        choose = Biased(rng, figures.resolved) if plan.biased else Evenly(rng)
        seed = (plan.seed + number) % (1 << 64)
        position = Position.new(plan.form, plan.schools, seed)
        try:
            _play(position, choose, rng if plan.check else None, figures)
        except invariants.Broken as broken:
            raise invariants.Broken(
                f"game {number} (form {plan.form}, schools {','.join(plan.schools)}, "
                f"seed {plan.seed}): {broken}"
            ) from None
    return figures


def _played_by_core(core: ModuleType, plan: Simulation, games: range) -> Figures:
    start = Position.new(plan.form, plan.schools, 0)
    seeds = [(plan.seed + number) % (1 << 64) for number in games]
    keys = [_key(f"{plan.seed} {number}") for number in games]
    form, schools = start.form_number, start.school_numbers
    found = core.simulate(form, schools, seeds, keys, plan.biased, LONGEST)
    for name in ("wins", "ends", "resolved"):
        counts = dict(enumerate(found[name]))
        found[name] = Counter({key: n for key, n in counts.items() if n})
    found["ends"] = Counter({TRIGGER_NAMES[key]: n for key, n in found["ends"].items()})
    found["resolved"] = Counter({CARDS[key].id: n for key, n in found["resolved"].items()})
    return Figures(**found)


def _key(text: str) -> bytes:
    """The number that ``Random`` makes of a text, its lowest byte first."""
    return (text.encode() + sha512(text.encode()).digest())[::-1]


def _play(position: Position, choose: Chooser, check: Random | None, figures: Figures) -> None:
    """One game to its end."""
    decisions = 0
    while not position.is_over:
        if decisions == LONGEST:
            raise invariants.Broken(f"the game goes on after {LONGEST} decisions")
        choice = choose(position)
        if check is not None:
            position = _checked(position, choice, check, figures, decisions)
        else:
            position.apply(choice)
        if choice.kind in (Kind.SUMMON, Kind.FLARE):
            figures.resolved[CARDS[choice.value].id] += 1
        decisions += 1
    if check is not None:
        invariants.holds(position)
    figures.games += 1
    figures.decisions += decisions
    figures.turns += position.turn
    figures.longest = max(figures.longest, decisions)
    figures.ends[position.trigger] += 1
    winners = [seat for seat, place in enumerate(position.result) if place == 1]
    if len({position.colour_of[seat] for seat in winners}) > 1:
        figures.draws += 1
    else:
        figures.wins.update(winners)


def _checked(
    position: Position, choice: Choice, rng: Random, figures: Figures, number: int
) -> Position:
    """The position after a choice, with the invariants looked at before and in between."""
    thoroughly = rng.randrange(THOROUGH) == 0
    try:
        if thoroughly:
            invariants.holds_thoroughly(position, rng)
            key = hash(position)
        else:
            invariants.holds(position)
        after = position.copy()
        after.apply(choice)
        if thoroughly and hash(position) != key:
            raise invariants.Broken("the choice changed the position before it")
    except invariants.Broken as broken:
        raise invariants.Broken(f"decision {number}, turn {position.turn}: {broken}") from None
    figures.checked += 1
    figures.thoroughly += thoroughly
    return after


# --- players ----------------------------------------------------------------------------------


class Evenly:
    """Every choice is as likely as any other."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def __call__(self, position: Position) -> Choice:
        return self.rng.choice(position.choices())


class Biased:
    """Likes to summon, to invoke flares, above all cards resolved least, and to claim tasks."""

    def __init__(self, rng: Random, resolved: Counter[str]) -> None:
        self.rng = rng
        self.resolved = resolved

    def __call__(self, position: Position) -> Choice:
        rng, choices = self.rng, position.choices()
        cards = [c for c in choices if c.kind in (Kind.SUMMON, Kind.FLARE)]
        if cards and rng.random() < 0.9:
            least = min(self._count(c.value) for c in cards)
            return rng.choice([c for c in cards if self._count(c.value) == least])
        claims = [c for c in choices if c.kind == Kind.CLAIM]
        if claims and rng.random() < 0.9:
            return rng.choice(claims)
        if position.asking == Asking.ACTION and rng.random() < 0.8:
            toward = self._toward(position)
            wanted = [c for c in choices if c.kind == Kind.PLACE and toward >> c.value & 1]
            if wanted:
                return rng.choice(wanted)
        onward = [c for c in choices if c.kind not in (Kind.PASS, Kind.DISCARD, Kind.PASS_CONTROL)]
        return rng.choice(onward if onward and rng.random() < 0.8 else choices)

    def _count(self, card: int) -> int:
        return self.resolved[CARDS[card].id]

    def _toward(self, position: Position) -> int:
        """Empty squares that the least resolved being of the hand lacks to be summoned."""
        seat = position.seat
        hand = position.beings[seat] + position.legends[seat]
        if not hand:
            return 0
        being = BEINGS[min(hand, key=lambda card: (self._count(card), card))]
        empty = ALL & ~(position.common | position.heroic | position.legendary)
        lacking = [m for m in missing(position, being) if not m & ~empty]
        return min(lacking, key=int.bit_count, default=0)


def missing(position: Position, being: Being) -> list[int]:
    """For each open square, what the player whose turn it is lacks to summon a being there."""
    own = summoning.own(position)
    open_ones = summoning.open_squares(position, being.rank)
    return [pattern.nearly(being, square, own)[1] for square in squares(open_ones)]


def never_resolved(figures: Figures, plan: Simulation) -> list[str]:
    """Cards that this simulation could resolve and did not."""
    return [card for card, times in resolved(figures, plan).items() if not times]


def resolved(figures: Figures, plan: Simulation) -> dict[str, int]:
    """How often each card that takes part was resolved, in card order."""
    form = forms.form_named(plan.form)
    decks = {deck_of(school) for school in plan.schools} | {"flares"}
    if form.legends:
        decks.add("legends")
    taking_part = (c for c in CARDS.values() if isinstance(c, Being | Flare) and c.deck in decks)
    return {card.id: figures.resolved[card.id] for card in taking_part}
