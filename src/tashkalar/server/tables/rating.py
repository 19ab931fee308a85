"""How strong players are believed to be: a number, and how far it may be off.

The arithmetic is that of Weng and Lin, as openskill has it: it rates two players, teams, and
melees of three or four alike, and keeps an uncertainty that shrinks with every game.
"""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce

from tashkalar.server.storage.ratings import Belief, RatedGame

# As players know such numbers: 1500 is where everybody begins, and whoever is 400 better wins ten
# games of eleven, once both are known well.
_MIDDLE, _SCALE = 1500, 30
PROVISIONAL = 170  # a rating that may be further off than this is provisional

_model = PlackettLuce()
NEWCOMER = Belief(_model.mu, _model.sigma, 0, 0)
_SETTLED = 1.0  # the uncertainty of a puzzle, which never changes


def after(game: RatedGame, before: Mapping[str, Belief]) -> dict[str, Belief]:
    """What is believed of its players after a game.

    >>> from tashkalar.server.storage.ratings import GamePart
    >>> game = RatedGame("t", "duel", 9, (GamePart(0, "ann", 0, 1), GamePart(1, "ben", 1, 2)))
    >>> {name: number(held) for name, held in after(game, {}).items()}
    {'ann': 1579, 'ben': 1421}
    """
    sides = sorted({part.side for part in game.parts})
    teams = [[part for part in game.parts if part.side == side] for side in sides]
    held = [[before.get(part.owner, NEWCOMER) for part in team] for team in teams]
    rated = _model.rate(
        [[_model.rating(belief.mu, belief.sigma) for belief in team] for team in held],
        ranks=[float(max(part.place for part in team)) for team in teams],
    )
    return {
        part.owner: Belief(new.mu, new.sigma, old.games + 1, game.ended)
        for team, olds, news in zip(teams, held, rated, strict=True)
        for part, old, new in zip(team, olds, news, strict=True)
    }


def after_puzzle(held: Belief, difficulty: int, solved: bool) -> Belief:
    """What is believed of a solver after the first try at a puzzle, whose rating stays.

    >>> [number(after_puzzle(NEWCOMER, 1500, solved)) for solved in (True, False)]
    [1602, 1398]
    >>> number(after_puzzle(NEWCOMER, 1900, True)) > number(after_puzzle(NEWCOMER, 1500, True))
    True
    """
    puzzle = _model.rating(NEWCOMER.mu + (difficulty - _MIDDLE) / _SCALE, _SETTLED)
    solver = _model.rating(held.mu, held.sigma)
    [[new], _] = _model.rate([[solver], [puzzle]], ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return Belief(new.mu, new.sigma, held.games + 1, held.ended)


def number(held: Belief) -> int:
    """The rating that people are shown."""
    return round(_MIDDLE + _SCALE * (held.mu - NEWCOMER.mu))


def uncertainty(held: Belief) -> int:
    """How far it may be off: one standard deviation."""
    return round(_SCALE * held.sigma)


def is_provisional(held: Belief) -> bool:
    """Is too little known to compare it?"""
    return uncertainty(held) > PROVISIONAL
