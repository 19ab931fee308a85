"""Numbers of cards, choices and programs: fixed once and for all."""

from __future__ import annotations

import re

import pytest

from tashkalar import BadPosition, Position, choice_text, parse_choice, parse_position
from tashkalar.cards import BEINGS, BLOCKS, CARDS, FLARES, LENT, card, deck
from tashkalar.choice import BASE, CARD_LIMIT, CHOICES, RESERVED, Asking, Kind
from tashkalar.notation.positions import position_text
from tashkalar.rules import programs
from tashkalar.rules.turn import NO_CARD
from tashkalar.state import UNKNOWN
from tests.games import positions, some_position


def test_the_blocks_of_the_decks_never_move() -> None:
    assert BLOCKS == {
        "imperial": 0,
        "highland": 18,
        "sylvan": 36,
        "everfrost": 54,
        "nethervoid": 72,
        "etherweave": 90,
        "legends": 162,
        "flares": 180,
        "tasks": 198,
    }
    assert LENT == (108, 126, 144, 238)
    starts = sorted((*BLOCKS.values(), *LENT))
    ends = [*starts[1:], CARD_LIMIT]
    sizes = {start: end - start for start, end in zip(starts, ends, strict=True)}
    assert {start for start, size in sizes.items() if size != 18} == {BLOCKS["tasks"]}
    assert sizes[BLOCKS["tasks"]] == 40
    for name, first in BLOCKS.items():
        assert deck(name) == tuple(range(first, first + len(deck(name))))
        assert len(deck(name)) <= sizes[first]
    assert [card(id).number for id in ("swordmaster", "wild_eagle", "sapling")] == [0, 18, 36]
    assert [card(id).number for id in ("fire_dragon", "flare_01", "destruction")] == [162, 180, 198]
    assert all(CARDS[number].number == number for number in CARDS)


def test_the_codes_of_choices_never_move() -> None:
    assert list(BASE.values()) == [
        0,
        69,
        138,
        207,
        215,
        223,
        287,
        291,
        547,
        803,
        1059,
        1315,
        1571,
        1827,
        1828,
        1829,
        1830,
        2086,
        2342,
        2598,
    ]
    assert len(CHOICES) == 2662
    assert [kind.value for kind in Kind] == list(range(20))
    assert [asking.value for asking in Asking] == list(range(26))
    assert parse_choice("summon knight").code == BASE[Kind.SUMMON] + 14
    assert parse_choice("claim isolation").code == BASE[Kind.CLAIM] + 221


def test_every_choice_has_a_text_that_reads_back() -> None:
    for choice in CHOICES:
        assert parse_choice(choice_text(choice)) is choice
    assert choice_text(CHOICES[BASE[Kind.THAW] + 60]) == "thaw #60"
    assert choice_text(CHOICES[-1]) == "spare 64"
    with pytest.raises(ValueError, match="there is no card"):
        parse_choice("summon #14")  # a card with that number has an id


def test_no_card_can_have_the_number_of_no_card() -> None:
    assert UNKNOWN == NO_CARD == CARD_LIMIT


def test_what_is_reserved_is_never_offered() -> None:
    for form in ("melee-4", "team-high-form"):
        for p, _ in positions(form, 3, 200):
            assert not {c.kind for c in p.choices()} & RESERVED


def test_programs_are_numbered_by_cards() -> None:
    numbers = [programs.TURN, *map(programs.of_being, BEINGS)]
    numbers += [programs.of_flare(card, halves) for card in FLARES for halves in range(4)]
    assert len(set(numbers)) == len(numbers)
    assert all(programs.named(programs.program(n).name) == n for n in numbers)
    for name in ("knight:1", "flare_05", "flare_05:4", "destruction", "nobody"):
        assert programs.named(name) is None


_AMOUNTS = re.compile(
    r"(colour_of|stock|legend_stock|scores|improvised|turn|seat|actor|actions|discarded|passed"
    r"|borrowed|extra_\w+|destroyed|summoned|last_turns|result|random|pc): -?\d+( \d+)*"
)


@pytest.mark.parametrize("seed", range(30))
def test_a_position_as_text_names_ids(seed: int) -> None:
    """A bare number is an amount, a seat or a place in a program, never a card or a code."""
    for line in position_text(some_position("melee-3", seed)).splitlines()[15:]:
        name, _, shown = line.partition(": ")
        if name in ("callers", "registers"):
            continue  # sets of squares, counters; the card in play by its id
        if re.search(r"\b\d+\b", shown) and name != "program":
            assert _AMOUNTS.fullmatch(line), line


def test_the_card_in_play_is_named() -> None:
    for p, _ in positions("duel", 4):
        text = position_text(p)
        if p.callers:
            assert f"callers: turn, {p.callers[0][1]}: {CARDS[p.callers[0][2][0]].id} " in text
        else:
            number = p.registers[0]
            shown = "-" if number == NO_CARD else CARDS[number].id
            assert f"registers: {shown} " in text


def middle() -> str:
    return position_text(next(p for p, _ in positions("duel", 4) if p.callers))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (r"position 2", "position 1", "line 1: a position begins with"),
        (r"rules: \d+", "rules: 99", "line 2: the position is of rules 99"),
        (r"cards: \w+", "cards: 0123456789ab", "line 3: the position is of other cards"),
        (r"program: (\w+) \w+", r"program: \1 00000000", r"line \d+: the effect '\w+' has other"),
        (r"program: \w+", "program: nobody", r"line \d+: there is no program 'nobody'"),
        (r"schools: \w+", "schools: lowland", r"line \d+: there is no school 'lowland'"),
        (r"beings: \w+", "beings: nobody", r"line \d+: .* does not fit beings"),
        (r"asking: \w+", "asking: nobody", r"line \d+: 'nobody' does not fit asking"),
        (r"board:\n", "", "line 2: the lines"),
        (r"turn: ", "years: ", r"line \d+: .* is not a field"),
        (r"\n(turn: \d+)", r"\n\1\n\1", r"line \d+: .* is not a field"),
        (r"form: duel", "form: chess", r"line 15: there is no form 'chess'"),
        (r"form: duel\n", "", r"line \d+: a position has a form"),
        (r"colour_of: 0 1", "colour_of: 0 1 2", r"line \d+: colour_of is not that of duel"),
        (r"\nturn:", "\ntrigger: bogus\nturn:", r"line \d+: there is no trigger 'bogus'"),
        (r"\nregisters:", "\npc: 999999\nregisters:", r"line \d+: \w+ has no place 999999"),
        (r"\nregisters:", "\npc: 1\nregisters:", r"line \d+: nothing is asked at this place"),
        (r"registers: \w+ ", "registers: ", r"line \d+: \w+ has \d+ registers"),
        (r"beings: \w+", "beings: ?", r"line \d+: a hidden card lies there"),
        (r"beings: \w+", "beings: side_chain", r"line \d+: side_chain is not of the"),
    ],
)
def test_a_position_of_something_else_is_refused(old: str, new: str, why: str) -> None:
    text = middle()
    assert parse_position(text, Position)
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    with pytest.raises(BadPosition, match=why):
        parse_position(changed, Position)
