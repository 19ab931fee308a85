"""Reviews of games, and tactics: what bots see that people or other bots do not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tashkalar import engine
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.tactics import load, solves
from tashkalar.bots.reviewing.review import Severity, TurnReview, review, usual_depth
from tashkalar.terminal.complaints import Complaint, about
from tashkalar.terminal.progress import Progress
from tashkalar.terminal.replay import replayed
from tashkalar.terminal.review_page import review_page
from tashkalar.terminal.screen import BAD, FACES, GOLD, GOOD, QUIET, Screen
from tashkalar.terms import LETTERS


def analyze(
    screen: Screen,
    file: Path,
    budget: str | None,
    as_json: bool = False,
    plot: Path | None = None,
    page: Path | None = None,
) -> int:
    """Every turn of a record, the better turn where there was one, and the course of the game."""
    game = replayed(file)
    with about(""):
        thinking = usual_depth() if budget is None else Budget.parse(budget)
    if budget is None and engine.core() is None and not as_json:
        screen.print(Text(screen.say("review.shallow"), style=QUIET))
    found: list[TurnReview] = []
    with Progress(file.name, game.position.turn) as progress:
        for turn in review(game, thinking):
            found.append(turn)
            progress.advance()
    if as_json:
        print(json.dumps([{**asdict(turn), "severity": turn.severity} for turn in found], indent=1))
    else:
        for turn in found:
            _show(screen, turn, game.position.colour_of)
        screen.print(course(screen, found))
    if plot is not None:
        with about(plot):
            draw(found, plot)
    if page is not None:
        with about(page):
            page.write_text(review_page(screen, game, found), encoding="utf-8")
    return 0


def _show(screen: Screen, turn: TurnReview, colour_of: Sequence[int]) -> None:
    line = Text(f"{turn.turn:3} ")
    line.append(f" {LETTERS[turn.seat]} ", style=f"bold {FACES[colour_of[turn.seat]]}")
    line.append(f" {', '.join(turn.played)}")
    screen.print(line)
    if turn.severity != Severity.NONE:
        best = turn.better[0]
        points = best.points - turn.points
        missed = [screen.say("review.points", n=points)] if points > 0 else []
        missed += [screen.name(card) for card in best.missed]
        better = Text(f"        {', '.join(best.choices)}", style=GOLD)
        loss = screen.say("review.better", chance=f"{turn.loss:.0%}")
        better.append(f"  {loss}", style=BAD if turn.severity == Severity.MISSED else QUIET)
        screen.print(better)
        if missed:
            told = screen.say("review.missed", what=", ".join(missed))
            screen.print(Text(f"        {told}", style=QUIET))


_BARS = "▁▂▃▄▅▆▇█"


def course(screen: Screen, found: list[TurnReview]) -> Table:
    """How each player's chances stood at the end of each own turn."""
    table = Table.grid(padding=(0, 1))
    for seat in sorted({turn.seat for turn in found}):
        chances = [turn.chance for turn in found if turn.seat == seat]
        bars = "".join(_BARS[round(7 * c)] for c in chances)
        table.add_row(LETTERS[seat], bars, f"{chances[-1]:.0%}")
    return table


def draw(found: list[TurnReview], file: Path) -> None:
    """The course of the game as a picture."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 4))
    for seat in sorted({turn.seat for turn in found}):
        own = [turn for turn in found if turn.seat == seat]
        turns, stood = [t.turn for t in own], [t.chance for t in own]
        lines = axes.plot(turns, stood, marker="o", label=LETTERS[seat])
        axes.vlines(
            turns, stood, [t.best_chance for t in own], alpha=0.4, color=lines[0].get_color()
        )
    axes.axhline(0.5, color="#999999", linewidth=0.8)
    axes.set_ylim(0, 1)
    axes.set_xlabel("turn")
    axes.set_ylabel("chance of winning; bars: what was missed")
    axes.legend()
    figure.savefig(file, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


def tactics(screen: Screen, folder: Path, names: list[str], budget: str) -> int:
    """Each bot at each tactic."""
    with about(folder):
        suite = load(folder)
    if not suite:
        raise Complaint(f"{folder} holds no tactics (*.scn)")
    with about(""):
        thinking = Budget.parse(budget)
        bots = [bot_named(name, 1) for name in names]
    table = Table("tactic", *names)
    solved = dict.fromkeys(names, 0)
    with Progress("tactics", len(suite) * len(names)) as progress:
        for title, tactic in suite.items():
            cells = []
            for name, bot in zip(names, bots, strict=True):
                with about(folder / f"{title}.scn"):
                    right = solves(bot, tactic, thinking)
                solved[name] += right
                cells.append(Text("found" if right else "missed", style=GOOD if right else BAD))
                progress.advance()
            table.add_row(title, *cells)
    screen.print(table)
    for name in names:
        screen.line(f"{name}: {solved[name]} of {len(suite)} ({solved[name] / len(suite):.0%})")
    return 0
