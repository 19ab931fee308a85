"""Contests and training runs at the command line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.table import Table

from tashkalar.bots.contests.contest import Contest, load, run
from tashkalar.bots.contests.header import GAMES, BadContest
from tashkalar.bots.contests.match import MatchResult
from tashkalar.bots.contests.standings import (
    Cross,
    Score,
    Sprt,
    average_places,
    cross_table,
    ratings,
    summary,
    thinking_times,
)
from tashkalar.bots.learning.training import TrainingRun
from tashkalar.bots.playing.bot import check_bot
from tashkalar.bots.playing.budget import Budget
from tashkalar.terminal.complaints import about
from tashkalar.terminal.progress import Progress
from tashkalar.terminal.screen import Screen


def arena(
    screen: Screen,
    contest: Contest,
    games: int,
    workers: int,
    folder: Path,
    sprt: str,
    ray: str,
) -> int:
    """Hold a contest, or go on with one, and show how it stands."""
    with about(""):
        for name in contest.bots:
            check_bot(name)
        effective = contest.effective
        test = Sprt.parse(sprt) if sprt else None
        if test and len(set(contest.bots[:2])) == 1:
            raise BadContest(
                f"a sequential test is between the first two bots, and both are {contest.bots[0]}"
            )
        wanted = {pairing.id for pairing in contest.pairings(games)}
    if effective.nodes != Budget.parse(contest.budget).nodes:
        least = f"every turn has {effective.floor} nodes at least"
        screen.line(f"{least}: {contest.budget} means {effective.text} here")

    def decided(results: list[MatchResult]) -> bool:
        score = cross_table(results).get((contest.bots[0], contest.bots[1]), Score())
        return bool(test and test.verdict(score))

    interrupted = False
    with about(folder / GAMES):
        done = wanted & load(folder).keys()
    with about(""), Progress(contest.form, len(wanted), len(done)) as progress:
        try:
            for result in run(contest, games, folder, workers, ray, decided):
                if result.trouble:
                    progress.say(result.trouble)
                progress.advance()
        except KeyboardInterrupt:
            interrupted = True
    results = [r for r in load(folder).values() if r.pairing.id in wanted]
    if results:
        with about(folder):
            _publish(screen, results, folder)
        if test:
            score = cross_table(results).get((contest.bots[0], contest.bots[1]), Score())
            verdict = test.verdict(score) or "undecided"
            screen.line(f"sequential test: {verdict} (ratio {test.likelihood(score):.2f})")
    if interrupted:
        screen.line(f"interrupted after {len(results)} games; the same command goes on")
        return 130
    return 0


def _publish(screen: Screen, results: list[MatchResult], folder: Path) -> None:
    """The table on the screen, and as text, JSON and a picture in the folder."""
    data = summary(results)
    (folder / "standings.json").write_text(json.dumps(data, indent=1) + "\n")
    bots = cross_table(results)
    shown = bots or cross_table(results, "schools")
    (folder / "standings.txt").write_text("\n".join(table_lines(shown)) + "\n")
    draw(shown, folder / "standings.svg")
    screen.print(cross(shown, f"{len(results)} games"))
    if not bots:
        return
    rated = Table("bot", "rating", "mean place", "s/turn", "overlong", "forfeits")
    places, thinking = average_places(results), thinking_times(results)
    lost = Counter(r.pairing.bots[r.forfeit.seat] for r in results if r.forfeit)
    for name, rating in sorted(ratings(bots).items(), key=lambda pair: -pair[1]):
        mean, half, _ = places[name]
        thought = thinking[name]
        rated.add_row(
            name,
            f"{rating:+.0f}",
            f"{mean:.2f} ±{half:.2f}",
            f"{thought.per_turn:.2f}",
            f"{thought.overlong} of {thought.turns}",
            str(lost[name]),
        )
    screen.print(rated)
    for result in results:
        if result.trouble:
            screen.line(result.trouble)
    if len({s for r in results for s in r.pairing.schools}) > 2:
        screen.print(cross(cross_table(results, "schools"), "by school"))


def cross(table: Cross, title: str) -> Table:
    """A cross-table: the share of the points of the row against the column."""
    names = sorted({name for pair in table for name in pair})
    shown = Table("", *names, title=title)
    for one in names:
        cells = []
        for other in names:
            score = table.get((one, other))
            low, high = score.interval if score else (0.0, 0.0)
            cells.append(
                f"{score.share:.1%}\n{low:.0%} to {high:.0%}\nof {score.games}" if score else ""
            )
        shown.add_row(one, *cells)
    return shown


def table_lines(table: Cross) -> list[str]:
    """A cross table as plain lines."""
    return [f"{one:12} - {other:12} {score}" for (one, other), score in sorted(table.items())]


def draw(table: Cross, file: Path) -> None:
    """The shares with their intervals, as a picture."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    pairs = [(pair, score) for pair, score in sorted(table.items()) if score.share >= 0.5]
    figure, axes = plt.subplots(figsize=(7, 1 + 0.5 * len(pairs)))
    for row, (_, score) in enumerate(pairs):
        low, high = score.interval
        axes.plot([low, high], [row, row], color="#7a5b9a", linewidth=3)
        axes.plot(score.share, row, "o", color="#2d1b45")
        axes.text(1.02, row, f"{score.share:.1%} of {score.games}", va="center")
    axes.axvline(0.5, color="#999999", linestyle=":")
    axes.set_yticks(range(len(pairs)), [f"{one} over {other}" for (one, other), _ in pairs])
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of the points, 95 % interval")
    figure.savefig(file, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


Learning = Callable[[TrainingRun, Callable[[int], None]], dict[str, Any]]


def train(screen: Screen, run: TrainingRun, learn: Learning) -> int:
    """Carry out a training run; what was learned is stored, and its record shown."""
    Budget.parse(run.budget)
    with Progress(run.form, run.games) as progress:
        record = learn(run, progress.reach)
    screen.line(json.dumps(record))
    return 0
