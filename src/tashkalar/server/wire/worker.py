"""One worker of the server: its house of tables, and what its connections share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.server.settings import Settings
from tashkalar.server.tables.house import House, now_in_milliseconds
from tashkalar.server.wire.limits import Limits
from tashkalar.server.wire.painting import Painter


class Worker(House):
    """A house that people can connect to: scenes are painted, and limits are kept."""

    def __init__(self, settings: Settings, now: Callable[[], int] = now_in_milliseconds) -> None:
        super().__init__(settings, now)
        self.painter = Painter()
        self.limits = Limits(settings)

    async def open(self) -> None:
        """Open the house, and paint from then on."""
        await super().open()
        self._tasks.append(asyncio.create_task(self.painter.run()))
