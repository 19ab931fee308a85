"""Reviews of finished games: made turn by turn where bots think, and kept with the table."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress

from msgspec import ValidationError, json

from tashkalar import Game
from tashkalar.bots.reviewing.knowledge import played_turns
from tashkalar.bots.reviewing.review import NODES, TurnReview, usual_depth
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import reviews as kept
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.registry import Registry
from tashkalar.server.tables.thinking import Thinkers

_log = logging.getLogger("tashkalar.server")
_MOST = 64  # reviews in memory
_AT_ONCE = 2  # that one owner may have made at the same time
_WAIT = 20.0  # seconds for which somebody may wait for the next turn


class OngoingReview:
    """A review as far as it has come; whoever waits is told of every turn."""

    def __init__(self, owner: str, of: int, turns: list[TurnReview] | None = None,
                 depth: int = 0) -> None:  # fmt: skip
        self.owner, self.depth = owner, depth
        self.of = of
        self.turns: list[TurnReview] = turns or []
        self.failed = False
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

    async def close(self) -> None:
        """Go on with none of them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def found(self, about: str, table: bool) -> OngoingReview | None:
        """A review that is being made or was kept."""
        review = self._ongoing.get(about)
        if review is None and table:
            row = await self._tables.store.read(lambda c: kept.of_table(c, about))
            with suppress(ValidationError):  # of a later version: it can be made again
                if row is not None:
                    turns = json.decode(row[1], type=list[TurnReview])
                    review = self._remember(about, OngoingReview("", len(turns), turns, row[0]))
        return review

    async def begin(self, about: str, table: bool, owner: str, game: Game) -> OngoingReview:
        """Review a game, unless that has been done as well as it can be done here."""
        depth = usual_depth().nodes or 0
        review = await self.found(about, table)
        if review is not None and not review.failed and review.depth >= depth:
            return review
        busy = [r for r in self._ongoing.values() if r.owner == owner and not r.done]
        if len(busy) >= _AT_ONCE:
            raise Refused("rate")
        count = sum(1 for _ in played_turns(game))
        if not count:
            raise Refused("unknown", why="nothing_there")
        review = self._remember(about, OngoingReview(owner, count, depth=depth))
        task = asyncio.create_task(self._make(review, about if table else None, game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return review

    def _remember(self, about: str, review: OngoingReview) -> OngoingReview:
        self._ongoing[about] = review
        self._ongoing.move_to_end(about)
        for old in [key for key, other in self._ongoing.items() if other.done]:
            if len(self._ongoing) > _MOST:
                del self._ongoing[old]
        return review

    async def _make(self, review: OngoingReview, table: str | None, game: Game) -> None:
        try:
            record = game.record().text()
            for number in range(review.of):
                await review.add(await self._thinkers.review(review.owner, record, number))
        except Exception:
            _log.exception("a review could not be made")
            await review.add(None)
            return
        if table is not None:
            body, now = json.encode(review.turns).decode(), self._tables.now()
            try:
                await self._tables.store.write(
                    table, lambda c: kept.keep(c, table, review.depth, now, body)
                )
            except StoreFailed as error:
                _log.warning("the review of table %s was not kept: %s", table, error)
