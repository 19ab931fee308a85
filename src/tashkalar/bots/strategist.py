"""The strategist: whole turns, judged by the opponents' best answers in sampled worlds."""

from __future__ import annotations

import random

from tashkalar.bots.bot import Budget, OutOfBudget, dice
from tashkalar.bots.evaluation import value
from tashkalar.bots.levels import Planner
from tashkalar.bots.turns import Line, TurnSearch, ending
from tashkalar.choice import Asking, Choice
from tashkalar.rules.play import Position
from tashkalar.view import sample, view


class Strategist(Planner):
    """Takes the planner's best turns and plays them out against answers.

    The first part of the budget goes to finding candidate turns. The rest goes to worlds:
    in each, the hidden cards are dealt anew, and every candidate is followed by the best turn
    that the next opponent finds. The candidate with the best average wins; it can be stopped
    at any time.
    """

    candidates = 6
    planning = 0.45  # of the budget
    answer_beam = 2
    answer_inside = 4

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        if position.last_turns == 1:
            return super().best_turn(position, budget)  # nobody answers the very last turn
        own = _part(budget, self.planning)
        found = TurnSearch(position, own, self.beam, self.inside).run()
        budget.used += own.used
        lines = _different(found, self.candidates)
        if len(lines) == 1:
            return lines[0].path
        rng = dice(self.seed, view(position, position.actor))
        return self._play_out(position, lines, rng, budget).path

    def _play_out(
        self, position: Position, lines: list[Line], rng: random.Random, budget: Budget
    ) -> Line:
        colour = position.colour_of[position.actor]
        seen = view(position, position.actor)
        totals = [0.0] * len(lines)
        worlds = 0
        try:
            while worlds < 40:
                world = sample(seen, rng)
                results = [self._answered(world, line, colour, budget) for line in lines]
                for i, result in enumerate(results):
                    totals[i] += result
                worlds += 1
                # Candidates that are clearly behind are not worth another world.
                best = max(totals)
                keep = [i for i, t in enumerate(totals) if best - t < 1.5 * worlds]
                lines, totals = [lines[i] for i in keep], [totals[i] for i in keep]
                if len(lines) == 1:
                    break
        except OutOfBudget:
            pass
        if not worlds:
            return lines[0]
        return lines[max(range(len(lines)), key=lambda i: totals[i])]

    def _answered(self, world: Position, line: Line, colour: int, budget: Budget) -> float:
        """What a turn is worth after the answer of the player who comes next."""
        p = world
        for choice in line.path:
            p = p.after(choice)
        if p.asking == Asking.END:
            p = p.after(ending(p))
        if p.is_over or p.colour_of[p.actor] == colour:
            budget.spend()
            return value(p, colour)
        reply = TurnSearch(p, budget, self.answer_beam, self.answer_inside).glance()
        return value(reply.position, colour)


def _different(found: list[Line], most: int) -> list[Line]:
    """The best lines that end on different boards."""
    seen = set()
    lines = []
    for line in found:
        p = line.position
        key = (*p.pieces, p.common, p.heroic, p.extra_turns)
        if key not in seen:
            seen.add(key)
            lines.append(line)
        if len(lines) == most:
            break
    return lines


def _part(budget: Budget, share: float) -> Budget:
    """A part of what is left of a budget, as a budget of its own."""
    if budget.nodes is not None:
        return Budget(nodes=max(1, int((budget.nodes - budget.used) * share)))
    if budget.seconds is not None:
        return Budget(seconds=max(0.001, budget.left * budget.seconds * share))
    return Budget()
