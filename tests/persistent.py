"""Players who go on whatever happens to the servers, and remember what was acknowledged."""

from __future__ import annotations

import random
import threading

from sqlalchemy import text
from websockets.exceptions import WebSocketException

from tashkalar.server.tables import stored
from tests.clubs import Club
from tests.forked import Worker
from tests.serving import DEADLINE, Wire, choices

TABLES = (("hotseat",), ("hotseat",), ("random",), ("novice",))


class Acknowledged:
    """Everything that any player has had acknowledged."""

    def __init__(self) -> None:
        self.choices: list[tuple[str, int, str]] = []  # table, number of the event, choice
        self._more = threading.Condition()

    def note(self, table: str, number: int, choice: str) -> None:
        with self._more:
            self.choices.append((table, number, choice))
            self._more.notify_all()

    def wait_for_more(self, count: int) -> None:
        """Until so many more are there."""
        with self._more:
            wanted = len(self.choices) + count
            assert self._more.wait_for(lambda: len(self.choices) >= wanted, DEADLINE)

    def check(self, club: Club, since: int = 0) -> int:
        """All that was acknowledged so far is in the database; how many choices that is."""
        until = len(self.choices)  # before the database is asked
        found = {
            (table, seq): body
            for table, seq, body in club.sql("select table_id, seq, body from events")
        }
        for table, seq, choice in self.choices[since:until]:
            assert (table, seq) in found, f"{choice} was acknowledged and is lost"
            assert f'"choice":"{choice}"' in found[table, seq], found[table, seq]
        return until


class Persistent(threading.Thread):
    """Plays against itself or a bot by chance, one game after the other, at any of the workers."""

    def __init__(
        self, workers: list[Worker], others: tuple[str, ...], number: int, kept: Acknowledged
    ) -> None:
        super().__init__(daemon=True)
        self.workers, self.others, self.kept = workers, others, kept
        self.dice = random.Random(number)
        self.guest = workers[0].after(0)[1].guest(f"Player {number}")
        self._left = [0] * len(workers)  # the last server of each worker that was lost
        self.pending: tuple[int, str] | None = None  # sent, not acknowledged
        self.repeated = self.games = 0
        self.refused: set[str] = set()
        self.calm = threading.Event()  # refused for a passing reason: wait until it is set
        self.calm.set()
        self.done = threading.Event()
        self.failure: BaseException | None = None
        self._new_game()

    def _new_game(self) -> None:
        self.table = self.guest.table("me", *self.others, seed=self.dice.randrange(10**6))["table"]
        self.games += 1
        self.seen = 0  # events that were shown to this player
        self.over = False

    def run(self) -> None:
        try:
            while not self.done.is_set():
                which = self.dice.randrange(len(self.workers))
                number, site = self.workers[which].after(self._left[which])
                try:
                    self.guest.site = site
                    if self.over:
                        self._new_game()
                    with site.at(self.table, self.guest.token) as wire:
                        self._play(wire)
                except (WebSocketException, OSError, EOFError):
                    self._left[which] = number
                except Exception as failure:  # httpx has its own
                    if not type(failure).__module__.startswith("httpx"):
                        raise
                    self._left[which] = number
        except BaseException as failure:
            self.failure = failure
            raise

    def _play(self, wire: Wire) -> None:
        scene = wire.shown(0)
        assert scene["seq"] >= self.seen, "an event that was shown is gone"
        if self.pending is not None:
            self.repeated += 1
            self._order(wire, *self.pending)
        while not self.done.is_set() and (scene := wire.my_turn())["state"] != "over":
            self.seen = max(self.seen, scene["seq"])
            self._order(wire, scene["seq"], self.dice.choice(choices(scene)))
        self.over = scene["state"] == "over"

    def _order(self, wire: Wire, seq: int, choice: str) -> None:
        self.pending = (seq, choice)
        while (answer := wire.ask(t="choose", seq=seq, choice=choice))["t"] != "ack":
            assert answer["error"] == "store", answer
            self.refused.add(answer["error"])
            self.repeated += 1
            assert self.calm.wait(DEADLINE)
        self.pending = None
        self.kept.note(self.table, seq, choice)
        self.seen = max(self.seen, answer["seq"])
        wire.shown(answer["seq"])

    def finish(self) -> None:
        """Stop after the next acknowledgement."""
        self.done.set()
        self.join(DEADLINE)
        assert self.failure is None, self.failure
        assert not self.is_alive()


def all_come_out(club: Club) -> int:
    """Every stored table can be derived again as it was; how many there are."""
    engine = club.engine()
    try:
        with engine.connect() as connection:
            found = [reason for _, reason in stored.check(connection)]
            assert set(found) == {""}
            assert connection.execute(text("select count(*) from tables")).scalar() == len(found)
            return len(found)
    finally:
        engine.dispose()
