"""Looking for tactics in bots' games: ``python -m tests.mine_tactics FORM COUNT SEED``.

A position is kept when a far wider search than any bot's finds a turn that wins points and
greedy play misses it. It becomes the last turn of a game that only so many points can win.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tashkalar import Asking, Position, choice_text, draw_board, parse_scenario, sample, view
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.evaluation import WON
from tashkalar.bots.playing.features import pending
from tashkalar.bots.playing.tactics import finish_turn
from tashkalar.bots.playing.turns import TurnSearch, Variation, ending
from tashkalar.cards import CARDS
from tashkalar.choice import Kind
from tashkalar.rules.atoms import supply
from tashkalar.rules.tasks import task
from tests.games import new_game

FOLDER = Path(__file__).parent / "tactics"


def gain(start: Position, end: Position) -> float:
    """Points won this turn, and those the opponent lost."""
    mine = end.score(0) + pending(end, 0) - start.score(0)
    return mine + start.score(1) - end.score(1)


def found(position: Position) -> list[Variation]:
    return TurnSearch(position, Budget(nodes=30_000), beam=60, inside=40).found_all()


def ids(cards: tuple[int, ...]) -> str:
    return " ".join(CARDS[c].id for c in cards)


def evened(p: Position, needed: int) -> Position | None:
    """The position with the opponent just so far ahead that the points are needed to win."""
    ahead = p.score(0) + needed - 1 - p.score(1)
    if p.form == "duel":
        scores = list(p.scores)
        scores[5] += ahead
        return Position(**p.fields() | {"scores": tuple(scores)}) if scores[5] >= 0 else None
    claimed, rest = [list(tasks) for tasks in p.claimed], list(p.task_deck)
    taker = 1 if ahead > 0 else 0
    for number in sorted(p.task_deck[1:], key=lambda n: -task(n).points):
        if 0 < task(number).points <= abs(ahead):
            claimed[taker].append(number)
            rest.remove(number)
            ahead -= task(number).points if taker else -task(number).points
    if ahead:
        return None
    new = {"claimed": tuple(map(tuple, claimed)), "task_deck": tuple(rest)}
    return Position(**p.fields() | new)


def as_scenario(p: Position, title: str, about: str) -> str:
    """The position laid out as A's last turn, which A must win."""
    hands = [p.beings[s] + p.legends[s] + p.flares[s] for s in (0, 1)]
    lines = [f"scenario: {title}", f"about: {about}", f"form: {p.form}",
             f"schools: {' '.join(p.schools)}", f"turn_number: {p.turn}"]  # fmt: skip
    for seat, letter in enumerate("AB"):
        lines.append(f"hand {letter}: {ids(hands[seat])}")
        lines.append(f"discards {letter}: {ids(p.discards[seat])}")
        lines.append(f"supply {letter}: {supply(p, seat, 1)} {supply(p, seat, 3)}")
        if p.form == "duel":
            lines.append(f"score {letter}: {p.scores[5 * seat]}")
        else:
            lines.append(f"claimed {letter}: {ids(p.claimed[seat])}")
    lines.append(f"legend discards: {ids(p.legend_discards)}")
    lines.append(f"flare discards: {ids(p.flare_discards)}")
    if p.tasks:
        lines += [f"tasks: {ids(p.tasks)}", f"task deck: {ids(p.task_deck)}"]
    lines += ["trigger: points", "last_turns: 1", "board:", *draw_board(p), "expect: places 1 2"]
    return "\n".join(lines) + "\n"


def mine(form: str, wanted: int, seed: int) -> None:
    FOLDER.mkdir(exist_ok=True)
    kept, number = 0, seed
    while kept < wanted:
        number += 1
        rng = random.Random(number)
        p = new_game(form, number)
        bots = [bot_named("novice", number), bot_named("greedy", number)]
        while not p.is_over and kept < wanted:
            fresh = p.asking == Asking.ACTION and p.actions == 2 and p.seat == 0 and not p.trigger
            if fresh and p.turn > 6 and rng.random() < 0.25:
                kept += keep(p, form, number)
            seen = view(p, p.actor)
            p = p.after(bots[p.actor].choose(seen, seen.choices(), Budget(nodes=400)))


def keep(p: Position, form: str, number: int) -> bool:
    """Write a position down if there is one thing to find in it."""
    position = sample(view(p, 0), random.Random(1))
    lines = found(position)
    gains = sorted((gain(position, line.position) for line in lines), reverse=True)
    least = 2 if form == "high-form" else 4
    if not gains or gains[0] < least or (len(gains) > 1 and gains.count(gains[0]) > 6):
        return False
    greedy = finish_turn(position, bot_named("greedy", 1), Budget(nodes=5000))
    best = max(lines, key=lambda line: gain(position, line.position))
    end = best.position
    if end.asking == Asking.END:
        end = end.after(ending(end))
    if greedy.score(0) - greedy.score(1) >= end.score(0) - end.score(1):
        return False
    used = [CARDS[c.value].id for c in best.path if c.kind in (Kind.SUMMON, Kind.FLARE)]
    claims = sorted(set(end.claimed[0]) - set(position.claimed[0]))
    about = " ".join([*used, *(CARDS[c].id for c in claims)])
    needed = evened(position, round(gains[0]))
    if needed is None:
        return False
    title = f"The last turn: {gains[0]:g} points are needed"
    text = as_scenario(needed, title, about)
    won = won_by(parse_scenario(text).start)
    if won is None:
        return False  # the points do not win the game as it is laid out now
    name = f"{form}_{number}_{p.turn}"
    (FOLDER / f"{name}.scn").write_text(text)
    with (FOLDER / "solutions.txt").open("a") as file:
        file.write(f"{name}: {won}\n")
    print(name, title, gains[:4], flush=True)
    return True


def won_by(start: Position) -> str | None:
    """A turn that wins, if a wide search finds one."""
    line = TurnSearch(start, Budget(nodes=100_000), beam=60, inside=40).run()[0]
    if line.value < WON:
        return None
    return ", ".join(choice_text(c) for c in (*line.path, ending(line.position)))


if __name__ == "__main__":
    mine(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
