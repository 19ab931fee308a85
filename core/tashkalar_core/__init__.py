"""The compiled core of Tash-Kalar in Python: ``tashkalar.engine`` is the door to it."""

from tashkalar_core._core import *  # noqa: F403
