"""The game as an environment for learners; ``docs/research.md`` tells how to use it.

=================  ===========================================================================
``observation``    what a seat sees as bytes, and the mask of what it may choose: the one
                   definition, with ``eyes`` and ``parts``, which the compiled core repeats
``rewards``        what the end of a game is worth to each seat
``live``           one game, codes in and observations out, for the environments of single games
``aec``            PettingZoo: every form, every seat an agent
``gym``            Gymnasium: one seat against bots
``spiel``          OpenSpiel: a game with explicit chance, every card a chance node (``chance``)
``batch``          many games side by side in the compiled core, in arrays of numpy
``suite``          the fixed evaluation suite
``extra``          the error that names a library which is not installed
=================  ===========================================================================

Nothing is imported before it is used; what it takes comes with ``pip install 'tashkalar[env]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tashkalar.env.aec import ArenaAEC
    from tashkalar.env.batch import Batch
    from tashkalar.env.gym import AgainstBots

__all__ = ["AgainstBots", "ArenaAEC", "Batch"]
_HOMES = {"AgainstBots": "gym", "ArenaAEC": "aec", "Batch": "batch"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
