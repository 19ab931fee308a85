"""Why an effect does not offer a square: the first thing that is wrong with it, as a value.

A question has demands, and the first that a square does not meet is told. It is looked at on the
board, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import arena
from tashkalar import unmet as wrong
from tashkalar.choice import Asking
from tashkalar.effects import effect as fx
from tashkalar.effects import offered as of
from tashkalar.effects import squares as sq
from tashkalar.effects.program import HEADING, SELF, USED
from tashkalar.effects.questions import conjuncts
from tashkalar.effects.squares import Squares
from tashkalar.refusal import Occupied, Refusal
from tashkalar.rules import turn
from tashkalar.rules.asked import asked
from tashkalar.rules.atoms import colour_at, me, rank_at
from tashkalar.state import COMMON, HEROIC, LEGENDARY, State

_RANKS = {sq.COMMON: COMMON, sq.HEROIC: HEROIC, sq.LEGENDARY: LEGENDARY}
# What a square itself is, or how it lies: whatever stands there.
_PLACES: dict[Squares, Callable[[int], Refusal]] = {
    sq.MARKED: wrong.NotMarked,
    sq.LINES: wrong.NotOnLine,
    sq.COLOURED: wrong.NotColoured,
    sq.RED | sq.Around("adjacent", sq.RED): wrong.NotNearRed,
    sq.GREEN | sq.Around("adjacent", sq.GREEN): wrong.NotNearGreen,
    sq.Around("adjacent", sq.GREEN): wrong.NotBesideGreen,
    sq.Around("adjacent", sq.MINE): wrong.NotBesideOwn,
    sq.Around("adjacent", sq.MINE & ~sq.SELF): wrong.NotBesideOther,
    sq.Around("adjacent", sq.IT): wrong.NotBesideChosen,
}
_BESIDE: dict[str, Callable[[int, int], Refusal]] = {
    "adjacent": wrong.NotAdjacent,
    "orthogonal": wrong.NotOrthogonal,
    "diagonal": wrong.NotDiagonal,
}
_PIECES: dict[Squares, Callable[[int], Refusal]] = {
    sq.USED: wrong.NotUsed,
    sq.UPGRADED: wrong.NotUpgraded,
    sq.UPGRADABLE: wrong.NotUpgradable,
    of.DOWNGRADABLE: wrong.NotDowngradable,
}


def unmet(p: State, square: int, demand: Squares, offered: int) -> Refusal:
    """What is wrong with a square that does not meet a demand, which the offered ones meet."""
    card = turn.in_play(p)
    if demand in _PLACES:
        return _PLACES[demand](square)
    match demand:
        case sq.Around(how, sq.SELF, n):
            if how in _BESIDE:
                return _BESIDE[how](square, card)
            away = arena.distance(square, p.registers[SELF].bit_length() - 1)
            if how == "ring":
                return wrong.WrongDistance(square, away, n)
            return wrong.TooDistant(square, away, n)
        case of.Placeable():
            rank = rank_at(p, 1 << square)
            return Occupied(square, rank) if rank else wrong.Unsuitable(square)
        case of.Reach():
            return _beyond(p, square, demand.piece, [demand.move])
        case of.Payable(_, parts) if asked_mover(p) is not None:
            moves = [move for part, _ in parts for move in _moves(part)]
            mover = asked_mover(p)
            assert mover is not None
            return _beyond(p, square, mover, moves)
        case sq.Outside(sq.COMMON):
            return wrong.NotOntoCommon(card)
        case of.Pool(_, of=among):
            return _of_pool(p, square, among, offered)
    return _about_piece(p, square, demand, offered)


def asked_mover(p: State) -> int | None:
    """The register of the piece whose destination is asked for."""
    question = asked(p)
    return question.mover if question else None


def _about_piece(p: State, square: int, demand: Squares, offered: int) -> Refusal:
    """What is wrong with the piece on a square."""
    bit, card = 1 << square, turn.in_play(p)
    rank = rank_at(p, bit)
    if not rank:
        return wrong.Vacant(square)
    if demand in _RANKS:
        return wrong.WrongRank(square, rank, _RANKS[demand])
    if demand in _PIECES:
        return _PIECES[demand](square)
    match demand:
        case sq.ENEMY:
            return wrong.OwnPiece(square)
        case sq.MINE:
            return wrong.EnemyPiece(square)
        case sq.SELF:
            return wrong.OnlyItself(card)
        case sq.Outside(sq.LEGENDARY):
            return wrong.IsLegendary(square)
        case sq.Outside(sq.SELF):
            return (wrong.MayNotMove if p.asking == Asking.MOVER else wrong.NotItself)(card)
        case sq.THEIRS | sq.SameColour() if offered:
            needed = colour_at(p, offered & -offered)
            if needed == me(p):
                return wrong.EnemyPiece(square)
            return wrong.OtherColour(square, needed)
        case sq.RicherIn(among):
            if colour_at(p, bit) == me(p):
                return wrong.OwnPiece(square)
            kind = wrong.NotRicher if among == sq.COMMON else wrong.NotRicherInUpgraded
            return kind(colour_at(p, bit))
        case of.Convertible():
            return wrong.NotConvertible(square)
        case of.Touching():
            return wrong.NotConnected(square)
        case of.Movers() | of.Payable():
            mine = colour_at(p, bit) == me(p)
            return wrong.NoMove(square) if mine or _strangers(p) else wrong.EnemyPiece(square)
        case sq.Either():
            return _of_several(p, square, demand)
    return wrong.Unsuitable(square)


def _strangers(p: State) -> bool:
    """Is it about pieces of others, too?"""
    return any(p.mask & pieces for colour, pieces in enumerate(p.pieces) if colour != me(p))


def _of_pool(p: State, square: int, among: Squares, offered: int) -> Refusal:
    """A set that was fixed at the start: the square never belonged to it, or is gone from it."""
    for part in conjuncts(among):
        if not _meets(p, square, part.says, offered):
            return unmet(p, square, part.says, offered)
    moving = p.asking == Asking.MOVER
    return (wrong.MovedBefore if moving else wrong.ChosenBefore)(square)


def _of_several(p: State, square: int, demand: Squares) -> Refusal:
    """Alternatives: what all of them leave out is told, else that the piece can do nothing."""
    bit = 1 << square
    rank, mine = rank_at(p, bit), colour_at(p, bit) == me(p)
    parts = _leaves(demand)
    if any(isinstance(part, of.Movers) for part in parts):
        return wrong.NoMove(square)
    if rank == LEGENDARY:
        return wrong.IsLegendary(square)
    if sq.USED in parts:
        return wrong.NotUsed(square)
    if mine and sq.ENEMY in parts:
        return wrong.WrongRank(square, rank, COMMON)
    return wrong.Unsuitable(square)


def _leaves(s: Squares) -> list[Squares]:
    match s:
        case sq.Both(left, right) | sq.Either(left, right):
            return _leaves(left) + _leaves(right)
    return [s]


def _meets(p: State, square: int, s: Squares, offered: int) -> bool:
    """Does a square belong to a set, as far as the board tells?"""
    bit = 1 << square
    occupied = p.common | p.heroic | p.legendary
    mine = p.pieces[me(p)]
    known = {
        sq.OCCUPIED: occupied,
        sq.EMPTY: ~occupied,
        sq.MINE: mine,
        sq.ENEMY: occupied & ~mine,
        sq.COMMON: p.common,
        sq.HEROIC: p.heroic,
        sq.LEGENDARY: p.legendary,
        sq.SELF: p.registers[SELF],
        sq.USED: p.registers[USED],
    }
    if s in known:
        return bool(known[s] & bit)
    match s:
        case sq.Outside(inner):
            return inner not in known or not _meets(p, square, inner, offered)
        case sq.Both(left, right):
            return _meets(p, square, left, offered) and _meets(p, square, right, offered)
        case sq.Either(left, right):
            return _meets(p, square, left, offered) or _meets(p, square, right, offered)
        case sq.Around("adjacent", sq.SELF):
            return bool(arena.spread(p.registers[SELF]) & bit)
        case sq.SameColour() if offered and occupied & bit:
            return colour_at(p, bit) == colour_at(p, offered & -offered)
    return True


# --- moves ----------------------------------------------------------------------------------------


def _moves(s: Squares) -> list[fx.Move]:
    match s:
        case of.Reach(_, move):
            return [move]
        case of.Provided(inner):
            return _moves(inner)
    return []


def _beyond(p: State, square: int, register: int, moves: list[fx.Move]) -> Refusal:
    """Which of three things is wrong with the end of a move: the distance, the way, the piece."""
    piece = p.registers[register]
    start, rank = piece.bit_length() - 1, rank_at(p, 1 << square)
    if square == start:
        return wrong.StandsThere(square)
    if not any(move.leap for move in moves) and not arena.ADJACENT[start] >> square & 1:
        return wrong.TooFar(square, start)
    heading = p.registers[HEADING] if any(move.along for move in moves) else arena.NOWHERE
    if heading != arena.NOWHERE and not arena.STEP[heading][start] >> square & 1:
        return wrong.NotOnward(square, heading)
    if all(move.kind == "to_empty" for move in moves):
        return wrong.NotEmpty(square, rank)
    if rank == rank_at(p, piece):
        return wrong.EqualRank(square, rank)
    return wrong.TooStrong(square, rank, rank_at(p, piece))
