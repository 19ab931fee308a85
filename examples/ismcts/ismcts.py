"""Information-set Monte Carlo tree search as a bot that anybody can install.

Each round deals the hidden cards anew, goes down one tree for all deals by UCB among the choices
that this deal offers, up to a choice that is new or two turns on, and asks the planner's evaluation
who is ahead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any
from zlib import crc32

from tashkalar import Choice, View, engine, sample
from tashkalar.bots import Budget
from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.budget import OutOfBudget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.fixed import plain
from tashkalar.choice import CHOICES, Kind

EXPLORATION = 0.15
POINTS = 4  # a lead in value that makes a game likely to be won
CERTAIN = 20
TURNS = 2  # a round looks so many turns ahead
_IDLE = (Kind.DISCARD, Kind.PASS_CONTROL)


@dataclass
class Node:
    """What is known of a choice: how often it was tried and offered, and what it brought."""

    visits: int = 0
    offered: int = 0
    worth: float = 0.0  # to the seat that made the choice
    children: dict[int, Node] = field(default_factory=dict)


class ISMCTS:
    """Found as ``ismcts`` where the package is installed."""

    digest = ""  # it has learned nothing

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """The choice that was tried most."""
        rng, root = Random(self.seed ^ crc32(view.to_bytes())), Node()
        usual = [c for c in choices if c.kind not in _IDLE] or list(choices)
        if len(usual) == 1:
            return usual[0]
        share = budget.nodes // 4 if budget.nodes else 0  # a turn asks several times
        try:
            while not share or budget.used < share:
                self._round(root, view, rng, budget)
        except OutOfBudget:
            pass
        tried = [c for c in usual if c.code in root.children] or usual
        return max(tried, key=lambda c: root.children.get(c.code, Node()).visits)

    def _round(self, root: Node, view: View, rng: Random, budget: Budget) -> None:
        world: Any = _compiled(view, rng.getrandbits(64))
        node, path, last = root, [], world.turn + TURNS
        while not world.is_over and world.turn < last:
            budget.spend()
            seat, codes = world.actor, _usual(world.choices())
            new = _promising([code for code in codes if code not in node.children])
            for code in codes:
                if code in node.children:
                    node.children[code].offered += 1
            code = rng.choice(new) if new else max(codes, key=lambda c: _bound(node.children[c]))
            child = node.children.setdefault(code, Node(offered=1))
            path.append((seat, child))
            world.apply(code)
            node = child
            if new:
                break
        chances = [_chance(world, colour) for colour in range(len(set(view.colour_of)))]
        for seat, child in path:
            child.visits += 1
            child.worth += chances[view.colour_of[seat]]


def _compiled(view: View, word: int) -> Any:
    """A deal that agrees with the view, in the core where it is installed."""
    world = sample(view, word)
    return engine.compiled(world) or _Slow(world)


class _Slow:
    """A position of the reference with the doors of the core."""

    def __init__(self, position: Any) -> None:
        self.position = position

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)

    def choices(self) -> tuple[int, ...]:
        return tuple(choice.code for choice in self.position.choices())

    def apply(self, code: int) -> None:
        self.position.apply(CHOICES[code])


def _usual(codes: tuple[int, ...]) -> list[int]:
    return [code for code in codes if CHOICES[code].kind not in _IDLE] or list(codes)


def _promising(codes: list[int]) -> list[int]:
    """Summonings and flares are tried before anything else."""
    first = [code for code in codes if CHOICES[code].kind in (Kind.SUMMON, Kind.FLARE)]
    return first or codes


def _bound(child: Node) -> float:
    return child.worth / child.visits + EXPLORATION * math.sqrt(
        math.log(child.offered) / child.visits
    )


def _chance(world: Any, colour: int) -> float:
    """How good a position is for a colour, from 0 to 1."""
    if isinstance(world, _Slow):
        value = LEARNED.value(world.position, colour, threats=False)
    else:
        judge: Any = compiled.evaluation(LEARNED)
        value = judge.value(world, colour, False)
    return 1 / (1 + math.exp(-max(-CERTAIN, min(CERTAIN, plain(value) / POINTS))))
