"""The strategist: whole turns, judged by the opponents' best answers in sampled worlds."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from math import isqrt

from tashkalar.bots.playing.budget import Budget, OutOfBudget
from tashkalar.bots.playing.dice import Dice
from tashkalar.bots.playing.evaluation import STARTS_DIGEST, STRATEGIC, promise
from tashkalar.bots.playing.fixed import POINT
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.turns import TurnSearch, Variation, ended
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
# What the own judgement counts against the mean of the answers: much where it has learned to
# foresee most of what they say.
TRUST = {"duel": (3, 1), "tasks": (3, 1), "melee": (1, 2)}
FEW = 1  # and how much more when answers are few, for each opponent
BEHIND = 4 * POINT  # a turn so much worse at first sight is no candidate
SURE = (3, 2)  # a candidate is given up when it is behind by one and a half standard errors
CERTAIN = 20 * POINT  # a game won by far, against values that are no more than likely
WON = 10 * POINT  # a game just won
LEAD = 2 * POINT  # each point of the lead then: the worlds are only likely ones
GRAIN = POINT // 1000  # standard errors are worked out in thousandths of a point


class Strategist(Planner):
    """Takes the planner's best turns and lets the others answer them.

    The first part of the budget goes to finding candidate turns. The rest goes to worlds:
    in each, the hidden cards are dealt anew, and every candidate is followed by the best turns
    that the others find. The candidate that does best on average wins; it can be stopped at
    any time.
    """

    candidates = 8
    judge = STRATEGIC

    @property
    def digest(self) -> str:
        """A fingerprint of what it has learned, for the end of a turn and for its start."""
        return f"{self.judge.digest}-{STARTS_DIGEST}"

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        if position.last_turns == 1:
            return super().best_turn(position, budget)  # nobody answers the very last turn
        own = budget.limited(PLAN[family(position.form)])
        search = TurnSearch(position, own, self.beam, self.inside, self.judge)
        lines = search.judged(different(search.found_all(), 3 * self.candidates))
        budget.used += own.used
        lines = [line for line in lines[: self.candidates] if line.value > lines[0].value - BEHIND]
        return self._answered_best(position, lines, budget).path

    def _answered_best(
        self, position: Position, lines: list[Variation], budget: Budget
    ) -> Variation:
        seen = view(position, position.actor)
        dice = Dice(self.seed, seen)
        opponents = FORMS[position.form].colours - 1
        own, heard = TRUST[family(position.form)]
        few = FEW * opponents * heard
        answers: list[list[int]] = [[] for _ in lines]

        def judged(i: int) -> int:
            """The own judgement and the mean of the answers, times what they are divided by."""
            worlds = len(answers[i]) or 1
            return lines[i].value * (own * worlds + few) + heard * sum(answers[i])

        running = list(range(len(lines)))
        with suppress(OutOfBudget):
            for _ in range(WORLDS):
                if len(running) == 1:
                    break
                world = sample(seen, dice.word())
                begun = budget.mark()
                results = [self._answered(world, lines[running[0]], budget)]
                if not answers[running[0]]:
                    running = running[: max(2, budget.again(begun) // min(LEAST, opponents))]
                results += [self._answered(world, lines[i], budget) for i in running[1:]]
                for i, result in zip(running, results, strict=True):
                    answers[i].append(result)
                best = max(running, key=judged)
                if len(answers[best]) > 1:  # one world tells nothing
                    error = _error([answers[i] for i in running], answers[best])
                    most, by = SURE
                    far = judged(best) - heard * error * most // by
                    running = [i for i in running if judged(i) >= far]
        return lines[max(running, key=judged)]

    def _answered(self, world: Position, line: Variation, budget: Budget) -> int:
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

    def _result(self, p: Position, colour: int) -> int:
        value = self.judge.value(p, colour)
        lead = p.score(colour) - max(p.score(c) for c in p.colour_of if c != colour)
        return WON * ((value > 0) - (value < 0)) + LEAD * lead

    def _answer(self, p: Position, budget: Budget) -> Variation:
        own = budget.limited(ANSWER)
        found = TurnSearch(p, own, BEAM, INSIDE, self.judge).glance()
        budget.add(own.used)
        return found


def _error(rows: list[list[int]], best: list[int]) -> int:
    """How far the lead of the best over another may be off, added up over the worlds.

    The standard error, from how the lead over each of the others differs between worlds.
    """
    worlds, others = len(best), len(rows) - 1
    spread = 0
    for row in rows:
        leads = [(b - a) // GRAIN for a, b in zip(row, best, strict=True)]
        spread += worlds * sum([lead * lead for lead in leads]) - sum(leads) ** 2
    return GRAIN * isqrt(spread // (max(others, 1) * (worlds - 1)))


def different(found: list[Variation], most: int) -> list[Variation]:
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
