"""Properties that hold at every decision of every game."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import (
    SPECTATOR,
    Game,
    IllegalChoice,
    Position,
    choice_text,
    parse_choice,
    parse_position,
    parse_record,
    position_text,
    sample,
    view,
)
from tashkalar.arena import ALL, NAMES, SYMMETRIES, WIDTH, square, squares
from tashkalar.cards import BEINGS, CARDS, SCHOOLS, Being, deck
from tashkalar.choice import CHOICES, PASS_CONTROL
from tashkalar.conform import arrange, outcomes
from tashkalar.effects.program import Op
from tashkalar.invariants import dealt_again
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS
from tashkalar.rules.programs import program
from tashkalar.rules.summoning import summonable
from tashkalar.words import refusal_words
from tests.effort import times
from tests.games import new_game, positions, some_position

forms = st.sampled_from(sorted(FORMS))
seeds = st.integers(0, 2**32)
few = settings(max_examples=times(30), deadline=None)
some = settings(max_examples=times(80), deadline=None)
pytestmark = pytest.mark.long


@some
@given(forms, seeds)
def test_text_bytes_and_pickle_read_back_at_every_decision(form: str, seed: int) -> None:
    position = some_position(form, seed)
    assert parse_position(position_text(position), Position) == position
    assert Position.from_bytes(position.to_bytes()) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert hash(position.copy()) == hash(position)


@some
@given(forms, seeds)
def test_a_position_read_back_in_mid_effect_goes_on_the_same(form: str, seed: int) -> None:
    position = some_position(form, seed)
    again = Position.from_bytes(position.to_bytes())
    for choice in position.choices():
        assert position.after(choice) == again.after(choice)


@some
@given(forms, seeds)
def test_choices_are_exactly_what_is_legal(form: str, seed: int) -> None:
    position = some_position(form, seed)
    offered = position.choices()
    assert len(set(offered)) == len(offered) > 0
    assert [c for c in CHOICES if position.is_legal(c)] == sorted(offered, key=lambda c: c.code)
    for choice in offered:
        assert parse_choice(choice_text(choice)) is choice


@few
@given(forms, seeds, st.booleans())
def test_positions_that_look_the_same_to_a_seat_answer_it_the_same(
    form: str, seed: int, passing: bool
) -> None:
    """A partner who was passed control, for one, cannot read the owner's hand from refusals."""
    position = some_position(form, seed)
    if passing and position.is_legal(PASS_CONTROL):
        position = position.after(PASS_CONTROL)
    for seat in (SPECTATOR, *range(len(position.colour_of))):
        dealt = dealt_again(position, seat, random.Random(seed))
        seen = view(position, seat)
        for choice in CHOICES:
            answer = position.refusal(choice, seat)
            assert dealt.refusal(choice, seat) == answer
            assert seen.refusal(choice, seat) == answer
            assert (answer is None) == (seat == position.actor and position.is_legal(choice))
            assert answer is None or refusal_words(answer)


@some
@given(forms, seeds, st.integers(0, len(CHOICES) - 1))
def test_an_illegal_choice_is_refused_with_a_reason_and_changes_nothing(
    form: str, seed: int, code: int
) -> None:
    position = some_position(form, seed)
    choice = CHOICES[code]
    if position.is_legal(choice):
        return
    before = position.key()
    with pytest.raises(IllegalChoice, match=r"\w+ \w+") as refused:
        position.after(choice)
    assert "." not in str(refused.value).split(" ")[0], "a text is missing in the catalogue"
    assert position.key() == before


@few
@given(forms, seeds)
def test_pieces_and_cards_are_conserved(form: str, seed: int) -> None:
    for position, _ in positions(form, seed):
        conserved(position)


def conserved(p: Position) -> None:
    """No piece is in two places, no more of them than there are, every card exactly once."""
    everywhere = 0
    for colour in range(4):
        pieces = p.pieces[colour]
        assert not pieces & everywhere
        everywhere |= pieces
        legendary = (pieces & p.legendary).bit_count()
        assert legendary <= p.legend_stock[colour]
        assert pieces.bit_count() - legendary <= p.stock[colour]
    assert p.common ^ p.heroic ^ p.legendary == everywhere
    assert p.common | p.heroic | p.legendary == everywhere
    assert not everywhere & ~ALL
    on_table = [turn.in_play(p)] if turn.in_play(p) != turn.NO_CARD else []
    gone = [card for _, card in p.returned]
    for seat, school in enumerate(p.schools):
        mine = p.seat == seat
        loose = [c for c in on_table + gone if mine and CARDS[c].deck == SCHOOLS[school]]
        cards = [*p.beings[seat], *p.decks[seat], *p.discards[seat], *loose]
        assert sorted(cards) == sorted(deck(SCHOOLS[school]))
    for name, hands, pile, used in (
        ("legends", p.legends, p.legend_deck, p.legend_discards),
        ("flares", p.flares, p.flare_deck, p.flare_discards),
    ):
        if name == "flares" or not FORMS[p.form].first:
            loose = [c for c in on_table + gone if CARDS[c].deck == name]
            cards = [*(c for hand in hands for c in hand), *pile, *used, *loose]
            assert sorted(cards) == sorted(deck(name))


@few
@given(forms, seeds)
def test_past_positions_never_change(form: str, seed: int) -> None:
    past: list[tuple[Position, int]] = []
    for position, _ in positions(form, seed, 120):
        past.append((position, hash(position)))
        assert all(hash(p) == before for p, before in past[-10:])
    assert all(hash(p) == before for p, before in past)


@few
@given(forms, seeds)
def test_undo_restores_and_redo_repeats(form: str, seed: int) -> None:
    first = new_game(form, seed)
    game = Game.new(form, first.schools, seed)
    for _, choice in positions(form, seed, 150):
        before = game.position
        game.play(choice)
        after = game.position
        if game.can_undo:
            game.undo()
            assert same_but_for_what_is_known(game.position, before)
            again = Game.replay(parse_record(game.record().text()))
            assert again.position == game.position
            game.redo()
            assert game.position == after
    text = game.record().text()
    assert Game.replay(parse_record(text)).position == game.position
    assert parse_record(text).text() == text


def same_but_for_what_is_known(one: Position, other: Position) -> bool:
    return one.fields() | {"known": ()} == other.fields() | {"known": ()}


@some
@given(forms, seeds, st.integers(0, 1000))
def test_what_a_seat_cannot_see_never_changes_its_view(form: str, seed: int, other: int) -> None:
    position = some_position(form, seed)
    rng = random.Random(other)
    for seat in range(len(position.colour_of)):
        seen = view(position, seat)
        redealt = sample(seen, rng)
        conserved(redealt)
        assert view(redealt, seat).key() == seen.key()
        if seat == position.actor:
            assert redealt.choices() == position.choices() == seen.choices()
        else:
            assert seen.choices() == ()
            assert redealt.choices()
    assert view(position, SPECTATOR).choices() == ()


HIDDEN = {
    "beings",
    "legends",
    "flares",
    "decks",
    "legend_deck",
    "flare_deck",
    "task_deck",
    "returned",
    "random",
    "others",
}


@some
@given(forms, seeds)
def test_two_samples_of_a_view_differ_only_in_hidden_cards(form: str, seed: int) -> None:
    position = some_position(form, seed)
    for seat in range(len(position.colour_of)):
        seen = view(position, seat)
        one, two = sample(seen, random.Random(1)).fields(), sample(seen, random.Random(2)).fields()
        different = {name for name in one if one[name] != two[name]}
        assert different <= HIDDEN
        for mine in ("beings", "legends", "flares"):
            assert one[mine][seat] == two[mine][seat] == position.fields()[mine][seat]


@few
@given(st.sampled_from(["high-form", "duel"]), seeds)
def test_swapping_the_colours_gives_the_swapped_decision(form: str, seed: int) -> None:
    """Colour numbers have no meaning of their own."""
    position = some_position(form, seed)
    fields = position.fields()
    for name in ("pieces", "stock", "legend_stock", "claimed"):
        one, two, *rest = fields[name]
        fields[name] = (two, one, *rest)
    scores = list(fields["scores"])
    scores[0], scores[5] = scores[5], scores[0]
    destroyed = fields["destroyed"]
    fields |= {
        "colour_of": (1, 0),
        "scores": tuple(scores),
        "destroyed": destroyed[3:6] + destroyed[:3] + destroyed[6:],
    }
    swapped = Position(**fields)
    if position.turn == 0 or {Op.NEXT_COLOUR, Op.ASK_COLOUR} & set(program(position.program).code):
        return  # the set-out, and effects about one colour, hold a colour's number
    assert swapped.choices() == position.choices()
    for choice in position.choices()[:12]:
        one, two = position.after(choice), swapped.after(choice)
        assert one.pieces[:2] == two.pieces[1::-1]
        assert one.choices() == two.choices()


@pytest.mark.parametrize("form", sorted(FORMS))
def test_games_end(form: str) -> None:
    for seed in range(4):
        for position, choice in positions(form, seed, 20_000):
            last = position.after(choice)
        assert last.is_over
        assert last.choices() == ()
        assert sorted(last.result)[0] == 1


COLOURED = {Op.RED, Op.GREEN, Op.CENTRAL}


def turned(name: str, symmetry: int) -> str:
    at = square(name)
    dx, dy = SYMMETRIES[symmetry](at % WIDTH - 4, at // WIDTH - 4)
    return NAMES[WIDTH * (dy + 4) + dx + 4]


def reached(being: Being, board: dict[str, str], where: str) -> set[frozenset[str]]:
    """The boards that summoning a being on a square can lead to."""
    vector = {"deck": being.deck, "card": being.id, "form": "duel", "board": board}
    path = [parse_choice(f"summon {being.id}"), parse_choice(where)]
    found = outcomes(arrange(vector), path)
    return {frozenset(result.split("|")[0].split()) for result in found}


@few
@given(st.sampled_from([b for b in BEINGS.values() if b.id != "warlord"]), seeds, st.integers(1, 7))
def test_turning_the_arena_turns_the_effect(being: Being, seed: int, symmetry: int) -> None:
    """Only coloured squares tell one side of the arena from another."""
    rng = random.Random(seed)
    if COLOURED & {Op(op) for op in being.program.code if op in COLOURED}:
        return  # an operand may look like one of these: a few cards are left out needlessly
    home = rng.choice(list(squares(ALL)))
    board: dict[str, str] = {}
    for dx, dy, rank in rng.choice(being.orientations).pieces:
        x, y = home % WIDTH + dx, home // WIDTH + dy
        if not (0 <= x < 9 and 0 <= y < 9 and ALL >> WIDTH * y + x & 1):
            return
        board[NAMES[WIDTH * y + x]] = f"A{rank}"
    for name in rng.sample([n for n in NAMES if n and n not in board], 4):
        board[name] = rng.choice("AB") + rng.choice("1123")
    position = arrange({"deck": being.deck, "card": being.id, "form": "duel", "board": board})
    if not summonable(position, being) >> home & 1:
        return
    there = {turned(name, symmetry): piece for name, piece in board.items()}
    wanted = {
        frozenset(turned(word[:2], symmetry) + word[2:] for word in result)
        for result in reached(being, board, NAMES[home])
    }
    assert reached(being, there, turned(NAMES[home], symmetry)) == wanted
