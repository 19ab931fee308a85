"""Bots against each other: contests, tuning, and how they are shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tashkalar.bots import bot_names
from tashkalar.bots.contests import contest
from tashkalar.bots.contests.match import Result
from tashkalar.bots.contests.standings import (
    Cross,
    Score,
    Sprt,
    average_places,
    cross_table,
    ratings,
    summary,
)
from tashkalar.bots.playing.bot import UnknownBot
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.weights import Lesson
from tashkalar.terminal.complaints import about
from tashkalar.terminal.screen import Screen


def progress(screen: Screen) -> Progress:
    """A bar with an estimate of the time that is left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen.console,
        transient=True,
        disable=not screen.console.is_terminal,
    )


def arena(
    screen: Screen,
    form: str,
    bots: list[str],
    games: int,
    budget: str,
    schools: tuple[str, ...],
    seed: int,
    workers: int,
    folder: Path,
    sprt: str,
    ray: str,
) -> int:
    """Hold a contest, go on with one, and show how it stands."""
    with about(""):
        for name in bots:
            if name not in bot_names():
                raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(bot_names())}")
        Budget.parse(budget)
        test = Sprt.parse(sprt) if sprt else None
        todo = contest.pairings(form, bots, games, budget, schools, seed)
    wanted = {pairing.id for pairing in todo}
    with about(folder / contest.GAMES):
        done = [r for r in contest.load(folder).values() if r.pairing.id in wanted]

    def decided(results: list[Result]) -> bool:
        score = cross_table(results).get((bots[0], bots[1]), Score())
        return bool(test and test.verdict(score))

    interrupted = False
    with progress(screen) as bar:
        row = bar.add_task(form, total=len(todo), completed=len(done))
        try:
            with about(""):
                for _ in contest.run(todo, folder, workers, ray, decided):
                    bar.advance(row)
        except KeyboardInterrupt:
            interrupted = True
    results = [r for r in contest.load(folder).values() if r.pairing.id in wanted]
    if results:
        _publish(screen, results, folder)
        if test:
            score = cross_table(results).get((bots[0], bots[1]), Score())
            verdict = test.verdict(score) or "undecided"
            screen.line(f"sequential test: {verdict} (ratio {test.likelihood(score):.2f})")
    if interrupted:
        screen.line(f"interrupted after {len(results)} games; the same command goes on")
        return 130
    return 0


def _publish(screen: Screen, results: list[Result], folder: Path) -> None:
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
    rated = Table("bot", "rating", "mean place", "s/turn", "overlong")
    places = average_places(results)
    for name, rating in sorted(ratings(bots).items(), key=lambda pair: -pair[1]):
        mean, half, _ = places[name]
        thought = data["thinking"][name]
        seconds = thought["seconds"] / max(1, sum(r.turns for r in results) / 2)
        rated.add_row(name, f"{rating:+.0f}", f"{mean:.2f} ±{half:.2f}", f"{seconds:.2f}",
                      f"{thought['overlong']} of {thought['answers']}")  # fmt: skip
    screen.print(rated)
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
            cells.append(f"{score.share:.1%}\n{low:.0%} to {high:.0%}\nof {score.games}"
                         if score else "")  # fmt: skip
        shown.add_row(one, *cells)
    return shown


def table_lines(table: Cross) -> list[str]:
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


How = Callable[[Lesson, Callable[[int], None]], dict[str, Any]]


def learn(screen: Screen, lesson: Lesson, how: How) -> int:
    """Learn from games, with a bar; what was found is stored with its record."""
    Budget.parse(lesson.budget)
    with progress(screen) as bar:
        row = bar.add_task(lesson.form, total=lesson.games)
        record = how(lesson, lambda played: bar.update(row, completed=played))
    screen.line(json.dumps(record))
    return 0
