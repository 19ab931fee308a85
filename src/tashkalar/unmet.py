"""What is wrong with a square that an effect does not offer: refusals of their own.

Each says one thing, the first that is wrong. They belong to the vocabulary of ``refusal``.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.terms import Card, Colour, Count, Direction, Rank, Square

# --- the piece ------------------------------------------------------------------------------------


class Vacant(NamedTuple):
    """A piece is needed, and none stands there."""

    square: Square


class OwnPiece(NamedTuple):
    """An enemy piece is needed."""

    square: Square


class EnemyPiece(NamedTuple):
    """A piece of the player's own is needed."""

    square: Square


class OtherColour(NamedTuple):
    """A piece of another colour is needed."""

    square: Square
    needed: Colour


class WrongRank(NamedTuple):
    """A piece of another rank is needed."""

    square: Square
    rank: Rank
    needed: Rank


class NotUpgraded(NamedTuple):
    """An upgraded piece is needed."""

    square: Square


class IsLegendary(NamedTuple):
    """Legendary pieces are spared."""

    square: Square


class NotItself(NamedTuple):
    """The being is left out."""

    card: Card


class OnlyItself(NamedTuple):
    """The being is all there is to choose."""

    card: Card


class NotUsed(NamedTuple):
    """A piece of the pattern is needed."""

    square: Square


class NotRicher(NamedTuple):
    """The owner of the piece has no more common pieces than the player."""

    rival: Colour


class NotRicherInUpgraded(NamedTuple):
    """The owner of the piece has no more upgraded pieces than the player."""

    rival: Colour


class NotUpgradable(NamedTuple):
    """Nothing is left in the supply that the piece could become."""

    square: Square


class NotDowngradable(NamedTuple):
    """Nothing is left in the supply that the legendary piece could become."""

    square: Square


class NotConvertible(NamedTuple):
    """Nothing is left in the supply that could replace the piece."""

    square: Square


class ChosenBefore(NamedTuple):
    """Each may be chosen once."""

    square: Square


class MovedBefore(NamedTuple):
    """Each piece may move once; this one has."""

    square: Square


# --- the place ------------------------------------------------------------------------------------


class NotAdjacent(NamedTuple):
    """A square adjacent to the being is needed."""

    square: Square
    card: Card


class NotOrthogonal(NamedTuple):
    """A square orthogonally adjacent to the being is needed."""

    square: Square
    card: Card


class NotDiagonal(NamedTuple):
    """A square diagonally adjacent to the being is needed."""

    square: Square
    card: Card


class TooDistant(NamedTuple):
    """The square is farther away from the being than the card allows."""

    square: Square
    distance: Count
    most: Count


class WrongDistance(NamedTuple):
    """The card asks for one distance from the being."""

    square: Square
    distance: Count
    needed: Count


class NotBesideOwn(NamedTuple):
    """A square adjacent to a piece of the player's own is needed."""

    square: Square


class NotBesideOther(NamedTuple):
    """A square adjacent to another piece of the player's own than the being is needed."""

    square: Square


class NotBesideChosen(NamedTuple):
    """A square adjacent to the piece that was chosen before is needed."""

    square: Square


class NotConnected(NamedTuple):
    """The pieces that are chosen are connected."""

    square: Square


class NotBesideGreen(NamedTuple):
    """A square adjacent to a green one is needed."""

    square: Square


class NotNearRed(NamedTuple):
    """A red square, or one adjacent to it, is needed."""

    square: Square


class NotNearGreen(NamedTuple):
    """A green square, or one adjacent to it, is needed."""

    square: Square


class NotColoured(NamedTuple):
    """A red or green square is needed."""

    square: Square


class NotMarked(NamedTuple):
    """A marked square is needed."""

    square: Square


class NotOnLine(NamedTuple):
    """A square on an indicated line is needed."""

    square: Square


class NotIndicated(NamedTuple):
    """The direction is not one of those to choose from."""

    direction: Direction


class Unsuitable(NamedTuple):
    """The square is not what the card asks for, and there are no better words for it."""

    square: Square


# --- the move -------------------------------------------------------------------------------------


class NoMove(NamedTuple):
    """The piece cannot make this move from where it stands."""

    square: Square


class MayNotMove(NamedTuple):
    """The being is left out of the moves."""

    card: Card


class StandsThere(NamedTuple):
    """A move leads to another square."""

    square: Square


class TooFar(NamedTuple):
    """A move goes to an adjacent square."""

    square: Square
    start: Square


class NotOnward(NamedTuple):
    """The move has to go on in the direction of the one before."""

    square: Square
    direction: Direction


class NotOntoCommon(NamedTuple):
    """The being does not move onto common pieces."""

    card: Card


class NotEmpty(NamedTuple):
    """This move goes to an empty square."""

    square: Square
    rank: Rank


class EqualRank(NamedTuple):
    """A standard move takes lower ranks only."""

    square: Square
    rank: Rank


class TooStrong(NamedTuple):
    """No move takes a piece of a higher rank."""

    square: Square
    rank: Rank
    mover_rank: Rank


OfSquares = (
    Vacant
    | OwnPiece
    | EnemyPiece
    | OtherColour
    | WrongRank
    | NotUpgraded
    | IsLegendary
    | NotItself
    | OnlyItself
    | NotUsed
    | NotRicher
    | NotRicherInUpgraded
    | NotUpgradable
    | NotDowngradable
    | NotConvertible
    | ChosenBefore
    | MovedBefore
    | NotAdjacent
    | NotOrthogonal
    | NotDiagonal
    | TooDistant
    | WrongDistance
    | NotBesideOwn
    | NotBesideOther
    | NotBesideChosen
    | NotConnected
    | NotBesideGreen
    | NotNearRed
    | NotNearGreen
    | NotColoured
    | NotMarked
    | NotOnLine
    | NotIndicated
    | Unsuitable
    | NoMove
    | MayNotMove
    | StandsThere
    | TooFar
    | NotOnward
    | NotOntoCommon
    | NotEmpty
    | EqualRank
    | TooStrong
)
