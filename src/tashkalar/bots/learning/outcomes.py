"""Learning from how games come out what the plain counts are worth.

Who holds ready cards wins more often, but not by holding them; so what cards are worth is tried
(``tuning``), not watched. Trying weights tells little, though, of what pays only many turns later:
the pieces that stand on the board. Those can be counted. A logistic regression of who won on the
value of a position and on a few such counts says how much more the value should give them. Then all
weights are scaled, so that a point of the value means the same chance of winning as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tashkalar.bots.learning.selfplay import Told, watched
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.fixed import plain_weights
from tashkalar.bots.playing.weights import Lesson, TooFewGames, family, read, write

COUNTED = ("points", "weakest", "common", "heroic", "legendary", "used")
EARLY = 0.6  # of a game: later the counts say who has won, not how
MOST = 25.0  # a value counts up to here
DOUBT = 10.0  # how much the regression distrusts what it sees
STEP = 0.75  # of what the regression says is taken over


class Lacking(NamedTuple):
    """What the value lacks."""

    more: dict[str, float]  # the step: how much more each count weighs
    scale: float  # what all weights are multiplied by then
    turns: int  # from how many turns this is known


def told(games: Iterable[Told]) -> Lacking:
    """What the value lacks, as the games show it."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    columns = [NAMES.index(name) for name in COUNTED]
    rows, won = [], []
    for game in games:
        best = max(game.standing)
        if game.standing.count(best) > 1:
            continue
        for turn in game.turns:
            if turn.number <= EARLY * game.length:
                value = max(-MOST, min(MOST, turn.value))
                rows.append([value, *(turn.end[i] for i in columns)])
                won.append(game.standing[turn.colour] == best)
    if not rows:
        raise TooFewGames("no game had a winner; let more games be played")
    seen = np.array(rows)
    scaler = StandardScaler().fit(seen)
    model = LogisticRegression(C=1 / DOUBT, max_iter=1000).fit(scaler.transform(seen), won)

    def meaning(values: Any) -> float:
        return float(LogisticRegression(C=100.0).fit(values, won).coef_[0][0])

    alone = meaning(seen[:, :1])
    if alone <= 0:
        raise TooFewGames("winners did not stand better in these games; let more be played")
    step = STEP * model.coef_[0][1:] / scaler.scale_[1:] / alone
    scale = meaning(seen[:, :1] + seen[:, 1:] @ step[:, None]) / alone
    more = {name: round(float(by), 4) for name, by in zip(COUNTED, step, strict=True)}
    return Lacking(more, round(scale, 4), len(rows))


def learn(lesson: Lesson, tell: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Watch games, and store the strategist's weights with the record of how they were found."""
    found = told(watched(lesson, tell))
    kind = family(lesson.form)
    known = plain_weights(STRATEGIC.weights[kind])
    weights = {
        name: round((weight + found.more.get(name, 0.0)) * found.scale, 4)
        for name, weight in zip(NAMES, known, strict=True)
    }
    stored = read(lesson.file)
    stored["weights"]["strategist"][kind] = {name: w for name, w in weights.items() if w}
    made = lesson.record(step=STEP, **found._asdict())
    made["library"] = "scikit-learn LogisticRegression"
    stored["records"]["weights"]["strategist"].setdefault(kind, []).append(made)
    write(lesson.file, stored)
    return made
