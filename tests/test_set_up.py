"""Clauses of docs/rules.md about the arena, the cards and setting up, over many seeds."""

from __future__ import annotations

import pytest

from tashkalar import Position, arena, choice_text, parse_choice
from tashkalar.cards import BEINGS, CARDS, FLARES, SCHOOLS, TASKS, Task, deck
from tashkalar.rules.forms import FORMS, BadSetUp
from tashkalar.state import COMMON, HEROIC, LEGENDARY
from tests.games import new_game

SEEDS = range(200)
FOUR = ("northern_imperial", "southern_imperial", "highland", "sylvan")
DEATHMATCHES = ("duel", "melee-3", "melee-4", "team-duel")
HIGH_FORMS = ("first-game", "high-form", "team-high-form")


def fresh(form: str, seed: int) -> Position:
    return Position.new(form, FOUR[: FORMS[form].seats], seed)


@pytest.mark.rule("1.1")
def test_the_arena_lacks_three_squares_in_each_corner() -> None:
    every = {column + row for column in "abcdefghi" for row in "123456789"}
    missing = every - set(arena.names(arena.ALL))
    assert len(arena.names(arena.ALL)) == 69
    assert " ".join(sorted(missing)) == "a1 a2 a8 a9 b1 b9 h1 h9 i1 i2 i8 i9"


@pytest.mark.rule("1.2")
def test_coloured_and_central_squares() -> None:
    assert " ".join(arena.names(arena.RED)) == "d8 e5 h4 c2"
    assert " ".join(arena.names(arena.GREEN)) == "c7 g7 i6 a5 f2"
    assert set(arena.names(arena.CENTRAL)) == {c + r for c in "def" for r in "456"}


@pytest.mark.rule("1.3", "1.4")
def test_the_cut_corners_make_no_way_longer() -> None:
    for start in arena.squares(arena.ALL):
        reached, steps = 1 << start, 0
        assert not arena.ADJACENT[start] & reached
        while reached != arena.ALL:
            # One step further over squares of the arena only, against rows and columns counted.
            reached, steps = reached | arena.spread(reached) & arena.ALL, steps + 1
            x, y = start % arena.WIDTH, start // arena.WIDTH
            near = [
                i
                for i in arena.squares(arena.ALL)
                if max(abs(i % arena.WIDTH - x), abs(i // arena.WIDTH - y)) <= steps
            ]
            assert list(arena.squares(reached)) == near
            assert all(arena.distance(start, i) <= steps for i in near)


@pytest.mark.rule("3.1")
def test_every_school_has_eighteen_beings() -> None:
    assert len(SCHOOLS) == 4
    assert SCHOOLS["northern_imperial"] == SCHOOLS["southern_imperial"]
    assert len(set(SCHOOLS.values())) == 3
    for name in set(SCHOOLS.values()):
        ranks = [BEINGS[number].rank for number in deck(name)]
        assert (ranks.count(COMMON), ranks.count(HEROIC), len(ranks)) == (5, 13, 18)
        assert len({CARDS[number].id for number in deck(name)}) == 18


@pytest.mark.rule("3.2", "19.25")
def test_the_shared_decks_hold_every_card_once() -> None:
    for name, size in (("legends", 12), ("flares", 12), ("tasks", 24)):
        assert len({CARDS[number].id for number in deck(name)}) == len(deck(name)) == size
    assert {BEINGS[number].rank for number in deck("legends")} == {LEGENDARY}
    assert (len(FLARES), len(TASKS)) == (12, 24)
    assert fresh("duel", 1).task_deck == ()
    assert len(fresh("high-form", 1).task_deck) == 21


@pytest.mark.rule("4.1")
def test_tasks_and_starting_symbols_are_on_different_sides_of_the_board() -> None:
    assert set(FORMS) == {*DEATHMATCHES, *HIGH_FORMS}
    for form in HIGH_FORMS:
        assert fresh(form, 1).tasks
        assert FORMS[form].starts == () == FORMS[form].start_symbols
        assert FORMS[form].marked_centre
    for form in DEATHMATCHES:
        assert fresh(form, 1).tasks == ()
        assert FORMS[form].starts != ()
        duel = form.endswith("duel")
        assert FORMS[form].start_symbols == (
            (("c5",), ("g5",)) if duel else (("f8", "g8"), ("b3", "c3"), ("g4", "g3"))
        )
        assert not FORMS[form].marked_centre


@pytest.mark.rule("4.2", "17.2")
def test_everybody_takes_another_school_and_everybody_but_partners_another_colour() -> None:
    for form in sorted(set(FORMS) - {"first-game"}):
        seats = FORMS[form].seats
        with pytest.raises(BadSetUp, match="school of their own"):
            Position.new(form, ("highland",) * seats, 1)
        colours = fresh(form, 1).colour_of
        assert colours == ((0, 1, 0, 1) if form.startswith("team") else tuple(range(seats)))
    for schools in (("sylvan", "highland"), ("southern_imperial", "northern_imperial")):
        assert Position.new("duel", schools, 1).schools == schools


@pytest.mark.rule("4.3")
def test_every_deck_is_shuffled_by_itself() -> None:
    games = [fresh("duel", seed) for seed in SEEDS]
    for zone in ("legend_deck", "flare_deck"):
        tops = {getattr(p, zone)[0] for p in games}
        assert tops == set(deck(zone.removesuffix("_deck") + "s"))
    for seat in (0, 1):
        assert {p.decks[seat][0] for p in games} == set(deck("imperial"))
    # Two decks with the same cards, each in an order of its own.
    assert all(p.decks[0] != p.decks[1] for p in games)
    assert fresh("duel", 5) == fresh("duel", 5)


@pytest.mark.rule("4.4", "17.3", "17.7", "18.2")
@pytest.mark.parametrize("form", sorted(FORMS))
def test_opening_hands(form: str) -> None:
    for seed in SEEDS:
        p = new_game(form, seed)
        for seat, school in enumerate(p.schools):
            own = p.beings[seat] + p.decks[seat]
            assert len(p.beings[seat]) == 3
            assert sorted(own) == sorted(deck(SCHOOLS[school]))
            assert len(p.flares[seat]) == 1
            later_partner = form.startswith("team") and seat >= 2
            assert len(p.legends[seat]) == (0 if form == "first-game" or later_partner else 2)
        legends = sum(p.legends, p.legend_deck)
        assert sorted(legends) == ([] if form == "first-game" else sorted(deck("legends")))
        assert sorted(sum(p.flares, p.flare_deck)) == sorted(deck("flares"))


@pytest.mark.rule("4.6", "17.6", "19.25")
@pytest.mark.parametrize(("form", "placer"), [("duel", 1), ("team-duel", 3)])
def test_the_last_player_of_a_duel_sets_out_the_pieces(form: str, placer: int) -> None:
    p = fresh(form, 1)
    assert p.decision.seat == placer
    assert [choice_text(choice) for choice in p.choices()] == ["c5", "g5"]
    for own, other in (("c5", "g5"), ("g5", "c5")):
        begun = p.after(parse_choice(own))
        assert begun.pieces[:2] == [arena.mask(other), arena.mask(own)]
        assert begun.common == arena.mask("c5 g5")
        assert begun.decision.seat == 0


@pytest.mark.rule("2.4", "4.6", "4.7")
def test_markers_are_pieces_that_do_not_take_part() -> None:
    two_sided = {"duel": 16, "team-duel": 16, "melee-3": 15, "melee-4": 14}
    for form in FORMS:
        p = fresh(form, 1)
        colours = FORMS[form].colours
        assert p.stock[:colours] == (two_sided.get(form, 17),) * colours
        assert p.legend_stock[:colours] == (0 if form == "first-game" else 3,) * colours
        assert set(p.scores) == {0}
        # Heroic side up: every colour can still be improvised with.
        assert p.improvised == (0, 0, 0, 0)


def visible(p: Position) -> list[Task]:
    shown = [*p.tasks, p.task_deck[0]]
    return [task for task in TASKS.values() if task.number in shown]


@pytest.mark.rule("4.5", "12.1", "12.2", "12.3")
@pytest.mark.parametrize("form", ["high-form", "team-high-form"])
def test_tasks_are_set_out(form: str) -> None:
    next_is_advanced = 0
    for seed in SEEDS:
        p = fresh(form, seed)
        assert p.common | p.heroic | p.legendary == 0
        assert sorted(p.tasks + p.task_deck) == sorted(deck("tasks"))
        current = [task for task in TASKS.values() if task.number in p.tasks]
        assert len(current) == 3
        assert not any(task.advanced for task in current)
        types = [task.type for task in visible(p)]
        assert max(map(types.count, types)) <= 2
        next_is_advanced += CARDS[p.task_deck[0]] in [
            task for task in TASKS.values() if task.advanced
        ]
    assert 0 < next_is_advanced < len(SEEDS)


@pytest.mark.rule("18.1")
def test_the_first_game_is_played_by_the_imperial_schools() -> None:
    imperial = ("southern_imperial", "northern_imperial")
    assert Position.new("first-game", imperial, 1).schools == imperial
    with pytest.raises(BadSetUp, match="northern_imperial and southern_imperial"):
        Position.new("first-game", ("highland", "sylvan"), 1)
    with pytest.raises(BadSetUp, match="northern_imperial and southern_imperial"):
        Position.new("first-game", ("northern_imperial", "sylvan"), 1)


@pytest.mark.rule("18.3")
def test_tasks_of_the_first_game() -> None:
    for seed in SEEDS:
        p = fresh("first-game", seed)
        current = [task for task in TASKS.values() if task.number in p.tasks]
        assert len({task.type for task in current}) == 3
        assert all(task.points <= 2 for task in current)
        simple = [task.number for task in TASKS.values() if not task.advanced]
        assert sorted(p.tasks + p.task_deck) == simple
