"""What a viewer is shown: complete, readable, and nothing that is hidden."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from msgspec import json, structs

from tashkalar import SPECTATOR, Asking, Game, Kind, Position, parse_choice, sample, view
from tashkalar.arena import NAMES, square
from tashkalar.cards import CARDS, Task
from tashkalar.catalogue import name
from tashkalar.rules.forms import FORMS
from tashkalar.rules.turn import NO_CARD, in_play
from tashkalar.scene import story
from tashkalar.scene.question import question
from tashkalar.scene.scene import Scene, alike, scene
from tests.scenes import decisions, named, setting

forms = pytest.mark.parametrize("form", FORMS)
_DECODER = json.Decoder(Scene)


def viewers(game: Game) -> tuple[int, ...]:
    return (*range(len(game.schools)), SPECTATOR)


def pieces(position: Position) -> dict[str, tuple[int, int]]:
    """The board by squares: colour and rank, read off the position square by square."""
    found = {}
    for at in (n for n in NAMES if n):
        bit = 1 << square(at)
        colours = [c for c in range(4) if position.pieces[c] & bit]
        ranks = (position.common, position.heroic, position.legendary)
        if colours:
            found[at] = colours[0], next(r for r, of_rank in enumerate(ranks, 1) if of_rank & bit)
    return found


def scene_of(position: Position, viewer: int = SPECTATOR) -> Scene:
    """A scene of a position that no game has led to."""
    game = Game(position.form, position.schools, 0)
    game.position = position
    return scene(game, viewer, setting(game))


@forms
def test_scenes_read_back(form: str) -> None:
    for game in decisions(form, 1):
        for viewer in viewers(game):
            shown = scene(game, viewer, setting(game))
            assert _DECODER.decode(json.encode(shown)) == shown


@forms
def test_what_is_shared_looks_alike_to_everybody(form: str) -> None:
    for game in decisions(form, 3):
        seen = [alike(game.view(viewer)) for viewer in viewers(game)]
        assert seen == seen[:1] * len(seen)


@forms
def test_everything_that_may_be_chosen_is_offered(form: str) -> None:
    for game in decisions(form, 2):
        p = game.position
        for viewer in viewers(game):
            asked = scene(game, viewer, setting(game)).question
            if viewer != p.actor or p.is_over:
                assert asked is None
                continue
            assert asked is not None
            assert tuple(parse_choice(c.text) for c in asked.choices) == p.choices()
            assert all(c.words and "server." not in c.words for c in asked.choices)
            assert asked.words != f"Asking.{asked.asking}"


@forms
def test_the_table_is_shown_as_it_is(form: str) -> None:
    for game in decisions(form, 3):
        p = game.position
        shown = scene(game, p.actor, setting(game))
        board = {piece.square: (piece.colour, piece.rank) for piece in shown.board}
        assert board == pieces(p)
        assert [s.hand.beings for s in shown.seats] == [len(cards) for cards in p.beings]
        assert [s.deck for s in shown.seats] == [len(cards) for cards in p.decks]
        assert [s.you for s in shown.seats] == [s == p.actor for s in range(len(p.colour_of))]
        assert [c.score for c in shown.colours] == [p.score(c.colour) for c in shown.colours]
        assert (shown.acting, shown.turn_of, shown.actions) == (p.actor, p.seat, p.actions)
        assert sum(d.n for d in shown.destroyed) == sum(p.destroyed)
        assert (shown.result is not None) == p.is_over == (shown.state == "over")
        if FORMS[form].melee:
            assert all(c.score == min(c.parts.values()) for c in shown.colours)
        if FORMS[form].tasks:
            assert all(
                (c.from_tasks or 0) + (c.from_legends or 0) == c.score for c in shown.colours
            )


# --- secrets ------------------------------------------------------------------------------------

_NAMES = {name(card.id): card.number for card in CARDS.values()}
_NAMED = re.compile("|".join(re.escape(n) for n in sorted(_NAMES, key=len, reverse=True)))
_IDS = {card.id: card.number for card in CARDS.values()}


def mentioned(data: bytes) -> set[int]:
    """The cards whose ids or names occur in a message."""
    text = data.decode()
    ids = {_IDS[found] for found in re.findall(r"[a-z_0-9]+", text) if found in _IDS}
    return ids | {_NAMES[found] for found in _NAMED.findall(text)}


class Witness:
    """What one viewer may know at most, kept apart from the engine's own account of it."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.told: set[int] = set()  # face up at some time: the story may speak of it
        self.placed: set[int] = set()  # hidden now, but the viewer saw where it went

    def watch(self, game: Game) -> set[int]:
        """The cards that a scene may name now."""
        p = game.position
        face_up = {n for pile in (*p.discards, *p.claimed) for n in pile}
        face_up |= {*p.legend_discards, *p.flare_discards, *p.tasks, *p.task_deck[:1], in_play(p)}
        self.told |= face_up
        if game.history:
            last = game.history[-1]
            if last.choice.kind == Kind.CARD:
                self.placed.add(last.choice.value)  # from the discards on top of the deck
            if last.choice.kind == Kind.RETURN and last.seat == self.viewer:
                self.placed.add(last.choice.value)  # under its deck, to be counted down to
            if last.choice.kind in (Kind.SUMMON, Kind.DISCARD, Kind.FLARE, Kind.CLAIM):
                self.told.add(last.choice.value)
        mine: set[int] = set()
        if self.viewer != SPECTATOR:
            hand = p.beings, p.legends, p.flares
            mine = {n for zone in hand for n in zone[self.viewer]}
            if FORMS[p.form].teams:
                self.placed |= set(p.legends[self.viewer])  # they go over to the partner
        return face_up | mine | self.placed | {NO_CARD}


@forms
@pytest.mark.parametrize("seed", (4, 5))
def test_no_hidden_card_is_ever_named(form: str, seed: int) -> None:
    witnesses: list[Witness] = []
    for game in decisions(form, seed):
        witnesses = witnesses or [Witness(viewer) for viewer in viewers(game)]
        for witness in witnesses:
            allowed = witness.watch(game)
            shown = scene(game, witness.viewer, setting(game))
            told = story.log(game, named(game), max(0, len(game.history) - 1))
            assert mentioned(json.encode(told)) <= witness.told
            assert mentioned(json.encode(shown.last_turn)) <= witness.told
            # What may still come is all that is not seen, whoever has it: see the next but one.
            apart = ("last_turn", "coming")
            present = json.encode(
                [getattr(shown, f) for f in shown.__struct_fields__ if f not in apart]
            )
            assert mentioned(present) <= allowed


def test_a_hidden_card_would_be_seen() -> None:
    (knight,) = (c.number for c in CARDS.values() if c.id == "knight")
    assert mentioned(b'{"known":["knight"]}') == {knight}
    assert mentioned(b'{"words":"A summons Knight on e5."}') == {knight}
    assert not mentioned(b'{"words":"the night"}')


@forms
def test_what_is_hidden_makes_no_difference(form: str) -> None:
    """Deal all hidden cards anew, now and in the whole history: the scene stays the same."""
    for number, game in enumerate(decisions(form, 6)):
        if number % 9:
            continue
        for viewer in viewers(game):
            rng = random.Random(number)
            other = Game(game.form, game.schools, 0)
            other.position = sample(view(game.position, viewer), rng)
            since = story.others_since(game, viewer)
            for n, played in enumerate(game.history):
                seen = n in since  # the rest of the history is not looked at
                before = sample(view(played.before, viewer), rng) if seen else played.before
                other.history.append(replace(played, before=before))
            assert scene(other, viewer, setting(game)) == scene(game, viewer, setting(game))


# --- some scenes in particular ------------------------------------------------------------------


def test_a_spectator_is_not_asked_and_has_no_hand() -> None:
    for game in decisions("duel", 7, 60):
        shown = scene(game, SPECTATOR, setting(game))
        assert shown.you is None
        assert shown.hand == ()
        assert shown.question is None
        assert shown.can == type(shown.can)(False, False, False, False, False, ())
        assert all(not seat.known for seat in shown.seats)


def test_the_end_of_a_game() -> None:
    for form in FORMS:
        *_, game = decisions(form, 8, 2000)
        assert game.position.is_over
        over = scene(game, 0, setting(game))
        assert over.result is not None
        assert over.result.places == game.position.result
        assert over.result.reason in ("deck", "points")
        decided = game.position.verdict
        assert decided is not None
        assert over.result.outcome == decided.outcome
        assert [margin.by for margin in over.result.margins] == [m.by for m in decided.margins]
        assert over.question is None
        assert not over.can.undo
    *_, game = decisions("duel", 8, 20)
    game.resign(1)
    given_up = scene(game, 0, setting(game)).result
    assert given_up is not None
    assert (given_up.places, given_up.reason) == ((1, 2), "resigned")
    assert [(margin.by, margin.worse) for margin in given_up.margins] == [("resigned", (1,))]
    late = structs.replace(setting(game), timed_out=True)
    out_of_time = scene(game, 0, late).result
    assert out_of_time is not None
    assert [(margin.by, margin.worse) for margin in out_of_time.margins] == [("time", (1,))]


def test_undo_is_offered_for_a_real_decision_of_this_turn() -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 1)
    assert not scene(game, 0, setting(game)).can.undo
    game.play("place e5")
    assert scene(game, 0, setting(game)).can.undo
    assert not scene(game, 1, setting(game)).can.undo
    game.play("finish")
    assert not scene(game, 0, setting(game)).can.undo
    forced = 0
    for game in decisions("melee-3", 9):
        seat = game.position.actor
        back = game.steps_back(seat)
        assert scene(game, seat, setting(game)).can.undo == (back > 0 and not game.position.is_over)
        if back > 1:
            forced += 1
            assert all(len(played.before.choices()) == 1 for played in game.history[1 - back :])
        if back:
            assert len(game.history[-back].before.choices()) > 1
    assert forced


def test_claims_are_announced_before_the_turn_ends() -> None:
    met = 0
    for seed in range(6):
        for game in decisions("team-high-form", seed):
            p = game.position
            for shown in scene(game, p.seat, setting(game)).tasks:
                met += shown.met
                card = next(c for c in CARDS.values() if c.id == shown.id)
                assert isinstance(card, Task)
                assert shown.points == card.points
                if p.asking == Asking.END and p.actor == p.seat:
                    claims = [c.card for c in question(p).choices if c.kind == "claim"]
                    assert (shown.id in claims) == shown.met
    assert met
