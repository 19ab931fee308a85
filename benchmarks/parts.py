"""CPU a move by part: play, store, paint, encode, send, each measured on its own in one process."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from sqlalchemy import Engine
from websockets.frames import Frame, Opcode

from benchmarks.games import FORM, SCHOOLS, Script
from tashkalar.scene.difference import Sequel
from tashkalar.server.storage import archive
from tashkalar.server.storage.archive import Entry
from tashkalar.server.storage.store import Store, open_engine
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import TableHeader
from tashkalar.server.tables.projection import begun, chosen, settled
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import columns_after, seat_rows, table_row
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import protocol
from tashkalar.server.wire.connections import Deflate
from tashkalar.server.wire.rendering import rendered

GROUP = 8  # moves in one transaction, as under load
VIEWERS = (0, 1)


class Stopwatch:
    """Seconds of CPU by part."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(("play", "store", "paint", "encode", "send"), 0.0)
        self.moves = 0
        self.bytes = 0  # of all messages, before they are compressed
        self._then = 0.0

    def start(self) -> None:
        self._then = time.process_time()

    def stop(self, part: str) -> None:
        now = time.process_time()
        self.seconds[part] += now - self._then
        self._then = now


class Played:
    """One scripted game with two viewers, part by part."""

    def __init__(self, engine: Engine, number: int, script: Script) -> None:
        header = TableHeader(
            f"t{number}", "", FORM, SCHOOLS, script.seed, Clock(), False, True, "i", "a", 5
        )
        sitting = (Seat("human", "Ann", "a"), Seat("human", "Ben", "b"))
        self.engine, self.script = engine, script
        self.table = Table(header, begun(header, sitting), {})
        row = table_row(header, sitting, self.table.course)
        seats = [{**seat, "here_until": 9} for seat in seat_rows(self.table.course)]
        with engine.begin() as c:
            archive.make_table(c, {**row, "claimed_by": "", "claimed_until": 0}, seats)
        self.shown = [Sequel(rendered(self.table, viewer, "en", 7)) for viewer in VIEWERS]
        self.deflate = [Deflate(False, False, 12, 12, {"memLevel": 5}) for _ in VIEWERS]
        self.waiting: list[Entry] = []

    def run(self, watch: Stopwatch) -> None:
        watch.start()
        for seat, meant in self.script.messages(intentions=True):
            watch.moves += len(meant)
            before = self.table.course
            event, led_to = chosen(before, seat, meant)
            new = settled(before, event, led_to, 7)
            watch.stop("play")
            columns = columns_after(before, new, 7)
            self.waiting.append(Entry(self.table.id, before.seq, 7, event, columns, ()))
            if len(self.waiting) == GROUP or new.state == "over":
                with self.engine.begin() as c:
                    for entry in self.waiting:
                        archive.append(c, entry)
                self.waiting = []
            watch.stop("store")
            self.table.course = new
            self.table.scenes.clear()
            for viewer in VIEWERS:
                self._show(viewer, watch)

    def _show(self, viewer: int, watch: Stopwatch) -> None:
        scene = rendered(self.table, viewer, "en", 7)
        watch.stop("paint")
        found = self.shown[viewer].next(scene)
        changed = protocol.SceneChanged(2, 1, found.values, found.splices)
        frame = protocol.encoder.encode(changed)
        watch.bytes += len(frame)
        watch.stop("encode")
        self.deflate[viewer].encode(Frame(Opcode.TEXT, frame))
        watch.stop("send")


def measure(scripts: list[Script]) -> Stopwatch:
    """Play scripted games, one after the other."""
    watch = Stopwatch()
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(f"sqlite:///{Path(folder) / 'x.sqlite'}")
        Store(engine).prepare(migrate=True)
        for number, script in enumerate(scripts):
            Played(engine, number, script).run(watch)
        engine.dispose()
    return watch
