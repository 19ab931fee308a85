"""One worker of the server: its table service, and what its connections share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tashkalar.cards import BEINGS
from tashkalar.scene.fits import prepare
from tashkalar.server.settings import Settings
from tashkalar.server.tables.service import TableService, repeat
from tashkalar.server.wire.limits import Limits
from tashkalar.server.wire.rendering import Renderer

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


async def _warm_up() -> None:
    """Look at every pattern before somebody has to wait for it, one after the other."""
    for number in BEINGS:
        await asyncio.sleep(_PAUSE)
        prepare(number)


class Worker(TableService):
    """The table service with connections: scenes are rendered, and limits are kept."""

    def __init__(self, settings: Settings, now: Callable[[], int] | None = None) -> None:
        super().__init__(settings, now)
        self.renderer = Renderer()
        self.limits = Limits(settings)
        self.fanout.on_usage = self.limits.charge
        self.health = SharedAnswer()

    async def open(self) -> None:
        """Open the service, and render from then on."""
        await super().open()
        self._tasks.append(asyncio.create_task(self.renderer.run()))
        self._tasks.append(asyncio.create_task(repeat(_TELL, self.tell_usage)))
        self._tasks.append(asyncio.create_task(_warm_up()))

    async def tell_usage(self) -> None:
        """The limits are those of all workers together, give or take a second."""
        self.fanout.tell_usage(self.limits.usage())
