"""The strategist: whole turns, judged by the opponents' best replies in sampled worlds.

A world is a full position that agrees with what the bot sees: the hidden cards are dealt anew."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from math import isqrt

from tashkalar.bots.playing import compiled
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
REPLY = 1500  # nodes for a reply: one that is cut short flatters the turn it replies to
BEAM, INSIDE = 4, 8  # the search for replies: a narrower one finds bad replies, a wider one too few
ALIKE = 3  # candidates of one idea, at most
WORLDS = 60  # more of them change little
LEAST = 2  # worlds that the budget should pay for where more than one opponent replies
# The weight of the own judgement and that of the mean of the replies: the first is large where
# weights were learned that foresee replies.
TRUST = {"duel": (3, 1), "tasks": (3, 1), "melee": (1, 2)}
FEW = 1  # more weight of the own judgement for each opponent, divided by the number of worlds
BEHIND = 4 * POINT  # a turn so much worse at first sight is no candidate
SURE = (3, 2)  # a candidate is given up when it is behind by one and a half standard errors
CERTAIN = 20 * POINT  # a game won by far, against values that are no more than likely
WON = 10 * POINT  # a game just won
LEAD = 2 * POINT  # each point of the lead then: the worlds are only likely ones
GRAIN = POINT // 1000  # standard errors are worked out in thousandths of a point


class Strategist(Planner):
    """Takes the planner's best turns and lets the others reply to them.

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
        """The turn that looks best after the replies of the opponents."""
        if position.last_turns == 1:
            return super().best_turn(position, budget)  # nobody replies to the very last turn
        found = compiled.search(position, self.judge, self._level(position), budget, self.seed)
        if found is not None:
            return found[1]
        own = budget.limited(PLAN[family(position.form)])
        search = TurnSearch(position, own, self.beam, self.inside, self.judge)
        lines = search.judged(different(search.found_all(), 3 * self.candidates))
        budget.used += own.used
        lines = [line for line in lines[: self.candidates] if line.value > lines[0].value - BEHIND]
        return self._best_after_replies(position, lines, budget).path

    def _level(self, position: Position) -> compiled.Level:
        """The same numbers for the core."""
        kind = family(position.form)
        own, trust = TRUST[kind]
        most, by = SURE
        return {
            "beam": self.beam, "inside": self.inside, "replies": True,
            "candidates": self.candidates, "alike": ALIKE, "worlds": WORLDS, "least": LEAST,
            "plan": PLAN[kind], "reply": REPLY, "reply_beam": BEAM, "reply_inside": INSIDE,
            "own": own, "trust": trust, "few": FEW, "sure": most, "sure_by": by,
            "behind": BEHIND, "certain": CERTAIN, "won": WON, "lead": LEAD, "grain": GRAIN,
        }  # fmt: skip

    def _best_after_replies(
        self, position: Position, lines: list[Variation], budget: Budget
    ) -> Variation:
        seen = view(position, position.actor)
        dice = Dice(self.seed, seen)
        opponents = FORMS[position.form].colours - 1
        own, trust = TRUST[family(position.form)]
        few = FEW * opponents * trust
        replies: list[list[int]] = [[] for _ in lines]

        def judged(i: int) -> int:
            """The own judgement and the mean of the replies, times what they are divided by."""
            worlds = len(replies[i]) or 1
            return lines[i].value * (own * worlds + few) + trust * sum(replies[i])

        running = list(range(len(lines)))
        with suppress(OutOfBudget):
            for _ in range(WORLDS):
                if len(running) == 1:
                    break
                world = sample(seen, dice.word())
                begun = budget.mark()
                results = [self.replied(world, lines[running[0]], budget)]
                if not replies[running[0]]:
                    running = running[: max(2, budget.again(begun) // min(LEAST, opponents))]
                results += [self.replied(world, lines[i], budget) for i in running[1:]]
                for i, result in zip(running, results, strict=True):
                    replies[i].append(result)
                best = max(running, key=judged)
                if len(replies[best]) > 1:  # one world tells nothing
                    error = standard_error([replies[i] for i in running], replies[best])
                    most, by = SURE
                    far = judged(best) - trust * error * most // by
                    running = [i for i in running if judged(i) >= far]
        return lines[max(running, key=judged)]

    def replied(self, world: Position, line: Variation, budget: Budget) -> int:
        """The value of a turn in a world, after the replies of the others."""
        colour = world.colour_of[world.actor]
        p = world
        for choice in line.path:
            p = p.after(choice)
        p = ended(p, self.judge)
        # Once the end has come in sight, the last turns are played out, one's own too.
        while not p.is_over and (p.colour_of[p.actor] != colour or p.last_turns > 0):
            p = ended(self._reply(p, budget).position, self.judge)
        worth = self._result(p, colour) if p.is_over else promise(p, colour)
        return max(-CERTAIN, min(CERTAIN, worth))

    def _result(self, p: Position, colour: int) -> int:
        value = self.judge.value(p, colour)
        lead = p.score(colour) - max(p.score(c) for c in p.colour_of if c != colour)
        return WON * ((value > 0) - (value < 0)) + LEAD * lead

    def _reply(self, p: Position, budget: Budget) -> Variation:
        own = budget.limited(REPLY)
        found = TurnSearch(p, own, BEAM, INSIDE, self.judge).glance()
        budget.add(own.used)
        return found


def standard_error(rows: list[list[int]], best: list[int]) -> int:
    """The standard error of the lead of the best over another, added up over the worlds.

    It comes from how the lead over each of the others differs between worlds.
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
    much the same replies.
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
