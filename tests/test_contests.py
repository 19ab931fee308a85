"""Contests: fair deals, nothing lost, nothing counted that belongs to another contest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tashkalar import Choice, Game, View, parse_choice, parse_record, view
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.contests import contest, header, match
from tashkalar.bots.contests.contest import Contest, load, run
from tashkalar.bots.contests.header import GAMES, HEADER, BadContest
from tashkalar.bots.contests.match import MatchResult, Pairing, play
from tashkalar.bots.contests.standings import (
    Score,
    Sprt,
    average_places,
    cross_table,
    ratings,
    summary,
    thinking_times,
)
from tashkalar.bots.playing import bot
from tashkalar.bots.playing.budget import OutOfBudget
from tashkalar.bots.playing.player import FLOOR, BotFailed, Player
from tashkalar.cards import SCHOOLS
from tashkalar.rules.forms import FORMS, draw_schools
from tests.games import new_game

MELEE = ("highland", "sylvan", "northern_imperial")


class Burner:
    """Spends all that it may at every choice."""

    seen: list[int]

    def __init__(self, seed: int = 0) -> None:
        self.seen = []

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        spent = 0
        try:
            while True:
                budget.spend()
                spent += 1
        except OutOfBudget:
            self.seen.append(spent)
        return choices[0]


class Late(Burner):
    """Raises in its third turn."""

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        if view.turn > 4:
            raise KeyError("no idea")
        return choices[0]


class Cheat(Burner):
    """Answers what is not offered."""

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        return parse_choice("pass control")


class Stillborn(Burner):
    """Cannot even be made."""

    def __init__(self, seed: int = 0) -> None:
        raise RuntimeError("nothing is ready")


class Ticking:
    """A clock by which every look at it takes a moment."""

    def __init__(self, moment: float) -> None:
        self.now, self.moment = 0.0, moment

    def __call__(self) -> float:
        self.now += self.moment
        return self.now


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of somebody else, by their names."""
    for kind in (Burner, Late, Cheat, Stillborn):
        level = bot.Level(f"{__name__}:{kind.__name__}")
        monkeypatch.setitem(bot.LEVELS, kind.__name__.lower(), level)


# --- budgets ------------------------------------------------------------------------------------


def turn_played(player: Player, form: str = "high-form", seed: int = 3) -> int:
    """Play the first turn; how many choices it had."""
    game = Game.new(form, tuple(SCHOOLS)[:2], seed)
    choices = 0
    while game.position.turn == 1:
        game.play(player.choose(game.view(game.position.actor)))
        choices += 1
    return choices


def test_a_budget_belongs_to_a_turn_and_not_to_a_choice() -> None:
    burner = Burner()
    player = Player(burner, Budget(nodes=FLOOR))
    choices = turn_played(player)
    assert choices > 1
    assert burner.seen == [FLOOR] + [0] * (choices - 1)
    turn_played(player)  # the number of the turn is the same, so it is still this turn
    assert sum(burner.seen) == FLOOR
    game = Game.new("high-form", tuple(SCHOOLS)[:2], 3)
    player.choose(game.view(0), turn="taken back")
    assert sum(burner.seen) == 2 * FLOOR
    assert player.turns == 2


def test_seconds_are_of_a_turn_too() -> None:
    burner = Burner()
    player = Player(burner, Budget(seconds=100, clock=Ticking(1.0)), floor=0)
    choices = turn_played(player)
    assert choices > 1
    # 95 of the 100 seconds are for thinking. The player looks at the clock once, the budget at
    # every sixteenth node. The few seconds that are left are shared by the next choices.
    assert burner.seen[0] == 16 * 94 - 1
    assert len(burner.seen) == choices
    assert sum(burner.seen[1:]) <= 16 * 5
    assert 95 < player.seconds <= 100 + choices
    assert player.turns == 1
    assert player.overlong == 0


def test_a_turn_that_takes_too_long_is_counted_once() -> None:
    clock = Ticking(0.0)

    class Slow(Burner):
        def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
            clock.now += 1.0
            return choices[0]

    for seconds, overlong in ((0.5, 1), (0.95, 1), (2.0, 0)):
        player = Player(Slow(), Budget(seconds=seconds, clock=clock), floor=0)
        choices = turn_played(player)
        assert choices == 2
        assert player.seconds == choices
        assert player.overlong == overlong


def test_however_small_the_budget_single_actions_are_looked_at() -> None:
    """Else greedy looks at the first squares only and plays worse than the novice."""
    for budget in (Budget(nodes=1), Budget(seconds=1, clock=Ticking(1.0))):
        burner = Burner()
        turn_played(Player(burner, budget))
        # Time is asked for at every sixteenth node only.
        assert FLOOR <= sum(burner.seen) <= FLOOR + 16
    games = Contest("duel", ["greedy", "novice"], "1n").pairings(2)
    assert cross_table(map(play, games))["greedy", "novice"].wins == 2


def test_a_level_keeps_within_its_budget_over_a_whole_turn() -> None:
    for name in ("greedy", "planner", "strategist"):
        player = Player(bot_named(name, 1), Budget(nodes=600), floor=0)
        position = new_game("high-form", 4)
        used = 0
        while position.turn == 1:
            before = player.left.nodes
            position = position.after(player.choose(view(position, position.actor)))
            assert before is not None
            assert player.left.nodes is not None
            used += before - player.left.nodes
        assert used <= 600


# --- bots that fail -----------------------------------------------------------------------------


@pytest.mark.usefixtures("strangers")
def test_a_bot_that_fails_forfeits_and_the_contest_goes_on(tmp_path: Path) -> None:
    held = Contest("duel", ["late", "random", "cheat"], "10n")
    results = list(run(held, 2, tmp_path, 1))
    assert len(results) == 6
    for result in results:
        assert result.forfeit is not None
        name = result.pairing.bots[result.forfeit.seat]
        assert result.places[result.forfeit.seat] == 2
        assert result.places[1 - result.forfeit.seat] == 1
        assert result.trouble.startswith(
            f"{name} forfeits game {result.pairing.id}, turn {result.forfeit.turn}: it "
        )
        told = {
            "late": "raised KeyError: 'no idea'",
            "cheat": "chose pass control, which is not offered",
        }
        assert result.trouble.endswith(told[name])
        assert result.turns == result.forfeit.turn
        Game.replay(parse_record(result.record))  # up to there it is a game like any other
    assert {r.pairing.id: r for r in results} == load(tmp_path)
    assert len(summary(results)["forfeits"]) == 6
    assert cross_table(results)["random", "late"].wins == 2


@pytest.mark.usefixtures("strangers")
def test_a_bot_that_cannot_be_made_forfeits_in_turn_0() -> None:
    result = play(Pairing("melee-3", ("random", "stillborn", "random"), MELEE, 1, "10n"))
    assert result.places == (1, 3, 1)
    assert "stillborn forfeits" in result.trouble
    assert "turn 0: it raised RuntimeError: nothing is ready" in result.trouble


def test_a_failure_names_its_reason() -> None:
    with pytest.raises(BotFailed, match="chose pass control, which is not offered"):
        turn_played(Player(Cheat(), Budget(nodes=10)))


# --- the folder of a contest --------------------------------------------------------------------


def test_a_folder_holds_one_contest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Contest("duel", ["random", "novice"], "20n")
    played = [r.record for r in run(held, 2, tmp_path, 1)]
    stored = json.loads((tmp_path / HEADER).read_text())
    assert stored["form"] == "duel"
    assert stored["bots"][0] == {"name": "random", "learned": ""}
    assert stored["bots"][1]["name"] == "novice"
    assert len(stored["bots"][1]["learned"]) == 12
    assert (stored["budget"], stored["floor"]) == ("1000n", 1000)
    assert {r.pairing.budget for r in load(tmp_path).values()} == {"1000n"}
    assert list(run(held, 2, tmp_path, 1)) == []
    # Every turn has a thousand nodes at least, so this is the same contest.
    assert list(run(Contest("duel", ["random", "novice"], "30n"), 2, tmp_path, 1)) == []
    others = {
        "form duel there and high-form here": Contest("high-form", ["random", "novice"], "20n"),
        "budget 1000n there and 2000n here": Contest("duel", ["random", "novice"], "2000n"),
        "budget 1000n there and 0.5s here": Contest("duel", ["random", "novice"], "0.50s"),
        "seed 0 there and 7 here": Contest("duel", ["random", "novice"], "20n", seed=7),
        "schools random there and highland, sylvan here": Contest(
            "duel", ["random", "novice"], "20n", ("highland", "sylvan")
        ),
        "bots random, novice (": Contest("duel", ["random", "greedy"], "20n"),
        " there and random, random, novice (": Contest(
            "duel", ["random", "random", "novice"], "20n"
        ),
    }
    for told, other in others.items():
        with pytest.raises(BadContest, match="holds another contest") as refused:
            list(run(other, 2, tmp_path, 1))
        assert told in str(refused.value)
    monkeypatch.setattr(header, "__version__", "9.9")
    with pytest.raises(BadContest, match=r"version .* there and 9\.9 here"):
        list(run(held, 2, tmp_path, 1))
    monkeypatch.setattr(contest, "FLOOR", 500)
    with pytest.raises(BadContest, match=r"budget 1000n there and 500n here; floor 1000 there"):
        list(run(held, 2, tmp_path, 1))
    assert [r.record for r in load(tmp_path).values()] == played


def test_other_weights_are_another_contest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tashkalar.bots.playing.levels import Planner

    held = Contest("duel", ["planner", "random"], "20n")
    header.claim(tmp_path, held.header)
    before = Planner.judge
    changed = tuple(w + 1 for w in before.weights["duel"])
    monkeypatch.setattr(Planner, "judge", before.changed("duel", changed))
    with pytest.raises(BadContest, match=r"bots planner \(\w+\), random there and planner"):
        header.claim(tmp_path, held.header)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    held = Contest("duel", ["random", "novice"], "20n")
    file = tmp_path / "file"
    file.write_text("notes")
    with pytest.raises(BadContest, match="is a file"):
        header.claim(file, held.header)
    with pytest.raises(BadContest, match="Not a directory"):
        header.claim(file / "below", held.header)
    (tmp_path / GAMES).write_text("")
    with pytest.raises(BadContest, match=r"holds games but no contest\.json"):
        header.claim(tmp_path, held.header)
    (tmp_path / HEADER).write_text("{")
    with pytest.raises(BadContest, match="cannot be read"):
        header.claim(tmp_path, held.header)
    assert file.read_text() == "notes"


def test_without_ray_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "find_spec", lambda name: None)
    held = Contest("duel", ["random", "novice"], "20n")
    with pytest.raises(BadContest, match="need Ray"):
        list(run(held, 2, tmp_path / "new", 1, ray_address="local"))
    assert list(tmp_path.iterdir()) == []


# --- games and standings ------------------------------------------------------------------------


def test_seconds_are_divided_by_a_bots_own_turns() -> None:
    pairing = Pairing("melee-3", ("random", "novice", "novice"), MELEE, 2, "30n")
    result = play(pairing)
    assert sum(result.thoughts) >= result.turns - 1
    assert max(result.thoughts) <= result.turns
    timed = MatchResult(
        pairing, (1, 2, 3), (0, 0, 0), 30, "", (2.0, 5.0, 7.0), (10, 10, 10), (0, 1, 2), ""
    )
    times = thinking_times([timed, timed])
    assert times["random"].per_turn == pytest.approx(0.2)
    assert times["novice"].per_turn == pytest.approx(0.6)
    assert (times["novice"].turns, times["novice"].overlong) == (40, 6)


def test_seeded_bots_play_the_same_game_again() -> None:
    pairing = Pairing("duel", ("planner", "novice"), ("highland", "sylvan"), 4, "60n")
    one, two = play(pairing), play(pairing)
    assert one.record == two.record
    assert Game.replay(parse_record(one.record)).position.result == one.places


def test_greedy_beats_random() -> None:
    games = Contest("duel", ["greedy", "random"], "2000n").pairings(4)
    score = cross_table(map(play, games))["greedy", "random"]
    assert score.wins == 4


def test_deals_are_paired_with_the_sides_swapped() -> None:
    games = Contest("team-duel", ["a", "b"], "1n").pairings(4)
    assert [g.bots for g in games[:2]] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert games[0].seed == games[1].seed != games[2].seed
    assert games[0].schools == games[1].schools
    table = Contest("melee-3", ["a", "b", "c"], "1n").pairings(3)
    assert {g.seed for g in table} == {0}
    for seat in range(3):
        assert {g.bots[seat] for g in table} == {"a", "b", "c"}
    itself = Contest("duel", ["a", "a"], "1n").pairings(2)
    assert itself[0].schools == itself[1].schools[::-1]
    with pytest.raises(BadContest, match="two bots"):
        Contest("duel", ["a"], "1n").pairings(2)


def test_a_bot_that_is_named_twice_plays_itself() -> None:
    games = Contest("duel", ["b", "a", "b", "c", "b"], "1n").pairings(2)
    met = [set(game.bots) for game in games]
    assert met == [{"b"}] * 2 + [{"a", "b"}] * 2 + [{"b", "c"}] * 2 + [{"a", "c"}] * 2
    table = Contest("melee-4", ["b", "a", "b", "c"], "1n").pairings(8)
    assert all(sorted(game.bots) == ["a", "b", "b", "c"] for game in table)
    same = Contest("melee-3", ["b", "b"], "1n").pairings(3)
    assert {game.bots for game in same} == {("b", "b", "b")}
    for seat in range(3):  # every school once on every seat
        assert len({game.schools[seat] for game in same}) == 3


@given(
    form=st.sampled_from(sorted(FORMS)),
    bots=st.lists(st.sampled_from("abcde"), min_size=2, max_size=6),
    games=st.integers(1, 30),
)
def test_no_game_of_a_contest_comes_twice(form: str, bots: list[str], games: int) -> None:
    played = Contest(form, bots, "1n").pairings(games)
    assert len({game.id for game in played}) == len(played)
    if FORMS[form].melee:
        assert len(played) == games
    for game in played:
        assert set(game.bots) <= set(bots)
        assert sorted(game.schools) == sorted(draw_schools(FORMS[form], game.seed))


def test_an_interrupted_contest_goes_on_and_loses_nothing(tmp_path: Path) -> None:
    held = Contest("duel", ["random", "novice"], "20n")
    games = held.pairings(6)
    running = run(held, 6, tmp_path, 1)
    first = [next(running).pairing.id, next(running).pairing.id]
    running.close()
    with (tmp_path / GAMES).open("a") as file:
        file.write('{"id": "cut off in the mid')
    rest = [result.pairing.id for result in run(held, 6, tmp_path, 1)]
    assert first + rest == [game.id for game in games]
    assert set(load(tmp_path)) == {game.id for game in games}
    assert not list(run(held, 6, tmp_path, 1))


def test_the_same_games_run_on_ray(tmp_path: Path) -> None:
    held = Contest("duel", ["random", "novice"], "10n")
    on_ray = list(run(held, 4, tmp_path / "ray", 1, ray_address="local"))
    here = list(run(held, 4, tmp_path / "here", 1))
    assert {r.pairing.id: r.record for r in on_ray} == {r.pairing.id: r.record for r in here}


def test_standings() -> None:
    score = Score(wins=80, losses=20)
    low, high = score.interval
    assert (round(low, 4), round(high, 4)) == (0.7112, 0.8666)  # Wilson, from the textbook formula
    assert Score().interval == (0.0, 1.0)
    table = {
        ("a", "b"): Score(30, 0, 10),
        ("b", "a"): Score(10, 0, 30),
        ("b", "c"): Score(30, 0, 10),
        ("c", "b"): Score(10, 0, 30),
    }
    rated = ratings(table)
    assert rated["a"] > rated["b"] > rated["c"]
    assert abs(rated["a"] - rated["b"] - 191) < 5  # three to one is 191 points
    test = Sprt.parse("0,100")
    assert test.verdict(Score(80, 0, 20)) == "H1"
    assert test.verdict(Score(40, 0, 60)) == "H0"
    assert test.verdict(Score(6, 0, 4)) == ""
    for text in ("much", "0", "0,30,60", "0,inf"):
        with pytest.raises(ValueError, match=r"is no test; .*, like 0,30"):
            Sprt.parse(text)
    for text in ("30,0", "5,5"):
        with pytest.raises(ValueError, match="write the lower one first, like 0,30"):
            Sprt.parse(text)


def test_a_melee_table_is_compared_place_by_place() -> None:
    result = play(
        Pairing(
            "melee-3",
            ("random", "novice", "greedy"),
            ("highland", "sylvan", "northern_imperial"),
            2,
            "30n",
        )
    )
    table = cross_table([result])
    assert sum(score.games for score in table.values()) == 6
    assert sorted(mean for mean, _, _ in average_places([result]).values()) == sorted(result.places)
    assert summary([result])["games"] == 1


def test_a_game_without_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "LIMIT", 6)
    deal = Pairing("team-duel", ("greedy",) * 4, tuple(SCHOOLS), 2, "20n")
    result = play(deal)
    assert result.turns == 6
    assert result.trigger == ""
    assert set(result.places) <= {1, 2}
