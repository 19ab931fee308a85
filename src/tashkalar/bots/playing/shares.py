"""How a strategist divides the nodes of a turn, by how many it has.

What it does with up to ``EVERYWHERE`` nodes is what it did before there was a compiled core; with
more it looks further, as contests have shown to be best (``docs/trials.md``).
"""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar import engine
from tashkalar.bots.playing.budget import Budget

EVERYWHERE = 15_000  # nodes that a level may have without the core: about a second in Python
SECOND = 800_000  # what a second of one core buys in the compiled core


@dataclass(frozen=True)
class Shares:
    """What a turn's nodes are spent on."""

    plan: int  # nodes for the own turn: after so many a search finds little more
    candidates: int  # turns that are replied to
    reply: int  # nodes for a reply: one that is cut short flatters the turn it replies to
    again: int  # nodes for the own turn after it; none: what such a turn promises is foretold
    # The weight of the own judgement and that of the mean of the replies: the first is large where
    # weights were learned that foresee replies, and where replies are few.
    own: int
    trust: int
    sure: tuple[int, int]  # standard errors by which a candidate must be behind to be given up


_FEW = Shares(8000, 8, 1500, 0, 3, 1, (3, 2))
_MANY = Shares(60_000, 16, 3000, 1500, 1, 1, (2, 1))
_CROWD = Shares(3000, 8, 1500, 0, 1, 2, (3, 2))  # three opponents reply, and dearly
# By family of forms: up to how many nodes each is for.
SHARES: dict[str, dict[int, Shares]] = {
    "duel": {EVERYWHERE: _FEW, SECOND: _MANY},
    "tasks": {EVERYWHERE: _FEW, SECOND: _MANY},
    "melee": {EVERYWHERE: _CROWD, SECOND: _CROWD},
}


def shares(family: str, budget: Budget) -> Shares:
    """Those for a budget. A budget of time has as many nodes as the engine that works.

    >>> shares("duel", Budget(nodes=15_000)).plan, shares("duel", Budget(nodes=15_001)).plan
    (8000, 60000)
    """
    nodes = budget.nodes
    if nodes is None:
        nodes = EVERYWHERE if engine.core() is None else SECOND
    rows = SHARES[family]
    return next((row for most, row in rows.items() if nodes <= most), rows[max(rows)])
