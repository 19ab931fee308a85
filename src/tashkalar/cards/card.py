"""What a card is: data, nothing that runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tashkalar.arena import SYMMETRIES, VECTORS
from tashkalar.effects.effect import Effect
from tashkalar.effects.lowering import lower
from tashkalar.effects.program import Program
from tashkalar.effects.squares import RANKS, Squares

Offset = tuple[int, int]


@dataclass(frozen=True)
class Orientation:
    """A pattern, turned or mirrored: offsets from the summoning square."""

    pieces: tuple[tuple[int, int, int], ...]  # dx, dy, least rank
    marked: tuple[Offset, ...]
    directions: int  # bits, by the arena's order of directions


@dataclass(frozen=True)
class Being:
    """A being or a legend: rank, pattern, effect."""

    id: str
    rank: int
    drawing: str
    effects: tuple[Effect, ...]
    deck: str = ""
    number: int = -1

    @cached_property
    def program(self) -> Program:
        """The effect, lowered to a program when first needed."""
        return lower(self.id, self.effects)

    @cached_property
    def signs(self) -> tuple[tuple[int, int, str], ...]:
        """The drawing, sign by sign, as offsets from the summoning square."""
        rows = [row.replace(" ", "") for row in self.drawing.strip().splitlines()]
        signs = [(x, y, s) for y, row in enumerate(rows) for x, s in enumerate(row) if s != "."]
        homes = [(x, y) for x, y, s in signs if s in "@CH"]
        if len(homes) != 1 or any(s not in "@CHch*" for *_, s in signs):
            raise ValueError(f"the pattern of {self.id} needs one of @ C H, and c h * . else")
        (x0, y0) = homes[0]
        return tuple((x - x0, y - y0, s) for x, y, s in signs)

    @cached_property
    def pieces(self) -> tuple[tuple[int, int, int], ...]:
        """The pieces of the pattern: offset from the summoning square, and the least rank."""
        return tuple((x, y, 1 if s in "cC" else 2) for x, y, s in self.signs if s in "cChH")

    @property
    def marked(self) -> tuple[Offset, ...]:
        """The stars of the drawing where they are marked squares."""
        stars = tuple((x, y) for x, y, s in self.signs if s == "*")
        return stars if self.program.reads_marked else ()

    @property
    def directions(self) -> tuple[Offset, ...]:
        """The stars of the drawing where they show directions."""
        stars = tuple((x, y) for x, y, s in self.signs if s == "*")
        return stars if self.program.reads_indicated else ()

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """All different ones among the eight, in a fixed order."""
        found: dict[Orientation, None] = {}
        for turn in SYMMETRIES:
            pieces = tuple(sorted((*turn(x, y), rank) for x, y, rank in self.pieces))
            marked = tuple(sorted(turn(x, y) for x, y in self.marked))
            directions = sum(1 << VECTORS.index(turn(x, y)) for x, y in self.directions)
            found[Orientation(pieces, marked, directions)] = None
        return tuple(found)


@dataclass(frozen=True)
class Flare:
    """Two halves, each with the lead of the opponent that it needs."""

    id: str
    upper_needs: int
    upper: tuple[Effect, ...]
    lower_needs: int
    lower: tuple[Effect, ...]
    deck: str = "flares"
    number: int = -1

    def program(self, halves: int) -> Program:
        """1 the upper half, 2 the lower, 3 both."""
        effects = (self.upper if halves & 1 else ()) + (self.lower if halves & 2 else ())
        return lower(f"{self.id}:{halves}", effects)


@dataclass(frozen=True)
class Task:
    """A task of the High Form; its criterion is one of those in ``criteria.py``."""

    id: str
    type: str
    points: int
    criterion: object
    advanced: bool = False
    deck: str = "tasks"
    number: int = -1


Card = Being | Flare | Task


def being(id: str, rank: Squares, drawing: str, *effects: Effect) -> Being:
    """A being or a legend, as a deck writes it: id, rank, drawn pattern, effects."""
    return Being(id, RANKS[rank], drawing, effects)


def flare(
    id: str, upper: tuple[int, tuple[Effect, ...]], lower_half: tuple[int, tuple[Effect, ...]]
) -> Flare:
    """A flare, as a deck writes it: its upper and its lower half."""
    return Flare(id, upper[0], upper[1], lower_half[0], lower_half[1])


def half(needs: int, *effects: Effect) -> tuple[int, tuple[Effect, ...]]:
    """Half a flare: how far ahead the opponent must be, and what it does then."""
    return needs, effects


__all__ = ["Being", "Card", "Flare", "Orientation", "Task", "being", "flare", "half"]
