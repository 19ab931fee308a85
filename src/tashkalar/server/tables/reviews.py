"""Reviews of finished games: made turn by turn where bots think, and kept with the table.

Every turn is kept as soon as it is there, so any worker can tell how far a review has come, and
goes on with one whose worker is lost. Of a record nothing is kept: its reviews are in memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from msgspec import ValidationError, json
from sqlalchemy import Row

from tashkalar import Game
from tashkalar.bots.reviewing.knowledge import played_turns
from tashkalar.bots.reviewing.review import NODES, Severity, TurnReview, usual_depth
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import reviews as kept
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.registry import Registry
from tashkalar.server.tables.thinking import Thinkers

_log = logging.getLogger("tashkalar.server")
_MOST = 64  # reviews in memory
_AT_ONCE = 2  # that one owner may have made at the same time
_WAIT = 20.0  # seconds for which somebody may wait for the next turn
_LOOK = 0.5  # seconds between looks at what another worker has made
_LEASE = 60_000  # milliseconds for which a worker counts as being at it


@dataclass(frozen=True)
class ReviewInShort:
    """What a review says of one player's turns."""

    missed: int  # opportunities
    lost: float  # of the chance of winning, in a turn on average


def in_short(body: str, seat: int) -> ReviewInShort | None:
    """A review as it is kept, for a seat; None for one of a later version, or without turns."""
    with suppress(ValidationError):
        own = [turn for turn in json.decode(body, type=list[TurnReview]) if turn.seat == seat]
        if own:
            missed = sum(turn.severity == Severity.MISSED for turn in own)
            return ReviewInShort(missed, round(sum(turn.loss for turn in own) / len(own), 3))
    return None


class OngoingReview:
    """A review as far as it has come; whoever waits is told of every turn."""

    def __init__(
        self, owner: str, of: int, turns: list[TurnReview] | None = None, depth: int = 0
    ) -> None:
        self.owner, self.depth = owner, depth
        self.of = of
        self.turns: list[TurnReview] = turns or []
        self.failed = False
        self.elsewhere = False  # another worker makes it
        self._more = asyncio.Condition()

    @property
    def done(self) -> bool:
        """Has every turn been reviewed, or will none follow?"""
        return self.failed or len(self.turns) == self.of

    @property
    def deep(self) -> bool:
        """Was it made with the compiled core?"""
        return self.depth >= NODES

    async def add(self, found: TurnReview | None) -> None:
        """The next turn, or nothing more."""
        async with self._more:
            if found is None:
                self.failed = True
            else:
                self.turns.append(found)
            self._more.notify_all()

    async def beyond(self, have: int) -> None:
        """Wait until more turns are there than somebody has; not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_WAIT), self._more:
                await self._more.wait_for(lambda: self.done or len(self.turns) > have)


class Reviews:
    """All reviews of one worker, by what they are about: a table's id or a record's digest."""

    def __init__(self, tables: Registry, thinkers: Thinkers) -> None:
        self._tables, self._thinkers = tables, thinkers
        self._ongoing: OrderedDict[str, OngoingReview] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._beginning = asyncio.Lock()

    async def close(self) -> None:
        """Go on with none of them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def found(self, about: str, table: bool) -> OngoingReview | None:
        """A review that is being made, here or elsewhere, or was kept."""
        review = self._ongoing.get(about)
        if review is None and table:
            row = await self._tables.store.read(lambda c: kept.of_table(c, about))
            review = self._read(row) if row is not None else None
            if review is not None and not review.elsewhere and not review.failed:
                self._remember(about, review)
        return review

    async def followed(self, about: str, table: bool, have: int | None) -> OngoingReview | None:
        """The same; where somebody has so many turns they wait for more."""
        review = await self.found(about, table)
        end = asyncio.get_running_loop().time() + _WAIT
        while review is not None and have is not None and not review.done:
            if not review.elsewhere:
                await review.beyond(have)
                break
            if len(review.turns) > have or asyncio.get_running_loop().time() > end:
                break
            await asyncio.sleep(_LOOK)
            review = await self.found(about, table)
        return review

    def _read(self, row: Row[Any]) -> OngoingReview | None:
        """A review as it is kept: whole, being made by another worker, or given up."""
        try:
            turns = json.decode(row.body, type=list[TurnReview])
        except ValidationError:  # of a later version: it can be made again
            return None
        whole = row.until is None
        review = OngoingReview("", len(turns) if whole else row.of, turns, row.depth)
        lost = not whole and (self._tables.alone or row.until <= self._tables.now())
        review.failed, review.elsewhere = lost, not whole and not lost
        return review

    async def begin(self, about: str, table: bool, owner: str, game: Game) -> OngoingReview:
        """Review a game, unless that has been done as well as it can be done here."""
        depth = usual_depth().nodes or 0
        async with self._beginning:  # one at a time, or more would begin than may
            review = await self.found(about, table)
            if review is not None and not review.failed and review.depth >= depth:
                return review
            await self._check_share(owner, table)
            count = sum(1 for _ in played_turns(game))
            if not count:
                raise Refused("unknown", why="nothing_there")
            review = OngoingReview(owner, count, depth=depth)
            if table and not await self._claimed(about, review):
                return review
            self._remember(about, review)
            task = asyncio.create_task(self._make(review, about, table, game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return review

    async def _check_share(self, owner: str, table: bool) -> None:
        """Refuse more reviews than one guest may have made at a time, at all workers together."""
        busy = sum(r.owner == owner and not r.done for r in self._ongoing.values())
        if table and not self._tables.alone:
            now, worker = self._tables.now(), self._tables.worker
            busy += await self._tables.store.read(
                lambda c: kept.being_made(c, owner, now, but=worker)
            )
        if busy >= _AT_ONCE:
            raise Refused("rate")

    async def _claimed(self, table: str, review: OngoingReview) -> bool:
        """Is it ours to make, from the turns on that are there? Else it is filled with what is."""
        now, worker = self._tables.now(), self._tables.worker
        claim = kept.ReviewClaim(
            table, review.depth, review.of, review.owner, worker, now, now + _LEASE
        )
        row = await self._tables.store.write(
            table, lambda c: kept.claim(c, claim, self._tables.alone)
        )
        there = self._read(row)
        if there is not None:
            review.turns = there.turns
        if row.worker == worker:
            return True
        review.depth, review.elsewhere = row.depth, row.until is not None
        return False

    def _remember(self, about: str, review: OngoingReview) -> OngoingReview:
        self._ongoing[about] = review
        self._ongoing.move_to_end(about)
        for old in [key for key, other in self._ongoing.items() if other.done]:
            if len(self._ongoing) > _MOST:
                del self._ongoing[old]
        return review

    async def _make(self, review: OngoingReview, about: str, table: bool, game: Game) -> None:
        try:
            record = game.record().text()
            for number in range(len(review.turns), review.of):
                found = await self._turn(review, about if table else None, record, number)
                await review.add(found)
        except Exception:
            _log.exception("a review could not be made")
            await review.add(None)
        if table:
            await self._keep(about, review, 0 if review.failed else None)
            if review.failed:  # what is kept says so, until somebody begins anew
                del self._ongoing[about]

    async def _turn(
        self, review: OngoingReview, table: str | None, record: str, number: int
    ) -> TurnReview:
        """The review of a turn; while others think before it, the claim is renewed."""
        asked = asyncio.create_task(self._thinkers.review(review.owner, record, number))
        try:
            while not asked.done():
                if table is not None:
                    await self._keep(table, review, self._tables.now() + _LEASE)
                await asyncio.wait({asked}, timeout=_LEASE / 2000)
        finally:
            asked.cancel()
        return await asked

    async def _keep(self, table: str, review: OngoingReview, until: int | None) -> None:
        body, worker = json.encode(review.turns).decode(), self._tables.worker
        try:
            await self._tables.store.write(
                table, lambda c: kept.keep(c, table, worker, body, until)
            )
        except StoreFailed as error:
            _log.warning("the review of table %s was not kept: %s", table, error)
