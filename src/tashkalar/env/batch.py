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
                                           (``step`` takes and checks an array of any integers)
over           (size,)            uint8    1: the last step ended a game; 2: it broke one off
rewards        (size, 4)          float32  of those games by seat, else 0
seeds          (size,)            uint64   the seed of each game
============== ================== ======== ======================================================

A game that is over is followed by the next one at once: observation and mask are those of its
first decision, while ``over`` and ``rewards`` tell how the last one ended. Game n of a batch, in
the order in which they begin, has the n-th word that follows the seed of the batch.

A batch is for one thread. Several threads use a batch each; one that comes to a batch that is being
stepped is refused with a RuntimeError.
"""

from __future__ import annotations

from operator import index
from typing import Any, SupportsIndex

from tashkalar import engine
from tashkalar.env.extra import lacking
from tashkalar.env.observation import CODES
from tashkalar.env.rewards import TURN_LIMIT
from tashkalar.rules.forms import FORMS, SEEDS, check_schools, form_named, open_schools
from tashkalar.rules.play import Position
from tashkalar.state import FORM_NAMES, SCHOOL_NAMES

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise lacking(__name__, error) from error

MOST = 1 << 20  # games of a batch, as the core has it


class Batch:
    """So many games of a form. Without schools, every game draws its own."""

    def __init__(self, form: str, size: int, seed: int = 0, schools: tuple[str, ...] = ()) -> None:
        core = engine.core()
        if core is None:
            raise engine.NoCore("a batch needs the compiled core: `make core` builds it")
        wanted = form_named(form)
        if schools:
            check_schools(wanted, schools)
        size = _number("the size of a batch", size)
        if not 1 <= size <= MOST:
            raise ValueError(f"a batch has from 1 to {MOST} games, not {size}")
        seed = _seed(seed)
        numbers = [SCHOOL_NAMES.index(school) for school in schools or open_schools(wanted)]
        self.form, self.size, self.seed = form, size, seed
        self.compiled: Any = core.Batch(
            FORM_NAMES.index(form), numbers, not schools, size, seed, TURN_LIMIT
        )
        self._observations: NDArray[np.uint8] = self.compiled.observations
        self._masks: NDArray[np.uint8] = self.compiled.masks
        self._actors: NDArray[np.int32] = self.compiled.actors
        self._codes: NDArray[np.int32] = self.compiled.codes
        self._over: NDArray[np.uint8] = self.compiled.over
        self._rewards: NDArray[np.float32] = self.compiled.rewards
        self._seeds: NDArray[np.uint64] = self.compiled.seeds

    def __reduce__(self) -> Any:
        raise TypeError(
            "a batch cannot be copied or pickled: its games are in the core; make another one with "
            "the same seed, or take single games with position()"
        )

    # Properties, since another array under one of these names would be none of the core's.

    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the seat that decides sees in each game."""
        return self._observations

    @property
    def masks(self) -> NDArray[np.uint8]:
        """1 for every choice that is offered."""
        return self._masks

    @property
    def actors(self) -> NDArray[np.int32]:
        """The seat that decides in each game."""
        return self._actors

    @property
    def codes(self) -> NDArray[np.int32]:
        """The choice in each game: written by the learner, or by ``draw``."""
        return self._codes

    @codes.setter
    def codes(self, given: NDArray[np.int32]) -> None:
        if given is not self._codes:  # as after batch.codes += 1
            raise AttributeError(
                "a batch keeps its own array of codes; write into it, batch.codes[:] = codes, or "
                "hand them to step"
            )

    @property
    def over(self) -> NDArray[np.uint8]:
        """1 where the last step ended a game, 2 where it broke one off."""
        return self._over

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The rewards of those games by seat."""
        return self._rewards

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of each game."""
        return self._seeds

    @property
    def seats(self) -> int:
        """How many seats a game has; further rewards are 0."""
        return FORMS[self.form].seats

    def reset(self, seed: int | None = None) -> None:
        """Begin anew, with the same seed or another one."""
        seed = self.seed if seed is None else _seed(seed)
        self.compiled.reset(seed)
        self.seed = seed

    def step(self, codes: Any = None) -> None:
        """Make the choices in ``codes``, those given or those written into the array before.

        If one of them is not offered, none is made, and the error names the game.
        """
        if codes is not None:
            self._codes[:] = self._checked(codes)
        self.compiled.step()

    def _checked(self, codes: Any) -> NDArray[Any]:
        """Codes as an array in which nothing is lost by a cast to the one of the batch."""
        given: NDArray[Any] = np.asarray(codes)
        if given.dtype.kind not in "iu":
            raise TypeError(f"codes are integers, not {given.dtype}")
        if given.shape != (self.size,):
            raise ValueError(
                f"a step takes a code for each game, an array of shape ({self.size},), "
                f"not {given.shape}"
            )
        if given.min() < 0 or given.max() >= CODES:
            game = int(np.argmax((given < 0) | (given >= CODES)))
            raise ValueError(
                f"there is no choice {given[game]}, as in game {game}; codes are 0 to {CODES - 1}"
            )
        return given

    def draw(self) -> None:
        """Write a random choice for each game into ``codes``; all that are offered are alike."""
        self.compiled.draw()

    def position(self, game: int) -> Position:
        """The position of a game, as the reference has it."""
        return Position.from_bytes(self.compiled.position(game).to_bytes())


def _number(what: str, given: SupportsIndex) -> int:
    try:
        return index(given)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {given!r}") from None


def _seed(given: SupportsIndex) -> int:
    seed = _number("a seed", given)
    if not 0 <= seed < SEEDS:
        raise ValueError(f"a seed is a number from 0 to {SEEDS - 1}, not {seed}")
    return seed
