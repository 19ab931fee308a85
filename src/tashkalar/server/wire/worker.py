"""One worker of the server: its table service, and what its connections share."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from tashkalar.cards import BEINGS
from tashkalar.puzzles import listed, puzzle
from tashkalar.scene.fits import prepare
from tashkalar.server.notices.courier import Courier
from tashkalar.server.notices.mail import Mailer
from tashkalar.server.notices.push import Pusher, house_key
from tashkalar.server.settings import Settings
from tashkalar.server.storage.fanout import Connect
from tashkalar.server.tables.service import TableService, repeat
from tashkalar.server.wire.limits import Limits
from tashkalar.server.wire.rendering import Renderer

_CARRY = 1.0  # seconds between rounds of the courier
_TIDY = 60.0  # seconds between looks for addresses that nobody has confirmed
_PAUSE = 0.02  # seconds between two things that are prepared
_TELL = 1.0  # seconds between notes of what was asked of this worker
T = TypeVar("T")


class SharedAnswer:
    """An answer that takes work: whoever asks while it is looked for gets the same one."""

    def __init__(self) -> None:
        self._looking: asyncio.Task[Any] | None = None

    async def found(self, look: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer, looked for now unless somebody does already."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(look())
        found: T = await asyncio.shield(self._looking)
        return found


class Recent(Generic[T]):
    """Answers by their keys; the least recently used are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        """The answer, if it is there."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def keep(self, key: Hashable, answer: T) -> T:
        """Keep an answer."""
        self._kept[key] = answer
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return answer

    def found(self, key: Hashable, make: Callable[[], T]) -> T:
        """The answer, made now unless it is there."""
        kept = self.get(key)
        return self.keep(key, make()) if kept is None else kept


async def _warm_up() -> None:
    """Look at every pattern and puzzle before somebody has to wait for it, one after the other."""
    for number in BEINGS:
        await asyncio.sleep(_PAUSE)
        prepare(number)
    for entry in listed():
        await asyncio.sleep(_PAUSE)
        puzzle(entry.id)


class Worker(TableService):
    """The table service with connections: scenes are rendered, and limits are kept."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], int] | None = None,
        connect: Connect | None = None,
    ) -> None:
        super().__init__(settings, now, connect)
        self.renderer = Renderer()
        self.limits = Limits(settings)
        self.fanout.on_usage = self.limits.charge
        self.health = SharedAnswer()
        self.recent: Recent[Any] = Recent(64)  # figures of the club, for a moment
        self.shared: dict[tuple[str, str], SharedAnswer] = defaultdict(SharedAnswer)  # the same
        self.downloading: set[str] = set()  # owners who get all of their records
        self.courier = Courier(self.store, settings, self.now)
        self.push_key = ""  # the public one of the house, where push messages are sent

    async def open(self) -> None:
        """Open the service, and render from then on."""
        await super().open()
        self._tasks.append(asyncio.create_task(self.renderer.run()))
        self._tasks.append(asyncio.create_task(repeat(_TELL, self.tell_usage)))
        self._tasks.append(asyncio.create_task(_warm_up()))
        await self._open_notices()

    async def _open_notices(self) -> None:
        """Let the courier go its rounds, where whoever runs the server wants notices."""
        settings, courier = self.settings, self.courier
        if settings.push:
            key = await house_key(self.store, settings)
            self.push_key = key.public
            courier.pusher = Pusher(key, settings.push, settings.allowed_push_origins)
        if settings.smtp:
            courier.mailer = Mailer(settings.smtp, settings.mail_from, settings.address)
        if settings.push or settings.smtp:
            self._tasks.append(asyncio.create_task(repeat(_CARRY, courier.go)))
            self._tasks.append(asyncio.create_task(repeat(_TIDY, courier.tidy)))

    async def close(self) -> None:
        """Stop rendering and sending, then close the service."""
        await super().close()
        await self.courier.close()

    async def tell_usage(self) -> None:
        """The limits are those of all workers together, give or take a second."""
        self.fanout.tell_usage(self.limits.usage())
