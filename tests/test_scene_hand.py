"""The hand: where cards fit and how, or what they lack, held against the naive patterns."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tashkalar import Asking, Game, Kind, Position, parse_choice
from tashkalar.arena import DIRECTIONS, names, square
from tashkalar.cards import BEINGS, Being, Flare, card
from tashkalar.rules.forms import FORMS
from tashkalar.rules.summoning import summonable
from tashkalar.scene.fits import Fit, WayShown
from tashkalar.scene.hand import HandCard
from tashkalar.scene.near import NearFit, near_fits
from tashkalar.scene.question import question
from tashkalar.scene.scene import scene
from tashkalar.scene.texts import pattern
from tashkalar.view import view
from tests.boards import laid_out
from tests.naive import placings
from tests.naive_table import ALL, STEPS, at
from tests.scenes import decisions, setting
from tests.test_scene import pieces, scene_of

Board = dict[str, tuple[int, int]]
Drawn = tuple[dict[str, int], set[str], set[int]]  # pieces with least rank, marks, directions


def being_of(shown: HandCard) -> Being:
    found = card(shown.id)
    assert isinstance(found, Being)
    return found


def replayed(p: Position, choices: tuple[str, ...]) -> Position:
    for text in choices:
        p = p.after(parse_choice(text))
    return p


def laid(being: Being, spot: str, turned: int, mirrored: bool) -> Drawn:
    """The pattern that the client draws, mirrored and turned, laid on a square."""
    drawn = pattern(being)
    (home,) = ((c.x, c.y) for c in drawn if c.what == "summon")
    needs, marks, directions = {}, set(), set()
    for cell in drawn:
        x, y = cell.x - home[0], cell.y - home[1]
        x = -x if mirrored else x
        for _ in range(turned):
            x, y = -y, x
        if cell.what == "direction":
            directions.add(list(STEPS.values()).index((x, y)))
        elif cell.what == "mark":
            marks.add(at(spot, x, y))
        elif cell.rank is not None:
            needs[at(spot, x, y)] = cell.rank
    return needs, marks & ALL, directions


def check_way(p: Position, mine: int, being: Being, spot: str, way: WayShown) -> None:
    board = pieces(p)
    needs, marks, directions = laid(being, spot, way.orientation.turned, way.orientation.mirrored)
    assert set(way.used) == set(needs)
    assert set(way.marked) == marks
    assert set(way.directions) == directions
    assert all(board[s][1] >= rank for s, rank in needs.items())
    strangers = {(s, board[s][0]) for s in needs if board[s][0] != mine}
    assert {(piece.square, piece.colour) for piece in way.stand_ins} == strangers
    improvised = [piece.colour for piece in way.stand_ins if piece.improvised]
    assert improvised == ([] if way.charged is None else [way.charged])
    if way.charged is not None:
        assert FORMS[p.form].melee
        assert way.charged in {colour for _, colour in strangers}


def check_fit(p: Position, seat: int, being: Being, fit: Fit) -> None:
    stands = pieces(p).get(fit.square)
    assert (fit.crushes and (fit.crushes.colour, fit.crushes.rank)) == stands
    assert fit.ways
    assert len(set(fit.ways)) == len(fit.ways)
    for way in fit.ways:
        check_way(p, p.colour_of[seat], being, fit.square, way)


def near_to(game: Game, seat: int, shown: HandCard) -> tuple[NearFit, ...]:
    """What is told of a card when its owner looks at it."""
    return near_fits(game.view(seat), card(shown.id).number) if shown.card != "flare" else ()


def check_near(
    p: Position, mine: int, being: Being, shown: HandCard, found: tuple[NearFit, ...]
) -> None:
    """The fewest lacking pieces, found by looking at every square in every orientation."""
    board = pieces(p)

    def lacks(needs: dict[str, int]) -> set[str]:
        return {
            s for s, r in needs.items() if s not in board or board[s][0] != mine or board[s][1] < r
        }

    open_squares = [s for s in sorted(ALL) if s not in board or board[s][1] <= being.rank]
    counts = [len(lacks(needs)) for s in open_squares for needs, _ in placings(being.id, s)]
    assert shown.missing == min(counts)
    assert shown.nearest == (found[0] if shown.missing == 1 else None)
    assert shown.upgraded == sum(lacking.rank > 1 for lacking in found[0].missing)
    for near in found:
        _check_one(near, being, shown.missing, lacks)


def _check_one(near: NearFit, being: Being, missing: int, lacks: object) -> None:
    assert callable(lacks)
    needs, marks, directions = laid(
        being, near.square, near.orientation.turned, near.orientation.mirrored
    )
    assert set(near.used) == set(needs)
    assert set(near.marked) == marks
    assert set(near.directions) == directions
    assert {m.square: m.rank for m in near.missing} == {s: needs[s] for s in lacks(needs)}
    assert len(near.missing) == missing


@pytest.mark.parametrize("form", FORMS)
def test_where_cards_fit(form: str) -> None:
    fitted = lacked = 0
    for number, game in enumerate(decisions(form, 21)):
        p = game.position
        for seat in range(len(game.schools)):
            if seat != p.actor and number % 4:
                continue
            offered = {c.value for c in p.choices() if c.kind in (Kind.SUMMON, Kind.FLARE)}
            turn = p.copy()
            turn.seat = seat
            turn.borrowed = p.borrowed if seat == p.seat else 0
            for shown in scene(game, seat, setting(game)).hand:
                assert shown.playable == (seat == p.actor and card(shown.id).number in offered)
                if shown.card == "flare" or shown.in_play:
                    continue
                being = being_of(shown)
                assert [f.square for f in shown.fits] == names(summonable(turn, being))
                for fit in shown.fits:
                    check_fit(p, seat, being, fit)
                    fitted += 1
                near = near_to(game, seat, shown)
                if shown.fits or shown.reason:
                    assert (shown.missing, shown.upgraded, near) == (0, 0, ())
                elif number % 3 == 0:
                    check_near(p, p.colour_of[seat], being, shown, near)
                    lacked += 1
    assert fitted
    assert lacked


@pytest.mark.parametrize("being", list(BEINGS.values()), ids=lambda b: str(b.id))
def test_the_ways_shown_are_the_ways_asked_for(being: Being) -> None:
    """Summoning on each square: either one way is shown, or those that the next question offers."""
    rng = random.Random(being.id)
    for form in ("high-form", "melee-3"):
        for _ in range(3):
            p = laid_out(rng, form, being)
            (shown,) = (h for h in scene_of(p, p.seat).hand if h.id == being.id)
            assert shown.playable
            laying = p.after(parse_choice(f"summon {being.id}"))
            (in_play,) = (h for h in scene_of(laying, p.seat).hand if h.in_play)
            assert in_play.fits == shown.fits
            assert {f.square for f in shown.fits} == {c.square for c in question(laying).choices}
            for fit in shown.fits:
                check_fit(p, p.seat, being, fit)
                after = laying.after(parse_choice(fit.square))
                if after.asking == Asking.WAY:
                    assert [c.way for c in question(after).choices] == list(fit.ways)
                else:
                    assert len(fit.ways) == 1


def test_a_shortage_is_explained() -> None:
    """All pieces of the kind are in the pattern: it is there, and yet it cannot be summoned."""
    p = Game.new("duel", ("northern_imperial", "sylvan"), 1).position.copy()
    bits = 1 << square("e6") | 1 << square("e4")
    p.pieces = [bits, 0, 0, 0]
    p.common, p.heroic, p.legendary = bits, 0, 0
    p.stock = (2, 16, 0, 0)
    (sword,) = (b.number for b in BEINGS.values() if b.id == "swordmaster")
    p.beings = ((sword,), ())
    p = Position.arranged(**p.fields() | {"seat": 0, "actor": 0, "turn": 3, "actions": 2})
    (shown,) = (h for h in scene_of(p, 0).hand if h.id == "swordmaster")
    assert not shown.playable
    assert (shown.fits, shown.missing, shown.upgraded) == ((), 0, 0)
    assert near_fits(view(p, 0), sword) == ()
    assert shown.reason is not None
    assert "Swordmaster" in shown.reason


def test_flares_say_how_far_ahead_the_others_are() -> None:
    met = 0
    for seed in range(3):
        for game in decisions("melee-4", seed):
            p = game.position
            shown = scene(game, p.seat, setting(game))
            board = pieces(p).values()
            mine = p.colour_of[p.seat]
            for lead in shown.flare_leads:
                theirs = [r for c, r in board if c == lead.rival]
                own = [r for c, r in board if c == mine]
                assert lead.pieces == len(theirs) - len(own)
                assert lead.upgraded == sum(r > 1 for r in theirs) - sum(r > 1 for r in own)
            for held in shown.hand:
                flare = card(held.id)
                assert bool(held.rivals) == isinstance(flare, Flare)
                if not isinstance(flare, Flare):
                    continue
                assert sorted((r.colour, r.upper, r.lower) for r in held.rivals) == [
                    (
                        lead.rival,
                        lead.upgraded >= flare.upper_needs,
                        lead.pieces >= flare.lower_needs,
                    )
                    for lead in shown.flare_leads
                ]
                can = any(rival.upper or rival.lower for rival in held.rivals)
                if p.asking in (Asking.ACTION, Asking.END) and p.actor == p.seat:
                    assert held.playable == can
                    met += can
    assert met


@pytest.mark.parametrize("form", ["high-form", "melee-3", "melee-4"])
def test_a_flare_lists_the_rivals_that_may_be_named_and_what_to_send(form: str) -> None:
    named = Counter[bool]()
    for seed in range(4):
        for game in decisions(form, seed):
            p = game.position
            for held in scene(game, p.actor, setting(game)).hand:
                if held.card != "flare" or not held.playable:
                    continue
                offered = question(p.after(parse_choice(f"invoke {held.id}"))).choices
                able = [rival for rival in held.rivals if rival.choices]
                assert all((rival in able) == (rival.upper or rival.lower) for rival in held.rivals)
                if len(held.rivals) > 1:
                    assert [rival.colour for rival in able] == [c.colour for c in offered]
                for rival in able:
                    after = replayed(p, rival.choices)
                    assert after.asking != Asking.RIVAL
                    named[len(able) > 1] += 1
    assert named[False]
    assert named[True] or form == "high-form"


@pytest.mark.parametrize("form", ["high-form", "duel"])
def test_a_card_that_lacks_one_piece_says_how_placing_completes_it(form: str) -> None:
    completed = Counter[bool]()
    for game in decisions(form, 5, 120):
        p = game.position
        if p.asking != Asking.ACTION or p.actor != p.seat:
            continue
        offered = {c.text for c in question(p).choices}
        for held in scene(game, p.actor, setting(game)).hand:
            for near in near_to(game, p.actor, held):
                places = [f"place {lacks.square}" for lacks in near.missing]
                if near.placing in offered and near.placing is not None:
                    assert places == [near.placing]
                    turn = p.after(parse_choice(near.placing))
                    completed[True] += 1
                    assert summonable(turn, being_of(held)) >> square(near.square) & 1
                elif len(places) == 1 and places[0] in offered:
                    completed[False] += 1
                    turn = p.after(parse_choice(places[0]))
                    assert not summonable(turn, being_of(held)) >> square(near.square) & 1
    assert completed[True]


def test_directions_are_numbered_as_the_arena_does() -> None:
    assert tuple(STEPS) == DIRECTIONS


@pytest.mark.parametrize("form", ["high-form", "duel", "melee-3", "team-duel"])
def test_a_summoning_that_is_shown_can_be_said_as_a_whole(form: str) -> None:
    """The card, the square, and the way where there are several: as a page sends it."""
    said = Counter[int]()
    for game in decisions(form, 8, 160):
        p = game.position
        if p.asking != Asking.ACTION or p.actor != p.seat:
            continue
        shown = scene(game, p.actor, setting(game))
        for held in shown.hand:
            for fit in held.fits if held.playable else ():
                several = len(fit.ways) > 1
                for way in fit.ways:
                    after = replayed(p, fit.choices)
                    assert (after.asking == Asking.WAY) == several
                    assert several == (way.choice is not None)
                    if way.choice is not None:
                        (asked,) = (c for c in question(after).choices if c.text == way.choice)
                        assert asked.way == way
                        after = after.after(parse_choice(way.choice))
                    assert after.asking not in (Asking.SUMMONING_SQUARE, Asking.WAY)
                    said[several] += 1
    assert said[False]
    assert said[True] or form != "melee-3"
