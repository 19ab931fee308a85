"""Several hosts, without root: three workers in two network namespaces, one database between them.

    unshare --net python -m tests.hosts FOLDER

runs it in a network of its own, which is gone afterwards. Where this process is, there are
PostgreSQL, Redis and the players; each host is a namespace at the other end of a cable.
"""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tashkalar.server.settings import Settings
from tashkalar.server.wire.run import migrate
from tests import services
from tests.clubs import Club
from tests.persistent import all_come_out
from tests.serving import Killable, Wire, choices, eventually


def ip(*arguments: str, inside: tuple[str, ...] = ()) -> None:
    subprocess.run([*inside, "ip", *arguments], check=True)


class Host:
    """A network namespace with a cable to this one."""

    def __init__(self, number: int) -> None:
        self._cable = f"host{number}"
        self.outside, self.address = f"10.77.{number}.1", f"10.77.{number}.2"
        # It lives as long as a process in it; one that answers is in it already.
        self._holder = subprocess.Popen(
            ["unshare", "--net", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        self._holder.stdin.write(b"there?\n")
        self._holder.stdin.flush()
        self._holder.stdout.readline()
        self.inside = ("nsenter", f"--net=/proc/{self._holder.pid}/ns/net")
        ip(
            "link",
            "add",
            self._cable,
            "type",
            "veth",
            "peer",
            "name",
            "cable",
            "netns",
            str(self._holder.pid),
        )
        ip("addr", "add", f"{self.outside}/24", "dev", self._cable)
        ip("addr", "add", f"{self.address}/24", "dev", "cable", inside=self.inside)
        for device in ("lo", "cable"):
            ip("link", "set", device, "up", inside=self.inside)
        self.join()

    def cut(self) -> None:
        """Pull the cable: nobody is told, whatever is sent gets lost."""
        ip("link", "set", self._cable, "down")

    def join(self) -> None:
        ip("link", "set", self._cable, "up")

    def worker(self, database: services.Postgresql, redis: str) -> Killable:
        """A server on this host."""
        return Killable(
            {
                "TASHKALAR_DATABASE_URL": database.seen_from(self.outside),
                "TASHKALAR_REDIS_URL": redis.replace("127.0.0.1", self.outside),
                "TASHKALAR_BOT_LIMIT": "1",
            },
            "--host",
            self.address,
            command=(*self.inside, sys.executable, "-m", "tashkalar"),
        )

    def close(self) -> None:
        self._holder.kill()
        self._holder.wait()


class Kept:
    """What was acknowledged at one table, event by event."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.choices: dict[int, str] = {}

    def play(self, wires: list[Wire], dice: random.Random, moves: int) -> set[int]:
        """So many choices; which of the wires have made one."""
        made = set()
        for _ in range(moves):
            seq = max(wire.shown(0)["seq"] for wire in wires)
            asked = next((n for n, w in enumerate(wires) if w.shown(seq)["question"]), None)
            assert asked is not None, "nobody is asked"
            choice = dice.choice(choices(wires[asked].shown(seq)))
            wires[asked].choose(choice)
            self.choices[seq] = choice
            made.add(asked)
        return made

    def check(self, club: Club) -> None:
        bodies = dict(club.sql("select seq, body from events where table_id = :t", t=self.table))
        for seq, choice in self.choices.items():
            assert f'"choice":"{choice}"' in bodies[seq], f"{choice} was acknowledged and is lost"


def well(site: Killable) -> bool:
    return bool(site.http.get("/health").json()["status"] == "ok")


def played(club: Club, here: Killable, there: Killable, third: Killable, second: Host) -> None:
    """A game over two hosts, of which one is cut off for a while; another one on each."""
    dice = random.Random(7)
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open", seed=21)
    ben.join(made["table"], made["invite"])
    kept = Kept(made["table"])
    with ExitStack() as stack:
        lonely = third.guest("Cleo")  # at the host that is cut off, all by herself
        alone = Kept(lonely.table("me", "hotseat", seed=5)["table"])
        hers = stack.enter_context(lonely.at(alone.table))
        hers.shown(0)
        alone.play([hers], dice, 10)
        first = stack.enter_context(ann.at(kept.table))
        with there.at(kept.table, ben.token) as second_seat:
            for wire in (first, second_seat):
                wire.shown(1)
            assert kept.play([first, second_seat], dice, 30) == {0, 1}
            seq = max(wire.shown(0)["seq"] for wire in (first, second_seat))
            assert first.shown(seq)["board"] == second_seat.shown(seq)["board"]
            second.cut()
            # The game goes on for whoever reaches a worker.
            rescued = stack.enter_context(here.at(kept.table, ben.token))
            rescued.shown(first.shown(0)["seq"])
            assert kept.play([first, rescued], dice, 30) == {0, 1}
            assert well(here)
            second.join()
        # It comes back by itself: health, games that were there, and news from elsewhere.
        for site in (there, third):
            eventually(lambda site=site: well(site))  # type: ignore[misc]
        again = stack.enter_context(third.at(alone.table, lonely.token))
        again.shown(10)
        alone.play([again], dice, 10)
        back = stack.enter_context(there.at(kept.table, ben.token))
        back.shown(first.shown(0)["seq"])
        assert kept.play([first, back], dice, 30) == {0, 1}
        assert back.shown(0)["board"] == first.shown(back.shown(0)["seq"])["board"]
    for one in (kept, alone):
        one.check(club)
    assert all_come_out(club) == 2


def main(folder: Path) -> None:
    """Everything from an empty network to the end of the games."""
    ip("link", "set", "lo", "up")
    with ExitStack() as stack:
        hosts = [Host(1), Host(2)]
        for host in hosts:
            stack.callback(host.close)
        database = services.Postgresql(folder, "*")
        stack.callback(database.stop)
        database.start()
        redis = stack.enter_context(services.redis(folder, listen="0.0.0.0"))
        migrate(Settings(database_url=database.address))
        club = Club(folder, {"database_url": database.address}, 3)
        workers = [hosts[n].worker(database, redis) for n in (0, 1, 1)]
        for site in workers:
            stack.callback(site.kill)
        here, there, third = workers
        played(club, here, there, third, hosts[1])
    print("nothing acknowledged was lost")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
