"""Many games side by side, played by the compiled core.

All that a learner reads and writes lies in numpy arrays that belong to the batch: a step overwrites
them in place, and nothing is copied. ``torch.from_dlpack(batch.observations)`` is the same memory
again. Whoever wants to keep something copies it before the next step.

>>> from tashkalar.engine import core
>>> if core():
...     batch = Batch("duel", size=8, seed=1)
...     batch.codes[:] = batch.masks.argmax(axis=1)  # the first choice in every game
...     batch.step()

============== ================== ======== ======================================================
array          shape              type     holds
============== ================== ======== ======================================================
observations   (size, SIZE)       uint8    what the seat that decides sees, see ``observation``
masks          (size, CODES)      uint8    1 for every choice that is offered
actors         (size,)            int32    the seat that decides
codes          (size,)            int32    written by the learner: the choice in each game
over           (size,)            uint8    1: the last step ended a game; 2: it broke one off
rewards        (size, 4)          float32  of those games by seat, else 0
seeds          (size,)            uint64   the seed of each game
============== ================== ======== ======================================================

A game that is over is followed by the next one at once: observation and mask are those of its
first decision, while ``over`` and ``rewards`` tell how the last one ended. Game n of a batch, in
the order in which they begin, has the n-th word that follows the seed of the batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tashkalar import engine
from tashkalar.env.rewards import TURN_LIMIT
from tashkalar.rules.forms import FORMS, check_schools, form_named, open_schools
from tashkalar.rules.play import Position
from tashkalar.state import FORM_NAMES, SCHOOL_NAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch:
    """So many games of a form. Without schools, every game draws its own."""

    def __init__(self, form: str, size: int, seed: int = 0, schools: tuple[str, ...] = ()) -> None:
        core = engine.core()
        if core is None:
            raise engine.NoCore("a batch needs the compiled core: `make core` builds it")
        wanted = form_named(form)
        if schools:
            check_schools(wanted, schools)
        numbers = [SCHOOL_NAMES.index(school) for school in schools or open_schools(wanted)]
        self.form, self.size, self.seed = form, size, seed
        self.compiled: Any = core.Batch(
            FORM_NAMES.index(form), numbers, not schools, size, seed, TURN_LIMIT
        )
        self.observations: NDArray[np.uint8] = self.compiled.observations
        self.masks: NDArray[np.uint8] = self.compiled.masks
        self.actors: NDArray[np.int32] = self.compiled.actors
        self.codes: NDArray[np.int32] = self.compiled.codes
        self.over: NDArray[np.uint8] = self.compiled.over
        self.rewards: NDArray[np.float32] = self.compiled.rewards
        self.seeds: NDArray[np.uint64] = self.compiled.seeds

    @property
    def seats(self) -> int:
        """How many seats a game has; further rewards are 0."""
        return FORMS[self.form].seats

    def reset(self, seed: int | None = None) -> None:
        """Begin anew, with the same seed or another one."""
        if seed is not None:
            self.seed = seed
        self.compiled.reset(self.seed)

    def step(self, codes: Any = None) -> None:
        """Make the choices in ``codes``, those given or those written into the array before.

        If one of them is not offered, none is made, and the error names the game.
        """
        if codes is not None:
            self.codes[:] = codes
        self.compiled.step()

    def draw(self) -> None:
        """Write a random choice for each game into ``codes``; all that are offered are alike."""
        self.compiled.draw()

    def position(self, game: int) -> Position:
        """The position of a game, as the reference has it."""
        return Position.from_bytes(self.compiled.position(game).to_bytes())
