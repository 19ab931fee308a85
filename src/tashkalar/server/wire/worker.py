"""One worker of the server: its table service, and what its connections share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.server.settings import Settings
from tashkalar.server.tables.service import TableService, repeat
from tashkalar.server.wire.limits import Limits
from tashkalar.server.wire.rendering import Renderer

_TELL = 1.0  # seconds between notes of what was asked of this worker


class Worker(TableService):
    """The table service with connections: scenes are rendered, and limits are kept."""

    def __init__(self, settings: Settings, now: Callable[[], int] | None = None) -> None:
        super().__init__(settings, now)
        self.renderer = Renderer()
        self.limits = Limits(settings)
        self.fanout.on_usage = self.limits.charge

    async def open(self) -> None:
        """Open the service, and render from then on."""
        await super().open()
        self._tasks.append(asyncio.create_task(self.renderer.run()))
        self._tasks.append(asyncio.create_task(repeat(_TELL, self.tell_usage)))

    async def tell_usage(self) -> None:
        """The limits are those of all workers together, give or take a second."""
        self.fanout.tell_usage(self.limits.usage())
