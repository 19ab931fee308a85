"""Simulations, and the invariants they look after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tashkalar import Position, View, view
from tashkalar.arena import mask
from tashkalar.cards import BEINGS, CARDS, SCHOOLS
from tashkalar.invariants import (
    Broken,
    holds,
    holds_thoroughly,
    views_hide_what_they_should,
)
from tashkalar.rules.forms import FORMS, BadSetUp
from tashkalar.simulate import (
    BATCH,
    Biased,
    Figures,
    Simulation,
    missing,
    never_resolved,
    play_batch,
    resolved,
    simulate,
)
from tests.effort import times
from tests.games import new_game, positions


def plan(form: str = "duel", games: int = 4, **options: bool) -> Simulation:
    return Simulation(form, tuple(SCHOOLS)[: FORMS[form].seats], games, 7, **options)


def known(figures: Figures) -> dict[str, object]:
    """Everything but how long it took."""
    return {name: value for name, value in vars(figures).items() if name != "seconds"}


@pytest.mark.parametrize("form", FORMS)
def test_figures_add_up(form: str) -> None:
    figures = simulate(plan(form, 3, biased=True), workers=1)
    assert figures.games == 3 == sum(figures.ends.values())
    winners = sum(figures.wins[seat] for seat in range(FORMS[form].colours))
    assert winners + figures.draws == 3
    assert 3 < figures.turns < figures.decisions
    assert figures.longest <= figures.decisions <= 3 * figures.longest


def test_the_same_seed_gives_the_same_figures_however_many_share_the_work() -> None:
    wanted = plan(games=BATCH + 2, biased=True)
    told: list[int] = []
    alone = simulate(wanted, workers=1, tell=told.append)
    assert told == [BATCH, BATCH + 2]
    assert known(simulate(wanted, workers=2)) == known(alone)
    other = Simulation(wanted.form, wanted.schools, 1, seed=8)
    assert known(simulate(other)) != known(simulate(plan(games=1)))


def test_biased_players_resolve_more_cards() -> None:
    evenly, biased = (simulate(plan(games=8, biased=b), workers=1) for b in (False, True))
    assert len(never_resolved(biased, plan())) < len(never_resolved(evenly, plan()))
    counts = resolved(biased, plan())
    assert sum(counts.values()) == biased.resolved.total()
    assert set(biased.resolved) <= set(counts)


def test_a_biased_player_takes_the_card_resolved_least() -> None:
    for position, _ in positions("duel", 3, 250):
        summons = [c for c in position.choices() if c.kind.name == "SUMMON"]
        if len(summons) > 1:
            break
    often = Counter({CARDS[c.value].id: 9 for c in summons[1:]})
    taken = Counter(Biased(Random(n), often.copy())(position) for n in range(40))
    assert taken[summons[0]] > 30


def test_what_a_being_lacks_is_nothing_where_it_fits() -> None:
    for position, _ in positions("high-form", 5, 200):
        for choice in position.choices():
            if choice.kind.name == "SUMMON" and position.seat == position.actor:
                assert 0 in missing(position, BEINGS[choice.value])


def test_a_bad_set_up_is_refused_before_any_game() -> None:
    with pytest.raises(BadSetUp, match="there is no school 'x'"):
        simulate(Simulation("duel", ("x", "sylvan"), 5))


# --- invariants ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_invariants_hold_in_random_games(form: str) -> None:
    figures = simulate(plan(form, times(2), check=True, biased=True), workers=1)
    assert figures.checked == figures.decisions
    assert 0 < figures.thoroughly < figures.checked


def middle() -> Position:
    """A position with pieces, cards in every zone and a hand."""
    *_, (position, _) = positions("high-form", 11, 60)
    return position.copy()


def test_the_middle_of_a_game_is_in_order() -> None:
    holds_thoroughly(middle(), Random(1))


def two_colours(p: Position) -> None:
    p.pieces[1] |= p.pieces[0]


def two_ranks(p: Position) -> None:
    p.heroic |= p.common


def no_rank(p: Position) -> None:
    p.common &= p.common - 1


def off_the_arena(p: Position) -> None:
    p.common |= 1 << 9
    p.pieces[0] |= 1 << 9


def too_many(p: Position) -> None:
    p.stock = (1, 1, 0, 0)


def too_many_legends(p: Position) -> None:
    free = mask("a7 b7 c7 d7 e7 f7 g7 h7 i7") & ~(p.common | p.heroic | p.legendary)
    p.legendary |= free
    p.pieces[0] |= free
    p.legend_stock = (0, 0, 0, 0)


def lost_card(p: Position) -> None:
    p.decks = (p.decks[0][1:], p.decks[1])


def card_twice(p: Position) -> None:
    p.legend_deck += p.legends[0]


def lost_task(p: Position) -> None:
    p.task_deck = p.task_deck[1:]


def offered_twice(p: Position) -> None:
    p.others += p.others[:1] or (0, 0)


def nothing_offered(p: Position) -> None:
    p.mask, p.others = 0, ()


BREAKS: dict[Callable[[Position], None], str] = {
    two_colours: "two colours share a square",
    two_ranks: "two ranks share a square",
    no_rank: "do not cover",
    off_the_arena: "off the arena",
    too_many: "common and heroic pieces on the board, of",
    too_many_legends: "legendary pieces on the board, of",
    lost_card: "not complete",
    card_twice: "not complete",
    lost_task: "tasks are not complete",
    offered_twice: "offered twice",
    nothing_offered: "nothing is offered",
}


@pytest.mark.parametrize("spoil", BREAKS, ids=lambda f: str(f.__name__))
def test_a_broken_position_is_found(spoil: Callable[[Position], None]) -> None:
    position = middle()
    spoil(position)
    with pytest.raises(Broken, match=BREAKS[spoil]):
        holds(position)


def test_a_view_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(p: Position, seat: int) -> View:
        seen = view(p, seat)
        seen.legend_deck = p.legend_deck
        return seen

    monkeypatch.setattr("tashkalar.invariants.view", careless)
    with pytest.raises(Broken, match="sees something of what is hidden"):
        views_hide_what_they_should(middle(), Random(2))


def test_a_game_without_end_and_a_broken_game_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tashkalar.simulate.LONGEST", 10)
    with pytest.raises(Broken, match=r"game 0 \(form duel, .*seed 7\): the game goes on after 10"):
        play_batch(plan(), range(1))


def test_a_new_game_of_every_form_is_in_order() -> None:
    for form in FORMS:
        holds(new_game(form, 3))
