"""Contests: many games between bots, fair, on all cores, never losing one.

Deals are paired: every deal of cards and schools is played once for each way of seating the
bots around it. Each finished game is written down at once; a contest that was interrupted goes
on where it stopped. A folder holds one contest: its header says which (``header``).
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import combinations_with_replacement
from pathlib import Path

from tashkalar.bots.contests.header import GAMES, BadContest, Header, claim
from tashkalar.bots.contests.match import MatchResult, Pairing, play
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.player import FLOOR
from tashkalar.rules.forms import FORMS, BadSetUp, draw_schools, form_named


@dataclass(frozen=True)
class Contest:
    """Bots that play each other in one form, under one budget."""

    form: str
    bots: list[str]
    budget: str
    schools: tuple[str, ...] = ()  # of the seats; none: every deal draws its own
    seed: int = 0

    @property
    def header(self) -> Header:
        """What its folder says about it."""
        return Header.of(self.form, self.bots, self.effective, self.schools, self.seed)

    @property
    def effective(self) -> Budget:
        """The budget of a turn that its players really have.

        >>> Contest("duel", ["planner", "greedy"], "20n").effective.text
        '1000n'
        """
        return Budget.parse(self.budget).at_least(FLOOR)

    def pairings(self, games: int) -> list[Pairing]:
        """Its games: so many for each pair of bots, or for the whole table.

        Two sides: every two different bots, each deal twice with the sides swapped; a bot that is
        named twice plays itself, too. In a melee all the bots sit at one table, as often as they
        are named and repeated to fill the seats, and change places from game to game. Where the
        same bots would sit on the same seats again, the schools change places instead, so no game
        comes twice.

        >>> [p.bots for p in Contest("duel", ["planner", "greedy"], "400n").pairings(2)]
        [('planner', 'greedy'), ('greedy', 'planner')]
        """
        if len(self.bots) < 2:
            raise BadContest("a contest needs two bots or more")
        if form_named(self.form).melee:
            return [self._at_table(number) for number in range(games)]
        # In the order in which they are first named.
        pairs = combinations_with_replacement(dict.fromkeys(self.bots), 2)
        wanted = [(a, b) for a, b in pairs if a != b or self.bots.count(a) > 1]
        return [self._between(pair, number) for pair in wanted for number in range(games)]

    def _between(self, pair: tuple[str, str], number: int) -> Pairing:
        deal, swapped = self.seed + number // 2, number % 2
        dealt = self._schools(deal)
        if pair[0] == pair[1] and swapped:  # a bot against itself shows how schools compare
            dealt = dealt[::-1]
        sides = pair[::-1] if swapped else pair
        seated = tuple(sides[colour] for colour in FORMS[self.form].colour_of)
        return Pairing(self.form, seated, dealt, deal, self.effective.text)

    def _at_table(self, number: int) -> Pairing:
        seats, bots = FORMS[self.form].seats, self.bots
        # A deal is played from every seat before the next one comes.
        deal, turned = self.seed + number // seats, number % seats
        rng = random.Random(deal)
        table = [bots[i % len(bots)] for i in range(seats)]
        if len(bots) > seats:
            table = rng.sample(bots, seats)
        rng.shuffle(table)
        again = next(n for n in range(1, seats + 1) if _turned(table, n) == table)
        seated = tuple(_turned(table, turned))
        schools = tuple(_turned(list(self._schools(deal)), turned // again))
        return Pairing(self.form, seated, schools, deal, self.effective.text)

    def _schools(self, deal: int) -> tuple[str, ...]:
        """The schools as wanted, or drawn by the deal."""
        seats = FORMS[self.form].seats
        if self.schools:
            if len(self.schools) != seats:
                raise BadSetUp(f"{self.form} needs {seats} schools, not {len(self.schools)}")
            return self.schools
        return draw_schools(FORMS[self.form], deal)


def _turned(table: list[str], by: int) -> list[str]:
    return table[by % len(table) :] + table[: by % len(table)]


def load(folder: Path) -> dict[str, MatchResult]:
    """The games already played in a folder. A line cut off by an interruption is left out."""
    found: dict[str, MatchResult] = {}
    file = folder / GAMES
    if file.exists():
        for line in file.read_text().splitlines():
            try:
                result = MatchResult.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue
            found[result.pairing.id] = result
    return found


def run(
    contest: Contest,
    games: int,
    folder: Path,
    workers: int,
    ray_address: str = "",
    stop: Callable[[list[MatchResult]], bool] = lambda _: False,
) -> Generator[MatchResult]:
    """Play what is not played yet; every result is on disk before it is handed on.

    ``stop`` is asked after every game, with all results so far.
    """
    todo = contest.pairings(games)
    if ray_address and find_spec("ray") is None:
        raise BadContest("contests on a cluster need Ray: pip install 'tashkalar[ray]'")
    claim(folder, contest.header)
    done = load(folder)
    results = list(done.values())
    if stop(results):
        return
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


def _on_cores(waiting: list[Pairing], workers: int) -> Iterator[MatchResult]:
    if workers <= 1:
        yield from map(play, waiting)
        return
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[MatchResult]] = set()
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
        except BrokenProcessPool:
            raise BadContest(
                "a process that played games has ended, by a bot or for lack of memory; "
                "the same command goes on with the games that are left"
            ) from None
        finally:
            for future in running:
                future.cancel()


def _on_ray(waiting: list[Pairing], address: str) -> Iterator[MatchResult]:
    """The same games on a Ray cluster; ``local`` starts one on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    try:
        if address == "local":
            ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)
        else:
            ray.init(address=address, log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        told = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadContest(f"no Ray cluster answers at {address}: {told}") from None
    try:
        remote = ray.remote(play)
        running = [remote.remote(pairing) for pairing in waiting]
        while running:
            finished, running = ray.wait(running)
            for reference in finished:
                yield ray.get(reference)
    finally:
        ray.shutdown()
