"""What is said about a puzzle: three hints on the way, and afterwards where the points came from.

Everything is worked out from the solution and what happens in it; the sentences are in the
catalogue: ``puzzle.goal.…``, ``puzzle.hint.…``, ``puzzle.why.…``, ``puzzle.short.…``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tashkalar import event
from tashkalar.arena import NAMES
from tashkalar.catalogue import text
from tashkalar.choice import Kind
from tashkalar.puzzles.goals import Shortfall
from tashkalar.puzzles.puzzle import Puzzle
from tashkalar.rules.forms import FORMS
from tashkalar.rules.tasks import task
from tashkalar.state import LEGENDARY
from tashkalar.words import card_name

# What the first hint can say, the most telling first.
ABOUT = ("task", "flare", "improvise", "legend", "two", "one", "place")


class PuzzleHint(NamedTuple):
    """One hint; its text is ``puzzle.hint.<kind>``."""

    step: int  # 1 what it is about, 2 which card, 3 where
    kind: str  # one of ABOUT, then card, where or placed
    card: int | None = None
    square: int | None = None


class PuzzleReason(NamedTuple):
    """Where points of the solution come from; its text is ``puzzle.why.<kind>``."""

    kind: str  # one of REASONS
    points: int = 0
    card: int | None = None


REASONS = ("destroyed", "left_over", "legend", "task", "legends", "enemy_legends", "given", "won")


@lru_cache(512)
def hints(puzzle: Puzzle) -> tuple[PuzzleHint, ...]:
    """The hints in their order: what it is about, which card, where."""
    happened = [found for step in puzzle.steps() for found in step.events]
    summoned = [found for found in happened if isinstance(found, event.Summon)]
    about = PuzzleHint(1, *_about(happened, summoned))
    played = [c for c in puzzle.solution if c.kind in (Kind.SUMMON, Kind.FLARE)]
    if not played:
        placed = [c.value for c in puzzle.solution if c.kind == Kind.PLACE]
        return (about, *(PuzzleHint(2, "placed", square=square) for square in placed[:1]))
    first = played[0].value
    found = [about, PuzzleHint(2, "card", card=first)]
    if summoned:
        where = summoned[0]
        found.append(PuzzleHint(3, "where", card=where.card, square=where.square))
    return tuple(found)


def _about(happened: list[event.Event], summoned: list[event.Summon]) -> tuple[str, int | None]:
    for found in happened:
        if isinstance(found, event.Claim):
            return "task", found.card
    kinds = {type(found) for found in happened}
    if event.Invoke in kinds:
        return "flare", None
    if event.Improvise in kinds:
        return "improvise", None
    if any(found.rank == LEGENDARY for found in summoned):
        return "legend", None
    return ("two" if len(summoned) > 1 else "one" if summoned else "place"), None


@lru_cache(512)
def reasons(puzzle: Puzzle) -> tuple[PuzzleReason, ...]:
    """Where the points of the solution come from."""
    game = puzzle.solved()
    start, end = puzzle.start, game.position
    mine, form = start.colour_of[puzzle.seat], FORMS[puzzle.form]
    points = dict.fromkeys(REASONS, 0)
    found: list[PuzzleReason] = []
    for told in (told for step in game.history for told in step.events):
        match told:
            case event.Claim(card):
                found.append(PuzzleReason("task", task(card).points, card))
            case event.Points(colour, n, why) | event.PointsIn(colour, n, _, why):
                points[why if colour == mine else "given"] += n
    if form.tasks:
        for colour in range(form.colours):
            more = [(p.pieces[colour] & p.legendary).bit_count() for p in (start, end)]
            if colour == mine:
                points["legends"] += max(0, more[1] - more[0])
            else:
                points["enemy_legends"] += max(0, more[0] - more[1])
    found += [PuzzleReason(kind, n) for kind, n in points.items() if n]
    if puzzle.goal.points is None:
        found.append(PuzzleReason("won"))
    return tuple(found)


# --- in words ---------------------------------------------------------------------------------


def goal_words(puzzle: Puzzle, language: str = "en") -> str:
    """What is to be done."""
    if puzzle.goal.points is None:
        return text("puzzle.goal.win", language)
    return text("puzzle.goal.points", language, n=puzzle.goal.points)


def hint_words(hint: PuzzleHint, language: str = "en") -> str:
    """A hint as a sentence."""
    told: dict[str, object] = {}
    if hint.card is not None:
        told["card"] = card_name(hint.card, language)
    if hint.square is not None:
        told["square"] = NAMES[hint.square]
    return text(f"puzzle.hint.{hint.kind}", language, **told)


def reason_words(reason: PuzzleReason, language: str = "en") -> str:
    """Where points come from, as a sentence."""
    told: dict[str, object] = {"n": reason.points} if reason.points else {}
    if reason.card is not None:
        told["card"] = card_name(reason.card, language)
    return text(f"puzzle.why.{reason.kind}", language, **told)


def short_words(short: Shortfall, language: str = "en") -> str:
    """How a turn falls short, as a sentence."""
    if short.kind == "points":
        return text("puzzle.short.points", language, reached=short.reached, n=short.needed)
    return text(f"puzzle.short.{short.kind}", language)
