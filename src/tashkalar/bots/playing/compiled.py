"""Thinking in the compiled core, where it is there: the same choices, sooner.

Everything here answers None where the reference has to think: without the core, or for a position
or a budget that the core does not take.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any

from tashkalar import engine
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import STARTS, Evaluation
from tashkalar.bots.playing.weights import worths
from tashkalar.choice import CARD_LIMIT, CHOICES, Choice
from tashkalar.rules.play import Position
from tashkalar.view import View

Path = tuple[Choice, ...]
Plan = dict[bytes, Choice]
Level = Mapping[str, int]

_FAMILIES = ("duel", "tasks", "melee")  # in the order of the core
_WORD = (1 << 64) - 1


def search(
    position: Position, judge: Evaluation, level: Level, budget: Budget, seed: int = 0
) -> tuple[int, Path] | None:
    """The best turn from a position: its value and its choices."""
    core = engine.core()
    compiled = engine.compiled(position)
    if core is None or compiled is None or not _takes(budget):
        return None
    value, path, used = core.search(
        compiled, _upper(seed), dict(level), _judge(core, judge), _budget(core, budget)
    )
    budget.used = used
    return value, tuple(CHOICES[code] for code in path)


def lines(
    position: Position, judge: Evaluation, level: Level, budget: Budget, most: int
) -> list[tuple[int, Path]] | None:
    """The best turns from a position on different boards, the best first."""
    core = engine.core()
    compiled = engine.compiled(position)
    if core is None or compiled is None or not _takes(budget):
        return None
    found, used = core.turns(
        compiled, dict(level), _judge(core, judge), _budget(core, budget), most
    )
    budget.used = used
    return [(value, tuple(CHOICES[code] for code in path)) for value, path in found]


def greedy(
    view: View, judge: Evaluation, looked_at: int, hoped: Choice | None, budget: Budget, seed: int
) -> tuple[Choice, Plan] | None:
    """The best single choice, and how its effect should go on."""
    core = engine.core()
    if core is None or not _takes(budget):
        return None
    try:
        seen = core.View.from_bytes(view.to_bytes(), view.viewer)
    except core.Damaged:
        return None
    code = -1 if hoped is None else hoped.code
    path, plan, used = core.greedy(
        seen, _upper(seed), looked_at, code, _judge(core, judge), _budget(core, budget)
    )
    budget.used = used
    return CHOICES[path[0]], {shown: CHOICES[answer] for shown, answer in plan}


def evaluation(judge: Evaluation) -> Any | None:
    """How the core judges with the same weights."""
    core = engine.core()
    return None if core is None else _judge(core, judge)


@lru_cache(16)
def _judge(core: ModuleType, judge: Evaluation) -> Any:
    return core.Evaluation(
        weights=[judge.weights[family] for family in _FAMILIES],
        starts=[STARTS[family][0] for family in _FAMILIES],
        plus=[STARTS[family][1] for family in _FAMILIES],
        worths=[
            [worths(family).get(card, 0) for card in range(CARD_LIMIT)] for family in _FAMILIES
        ],
    )


def _upper(seed: int) -> int:
    """A seed as dice take it: in the upper half of their first word."""
    return seed << 32 & _WORD


def _takes(budget: Budget) -> bool:
    """Another clock than that of the machine is read in Python only."""
    return budget.seconds is None or budget.clock is time.perf_counter


def _budget(core: ModuleType, budget: Budget) -> Any:
    elapsed = 0.0 if budget.seconds is None else budget.elapsed
    return core.Budget(budget.seconds, budget.nodes, budget.used, budget.floor, elapsed)
