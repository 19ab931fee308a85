"""Memory that nobody needs any more."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Free memory goes back to the system: the allocator of Linux has to be told."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
