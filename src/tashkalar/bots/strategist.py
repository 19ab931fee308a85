"""The strategist: whole turns, judged by the opponents' best answers in sampled worlds."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from statistics import fmean

from tashkalar.bots.bot import Budget, OutOfBudget, dice
from tashkalar.bots.levels import Planner
from tashkalar.bots.turns import Line, TurnSearch, ended
from tashkalar.choice import Choice, Kind
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

WORLDS = 60  # more of them change little
OWN = 0.5  # what the planner's own judgement counts against the answers
GLANCE = 1000  # nodes for one answer: an answer cut short would flatter the turn
CLOSE = 3.0  # a candidate further behind than this after one world is given up
CERTAIN = 20.0  # a won game, against values that are no more than likely


class Strategist(Planner):
    """Takes the planner's best turns and lets the others answer them.

    The first part of the budget goes to finding candidate turns. The rest goes to worlds:
    in each, the hidden cards are dealt anew, and every candidate is followed by the best turns
    that the others find at a glance. The candidate that does best on average wins; it can be
    stopped at any time.
    """

    candidates = 5
    planning = 0.3  # of the budget
    glance_beam = 2
    glance_inside = 4

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        if position.last_turns == 1:
            return super().best_turn(position, budget)  # nobody answers the very last turn
        own = budget.part(self.planning)
        search = TurnSearch(position, own, self.beam, self.inside, judge=self.judge)
        lines = _different(search.run(), self.candidates)
        budget.used += own.used
        if len(lines) == 1:
            return lines[0].path
        rng = dice(self.seed, view(position, position.actor))
        return self._play_out(position, lines, search.quiet, rng, budget).path

    def _play_out(
        self,
        position: Position,
        lines: list[Line],
        quiet: list[Choice],
        rng: random.Random,
        budget: Budget,
    ) -> Line:
        seen = view(position, position.actor)
        answers: list[list[float]] = [[] for _ in lines]

        def judged(i: int) -> float:
            return OWN * lines[i].value + (fmean(answers[i]) if answers[i] else 0.0)

        running = list(range(len(lines)))
        with suppress(OutOfBudget):
            for worlds in range(1, WORLDS):
                world = sample(seen, rng)
                results = [self._answered(world, lines[i], quiet, budget) for i in running]
                for i, result in zip(running, results, strict=True):
                    answers[i].append(result)
                # Candidates that are clearly behind are not worth another world.
                close = max(map(judged, running)) - CLOSE / worlds**0.5
                running = [i for i in running if judged(i) >= close]
                if len(running) == 1:
                    break
        return lines[max(running, key=judged)]

    def _answered(self, world: Position, line: Line, quiet: list[Choice], budget: Budget) -> float:
        """What a turn is worth when the others have answered it."""
        colour = world.colour_of[world.actor]
        p = world
        for choice in line.path:
            p = p.after(choice)
        worth = self.judge.value(p, colour)
        p = ended(p, self.judge)
        while not p.is_over and p.colour_of[p.actor] != colour:
            p = self._glance(p, quiet, budget).position
            worth = self.judge.value(p, colour)
            p = ended(p, self.judge)
        if p.is_over:
            worth = self.judge.value(p, colour)
        return max(-CERTAIN, min(CERTAIN, worth))

    def _glance(self, p: Position, quiet: list[Choice], budget: Budget) -> Line:
        own = Budget(nodes=GLANCE)
        found = TurnSearch(p, own, self.glance_beam, self.glance_inside, quiet, self.judge).glance()
        budget.add(own.used)
        return found


def _different(found: list[Line], most: int) -> list[Line]:
    """The best lines that end on different boards, of each idea not more than two.

    An idea is what is summoned and invoked: the same idea with another quiet placement meets
    the same answers.
    """
    seen: set[tuple[object, ...]] = set()
    ideas: Counter[tuple[Choice, ...]] = Counter()
    lines = []
    for line in found:
        p = line.position
        board = (*p.pieces, p.common, p.heroic, p.extra_turns)
        idea = tuple(c for c in line.path if c.kind in (Kind.SUMMON, Kind.FLARE))
        if board not in seen and ideas[idea] < 2:
            seen.add(board)
            ideas[idea] += 1
            lines.append(line)
        if len(lines) == most:
            break
    return lines
