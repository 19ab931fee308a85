"""Bots: legal, fair, reproducible, within their budgets."""

from __future__ import annotations

import random
import subprocess
import sys
from math import exp, sqrt
from operator import mul
from pathlib import Path
from statistics import fmean, stdev

import pytest
from sklearn.linear_model import LogisticRegression

from tashkalar import Position, engine, sample, view
from tashkalar.arena import ALL, squares
from tashkalar.bots import Bot, Budget, UnknownBot, bot_named, bot_names
from tashkalar.bots.learning import foresight, outcomes, selfplay, starts, tuning, worths
from tashkalar.bots.learning.training import TooFewGames, TrainingRun
from tashkalar.bots.learning.tuning import Trial, make_trials, play_trial
from tashkalar.bots.learning.worths import Sample, odds, spreads
from tashkalar.bots.playing import shares
from tashkalar.bots.playing.alternatives import DISCARDING, discarding
from tashkalar.bots.playing.bot import LEVELS as LEVEL_TABLE
from tashkalar.bots.playing.bot import BotNotHere, lacks_core
from tashkalar.bots.playing.budget import BadBudget, OutOfBudget
from tashkalar.bots.playing.evaluation import LEARNED, STARTS, STRATEGIC, Evaluation
from tashkalar.bots.playing.features import NAMES, claimed, features, plain_features
from tashkalar.bots.playing.fixed import ONE, POINT, plain, plain_weights
from tashkalar.bots.playing.levels import Greedy
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.shares import Shares
from tashkalar.bots.playing.strategist import CERTAIN, Master, Strategist, standard_error
from tashkalar.bots.playing.turns import TurnSearch, Variation, ended, ending, worth
from tashkalar.bots.playing.weights import WEIGHTS, family, read
from tashkalar.bots.reviewing.review import chance
from tashkalar.cards import BEINGS
from tashkalar.choice import PASS, Asking, Choice, Kind
from tashkalar.pattern import nearly
from tashkalar.rules.forms import FORMS
from tashkalar.rules.tasks import task
from tashkalar.scene import texts
from tests import bot_choices
from tests.games import new_game, positions, some_position

LEVELS = ["random", "novice", "greedy", "planner", "strategist", "master"]
SMALL = {"strategist": 600, "master": 1200}  # nodes with which they look at replies in tests


@pytest.fixture
def early_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategist looks at replies within the small budgets of tests, too."""
    monkeypatch.setattr(shares, "SHARES", bot_choices.early())


def test_the_levels_are_there() -> None:
    assert bot_names()[:6] == LEVELS
    with pytest.raises(UnknownBot, match="the bots are random, novice"):
        bot_named("deep-thought")


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.usefixtures("early_answers")
def test_a_bot_answers_every_question_with_one_of_the_choices(name: str, form: str) -> None:
    position = new_game(form, 5)
    nodes = SMALL.get(name, 25)
    bots = [bot_choices.made(name, seat, nodes) for seat in range(len(position.colour_of))]
    rng = random.Random(5)
    for _ in range(60):
        if position.is_over:
            break
        seen = view(position, position.actor)
        choice = bots[position.actor].choose(seen, seen.choices(), Budget(nodes=nodes))
        assert position.is_legal(choice)
        # Off the bot's own path now and then, so that it meets strange positions too.
        wanted = rng.choice(position.choices()) if rng.random() < 0.5 else choice
        position = position.after(wanted)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.usefixtures("early_answers")
def test_hidden_cards_never_change_a_choice(name: str) -> None:
    for seed in range(6):
        position = some_position(["duel", "high-form", "melee-3", "team-duel"][seed % 4], seed)
        seat = position.actor
        dealt_anew = sample(view(position, seat), random.Random(99))
        nodes = max(900, SMALL.get(name, 0))
        answers = {
            asked(bot_choices.made(name, 7, nodes), p, seat, Budget(nodes=nodes))
            for p in (position, dealt_anew)
        }
        assert len(answers) == 1


def test_a_level_of_many_nodes_is_not_played_without_the_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Never slower or weaker under the same name; the others play everywhere."""
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert [name for name in LEVELS if lacks_core(name)] == ["master"]
    with pytest.raises(BotNotHere, match="needs the compiled core"):
        bot_named("master")
    rows = {row.id: row for row in texts.bots()}
    assert [row.id for row in rows.values() if row.missing] == ["master"]


def test_a_level_that_names_its_nodes_has_them_whatever_the_budget() -> None:
    assert Player(Master(1), Budget(nodes=2000)).budget.nodes == LEVEL_TABLE["master"].nodes
    assert Player(Master(1), Budget(seconds=1)).budget.seconds is None
    assert Player(Strategist(1), Budget(nodes=2000)).budget.nodes == 2000


def test_a_bot_of_this_folder_plays_in_a_contest(tmp_path: Path) -> None:
    source = """
class First:
    def __init__(self, seed=0): pass
    def choose(self, view, choices, budget): return choices[0]
"""
    (tmp_path / "mine.py").write_text(source)
    script = Path(sys.executable).with_name("tashkalar")
    order = ["arena", "--bots", "mine:First,random", "--games", "1", "--workers", "1"]
    done = subprocess.run(
        [script, *order], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "mine:First" in (tmp_path / "contest" / "games.jsonl").read_text()


def test_a_bot_that_is_only_tried_is_named_by_its_module() -> None:
    assert isinstance(bot_named("tests.variants:Discarding", 1), Strategist)
    for name in ("tests.variants:Nobody", "tests.nowhere:Bot", "tests.variants:", ":"):
        with pytest.raises(UnknownBot, match="there is no bot"):
            bot_named(name)


class _Trusting(Master):
    """Thinks that a partner does better or worse by so much in every world, or not always."""

    def __init__(self, leads: list[int]) -> None:
        super().__init__(1)
        self.leads = leads

    def replied(self, world: Position, line: Variation, share: Shares, budget: Budget) -> int:
        passed = line.path[-1].kind == Kind.PASS_CONTROL
        self.leads = self.leads[passed:] + self.leads[:passed]
        return self.leads[0] if passed else 0


@pytest.mark.parametrize(
    ("leads", "passes"),
    [
        ([2 * POINT], True),
        ([POINT // 2], False),
        ([-POINT], False),
        ([9 * POINT, -8 * POINT], False),
    ],
)
def test_control_is_passed_where_that_is_clearly_better(leads: list[int], passes: bool) -> None:
    p = next(p for p, _ in positions("team-duel", 3) if p.asking == Asking.ACTION and p.turn > 3)
    place = next(c for c in p.choices() if c.kind == Kind.PLACE)
    line = Variation(0, p, (place,))
    share = shares.shares("duel", Budget(nodes=9000))
    found = _Trusting(leads)._passed(p, line, share, Budget(nodes=9000))
    assert (found.path[-1].kind == Kind.PASS_CONTROL) == passes


def test_a_discarded_being_is_not_used_up() -> None:
    """Else the search would discard all the time: using beings up is what summonings are for."""
    used = NAMES.index("used")
    met = 0
    for seed in range(4):
        for p, _ in positions("high-form", seed, 200):
            for choice in [c for c in p.choices() if c.kind == Kind.DISCARD]:
                before, found = (features(q, p.colour_of[p.seat]) for q in (p, p.after(choice)))
                assert found[used] == before[used]
                met += 1
    assert met > 20


def test_the_discard_action_takes_the_place_of_the_last_one_and_keeps_what_is_better() -> None:
    """A card stays in hand where giving it back, too, would be worth less."""
    kept = given = 0
    for p, _ in positions("high-form", 6, 300):
        if p.asking != Asking.ACTION or p.turn < 3:
            continue
        place = next((c for c in p.choices() if c.kind == Kind.PLACE), None)
        if place is None or p.actions != 2:
            continue
        path = (place, next(c for c in p.after(place).choices() if c.kind == Kind.PLACE))
        found = discarding(p, [Variation(0, p, path)] * 2, STRATEGIC, Budget(nodes=500))
        assert len(found) == min(DISCARDING, len(p.beings[p.seat]))
        for line in found:
            assert [c.kind for c in line.path[:2]] == [Kind.PLACE, Kind.DISCARD]
            assert line.value == worth(line.position, p.colour_of[p.seat], True, STRATEGIC)
            given += sum(c.kind == Kind.RETURN for c in line.path)
            if line.path[-1] == PASS:
                before = replayed(p, line.path[:-1])
                for choice in [c for c in before.choices() if c.kind == Kind.RETURN]:
                    more = before.after(choice)
                    more = more.after(PASS) if more.asking == Asking.RETURNED else more
                    assert worth(more, p.colour_of[p.seat], True, STRATEGIC) < line.value
                    kept += 1
    assert kept > 5
    assert given > 5


def replayed(p: Position, path: tuple[Choice, ...]) -> Position:
    for choice in path:
        p = p.after(choice)
    return p


def test_what_is_drawn_after_a_discard_is_an_expectation_and_no_peek() -> None:
    """Whatever lies on top of the deck, a discard is worth the same."""
    for p, _ in positions("high-form", 2, 200):
        discards = [c for c in p.choices() if c.kind == Kind.DISCARD]
        if discards:
            turned = p.copy()
            turned.decks = tuple(deck[::-1] for deck in p.decks)
            after = [q.after(discards[0]) for q in (p, turned)]
            assert len({STRATEGIC.value(q, p.colour_of[p.seat]) for q in after}) == 1


def test_bots_choose_the_same_on_every_python() -> None:
    """As stored by ``python -m tests.bot_choices --write``, whatever Python wrote it."""
    assert list(bot_choices.chosen(bot_choices.FEW)) == bot_choices.STORED.read_text().splitlines()


def asked(bot: Bot, position: Position, seat: int, budget: Budget) -> object:
    seen = view(position, seat)
    return bot.choose(seen, seen.choices(), budget)


def test_budgets_are_read_and_kept() -> None:
    assert Budget.parse("1.5s").seconds == 1.5
    assert Budget.parse("300n").nodes == 300
    for text in ("", "1", "s", "-1s", "0n", "xn"):
        with pytest.raises(BadBudget, match="is not a budget"):
            Budget.parse(text)
    position = some_position("duel", 3)
    budget = Budget(nodes=200)
    asked(bot_named("planner", 1), position, position.actor, budget)
    assert budget.used <= 201


@pytest.mark.parametrize("name", ["novice", "greedy"])
def test_every_position_that_is_judged_is_paid_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[object] = []
    value = Evaluation.value

    def counted(self: Evaluation, p: Position, colour: int, threats: bool = True) -> int:
        judged.append(p)
        return value(self, p, colour, threats)

    monkeypatch.setattr(Evaluation, "value", counted)
    monkeypatch.setenv(engine.VARIABLE, "reference")  # the core judges without being seen
    inside = 0
    for position, _ in list(positions("team-high-form", 5, 200))[::4]:
        for nodes in (10_000, 40):
            judged.clear()
            budget = Budget(nodes=nodes)
            asked(bot_named(name, 1), position, position.actor, budget)
            # Of an effect that is played through, the last position is judged more closely, too.
            different = len({id(p) for p in judged})
            assert different <= budget.used <= nodes + 1
            inside += different > len(position.choices())
    assert inside


def test_greedy_keeps_to_its_plan_when_nothing_is_left() -> None:
    """An effect that was played through in its mind goes on like that."""
    planned = 0
    for seed in range(1):
        for position, _ in positions("duel", seed, 300):
            bot, seat = Greedy(1), position.actor
            if not any(c.kind == Kind.SUMMON for c in position.choices()):
                continue
            after = position.after(bot.choose(view(position, seat), position.choices(), Budget()))
            while after.actor == seat and after.asking not in (Asking.ACTION, Asking.END):
                seen = view(after, seat)
                expected = bot._plan.get(seen.to_bytes())
                answer = bot.choose(seen, seen.choices(), Budget(nodes=0))
                assert expected in (answer, None)
                planned += expected is not None and answer is not seen.choices()[0]
                after = after.after(answer)
    assert planned


@pytest.mark.usefixtures("early_answers")
def test_a_strategist_spends_its_budget_on_answers_and_no_more() -> None:
    position = next(p for p, _ in positions("duel", 3) if p.turn > 8)
    budget = Budget(nodes=900)
    asked(bot_named("strategist", 1), position, position.actor, budget)
    assert 500 < budget.used <= 901  # it may be sure before the end


def test_a_part_of_a_budget_ends_with_the_whole() -> None:
    whole = Budget(nodes=100, used=70)
    part = whole.limited(50)
    for _ in range(30):
        part.spend()
    with pytest.raises(OutOfBudget):
        part.spend()
    assert whole.limited(10).nodes == 10
    now = iter(range(100))
    late = Budget(seconds=1, clock=lambda: next(now)).limited(50)
    with pytest.raises(OutOfBudget):
        for _ in range(50):
            late.spend()


@pytest.mark.parametrize("form", sorted(FORMS))
def test_the_points_of_a_turn_count_the_same_before_and_after_its_end(form: str) -> None:
    """Else a turn looks better or worse once it has been answered."""
    scored = 0
    for seed in range(3):
        for p, _ in positions(form, seed, 400):
            after = ended(p, LEARNED)
            if p.asking == Asking.END and not after.is_over:
                colour = p.colour_of[p.actor]
                leads = [features(q, colour)[NAMES.index("points")] for q in (p, after)]
                assert leads[0] == leads[1]
                scored += p.scores != after.scores or p.claimed != after.claimed
    assert scored


def test_the_last_round_is_played_out_and_its_result_counts() -> None:
    last = next(
        p
        for seed in range(9)
        for p, _ in positions("duel", seed, 900)
        if p.last_turns == 2 and p.asking == Asking.END
    )
    found = {}
    for lead in (-30, 0, 30):
        p = last.copy()
        colour = p.colour_of[p.actor]
        p.scores = tuple(lead if i == 5 * colour else 0 for i in range(16))
        few = shares.shares("duel", Budget(nodes=9000))
        found[lead] = Strategist(1).replied(p, Variation(0, p, ()), few, Budget(nodes=9000))
    assert found[-30] == -CERTAIN
    assert found[30] == CERTAIN
    assert -CERTAIN < found[0] < CERTAIN


def test_what_a_turn_makes_of_a_position_is_learned_from_turns() -> None:
    rng = random.Random(3)
    now = tuple(0.5 for _ in NAMES)
    turns = []
    for _ in range(400):
        row = [rng.gauss(0, 1) for _ in NAMES]
        turns.append((row, sum(row) / 2 + 2 * row[4] + 3 + rng.gauss(0, 0.1)))
    weights, plus, explained = starts.fit(turns, now)
    assert weights[NAMES[4]] == pytest.approx(2.5, abs=0.1)
    assert weights[NAMES[5]] == pytest.approx(0.5, abs=0.1)
    assert plus == pytest.approx(3, abs=0.1)
    assert explained > 0.95


def test_the_start_of_a_turn_promises_what_its_end_will_be_worth() -> None:
    """Nearer to it than the weights for the end, which know nothing of the actions to come."""
    for form in ("duel", "high-form", "melee-3"):
        schools = ("highland", "sylvan", "northern_imperial")[: FORMS[form].seats]
        known, plus = STARTS[family(form)]
        ends = STRATEGIC.weights[family(form)]
        missed: tuple[list[float], list[float]] = ([], [])
        for turn in selfplay.observe(form, schools, 7, "1000n").turns:
            if abs(turn.best) < starts.MOST:
                promised = sum(map(mul, plain_weights(known), turn.start)) + plain(plus)
                missed[0].append(abs(promised - turn.best))
                missed[1].append(abs(sum(map(mul, plain_weights(ends), turn.start)) - turn.best))
        assert fmean(missed[0]) < fmean(missed[1])


def test_outcomes_tell_what_the_value_lacks() -> None:
    """Here heroic pieces win as well as what the value knows; late common pieces only tell."""
    rng = random.Random(5)
    known, common, heroic = (NAMES.index(name) for name in ("centre", "common", "heroic"))
    games = []
    for _ in range(400):
        ends = [[rng.gauss(0, 1) for _ in NAMES] for _ in range(10)]
        ahead = sum(end[known] + 2 * end[heroic] for end in ends[:6]) > 0
        for end in ends[6:]:
            end[common] = 9.0 if ahead else -9.0
        turns = [
            selfplay.ObservedTurn(end, 0.0, end, end[known], 0, n) for n, end in enumerate(ends, 1)
        ]
        games.append(selfplay.ObservedGame(turns, (-1, -2) if ahead else (-2, -1), 10))
    more, scale, turns_seen = outcomes.fit(games)
    assert turns_seen == 2400
    assert more["heroic"] == pytest.approx(outcomes.STEP * 2, rel=0.3)
    assert all(abs(by) < 0.3 for name, by in more.items() if name != "heroic")
    early = [(g.standing[0] == -1, turn.end) for g in games for turn in g.turns[:6]]
    before = [[end[known]] for _, end in early]
    after = [
        [scale * (end[known] + sum(by * end[NAMES.index(name)] for name, by in more.items()))]
        for _, end in early
    ]
    won = [by for by, _ in early]
    meaning = [LogisticRegression(C=100.0).fit(x, won).coef_[0][0] for x in (before, after)]
    assert meaning[1] == pytest.approx(meaning[0], rel=0.01)


def test_games_that_tell_nothing_teach_nothing() -> None:
    end = [0.0] * len(NAMES)
    turns = [selfplay.ObservedTurn(end, 0.0, end, value, value > 0, 1) for value in (1.0, -1.0)]
    with pytest.raises(TooFewGames, match="no game had a winner"):
        outcomes.fit([selfplay.ObservedGame(turns, (-1, -1), 9)])
    with pytest.raises(TooFewGames, match="did not stand better"):
        outcomes.fit([selfplay.ObservedGame(turns, (-1, -2), 9)])


def test_what_answers_tell_is_foreseen() -> None:
    """Here answers leave more of turns that end with heroic pieces than the value knows.

    Who has coloured squares does better in every turn, whatever is played: that teaches nothing.
    """
    rng = random.Random(6)
    heroic, coloured = (NAMES.index(name) for name in ("heroic", "coloured"))
    now = tuple(0.5 if name == "centre" else 0.0 for name in NAMES)
    turns = []
    for _ in range(300):
        luck = rng.gauss(0, 5)
        rows = [[rng.gauss(0, 1) for _ in NAMES] for _ in range(6)]
        for row in rows:
            row[coloured] = luck
        values = [1.5 * sum(map(mul, now, row)) + 0.9 * row[heroic] for row in rows]
        turns.append(
            [(row, v + luck + rng.gauss(0, 0.5)) for row, v in zip(rows, values, strict=True)]
        )
    turns = [turn for turn in turns if all(abs(left) < plain(CERTAIN) for _, left in turn)]
    found = foresight.fit(turns, now)
    assert found.weights[heroic] == pytest.approx(foresight.STEP * 0.6, rel=0.1)
    moved = [abs(new - old) for new, old in zip(found.weights, now, strict=True)]
    assert max(by for i, by in enumerate(moved) if i != heroic) < 0.03
    assert found.before < 0.5
    assert found.after > 0.8
    with pytest.raises(TooFewGames, match="no turn was open enough"):
        foresight.fit([[(row, plain(CERTAIN)) for row in rows]], now)
    with pytest.raises(TooFewGames, match="left no more of better turns"):
        foresight.fit([[(row, -left) for row, left in turn] for turn in turns], now)


def test_answers_are_heard_to_good_turns_and_to_others(
    monkeypatch: pytest.MonkeyPatch, early_answers: None
) -> None:
    monkeypatch.setattr(foresight, "WORLDS", 1)
    heard = foresight.observe_replies("high-form", ("highland", "sylvan"), 7, "300n")
    assert len(heard) > 3
    most = foresight.BEST + foresight.OTHERS
    for turn in heard:
        assert 2 <= len(turn) <= most
        assert all(len(row) == len(NAMES) and abs(left) <= plain(CERTAIN) for row, left in turn)
    assert any(len({left for _, left in turn}) > 2 for turn in heard)


def test_a_watched_turn_is_seen_from_its_start_to_its_end() -> None:
    told = selfplay.observe("duel", ("highland", "sylvan"), 7, "60n")
    assert sorted(turn.number for turn in told.turns) == sorted({t.number for t in told.turns})
    judged = plain_weights(STRATEGIC.weights["duel"])
    for turn in told.turns:
        assert sum(map(mul, judged, turn.end)) == pytest.approx(turn.value)
        assert turn.value <= turn.best


def test_a_task_that_will_be_claimed_is_no_progress_any_more() -> None:
    ends = (
        p
        for seed in range(20)
        for p, _ in positions("high-form", seed, 400)
        if p.asking == Asking.END
    )
    p = next(p for p in ends if claimed(p))
    mine = NAMES.index("tasks")
    left = [n for n in p.tasks if n != claimed(p)]
    without = p.copy()
    without.tasks = tuple(left)
    colour = p.colour_of[p.actor]
    assert features(p, colour)[mine] == features(without, colour)[mine]
    assert features(p, colour)[0] == features(without, colour)[0] + ONE * task(claimed(p)).points


@pytest.mark.parametrize("form", ["team-duel", "team-high-form"])
def test_of_partners_only_the_one_who_acts_next_counts(form: str) -> None:
    """Weights are learned in games of two: a side has one hand then, and threatens with one."""
    some = [p for p, _ in positions(form, 4) if p.asking == Asking.END and not p.passed]
    assert len(some) > 5
    for p in some:
        colour = p.colour_of[p.seat]
        partner, last = (p.seat + 2) % 4, (p.seat + 3) % 4
        other = p.copy()
        beings, legends, flares = list(p.beings), list(p.legends), list(p.flares)
        beings[partner] = p.decks[partner][-len(p.beings[partner]) :]
        legends[partner], flares[partner] = (), ()
        other.beings, other.legends, other.flares = map(tuple, (beings, legends, flares))
        gone = list(p.discards)
        gone[last] += p.beings[last]
        other.discards = tuple(gone)
        assert features(other, colour) == features(p, colour)


@pytest.mark.parametrize("form", ["team-duel", "team-high-form"])
def test_once_control_was_passed_the_hand_of_the_partner_counts(form: str) -> None:
    held = [NAMES.index(name) for name in ("ready", "near", "brings", "ready_two", "flare")]
    some = [p for seed in range(4) for p, _ in positions(form, seed) if p.passed]
    assert len(some) > 10
    for p in some:
        other = p.copy()
        other.beings = tuple(
            p.decks[seat][: len(hand)] if seat == p.seat else hand
            for seat, hand in enumerate(p.beings)
        )
        found = [features(q, p.colour_of[p.seat]) for q in (p, other)]
        assert [found[0][i] for i in held] == [found[1][i] for i in held]


def named(position: Position, colour: int) -> dict[str, float]:
    return dict(zip(NAMES, plain_features(position, colour), strict=True))


@pytest.mark.parametrize("form", ["duel", "high-form", "melee-3"])
def test_a_card_to_be_drawn_counts_as_if_it_were_held(form: str) -> None:
    """On average over all cards it may be."""
    drawing = 0
    for p in (p for p, _ in positions(form, 4) if p.asking == Asking.END):
        seat, colour = p.actor, p.colour_of[p.actor]
        found = named(p, colour)
        hidden = p.decks[seat]
        draws = min(3 - len(p.beings[seat]) + p.extra_beings, len(hidden))
        held = []
        for card in hidden:
            q = p.copy()
            q.beings = tuple((card,) if s == seat else hand for s, hand in enumerate(p.beings))
            q.legends = tuple(() for _ in p.legends)
            held.append(named(q, colour))
        for drawn, name in (("drawn", "ready"), ("drawn_near", "near"), ("drawn_brings", "brings")):
            expected = draws * fmean(h[name] for h in held) if draws > 0 else 0.0
            assert found[drawn] == pytest.approx(expected, abs=1e-5)
        drawing += draws > 0
    assert drawing > 3


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_a_flare_counts_when_it_could_be_invoked(form: str) -> None:
    met = set()
    for seed in range(4):
        for p in (p for p, _ in positions(form, seed) if p.asking == Asking.ACTION):
            can = any(c.kind == Kind.FLARE for c in p.choices())
            assert (named(p, p.colour_of[p.actor])["flare"] > 0) == can
            met.add(can)
    assert met == {True, False}


def test_cards_in_hand_count_by_what_they_lack() -> None:
    met = set()
    for p in (p for p, _ in positions("duel", 6) if p.asking == Asking.END):
        colour, high = p.colour_of[p.actor], p.heroic | p.legendary
        own = (p.pieces[colour], p.pieces[colour] & high)
        lacking: dict[str, int] = dict.fromkeys(
            ("lacks_two", "legends_lack_one", "legends_lack_two"), 0
        )
        for card in p.beings[p.actor] + p.legends[p.actor]:
            free = squares(ALL & ~(0, high, p.legendary, 0)[BEINGS[card].rank])
            fewest = min(nearly(BEINGS[card], s, own)[1].bit_count() for s in free)
            legend = BEINGS[card].rank == 3
            name = {
                (False, 2): "lacks_two",
                (True, 1): "legends_lack_one",
                (True, 2): "legends_lack_two",
            }.get((legend, fewest))
            if name:
                lacking[name] += 1
                met.add(name)
        found = named(p, colour)
        assert {name: found[name] for name in lacking} == lacking
    assert len(met) == 3


def test_deeds_count_by_the_cards_that_are_ready() -> None:
    met = 0
    for p in (p for p, _ in positions("high-form", 8) if p.asking == Asking.END):
        found = named(p, p.colour_of[p.actor])
        waiting = [task(n) for n in (*p.tasks, *p.task_deck[:1]) if n != claimed(p)]
        for name, kind in (("deeds_summoning", "summoning"), ("deeds_destroying", "destruction")):
            points = sum(t.points for t in waiting if t.type == kind)
            ready = min(2, found["ready"] + found["ready_legends"])
            assert found[name] == points * ready**2 / 4
            met += found[name] > 0
    assert met


def test_a_candidate_is_given_up_by_how_much_worlds_differ() -> None:
    best, behind, other = (
        [POINT * worth for worth in row] for row in ([3, 4, 5, 4], [1, 2, 3, 2], [3, 6, 1, 4])
    )
    assert standard_error([best, behind], best) == 0  # always as far behind
    error = standard_error([best, other], best)  # of the lead in four worlds together
    assert plain(error) == pytest.approx(sqrt(4) * stdev([0, -2, 4, 0]), abs=0.001)
    assert standard_error([best, behind, other], best) == pytest.approx(error / sqrt(2), rel=0.001)


class _Dear(Strategist):
    """Every answer costs 1000 nodes; notes who was answered in which world."""

    def __init__(self) -> None:
        super().__init__(1)
        self.heard: list[tuple[Position, int]] = []

    def replied(self, world: Position, line: Variation, share: Shares, budget: Budget) -> int:
        budget.add(1000)
        self.heard.append((world, line.value))
        return 0


@pytest.mark.parametrize(
    ("nodes", "candidates"), [(1_500, 2), (9_500, 4), (13_500, 6), (90_000, 8)]
)
def test_where_answers_are_dear_fewer_candidates_are_heard(nodes: int, candidates: int) -> None:
    p, _ = next(positions("melee-3", 1, 60))
    bot = _Dear()
    lines = [Variation(8 - i, p, ()) for i in range(8)]
    few = shares.shares("melee", Budget(nodes=nodes))
    bot._best_after_replies(p, lines, few, Budget(nodes=nodes))
    first = [value for world, value in bot.heard if world is bot.heard[0][0]]
    best = [8 - i for i in range(candidates)]
    assert first == best[: len(first)]
    assert len(first) == candidates or nodes < 2_000


@pytest.mark.parametrize("form", sorted(FORMS))
def test_features_are_numbers_for_every_position(form: str) -> None:
    for position, _ in positions(form, 8, 60):
        for colour in range(FORMS[form].colours):
            found = features(position, colour)
            assert len(found) == len(NAMES)
            assert all(isinstance(number, int) and abs(number) < 100 * ONE for number in found)


def test_tuning_finds_the_changes_that_helped() -> None:
    rng = random.Random(1)
    changes = [[tuple(rng.gauss(0, 1) for _ in NAMES) for _ in range(3)] for _ in range(300)]
    for number in range(1, 300, 2):
        changes[number] = changes[number - 1][::-1]
    luck = [rng.choice([-9, 0, 9]) for _ in range(300)]  # of a seat in a deal
    points = [
        tuple(round(2 * (c[0] - c[3]) + (seat == 0) * luck[n // 2]) for seat, c in enumerate(game))
        for n, game in enumerate(changes)
    ]
    found, pairs = tuning.fit(changes, points)
    assert pairs == 450
    others = [abs(by) for i, by in enumerate(found) if i not in (0, 3)]
    assert found[0] > 3 * max(others)
    assert found[3] < -3 * max(others)


def test_a_deal_is_tried_again_with_the_sides_swapped() -> None:
    now, sizes = (0.5,) * len(NAMES), (0.1,) * len(NAMES)
    found, changes = make_trials(TrainingRun("duel", 4, "20n", 1, 1), now, sizes)
    assert [trial.seed for trial in found] == [1, 1, 2, 2]
    assert found[0].schools == found[1].schools
    assert found[0].weights == found[1].weights[::-1] != found[2].weights[::-1]
    assert found[0].weights[0][2] == round(0.5 + 0.1 * changes[0][0][2], 4)


def test_bots_play_with_the_weights_they_are_given() -> None:
    nothing = (0.0,) * len(NAMES)
    known = plain_weights(LEARNED.weights["duel"])
    trial = Trial("duel", ("highland", "sylvan"), 5, "60n", (known, nothing))
    assert play_trial(trial)[0] > play_trial(trial)[1]
    turned = trial._replace(weights=(nothing, known))
    assert play_trial(turned)[0] < play_trial(turned)[1]


def test_a_step_is_stored_with_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, early_answers: None
) -> None:
    monkeypatch.setattr(foresight, "WORLDS", 1)
    file = tmp_path / "weights.json"
    file.write_text(WEIGHTS.read_text())
    seen = worths.learn(TrainingRun("duel", 4, "20n", 3, 1, file), ["novice"])
    made = tuning.learn(TrainingRun("duel", 6, "20n", 4, 1, file))
    begun = starts.learn(TrainingRun("duel", 4, "20n", 5, 1, file))
    counted = outcomes.learn(TrainingRun("melee-3", 4, "20n", 6, 1, file))
    foresaw = foresight.learn(TrainingRun("high-form", 2, "300n", 7, 1, file))
    before, after = read(WEIGHTS), read(file)
    assert after["records"]["weights"]["strategist"]["tasks"][-1] == foresaw
    assert after["weights"]["strategist"]["tasks"] != before["weights"]["strategist"]["tasks"]
    assert after["records"]["starts"]["duel"] == begun
    assert after["starts"]["duel"] != before["starts"]["duel"]
    assert after["starts"]["tasks"] == before["starts"]["tasks"]
    assert after["records"]["watched"]["duel"] == seen
    assert after["records"]["weights"]["strategist"]["duel"][-1] == made
    assert after["weights"]["strategist"]["duel"] != before["weights"]["strategist"]["duel"]
    assert after["weights"]["planner"] == before["weights"]["planner"]
    assert after["records"]["weights"]["strategist"]["melee"][-1] == counted
    was, now = (stored["weights"]["strategist"]["melee"] for stored in (before, after))
    for name, weight in was.items():
        moved = (weight + counted["more"].get(name, 0.0)) * counted["scale"]
        assert now.get(name, 0.0) == pytest.approx(moved, abs=1e-4)


def test_a_game_tells_what_beings_bring() -> None:
    told = worths.observe("duel", "greedy", ("highland", "sylvan"), 3, "20n")
    assert told.swings
    assert spreads([told])["common"] > 0
    found = worths.worths([told, told._replace(swings=[(0, 2.0)] * 30)])
    assert found[BEINGS[0].id] > 1.5 > min(found.values())


def test_values_are_told_as_chances() -> None:
    rng = random.Random(2)
    games = []
    for _ in range(500):
        value = rng.gauss(0, 2)
        ahead = rng.random() < 1 / (1 + exp(-0.5 * value))  # values are twice too sure
        games.append(Sample([], [], [(0, value), (1, -value)], (int(ahead), int(not ahead))))
    found = odds(games)
    assert abs(found["by"] - 0.5) < 0.15
    assert abs(found["plus"]) < 0.15
    told = [chance(value * POINT, "duel") for value in (-1000, -1, 0, 1, 1000)]
    assert told == sorted(set(told))
    assert 0 <= told[0] < 0.01
    assert 0.99 < told[-1] <= 1


def test_the_last_question_of_a_melee_is_answered_too() -> None:
    """Whose colour gets the point is asked after a turn's end: no placement answers that."""
    asked = next(
        p
        for seed in range(50)
        for p, _ in positions("melee-4", seed)
        if p.asking == Asking.COLOUR and p.actions == 0
    )
    found = TurnSearch(asked, Budget(nodes=300), 2, 4).glance()
    assert found.path[0] in asked.choices()
    ends = (
        p for seed in range(50) for p, _ in positions("melee-4", seed) if p.asking == Asking.END
    )
    last = next(p for p in ends if p.after(ending(p)).asking == Asking.COLOUR)
    assert ended(last, LEARNED).turn == last.turn + 1
