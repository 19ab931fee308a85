"""The tables of docs/strength.md, docs/trials.md and docs/puzzles.md, written from data.

    python -m tests.strength_tables

reads ``docs/contests.csv``, ``docs/trials.csv``, the records in ``weights.json`` and the puzzles,
and writes the parts of the documents that stand between the marks ``<!-- NAME -->`` and
``<!-- end of NAME -->``.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tashkalar.bots.contests.standings import Score
from tashkalar.bots.playing.weights import WEIGHTS, read
from tashkalar.cards import SCHOOLS
from tashkalar.event import Claim, Convert, Improvise, Invoke, Move, Summon, Upgrade
from tashkalar.puzzles import listed, puzzles
from tashkalar.puzzles.grading import TRIES, solved_by_grade
from tashkalar.rules.forms import FORMS as GAME_FORMS
from tashkalar.state import LEGENDARY

DOCS = Path(__file__).parent.parent / "docs"
FORMS = {
    "duel": "duel",
    "high-form": "High Form",
    "melee-3": "melee of three",
    "team-duel": "team duel",
    "team-high-form": "team High Form",
}


def rows(name: str) -> list[dict[str, str]]:
    with (DOCS / name).open(newline="") as file:
        return list(csv.DictReader(file))


def score(won: str, games: str) -> Score:
    """A result; half a win is a draw."""
    halves = round(2 * float(won))
    return Score(halves // 2, halves % 2, int(games) - halves // 2 - halves % 2)


def table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> list[str]:
    names = list(head)
    told = [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]
    return told + [f"| {' | '.join(line)} |" for line in lines]


def percent(found: Score) -> tuple[str, str]:
    low, high = found.interval
    return f"{found.share:.1%}".replace("%", " %"), f"{low * 100:.1f} to {high * 100:.1f} %"


def contests() -> list[str]:
    """The contests of levels, and the commands that play them again."""
    played = rows("contests.csv")
    lines = [
        [
            FORMS[row["form"]],
            f"{row['bot']} over {row['other']}",
            row["budget"],
            row["games"],
            *percent(score(row["won"], row["games"])),
        ]
        for row in played
    ]
    commands = []
    for row in played:
        seed = f" --seed {row['seed']}" if row["seed"] != "0" else ""
        commands.append(
            f"tashkalar arena --bots {row['bot']},{row['other']} --form {row['form']} "
            f"--games {row['games']} --budget {row['budget']}{seed} --out DIR"
        )
    head = ("form", "contest", "budget", "games", "share", "95 % interval")
    return [*table(head, lines), "", "```sh", *commands, "```"]


def trials() -> list[str]:
    """Everything that was tried, with the share of the games it won."""
    head = ("form", "search", "weights", "budget", "against", "budget", "games", "won", "remarks")
    lines = []
    for row in rows("trials.csv"):
        if row["won"]:
            share, interval = percent(score(row["won"], row["games"]))
            result = f"{row['won']} ({share}, {interval})"
        else:
            result = f"mean places {row['places']}"
        budget, other = (row[name] or "not noted" for name in ("budget", "against_budget"))
        lines.append(
            [
                FORMS[row["form"]],
                row["search"],
                row["weights"],
                budget,
                row["against"],
                other,
                row["games"],
                result,
                row["note"],
            ]
        )
    return table(head, lines)


def runs() -> list[str]:
    """The runs that made the weights, from their records."""
    lines = []
    for level, families in read(WEIGHTS)["records"]["weights"].items():
        for made in families.values():
            lines += [[level, *_run(record)] for record in made]
    head = ("level", "form", "games", "budget", "seed", "learned from", "what came out")
    return table(head, lines)


def _run(record: dict[str, Any]) -> Iterator[str]:
    yield FORMS[record["form"]]
    yield str(record.get("games", ""))
    yield record.get("budget", "")
    seed = record.get("seed", "")
    yield " and ".join(map(str, seed)) if isinstance(seed, list) else str(seed)
    if "pairs" in record:
        yield f"{record['pairs']} pairs"
    else:
        yield f"{record['turns']} turns" if "turns" in record else ""
    told = record.get("changed") or record.get("note") or ""
    moved = record.get("helped") or record.get("more") or {}
    if moved:
        most = sorted(moved.items(), key=lambda item: -abs(item[1]))[:3]
        told = " ".join([", ".join(f"`{name}` {by:+g}" for name, by in most), told]).strip()
    if "explained" in record:
        before, after = record["explained"]
        told = f"explained {before} before, {after} after. {told}".strip()
    yield told


def collection() -> list[str]:
    """How many puzzles there are of each form and grade, and for which schools."""
    found = puzzles()
    head = ("form", "puzzles", "●", "◆", "★", "win", "points", "positions in a turn")
    lines = []
    for form in GAME_FORMS:
        of_form = [puzzle for puzzle in found if puzzle.form == form]
        grades = [str(sum(p.grade == grade for p in of_form)) for grade in (1, 2, 3)]
        wins = sum(p.goal.points is None for p in of_form)
        sizes = sorted(p.proved for p in of_form)
        span = f"{sizes[0]:,} to {sizes[-1]:,}"
        lines.append([form, str(len(of_form)), *grades, str(wins), str(len(of_form) - wins), span])
    schools = Counter(puzzle.start.schools[puzzle.seat] for puzzle in found)
    told = ", ".join(f"{school.replace('_', ' ')} {schools[school]}" for school in SCHOOLS)
    return [*table(head, lines), "", f"{len(found)} puzzles. Who solves them plays: {told}."]


def themes() -> list[str]:
    """What the solutions are about."""
    count: Counter[str] = Counter()
    for puzzle in puzzles():
        happened = [event for step in puzzle.steps() for event in step.events]
        summoned = [event for event in happened if isinstance(event, Summon)]
        count["one being"] += len(summoned) == 1
        count["two beings or more"] += len(summoned) > 1
        count["a legend"] += any(event.rank == LEGENDARY for event in summoned)
        for kind, name in THEMES.items():
            count[name] += any(isinstance(event, kind) for event in happened)
    return table(("about", "puzzles"), [[name, str(n)] for name, n in count.items()])


THEMES = {
    Claim: "a task",
    Invoke: "a flare",
    Improvise: "improvised summoning",
    Move: "moves and leaps",
    Upgrade: "an upgrade",
    Convert: "a converted piece",
}


def proofs() -> list[str]:
    """How much was looked at when puzzles were found and when they are proved."""
    found = puzzles()
    mined, proved = sum(p.mined for p in found), sum(p.proved for p in found)
    head = ("search", "positions of all puzzles", "of a puzzle on average")
    rows = [("mined", mined), ("proved", 2 * proved), ("proved, deeper", 5 * proved)]
    return table(head, [[name, f"{n:,}", f"{n // len(found):,}"] for name, n in rows])


def grades() -> list[str]:
    """The share of tries that succeed, by grade and level."""
    entries = listed()
    shares = solved_by_grade(entries)
    head = ("grade", "puzzles", "ratings", *TRIES)
    lines = []
    for grade, by_level in shares.items():
        ratings = [entry.rating for entry in entries if entry.grade == grade]
        lines.append(
            [
                "●◆★"[grade - 1],
                str(len(ratings)),
                f"{min(ratings)} to {max(ratings)}",
                *(f"{by_level[level]:.0%}".replace("%", " %") for level in TRIES),
            ]
        )
    return table(head, lines)


TABLES = {
    "strength.md": {"contests": contests},
    "trials.md": {"trials": trials, "runs": runs},
    "puzzles.md": {
        "collection": collection,
        "themes": themes,
        "proofs": proofs,
        "grades": grades,
    },
}


def written(name: str) -> str:
    """A document with its tables as the data has them now."""
    text = (DOCS / name).read_text()
    for mark, make in TABLES[name].items():
        part = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
        assert part.search(text), f"{name} has no place for {mark}"
        body = "\n".join(make())
        text = part.sub(lambda m, body=body: f"{m[1]}\n{body}\n\n{m[2]}", text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    for document in TABLES:
        (DOCS / document).write_text(written(document))
