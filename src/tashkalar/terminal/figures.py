"""The figures of a simulation, on the screen or as JSON."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tashkalar.invariants import Broken
from tashkalar.simulate import THOROUGH, Figures, Simulation, resolved, simulate
from tashkalar.terminal.complaints import about, complain
from tashkalar.terminal.screen import BAD, QUIET, Screen
from tashkalar.terms import LETTERS


def run(screen: Screen, plan: Simulation, workers: int | None, as_json: bool) -> int:
    """Simulate and report; 1 when an invariant is broken."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("games", total=plan.games)
        try:
            with about(""):
                found = simulate(plan, workers, lambda n: progress.update(bar, completed=n))
        except Broken as broken:
            progress.stop()
            complain(f"broken: {broken}")
            return 1
    if as_json:
        print(json.dumps(as_dict(plan, found), indent=1))
    else:
        report(screen, plan, found)
    return 0


def as_dict(plan: Simulation, found: Figures) -> dict[str, Any]:
    """The figures as plain values."""
    told: dict[str, Any] = {
        "form": plan.form,
        "schools": list(plan.schools),
        "seed": plan.seed,
        "biased": plan.biased,
        "games": found.games,
        "decisions": found.decisions,
        "seconds": round(found.seconds, 3),
        "decisions_per_second": round(found.decisions / found.seconds),
        "wins": [found.wins[seat] for seat in range(len(plan.schools))],
        "draws": found.draws,
        "ends": dict(sorted(found.ends.items())),
        "turns_per_game": round(found.turns / found.games, 2),
        "longest_game": found.longest,
    }
    if plan.check:
        told |= {"checked": found.checked, "checked_thoroughly": found.thoroughly}
    if plan.biased:
        told["resolved"] = resolved(found, plan)
    return told


def report(screen: Screen, plan: Simulation, found: Figures) -> None:
    """What came out of a simulation, as a table."""
    told = as_dict(plan, found)
    table = Table.grid(padding=(0, 2))
    wins = [f"{LETTERS[seat]} {n}" for seat, n in enumerate(told["wins"])]
    ends = [f"{trigger} {n}" for trigger, n in told["ends"].items()]
    rows = {
        "form": f"{plan.form}, {', '.join(plan.schools)}, seed {plan.seed}",
        "games": f"{found.games}",
        "decisions": f"{found.decisions} ({found.decisions / found.games:.1f} a game, "
        f"at most {found.longest})",
        "speed": f"{told['decisions_per_second']} decisions a second, {found.seconds:.1f} s",
        "wins": f"{', '.join(wins)}, draws {found.draws}",
        "ends by": ", ".join(ends),
        "turns": f"{told['turns_per_game']} a game",
    }
    if plan.check:
        rows["checked"] = (
            f"every decision ({found.checked}); thoroughly, one in {THOROUGH} of them "
            f"({found.thoroughly}): whole table of choices, text, bytes, copies, views"
        )
    for name, value in rows.items():
        table.add_row(Text(name, style=QUIET), Text(value))
    screen.print(table)
    if plan.biased:
        _resolved(screen, told["resolved"])


def _resolved(screen: Screen, counts: dict[str, int]) -> None:
    least = min(counts.values())
    rarest = [card for card, times in counts.items() if times == least]
    screen.print(Text(f"resolved least: {', '.join(rarest)} ({least})"))
    table = Table.grid(padding=(0, 3, 0, 0))
    cells = [
        Text(f"{times:6} {card}", style=BAD if not times else "") for card, times in counts.items()
    ]
    columns = max(1, screen.width // 29)
    for i in range(0, len(cells), columns):
        table.add_row(*cells[i : i + columns])
    screen.print(table)
