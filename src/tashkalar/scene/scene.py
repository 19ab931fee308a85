"""The scene: all that one viewer is shown of a game, as one value.

Everything comes from the viewer's view, in which hidden cards are not there at all. Only the
previews are played on the true position, and they tell of the board alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tashkalar import SPECTATOR, Game, View, reading
from tashkalar.arena import squares
from tashkalar.cards import CARDS
from tashkalar.catalogue import text
from tashkalar.player_names import PlayerNames
from tashkalar.rules.atoms import me
from tashkalar.rules.forms import FORMS
from tashkalar.rules.tasks import task
from tashkalar.scene import story
from tashkalar.scene.fields import Rank
from tashkalar.scene.figures import GameFigures, figures
from tashkalar.scene.fits import PIECES, Piece, named
from tashkalar.scene.hand import HandCard, hand
from tashkalar.scene.players import (
    Colour,
    FlareLead,
    OfferShown,
    SeatClock,
    SeatShown,
    Setting,
    Sitting,
    colour_shown,
    ids,
    seat_shown,
)
from tashkalar.scene.question import Question, Speech, question
from tashkalar.scene.tasks import TaskState, task_state
from tashkalar.scene.tracker import Coming, coming
from tashkalar.state import COMMON, HEROIC, LEGENDARY, State
from tashkalar.verdict import By, Outcome, Verdict

__all__ = ["OfferShown", "Scene", "SeatClock", "Setting", "Sitting", "scene"]


class Decks(Struct, frozen=True, gc=False):
    """The shared decks: how many cards they have, and their discards."""

    legends: int
    flares: int
    tasks: int
    legend_discards: tuple[str, ...]
    flare_discards: tuple[str, ...]


class Fallen(Struct, frozen=True, gc=False):
    """How many pieces of a colour and a rank were destroyed this turn."""

    colour: int
    rank: Rank
    n: int


class Extras(Struct, frozen=True, gc=False):
    """Cards that will be drawn beyond a full hand."""

    beings: int
    legends: int


class Can(Struct, frozen=True, gc=False):
    """What the viewer may do beside choosing."""

    undo: bool
    redo: bool
    resign: bool
    takeback: bool
    hint: bool  # whenever it is the viewer's turn
    replace: tuple[int, ...]


class MarginShown(Struct, frozen=True, gc=False):
    """What puts the colours of a place before those of the next one."""

    by: By | Literal["time"]
    better: tuple[int, ...]
    worse: tuple[int, ...]
    more: int
    fewer: int
    more_in: int | None  # melee: the enemy colours in which these are the points
    fewer_in: int | None


class ResultShown(Struct, frozen=True, gc=False):
    """How the game came out."""

    places: tuple[int, ...]  # by seat
    scores: tuple[int, ...]  # by seat
    reason: str  # deck, points, resigned or time
    words: str
    outcome: Outcome  # a draw is between two sides; where more play, first place is shared
    margins: tuple[MarginShown, ...]  # the first one is between the first place and the next
    figures: GameFigures


class Scene(Struct, frozen=True, gc=False):
    """All that one viewer is shown."""

    table: str
    seq: int
    form: str
    takebacks: bool  # else it was agreed that nothing is taken back
    marked_centre: bool  # does this side of the board show the central squares?
    # The squares of each start symbol: on its square, or on the border of its two squares.
    start_symbols: tuple[tuple[str, ...], ...]
    turn: int
    limit: int
    you: int | None
    state: Literal["running", "over"]
    board: tuple[Piece, ...]
    changed: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    acting: int
    turn_of: int
    in_play: str | None
    colours: tuple[Colour, ...]
    tasks: tuple[TaskState, ...]
    next_task: str | None
    flare_leads: tuple[FlareLead, ...]
    decks: Decks
    coming: Coming
    destroyed: tuple[Fallen, ...]
    actions: int
    extra_turns: int
    may_borrow: bool  # an effect lets the next summoning use an enemy piece
    extras: Extras
    trigger: str | None
    last_turns: int | None
    hand: tuple[HandCard, ...]
    question: Question | None
    can: Can
    offers: tuple[OfferShown, ...]
    last_turn: tuple[story.StoryStep, ...] | None
    last_turn_board: tuple[Piece, ...]
    result: ResultShown | None


class Alike(Struct, frozen=True, gc=False):
    """What a position shows to everybody alike, so that it is made once for all viewers."""

    board: tuple[Piece, ...]
    colours: tuple[Colour, ...]
    tasks: tuple[TaskState, ...]  # as they stand for the player in turn
    next_task: str | None
    decks: Decks
    destroyed: tuple[Fallen, ...]


def alike(v: View) -> Alike:
    """What everybody sees, by anybody's view."""
    return Alike(
        board(v),
        tuple([colour_shown(v, colour) for colour in range(FORMS[v.form].colours)]),
        tuple([task_state(v, task(n), me(v)) for n in v.tasks]),
        CARDS[v.task_deck[0]].id if v.task_deck else None,
        Decks(
            len(v.legend_deck),
            len(v.flare_deck),
            len(v.task_deck),
            ids(v.legend_discards),
            ids(v.flare_discards),
        ),
        tuple([Fallen(i // 3, i % 3 + 1, n) for i, n in enumerate(v.destroyed) if n]),
    )


def scene(game: Game, viewer: int, setting: Setting, language: str = "en") -> Scene:
    """What a seat sees of a game, or SPECTATOR.

    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> setting = Setting("a-table", 0, (Sitting("Ann"), Sitting("Ben")))
    >>> shown = scene(game, 1, setting)
    >>> shown.acting, shown.question, len(shown.hand), shown.seats[0].hand.beings
    (0, None, 6, 3)
    """
    return scene_of(game, game.view(viewer), setting, language)


def scene_of(
    game: Game, v: View, setting: Setting, language: str = "en", shared: Alike | None = None
) -> Scene:
    """What is seen of a game through a view of its position.

    What it shows to everybody alike may have been made for another viewer.
    """
    viewer = v.viewer
    shared = alike(v) if shared is None else shared
    deciding = viewer == v.actor and not v.is_over
    since = story.others_since(game, viewer)
    names = setting.names(v.colour_of)
    steps = story.steps(game, since, names, language)
    card = reading.card_in_play(v)
    return Scene(
        table=setting.table,
        seq=setting.seq,
        form=v.form,
        takebacks=game.takebacks,
        marked_centre=FORMS[v.form].marked_centre,
        start_symbols=FORMS[v.form].start_symbols,
        turn=v.turn,
        limit=FORMS[v.form].limit,
        you=None if viewer == SPECTATOR else viewer,
        state="over" if v.is_over else "running",
        board=shared.board,
        changed=named(story.changed(game, since)),
        seats=tuple([seat_shown(v, n, sitting) for n, sitting in enumerate(setting.sittings)]),
        acting=v.actor,
        turn_of=v.seat,
        in_play=card.id if card else None,
        colours=shared.colours,
        tasks=_tasks(v, shared.tasks),
        next_task=shared.next_task,
        flare_leads=tuple([FlareLead(*lead) for lead in reading.leads(v, _colour_of_viewer(v))]),
        decks=shared.decks,
        coming=coming(v),
        destroyed=shared.destroyed,
        actions=v.actions,
        extra_turns=v.extra_turns,
        may_borrow=bool(v.borrowed),
        extras=Extras(v.extra_beings, v.extra_legends),
        trigger=v.trigger or None,
        last_turns=v.last_turns if v.last_turns >= 0 else None,
        hand=() if viewer == SPECTATOR else hand(v, Speech(names, language)),
        question=question(game.position, language, names) if deciding else None,
        can=_can(game, viewer, setting),
        offers=setting.offers,
        last_turn=steps or None,
        last_turn_board=board(game.history[since.start].before) if steps else (),
        result=_result(game, v, setting, language) if v.is_over else None,
    )


def board(p: State) -> tuple[Piece, ...]:
    """The pieces, in reading order."""
    return _board(*p.pieces, p.common, p.heroic, p.legendary)


@lru_cache(1024)
def _board(
    a: int, b: int, c: int, d: int, common: int, heroic: int, legendary: int
) -> tuple[Piece, ...]:
    found: list[tuple[int, Piece]] = []
    for rank, of_rank in ((COMMON, common), (HEROIC, heroic), (LEGENDARY, legendary)):
        for colour, pieces in enumerate((a, b, c, d)):
            if there := pieces & of_rank:
                found += _of_kind(there, colour, rank)
    found.sort()  # by their squares, of which no two are the same
    return tuple([piece for _, piece in found])


@lru_cache(1024)
def _of_kind(there: int, colour: int, rank: int) -> list[tuple[int, Piece]]:
    """Pieces of one colour and rank: of all these sets a move changes one or two."""
    return [(i, PIECES[i, colour, rank]) for i in squares(there)]


def _colour_of_viewer(v: View) -> int:
    return v.colour_of[v.seat if v.viewer == SPECTATOR else v.viewer]


def _tasks(v: View, in_turn: tuple[TaskState, ...]) -> tuple[TaskState, ...]:
    mine = _colour_of_viewer(v)
    if mine == me(v):
        return in_turn
    return tuple(
        [task_state(v, task(n), mine, state.met) for n, state in zip(v.tasks, in_turn, strict=True)]
    )


def _can(game: Game, viewer: int, setting: Setting) -> Can:
    position = game.position
    playing = viewer != SPECTATOR and not position.is_over
    return Can(
        undo=setting.undo or (playing and game.steps_back(viewer) > 0),
        redo=playing and viewer == position.actor and setting.redo,
        resign=playing and FORMS[position.form].colours == 2,
        takeback=playing and setting.takeback,
        hint=playing and setting.hint,
        replace=setting.replace if playing else (),
    )


def _ending(reason: str, verdict: Verdict, names: PlayerNames, language: str) -> str:
    """Why the game ended. Between two sides, the one that resigned or was too slow is named."""
    if reason not in ("resigned", "time"):
        return text(f"trigger.{reason}", language)
    if len(verdict.margins) != 1 or len(verdict.margins[0].worse) != 1:
        return text("server.over.time", language)
    (worse,) = verdict.margins[0].worse
    key = f"verdict.{reason}.yours" if names.reads_colour(worse) else f"verdict.{reason}"
    return text(key, language, worse=names.of_colour(worse, language))


def _result(game: Game, v: View, setting: Setting, language: str) -> ResultShown:
    scores = tuple(v.score(colour) for colour in v.colour_of)
    reason = "time" if setting.timed_out else v.trigger
    verdict = v.verdict
    assert verdict is not None
    margins = tuple(
        MarginShown("time" if setting.timed_out else margin.by, *margin[1:])
        for margin in verdict.margins
    )
    return ResultShown(
        v.result,
        scores,
        reason,
        _ending(reason, verdict, setting.names(v.colour_of), language),
        verdict.outcome,
        margins,
        figures(game),
    )
