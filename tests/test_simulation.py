"""The simulation behind docs/scale.md: waits as they must be, and figures that are up to date."""

from __future__ import annotations

import random
from math import inf

import pytest
from benchmarks.simulation import (
    BUSY,
    PACE,
    PAGE,
    Costs,
    Deployment,
    breaks,
    figures,
    needs,
    share,
    simulate,
)

COSTS = Costs(0.002, 0.0003, 0.00005, (0.5, 1.0, 1.5), 300, 50_000, 500_000, 100_000)


def test_the_same_seed_gives_the_same_waits() -> None:
    made = Deployment(2, 2)
    assert simulate(COSTS, 400, made, 500, seed=3) == simulate(COSTS, 400, made, 500, seed=3)
    assert simulate(COSTS, 400, made, 500, seed=3) != simulate(COSTS, 400, made, 500, seed=4)


def test_a_message_takes_at_least_what_it_costs() -> None:
    took = simulate(COSTS, 2, Deployment(1, 1), 200)
    assert took == sorted(took)
    assert took[0] >= 0.5 * COSTS.message + COSTS.database


def test_costs_are_drawn_as_they_were_measured() -> None:
    dice = random.Random(1)
    drawn = [COSTS.drawn(dice) for _ in range(4000)]
    assert min(drawn) >= 0.5 * COSTS.message
    assert max(drawn) <= 1.5 * COSTS.message
    assert sum(drawn) / len(drawn) == pytest.approx(COSTS.message, rel=0.05)


def test_who_has_too_few_workers_waits_and_more_of_them_help() -> None:
    players = int(1.5 * 2 * PACE / COSTS.message)  # half as much again as one core can do
    few, many = (share(simulate(COSTS, players, Deployment(n, 4), 9000), 0.99) for n in (1, 4))
    assert few > 10 * many


def test_hearing_of_other_tables_is_what_more_workers_do_not_help_against() -> None:
    limit = dict(breaks(COSTS))["every worker hears every move"]
    assert needs(COSTS, int(0.9 * limit)).workers < inf
    assert needs(COSTS, int(1.1 * limit)).workers == inf
    assert needs(COSTS, int(1.1 * limit), shards=8).workers < inf
    assert needs(COSTS, 100).workers == 1


def test_what_is_needed_is_what_is_used_below_the_limit() -> None:
    found = needs(COSTS, 20_000)
    used = found.rate * (COSTS.message / found.workers + COSTS.news)
    assert used <= BUSY
    assert found.rate == pytest.approx(20_000 / 2 / PACE)


def test_the_document_has_the_figures_of_the_costs() -> None:
    assert figures(Costs.read()) in PAGE.read_text()
