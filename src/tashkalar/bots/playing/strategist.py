"""The strategist: whole turns, judged by the opponents' best answers in sampled worlds."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from math import inf, sqrt
from statistics import fmean, variance

from tashkalar.bots.playing.bot import Budget, OutOfBudget, dice
from tashkalar.bots.playing.evaluation import STRATEGIC, promise
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.turns import Line, TurnSearch, ended
from tashkalar.bots.playing.weights import family
from tashkalar.choice import Choice, Kind
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

# Nodes after which a search of one's own turn finds little more.
PLAN = {"duel": 8000, "tasks": 8000, "melee": 3000}
ANSWER = 1500  # nodes for an answer: one that is cut short flatters the turn it answers
BEAM, INSIDE = 4, 8  # how wide answers are searched: with less they are bad, with more too few
ALIKE = 3  # candidates of one idea
WORLDS = 60  # more of them change little
LEAST = 2  # worlds that the budget should pay for where more than one opponent answers
# What the own judgement counts against the answers: much where it has learned to foresee most of
# what they say.
OWN = {"duel": 3.0, "tasks": 3.0, "melee": 0.5}
FEW = 1.0  # and how much more when these are few, for each opponent
BEHIND = 4.0  # a turn so much worse at first sight is no candidate
SURE = 1.5  # a candidate is given up when it is behind by so many standard errors
CERTAIN = 20.0  # a game won by far, against values that are no more than likely
WON = 10.0  # a game just won
LEAD = 2.0  # each point of the lead then: the worlds are only likely ones


class Strategist(Planner):
    """Takes the planner's best turns and lets the others answer them.

    The first part of the budget goes to finding candidate turns. The rest goes to worlds:
    in each, the hidden cards are dealt anew, and every candidate is followed by the best turns
    that the others find. The candidate that does best on average wins; it can be stopped at
    any time.
    """

    candidates = 8
    judge = STRATEGIC

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        if position.last_turns == 1:
            return super().best_turn(position, budget)  # nobody answers the very last turn
        own = budget.limited(PLAN[family(position.form)])
        search = TurnSearch(position, own, self.beam, self.inside, self.judge)
        lines = search.judged(different(search.found_all(), 3 * self.candidates))
        budget.used += own.used
        lines = [line for line in lines[: self.candidates] if line.value > lines[0].value - BEHIND]
        return self._answered_best(position, lines, budget).path

    def _answered_best(self, position: Position, lines: list[Line], budget: Budget) -> Line:
        seen = view(position, position.actor)
        rng = dice(self.seed, seen)
        opponents = FORMS[position.form].colours - 1
        few = FEW * opponents
        alone = OWN[family(position.form)]
        answers: list[list[float]] = [[] for _ in lines]

        def judged(i: int) -> float:
            worlds = len(answers[i])
            own = lines[i].value
            return own * (alone + few / worlds) + fmean(answers[i]) if worlds else own

        running = list(range(len(lines)))
        with suppress(OutOfBudget):
            for _ in range(WORLDS):
                if len(running) == 1:
                    break
                world = sample(seen, rng)
                before = budget.left
                results = [self._answered(world, lines[running[0]], budget)]
                cost = before - budget.left
                if cost > 0 and not answers[running[0]]:
                    running = running[: max(2, int(budget.left / cost / min(LEAST, opponents)))]
                results += [self._answered(world, lines[i], budget) for i in running[1:]]
                for i, result in zip(running, results, strict=True):
                    answers[i].append(result)
                best = max(running, key=judged)
                error = _error([answers[i] for i in running], answers[best])
                running = [i for i in running if judged(i) >= judged(best) - SURE * error]
        return lines[max(running, key=judged)]

    def _answered(self, world: Position, line: Line, budget: Budget) -> float:
        """What a turn is worth when the others have answered it."""
        colour = world.colour_of[world.actor]
        p = world
        for choice in line.path:
            p = p.after(choice)
        p = ended(p, self.judge)
        # Once the end has come in sight, the last turns are played out, one's own too.
        while not p.is_over and (p.colour_of[p.actor] != colour or p.last_turns > 0):
            p = ended(self._answer(p, budget).position, self.judge)
        worth = self._result(p, colour) if p.is_over else promise(p, colour)
        return max(-CERTAIN, min(CERTAIN, worth))

    def _result(self, p: Position, colour: int) -> float:
        value = self.judge.value(p, colour)
        lead = p.score(colour) - max(p.score(c) for c in p.colour_of if c != colour)
        return WON * ((value > 0) - (value < 0)) + LEAD * lead

    def _answer(self, p: Position, budget: Budget) -> Line:
        own = budget.limited(ANSWER)
        found = TurnSearch(p, own, BEAM, INSIDE, self.judge).glance()
        budget.add(own.used)
        return found


def _error(rows: list[list[float]], best: list[float]) -> float:
    """How far the mean lead of the best over another may be off, by how it differs in worlds."""
    worlds = len(best)
    if worlds == 1:
        return inf
    leads = [[b - a for a, b in zip(row, best, strict=True)] for row in rows if row is not best]
    return sqrt(fmean([variance(lead) for lead in leads]) / worlds) if leads else inf


def different(found: list[Line], most: int) -> list[Line]:
    """The best lines that end on different boards, of each idea only a few.

    An idea is what is summoned and invoked: the same idea with another quiet placement meets
    much the same answers.
    """
    seen: set[tuple[object, ...]] = set()
    ideas: Counter[tuple[Choice, ...]] = Counter()
    lines = []
    for line in sorted(found, key=lambda line: -line.value):
        p = line.position
        board = (*p.pieces, p.common, p.heroic, p.extra_turns)
        idea = tuple(c for c in line.path if c.kind in (Kind.SUMMON, Kind.FLARE))
        if board not in seen and ideas[idea] < ALIKE:
            seen.add(board)
            ideas[idea] += 1
            lines.append(line)
        if len(lines) == most:
            break
    return lines
