"""The strategist: whole turns, judged by the opponents' best replies in sampled worlds.

A world is a full position that agrees with what the bot sees: the hidden cards are dealt anew.
So a turn that draws cards draws others in each, and a partner who is passed control holds others.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from math import isqrt

from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.alternatives import DISCARDING, discarding, passing
from tashkalar.bots.playing.budget import Budget, OutOfBudget
from tashkalar.bots.playing.dice import Dice
from tashkalar.bots.playing.evaluation import STARTS_DIGEST, STRATEGIC, promise
from tashkalar.bots.playing.fixed import POINT
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.shares import SECOND, Shares, shares
from tashkalar.bots.playing.turns import TurnSearch, Variation, ended
from tashkalar.bots.playing.weights import family
from tashkalar.choice import Choice, Kind
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position
from tashkalar.state import UNKNOWN
from tashkalar.view import sample, view

BEAM, INSIDE = 4, 8  # the search for replies: a narrower one finds bad replies, a wider one too few
ALIKE = 3  # candidates of one idea, at most
WORLDS = 60  # more of them change little
LEAST = 2  # worlds that the budget should pay for where more than one opponent replies
FEW = 1  # more weight of the own judgement for each opponent, divided by the number of worlds
# Control is passed where that is better by so much: the worlds count what the partner can do next,
# and what oneself could have prepared for later does not count there.
PASSING = POINT
SURVEYED = 32  # worlds in which passing control is compared with the turn that was chosen
BEHIND = 4 * POINT  # a turn so much worse at first sight is no candidate
# Nor is one with the discard action where replies would have to make up for so much: in turns
# played out it was seldom right then.
EXCHANGED = POINT
CERTAIN = 20 * POINT  # a game won by far, against values that are no more than likely
WON = 10 * POINT  # a game just won
LEAD = 2 * POINT  # each point of the lead then: the worlds are only likely ones
GRAIN = POINT // 1000  # standard errors are worked out in thousandths of a point
_TELLING = (Kind.SUMMON, Kind.FLARE)


class Strategist(Planner):
    """Takes the planner's best turns and lets the others reply to them.

    The first part of the budget goes to finding candidate turns. The rest goes to worlds:
    in each, the hidden cards are dealt anew, and every candidate is followed by the best turns
    that the others find. The candidate that does best on average wins; it can be stopped at
    any time.
    """

    judge = STRATEGIC
    discards = False  # does it use the discard action?
    passes = False  # does it pass control?

    @property
    def digest(self) -> str:
        """A fingerprint of what it has learned, for the end of a turn and for its start."""
        return f"{self.judge.digest}-{STARTS_DIGEST}"

    def share(self, form: str, budget: Budget) -> Shares:
        """How it divides a budget."""
        return shares(family(form), budget)

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        """The turn that looks best after the replies of the opponents."""
        if position.last_turns == 1:
            return super().best_turn(position, budget)  # nobody replies to the very last turn
        share = self.share(position.form, budget)
        found = compiled.search(position, self.judge, self._level(share), budget, self.seed)
        if found is not None:
            return found[1]
        own = budget.limited(share.plan)
        search = TurnSearch(position, own, self.beam, self.inside, self.judge)
        lines = search.judged(different(search.found_all(), 3 * share.candidates))
        budget.used += own.used
        lines = [line for line in lines[: share.candidates] if line.value > lines[0].value - BEHIND]
        if self.discards:
            least = lines[0].value - _exchanged(share)
            near = [line for line in lines if line.value > least]
            more = discarding(position, near, self.judge, budget)
            lines += [line for line in more if line.value > least]
            lines.sort(key=lambda line: -line.value)
        best = self._best_after_replies(position, lines, share, budget)
        if self.passes:
            best = self._passed(position, best, share, budget)
        return best.path

    def _level(self, share: Shares) -> compiled.Level:
        """The same numbers for the core."""
        most, by = share.sure
        return {
            "beam": self.beam,
            "inside": self.inside,
            "discards": self.discards,
            "passes": self.passes,
            "passing": PASSING,
            "surveyed": SURVEYED,
            "replies": True,
            "candidates": share.candidates,
            "alike": ALIKE,
            "worlds": WORLDS,
            "least": LEAST,
            "plan": share.plan,
            "reply": share.reply,
            "again": share.again,
            "reply_beam": BEAM,
            "reply_inside": INSIDE,
            "own": share.own,
            "trust": share.trust,
            "few": FEW,
            "sure": most,
            "sure_by": by,
            "discarding": DISCARDING,
            "exchanged": _exchanged(share),
            "behind": BEHIND,
            "certain": CERTAIN,
            "won": WON,
            "lead": LEAD,
            "grain": GRAIN,
        }

    def _best_after_replies(
        self, position: Position, lines: list[Variation], share: Shares, budget: Budget
    ) -> Variation:
        seen = view(position, position.actor)
        dice = Dice(self.seed, seen)
        opponents = FORMS[position.form].colours - 1
        own, trust = share.own, share.trust
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
                results = [self.replied(world, lines[running[0]], share, budget)]
                if not replies[running[0]]:
                    running = running[: max(2, budget.again(begun) // min(LEAST, opponents))]
                results += [self.replied(world, lines[i], share, budget) for i in running[1:]]
                for i, result in zip(running, results, strict=True):
                    replies[i].append(result)
                best = max(running, key=judged)
                if len(replies[best]) > 1:  # one world tells nothing
                    error = standard_error([replies[i] for i in running], replies[best])
                    most, by = share.sure
                    far = judged(best) - trust * error * most // by
                    running = [i for i in running if judged(i) >= far]
        # What is drawn for cards given up is too uncertain for a small lead.
        usual = [i for i in running if not _discards(lines[i])]
        return lines[max(usual or running, key=judged)]

    def _passed(
        self, position: Position, line: Variation, share: Shares, budget: Budget
    ) -> Variation:
        """The same turn, or the partner goes on from where that is clearly better.

        It is looked at with what is left of the budget.
        """
        lines = [line, *passing(position, line)]
        if len(lines) == 1:
            return line
        seen = view(position, position.actor)
        dice = Dice(self.seed, seen)
        rows: list[list[int]] = [[] for _ in lines]
        try:
            for _ in range(SURVEYED):
                world = sample(seen, dice.word())
                for row, tried in zip(rows, lines, strict=True):
                    row.append(self.replied(world, tried, share, budget))
        except OutOfBudget:
            return line
        best = max(range(len(rows)), key=lambda i: sum(rows[i]))
        lead = sum(rows[best]) - sum(rows[0])
        error = standard_error([rows[0], rows[best]], rows[best])
        return lines[best] if lead > max(SURVEYED * PASSING, 2 * error) else line

    def replied(self, world: Position, line: Variation, share: Shares, budget: Budget) -> int:
        """The value of a turn in a world, after the replies of the others."""
        colour, p = world.colour_of[world.actor], world
        for choice in line.path:
            p = p.after(choice)
        if p.turn == world.turn and p.passed and p.actor != p.seat:
            p = self._glanced(p, share.reply, budget)  # the partner's part of the turn
        p = ended(p, self.judge)
        # Once the end has come in sight, the last turns are played out, one's own too.
        while not p.is_over and (p.colour_of[p.actor] != colour or p.last_turns > 0):
            p = ended(self._glanced(p, share.reply, budget), self.judge)
        discarder = world.seat if _discards(line) else None
        found = self._prospect(p, colour, discarder, share, budget)
        return max(-CERTAIN, min(CERTAIN, found))

    def _prospect(
        self, p: Position, colour: int, discarder: int | None, share: Shares, budget: Budget
    ) -> int:
        """What a position is worth in which the own turn begins, or the game is over.

        A being that a seat has discarded for nothing is not used up: it counts as if it still lay
        in its deck.
        """
        if share.again and not p.is_over:
            p = self._glanced(p, share.again, budget)
        if p.is_over:
            return self._result(p, colour)
        if discarder is not None:
            p = p.copy()
            p.decks = tuple(
                (*cards, UNKNOWN) if seat == discarder else cards
                for seat, cards in enumerate(p.decks)
            )
        return self.judge.value(p, colour) if share.again else promise(p, colour)

    def _result(self, p: Position, colour: int) -> int:
        value = self.judge.value(p, colour)
        lead = p.score(colour) - max(p.score(c) for c in p.colour_of if c != colour)
        return WON * ((value > 0) - (value < 0)) + LEAD * lead

    def _glanced(self, p: Position, nodes: int, budget: Budget) -> Position:
        """After the best turn that one look finds, up to the question of ending."""
        own = budget.limited(nodes)
        found = TurnSearch(p, own, BEAM, INSIDE, self.judge).glance()
        budget.add(own.used)
        return found.position


class Master(Strategist):
    """The strategist with what a second of the compiled core can look at, and all it may do."""

    nodes = SECOND
    discards = True
    passes = True

    @property
    def digest(self) -> str:
        """A fingerprint of what it has learned, and of how it spends its nodes."""
        return f"{super().digest}-{self.nodes}n"


def _discards(line: Variation) -> bool:
    return any(choice.kind == Kind.DISCARD for choice in line.path)


def _exchanged(share: Shares) -> int:
    """How much worse at first sight a turn with the discard action may be."""
    return EXCHANGED * share.trust // share.own


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

    An idea is what is summoned and invoked: the same idea with another quiet placement
    meets much the same replies.
    """
    seen: set[tuple[object, ...]] = set()
    ideas: Counter[tuple[Choice, ...]] = Counter()
    lines = []
    for line in sorted(found, key=lambda line: -line.value):
        p = line.position
        board = (*p.pieces, p.common, p.heroic, p.extra_turns)
        idea = tuple(c for c in line.path if c.kind in _TELLING)
        if board not in seen and ideas[idea] < ALIKE:
            seen.add(board)
            ideas[idea] += 1
            lines.append(line)
        if len(lines) == most:
            break
    return lines
