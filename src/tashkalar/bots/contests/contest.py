"""Contests: many games between bots, fair, on all cores, never losing one.

Deals are paired: every deal of cards and schools is played once for each way of seating the
bots around it. Each finished game is written down at once; a contest that was interrupted goes
on where it stopped.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import combinations
from pathlib import Path

from tashkalar.bots.contests.match import Pairing, Result, play
from tashkalar.rules.forms import FORMS, BadSetUp, draw_schools, form_named

GAMES = "games.jsonl"


class BadContest(ValueError):
    """Bots, games or files that do not make a contest."""


def pairings(
    form: str,
    bots: list[str],
    games: int,
    budget: str,
    schools: tuple[str, ...] = (),
    seed: int = 0,
) -> list[Pairing]:
    """The games of a contest: ``games`` for each pair of bots, or for the whole table.

    Two sides: every pair of bots, each deal twice with the sides swapped; a bot against itself
    swaps the schools. In a melee all the
    bots sit at one table, repeated to fill the seats, and change places from game to game.
    """
    table = form_named(form)
    if len(bots) < 2:
        raise BadContest("a contest needs two bots or more")
    if table.melee:
        return _table_games(form, bots, games, budget, schools, seed)
    found: list[Pairing] = []
    for one, two in combinations(bots, 2):
        for number in range(games):
            deal, swapped = seed + number // 2, number % 2
            dealt = _schools(form, schools, deal)
            if one == two and swapped:  # a bot against itself shows how schools compare
                dealt = dealt[::-1]
            sides = (two, one) if swapped else (one, two)
            seated = tuple(sides[colour] for colour in table.colour_of)
            found.append(Pairing(form, seated, dealt, deal, budget))
    return found


def _table_games(
    form: str, bots: list[str], games: int, budget: str, schools: tuple[str, ...], seed: int
) -> list[Pairing]:
    seats = FORMS[form].seats
    found = []
    for number in range(games):
        # A deal is played from every seat before the next one comes.
        deal, turned = seed + number // seats, number % seats
        rng = random.Random(deal)
        table = [bots[i % len(bots)] for i in range(seats)]
        if len(bots) > seats:
            table = rng.sample(bots, seats)
        rng.shuffle(table)
        seated = tuple(table[(seat + turned) % seats] for seat in range(seats))
        found.append(Pairing(form, seated, _schools(form, schools, deal), deal, budget))
    return found


def _schools(form: str, wanted: tuple[str, ...], deal: int) -> tuple[str, ...]:
    """The schools as wanted, or drawn by the deal."""
    seats = FORMS[form].seats
    if wanted:
        if len(wanted) != seats:
            raise BadSetUp(f"{form} needs {seats} schools, not {len(wanted)}")
        return wanted
    return draw_schools(FORMS[form], deal)


def load(folder: Path) -> dict[str, Result]:
    """The games already played in a folder. A line cut off by an interruption is left out."""
    found: dict[str, Result] = {}
    file = folder / GAMES
    if file.exists():
        for line in file.read_text().splitlines():
            try:
                result = Result.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue
            found[result.pairing.id] = result
    return found


def run(
    todo: Iterable[Pairing],
    folder: Path,
    workers: int,
    ray_address: str = "",
    stop: Callable[[list[Result]], bool] = lambda _: False,
) -> Generator[Result]:
    """Play what is not played yet; every result is on disk before it is handed on."""
    folder.mkdir(parents=True, exist_ok=True)
    done = load(folder)
    results = list(done.values())
    _mend(folder / GAMES)
    waiting = [pairing for pairing in todo if pairing.id not in done]
    played = _on_ray(waiting, ray_address) if ray_address else _on_cores(waiting, workers)
    with (folder / GAMES).open("a") as file:
        for result in played:
            file.write(json.dumps(result.to_json()) + "\n")
            file.flush()
            results.append(result)
            yield result
            if stop(results):
                break


def _mend(file: Path) -> None:
    """A last line without its end would spoil the next one."""
    if file.exists():
        text = file.read_text()
        if text and not text.endswith("\n"):
            file.write_text(text[: text.rfind("\n") + 1])


def _on_cores(waiting: list[Pairing], workers: int) -> Iterator[Result]:
    if workers <= 1:
        yield from map(play, waiting)
        return
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[Result]] = set()
        queue = iter(waiting)
        try:
            while True:
                for pairing in queue:
                    running.add(pool.submit(play, pairing))
                    if len(running) >= 2 * workers:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()


def _on_ray(waiting: list[Pairing], address: str) -> Iterator[Result]:
    """The same games on a Ray cluster; ``local`` starts one on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise BadContest("contests on a cluster need Ray: pip install 'tashkalar[ray]'") from None
    if address == "local":
        ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)
    else:
        ray.init(address=address, log_to_driver=False)
    try:
        remote = ray.remote(play)
        running = [remote.remote(pairing) for pairing in waiting]
        while running:
            finished, running = ray.wait(running)
            for reference in finished:
                yield ray.get(reference)
    finally:
        ray.shutdown()
