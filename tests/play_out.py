"""Was it right to discard, or to pass control? Turns of the master, played out.

    python -m tests.play_out discard high-form 1 40
    python -m tests.play_out pass_control team-duel 1 40

plays so many games of the strategist from a first seed on. At the turns in which it places a piece
last, the master is asked, too. Where that would discard (or pass control), that turn and the one it
would play otherwise are both played to the end of the game by planners, in the same worlds. It
needs the compiled core.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from tashkalar import Asking, Game, Position, choice_text, draw_board, engine, sample, view
from tashkalar.bots import Budget
from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.dice import Dice
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.strategist import Master, Strategist
from tashkalar.cards import CARDS, SCHOOLS
from tashkalar.choice import CHOICES, FINISH, Choice, Kind
from tashkalar.rules.tasks import task

WORLDS = 60
NODES = 1500  # of a planner's turn
LIMIT = 300  # turns after which a game counts as drawn
Path = tuple[Choice, ...]


def turn_of(bot: Strategist, p: Position, nodes: int) -> Path:
    """The turn that a bot plans."""
    seen = view(p, p.actor)
    return bot.best_turn(sample(seen, Dice(bot.seed, seen).word()), Budget(nodes=nodes))


def ending(p: Any) -> int:
    """The task worth most, else the end of the turn."""
    codes: tuple[int, ...] = p.choices()
    claims = [CHOICES[code] for code in codes if CHOICES[code].kind == Kind.CLAIM]
    return max(claims, key=lambda c: task(c.value).points).code if claims else FINISH.code


def play_turn(p: Any, rng: random.Random) -> None:
    """What a planner does until another seat decides; it sees no hidden card."""
    core: Any = engine.core()
    turn, seat = p.turn, p.actor
    while not p.is_over and (p.turn, p.actor) == (turn, seat):
        path = [ending(p)] if p.asking == Asking.END else p.choices()
        if len(path) > 1:
            world = p.view(seat).sample(rng.getrandbits(64))
            level = {"beam": 6, "inside": 12}
            budget = core.Budget(None, NODES, 0, 0, 0.0)
            path = core.search(world, 0, level, compiled.evaluation(LEARNED), budget)[1]
        for code in path:
            if (p.turn, p.actor) == (turn, seat) and p.is_legal(code):
                p.apply(code)


def result(p: Any, seat: int) -> float:
    """1 for a game won, a half for a draw."""
    if not p.is_over:
        return 0.5
    places = p.result
    return 0.0 if places[seat] > 1 else 1.0 if max(places) > 1 else 0.5


def played_out(p: Position, path: Path, key: str) -> float:
    """How many of the worlds are won after a turn."""
    seen: Any = engine.compiled(p)
    seen, won = seen.view(p.actor), 0.0
    for n in range(WORLDS):
        rng = random.Random(f"{key} {n}")
        world = seen.sample(rng.getrandbits(64))
        for choice in path:
            world.apply(choice.code)
        while not world.is_over and world.turn < LIMIT:
            play_turn(world, rng)
        won += result(world, p.actor)
    return won


def told(p: Position, path: Path) -> str:
    cards = p.beings[p.actor] + p.legends[p.actor] + p.flares[p.actor]
    hand = " ".join(CARDS[card].id for card in cards)
    turn = ", ".join(map(choice_text, path))
    return "\n".join([*draw_board(p), f"hand {'ABCD'[p.actor]}: {hand}", f"play: {turn}"])


def main(kind: Kind, form: str, first: int, games: int) -> None:
    seats, turns, total = 4 if form.startswith("team") else 2, 0, [0.0, 0.0]
    for seed in range(first, first + games):
        schools = tuple(random.Random(seed).sample(sorted(SCHOOLS), seats))
        p, bots = Game.new(form, schools, seed).position, [Strategist(seed)] * seats
        other = Master(seed)
        other.discards, other.passes = kind != Kind.DISCARD, kind != Kind.PASS_CONTROL
        begun = -1
        while not p.is_over:
            if p.asking == Asking.ACTION and p.turn != begun and not p.trigger:
                begun, turns = p.turn, turns + 1
                path = turn_of(bots[0], p, 15_000)
                if path and path[-1].kind == Kind.PLACE:
                    path = turn_of(Master(seed), p, Master.nodes)
                if any(choice.kind == kind for choice in path):
                    usual = turn_of(other, p, Master.nodes)
                    won = [played_out(p, tried, f"{seed} {p.turn}") for tried in (path, usual)]
                    total = [a + b for a, b in zip(total, won, strict=True)]
                    print(
                        f"\n{form} {seed}, turn {p.turn}: {won[0]:g} of {WORLDS}, and {won[1]:g}"
                        f" with {', '.join(map(choice_text, usual))}\n{told(p, path)}",
                        flush=True,
                    )
            seen = view(p, p.actor)
            p = p.after(bots[p.actor].choose(seen, seen.choices(), Budget(nodes=15_000)))
    print(f"\nin {turns} turns: {total[0]:g} won with it, {total[1]:g} without")


if __name__ == "__main__":
    main(Kind[sys.argv[1].upper()], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
