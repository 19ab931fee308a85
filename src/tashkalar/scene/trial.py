"""Trying a card: any board, the card in hand, and what the engine makes of it.

A trial keeps nothing. Whoever tries sends the board and all that was played on it, and is shown
what follows, so a position can be shared as a link and taken back by leaving choices out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tashkalar import BadPosition, Game, Position, View, parse_choice, parse_scenario
from tashkalar.cards import CARDS, Being, card
from tashkalar.catalogue import name
from tashkalar.clauses import clause_of
from tashkalar.notation.positions import board_of
from tashkalar.player_names import by_school, for_learner
from tashkalar.rules.summoning import summonable
from tashkalar.scene import story
from tashkalar.scene.players import Setting, Sitting
from tashkalar.scene.scene import Scene, scene
from tashkalar.terms import LETTERS
from tashkalar.words import refusal_words

MOST_PLAYED = 60  # choices of one trial
LONGEST = 60  # characters of a choice
MOST_PIECES = 69  # one for each square


class BadTrial(ValueError):
    """A board that cannot be laid out; the message says what is wrong with it."""


class Reasoned(Struct, frozen=True):
    """Why something is not possible, and the clause behind it."""

    text: str
    clause: str


class TrialShown(Struct, frozen=True):
    """A trial as it stands."""

    scene: Scene
    log: list[story.LogEntry]
    reason: Reasoned | None  # the answer to "why not?"
    scenario: str  # all of it as a scenario, to be kept as a file


class FittingCards(Struct, frozen=True):
    """The cards that could be summoned on a board, by the player of its first color."""

    cards: tuple[str, ...]


def trial(
    id: str, pieces: str, played: Sequence[str], why: str | None = None, language: str = "en"
) -> TrialShown:
    """Lay a board out, play on it, and answer a question; IllegalChoice where that is not possible.

    >>> shown = trial("swordmaster", "A1e6 A1e4 B1d6", ["summon swordmaster", "e5"])
    >>> [choice.text for choice in shown.scene.question.choices]
    ['d6', 'pass']
    >>> trial("swordmaster", "A1e6 A1e4", [], "summon swordmaster a5").reason.clause
    '7.4'
    """
    head = scenario_head(id, pieces)
    try:
        start = parse_scenario(head).start
    except ValueError as error:
        raise BadTrial(_told(error)) from None
    game = Game.at(start)
    for choice in played:
        game.play(choice)
    names = for_learner(game.schools, start.colour_of, 0, language)
    sittings = tuple(Sitting(called) for called in names.seats)
    setting = Setting("", len(played), sittings, reader=0)
    shown = scene(game, 0, setting, language)
    lines = [head, *(f"play: {choice}" for choice in played)]
    reason = None if why is None else reasoned(game, 0, why, language)
    log = story.log(game, names, language=language)
    return TrialShown(shown, log, reason, "\n".join(lines) + "\n")


def _told(error: ValueError) -> str:
    """A complaint without the number of a line that nobody has written."""
    return str(error).partition(": ")[2] or str(error)


def reasoned(game: Game, seat: int, why: str, language: str) -> Reasoned | None:
    """Why a seat cannot choose something, or cannot summon a card on a square."""
    words = why.split()
    seen: View | Position = game.view(seat)
    if len(words) == 3 and words[0] == "summon":
        summoning = parse_choice(" ".join(words[:2]))
        if seen.refusal(summoning, seat) is None:
            seen = game.position.after(summoning)
            why = words[2]
        else:
            why = " ".join(words[:2])
    found = seen.refusal(parse_choice(why), seat)
    if found is None:
        return None
    names = by_school(game.schools, game.position.colour_of, language, seat)
    return Reasoned(refusal_words(found, language, names), clause_of(found))


def scenario_head(id: str, pieces: str) -> str:
    """The position of a trial, as a scenario begins.

    >>> print(scenario_head("knight", "A1e5"))
    scenario: Knight
    about: knight
    hand A: knight
    board:
    9        .. .. .. .. ..
    8     .. .. .. .. .. .. ..
    7  .. .. .. .. .. .. .. .. ..
    6  .. .. .. .. .. .. .. .. ..
    5  .. .. .. .. A1 .. .. .. ..
    4  .. .. .. .. .. .. .. .. ..
    3  .. .. .. .. .. .. .. .. ..
    2     .. .. .. .. .. .. ..
    1        .. .. .. .. ..
       a  b  c  d  e  f  g  h  i
    """
    found = card(id)
    if not isinstance(found, Being):
        raise BadTrial(f"{found.id} is no being; a trial needs one")
    head = [f"scenario: {name(id)}", f"about: {found.id}", f"hand A: {found.id}", "board:"]
    try:
        return "\n".join([*head, *board_of(pieces, LETTERS[:2])])
    except BadPosition as error:
        raise BadTrial(str(error)) from None


def fitting(pieces: str) -> FittingCards:
    """All beings and legends that A could summon on a board.

    >>> "swordmaster" in fitting("A1e6 A1e4").cards, fitting("").cards
    (True, ())
    """
    try:
        drawn = board_of(pieces)
        colours = max([1, *(LETTERS.index(piece[0]) for piece in pieces.split())])
        form = ("duel", "duel", "melee-3", "melee-4")[colours]
        lines = ["scenario: -", f"form: {form}", "board:", *drawn]
        position = parse_scenario("\n".join(lines)).start
    except ValueError as error:
        raise BadTrial(_told(error)) from None
    beings = (found for found in CARDS.values() if isinstance(found, Being))
    return FittingCards(tuple(being.id for being in beings if summonable(position, being)))
