"""A small policy-gradient learner: plain REINFORCE in numpy, by playing itself.

    python examples/policy_gradient.py --minutes 5 --curve curve.svg

The policy looks one choice ahead. It deals the hidden cards anew, as its seat sees the game, makes
every choice that is offered, and reads a few counts out of the observation that follows: pieces,
points, neighbours, what can be summoned next. A weight for each count, learned from nothing, gives
each choice a value, and a softmax over them the policy. A choice is credited with the points that
the turns after it bring, and with the result.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tashkalar import Position, engine, view
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.player import Player
from tashkalar.cards import BLOCKS
from tashkalar.choice import BASE, CARD_LIMIT, Kind
from tashkalar.env.observation import CODES, SIZE, where
from tashkalar.env.rewards import TURN_LIMIT, rewards
from tashkalar.rules.forms import FORMS, draw_schools
from tashkalar.state import DECK_LIMIT

Floats = NDArray[np.float64]
FORM = "duel"
NAMES = (
    "common",
    "heroic",
    "legendary",
    "their common",
    "their heroic",
    "their legendary",
    "points",
    "their points",
    "joined",
    "crowded",
    "their joined",
    "facing",
    "central",
    "beings ready",
    "legends ready",
    "any ready",
    "flare ready",
    "actions",
    "beings in hand",
    "legends in hand",
    "flares in hand",
    "turn over",
    "in effect",
    "destroyed",
)
_SUMMON, _FLARE = BASE[Kind.SUMMON], BASE[Kind.FLARE]
_LEGENDS = BLOCKS["legends"]
DISCOUNT = 0.8  # a turn
WON = 4.0  # points that a won game is worth


def neighbours(squares: NDArray[Any]) -> NDArray[Any]:
    """How many squares of a set are next to each square."""
    padded = np.pad(squares, ((0, 0), (1, 1), (1, 1)))
    shifts = [(y, x) for y in range(3) for x in range(3) if (y, x) != (1, 1)]
    found: NDArray[Any] = np.sum([padded[:, y : y + 9, x : x + 9] for y, x in shifts], axis=0)
    return found


def counts(seen: NDArray[np.uint8], masks: NDArray[np.uint8]) -> Floats:
    """What the policy reads out of observations and masks, a row each."""
    n = len(seen)
    pieces = seen[:, where("pieces")].reshape(n, 4, 3, 9, 9)[:, :2].astype(np.int64)
    ranks = pieces.sum(axis=(3, 4))
    mine, theirs = pieces[:, 0].sum(axis=1), pieces[:, 1].sum(axis=1)
    beside, their_beside = neighbours(mine), neighbours(theirs)
    central = seen[:, where("arena")].reshape(n, 4, 9, 9)[:, 3]
    ready = masks[:, _SUMMON : _SUMMON + CARD_LIMIT]
    legends = ready[:, _LEGENDS : _LEGENDS + DECK_LIMIT].sum(axis=1)
    sizes = seen[:, where("sizes")].reshape(n, 4, 4)[:, 0]
    return np.column_stack(
        [
            ranks[:, 0],
            ranks[:, 1],
            seen[:, where("scores")][:, :2],
            (mine * (beside > 0)).sum(axis=(1, 2)),
            (mine * (beside > 2)).sum(axis=(1, 2)),
            (theirs * (their_beside > 0)).sum(axis=(1, 2)),
            (mine * (their_beside > 0)).sum(axis=(1, 2)),
            (mine * central).sum(axis=(1, 2)),
            ready.sum(axis=1) - legends,
            legends,
            ready.any(axis=1),
            masks[:, _FLARE : _FLARE + CARD_LIMIT].any(axis=1),
            seen[:, where("counters")][:, 1],
            sizes[:, :3],
            seen[:, where("decides")][:, 0] == 0,
            seen[:, where("question")].any(axis=1),
            seen[:, where("destroyed")].reshape(n, 4, 3)[:, 1].sum(axis=1),
        ]
    ).astype(np.float64)


SCALE = np.array([5, 3, 1, 5, 3, 1, 5, 5, 5, 3, 5, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.0])


def looked_ahead(position: Any, seat: int, word: int) -> tuple[list[int], Floats]:
    """The choices of a position of the core, and the counts that each of them leads to."""
    world = position.view(seat).sample(word)
    codes = list(world.choices())
    seen, masks = [], np.zeros((len(codes), CODES), np.uint8)
    for n, code in enumerate(codes):
        after = world.copy()
        after.apply(code)
        seen.append(after.observation(seat))
        if not after.is_over and after.actor == seat:
            masks[n, list(after.choices())] = 1
    table = np.frombuffer(b"".join(seen), np.uint8).reshape(len(codes), SIZE)
    return codes, counts(table, masks) / SCALE


def policy(weights: Floats, rows: Floats) -> Floats:
    """How likely each choice is."""
    values = rows @ weights
    chances = np.exp(values - values.max())
    return np.asarray(chances / chances.sum())


def compiled_game(seed: int) -> Any:
    """A new game in the core."""
    found = engine.compiled(Position.new(FORM, draw_schools(FORMS[FORM], seed), seed))
    if found is None:
        raise engine.NoCore("the learner needs the compiled core: `make core` builds it")
    return found


def lead(position: Any, seat: int) -> float:
    """How many points a seat is ahead."""
    mine, theirs = position.observation(seat)[where("scores")][:2]
    return float(mine) - float(theirs)


def play_itself(weights: Floats, seeds: range) -> tuple[Floats, int]:
    """Play some games; the sum of the gradients, and how many choices were made."""
    gradient, made = np.zeros_like(weights), 0
    for seed in seeds:
        chance, position = np.random.default_rng(seed), compiled_game(seed)
        # For each seat: the turn, the gradient of each choice's logarithm, and the lead before it.
        course: list[list[tuple[int, Floats, float]]] = [[], []]
        while not position.is_over and position.turn <= TURN_LIMIT:
            seat = position.actor
            codes, rows = looked_ahead(position, seat, int(chance.integers(1 << 62)))
            chances = policy(weights, rows)
            n = int(chance.choice(len(codes), p=chances))
            course[seat].append((position.turn, rows[n] - chances @ rows, lead(position, seat)))
            position.apply(codes[n])
        won = rewards(Position.from_bytes(position.to_bytes()))
        for seat, choices in enumerate(course):
            worth, after, turn = WON * won[seat], lead(position, seat), position.turn
            for at, slope, before in reversed(choices):
                worth = worth * DISCOUNT ** (turn - at) + after - before
                turn, after = at, before
                gradient += slope * worth
            made += len(choices)
    return gradient, made


def against(name: str, weights: Floats, deals: range) -> tuple[float, int]:
    """The learner's share of the points against a bot, every deal from both sides."""
    points, games = 0.0, 0
    for deal in deals:
        for learner in (0, 1):
            position = compiled_game(deal)
            player = Player(bot_named(name, deal * 8 + learner), Budget(nodes=1000))
            while not position.is_over and position.turn <= TURN_LIMIT:
                seat = position.actor
                if seat == learner:
                    codes, rows = looked_ahead(position, seat, deal)
                    position.apply(codes[int((rows @ weights).argmax())])
                else:
                    seen = view(Position.from_bytes(position.to_bytes()), seat)
                    position.apply(player.choose(seen).code)
            points += (1 + rewards(Position.from_bytes(position.to_bytes()))[learner]) / 2
            games += 1
    return points / games, games


def learn(minutes: float, deals: int, workers: int, rate: float = 0.02) -> list[dict[str, Any]]:
    """Learn for so many minutes of a processor; the course, and the weights at its end."""
    weights, square = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    course: list[dict[str, Any]] = []
    seed, spent, shown, size = 1, 0.0, -1.0, 8
    with ProcessPoolExecutor(workers) as pool:
        while True:
            if spent >= shown + minutes / 8 or spent >= minutes:
                parts = [range(10_000_000 + n, 10_000_000 + deals, workers) for n in range(workers)]
                told = [pool.submit(against, "novice", weights, part) for part in parts]
                won = sum(share * games for share, games in (one.result() for one in told))
                share = won / (2 * deals)
                named = dict(zip(NAMES, weights.round(3).tolist(), strict=True))
                course.append(
                    {"games": seed - 1, "minutes": spent, "share": share, "weights": named}
                )
                print(
                    f"{seed - 1:6} games {spent:5.1f} min {share:6.1%} against novice", flush=True
                )
                shown = spent
                if spent >= minutes:
                    return course
            parts = [range(seed + n * size, seed + (n + 1) * size) for n in range(workers)]
            seed += workers * size
            results = [pool.submit(timed_play, weights, part) for part in parts]
            found = [result.result() for result in results]
            gradient = sum(g for g, _, _ in found) / sum(made for _, made, _ in found)
            spent += sum(seconds for _, _, seconds in found) / workers / 60
            square = 0.9 * square + 0.1 * gradient**2
            weights = (
                weights + rate * gradient / (np.sqrt(square) + 1e-3) / (1 + seed / 4000) ** 0.5
            )


def timed_play(weights: Floats, seeds: range) -> tuple[Floats, int, float]:
    """Play some games; the gradient, the choices made, and the seconds of the processor."""
    begun = time.process_time()
    gradient, made = play_itself(weights, seeds)
    return gradient, made, time.process_time() - begun


def draw(course: list[dict[str, Any]], file: Path) -> None:
    """The learner's curve as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(
        [c["minutes"] for c in course], [100 * c["share"] for c in course], "o-", color="#0b6560"
    )
    axes.axhline(50, color="#888888", linewidth=1, linestyle="--")
    axes.set(xlabel="minutes of learning on two cores", ylabel="% against novice", ylim=(0, 100))
    figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="of each processor")
    parser.add_argument("--deals", type=int, default=100, help="against novice, from both sides")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--curve", type=Path, help="draw the curve into this file")
    parser.add_argument("--out", type=Path, help="write the course as JSON into this file")
    options = parser.parse_args()
    course = learn(options.minutes, options.deals, options.workers)
    if options.curve:
        draw(course, options.curve)
    if options.out:
        options.out.write_text(json.dumps(course, indent=1) + "\n")


if __name__ == "__main__":
    main()
