"""Questions: marks, words, and previews that come true."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec import structs, to_builtins

from tashkalar import Asking, Game, Kind, Position, parse_choice, reading
from tashkalar.arena import DIRECTIONS, square
from tashkalar.cards import BEINGS, FLARES, Being, Flare
from tashkalar.catalogue import has
from tashkalar.rules import programs
from tashkalar.rules.forms import FORMS
from tashkalar.scene.events import GameEvent
from tashkalar.scene.question import Question, question, words
from tests.boards import laid_out
from tests.naive_table import ALL, STEPS, at, distance
from tests.scenes import decisions
from tests.test_scene import pieces

Board = dict[str, tuple[int, int]]


def play(board: Board, events: tuple[GameEvent, ...]) -> Board:
    """The board after some events, each applied strictly: nothing appears on what stands there."""
    board = dict(board)
    for one in to_builtins(events):
        match one:
            case {"e": "move", "start": start, "end": end, "colour": colour, "rank": rank}:
                assert end not in board
                assert board.pop(start) == (colour, rank)
                board[end] = colour, rank
            case {"e": "destroy" | "lift", "square": square, "colour": colour, "rank": rank}:
                assert board.pop(square) == (colour, rank)
            case {"e": "convert", "square": square, "colour": colour, "rank": rank}:
                assert board[square] == (colour, rank)
                board[square] = one["new_colour"], one["new_rank"]
            case {"e": "place" | "summon", "square": square, "colour": colour, "rank": rank}:
                assert square not in board
                board[square] = colour, rank
            case {"e": "upgrade" | "downgrade" as way, "square": square, "rank": rank}:
                colour = one["colour"]
                assert board[square] == (colour, rank - 1 if way == "upgrade" else rank + 1)
                board[square] = colour, rank
    return board


def check(p: Position) -> Question:
    """Every preview of a position comes true; the question is returned."""
    asked = question(p)
    board = pieces(p)
    for offered in asked.choices:
        choice = parse_choice(offered.text)
        after = p.after(choice)
        assert play(board, offered.preview) == pieces(after), offered.text
        assert offered.kind == choice.kind.name.lower()
        if offered.reach:
            assert after.asking == Asking.DESTINATION
            assert {c.square for c in question(after).choices if c.square} == set(offered.reach)
    return asked


@pytest.mark.parametrize("form", FORMS)
def test_previews_come_true(form: str) -> None:
    for number, game in enumerate(decisions(form, 11)):
        p = game.position
        # Between actions most choices are alike.
        if not p.is_over and (p.asking != Asking.ACTION or number % 5 == 0):
            check(p)


@pytest.mark.parametrize("card", [*BEINGS.values(), *FLARES.values()], ids=lambda c: str(c.id))
def test_previews_of_every_card_come_true(card: Being | Flare) -> None:
    """Random boards for each card, with shortages, borrowed pieces and improvised summonings."""
    rng = random.Random(card.id)
    for form in ("duel", "melee-4"):
        p = laid_out(rng, form, card)
        verb = "summon" if isinstance(card, Being) else "invoke"
        p = p.after(parse_choice(f"{verb} {card.id}"))
        for _ in range(6):
            if p.asking in (Asking.ACTION, Asking.END, Asking.NOTHING):
                break
            asked = check(p)
            assert asked.card == card.id
            going_on = [c for c in p.choices() if c.kind != Kind.PASS]
            p = p.after(rng.choice(going_on))


def test_marks_say_what_happens() -> None:
    """The verb on a square is what the preview shows there."""
    marks: Counter[str] = Counter()
    happens = {"destroy", "upgrade", "downgrade", "convert", "place", "lift"}
    for form in ("high-form", "melee-4", "team-duel"):
        for seed in (1, 2):
            for game in decisions(form, seed):
                if game.position.is_over:
                    continue
                asked = question(game.position)
                for c in asked.choices:
                    if c.mark is None:
                        assert c.square is None
                        continue
                    marks[c.mark] += 1
                    told = {(e["e"], e.get("square")) for e in to_builtins(c.preview)}
                    if c.mark in happens and c.kind == "square" and asked.asking != "lifted":
                        assert (c.mark, c.square) in told
                    if c.mark in ("move", "leap"):
                        assert c.start is not None
                        assert square(c.start) == reading.origin(game.position)
                        assert ("move", None) in told
                        if c.mark == "move":
                            assert distance(c.start, c.square or "") == 1
                    if c.mark == "direction":
                        assert c.start is not None
                        assert c.direction is not None
                        first = at(c.start, *STEPS[DIRECTIONS[c.direction]])
                        assert c.square == (first if first in ALL else None)
    assert set(marks) == happens | {"move", "leap", "direction", "summon", "select"}


def test_the_repetitions_that_are_left_are_told() -> None:
    """A being that may move three times: three, two, one; the being's square is told too."""
    knight = next(b for b in BEINGS.values() if b.id == "knight")
    rng = random.Random(5)
    counted = 0
    while counted < 3:
        p = laid_out(rng, "duel", knight).after(parse_choice("summon knight"))
        lefts = []
        while p.asking not in (Asking.ACTION, Asking.END):
            asked = question(p)
            if p.asking == Asking.DESTINATION:
                lefts.append(asked.left)
                moves = [c for c in asked.choices if c.square]
                assert {c.start for c in moves} == {asked.being}
            else:
                assert asked.left is None
                assert asked.being is None
            p = p.after(rng.choice([c for c in p.choices() if c.kind != Kind.PASS]))
        assert lefts == [3, 2, 1][: len(lefts)]
        counted += len(lefts) == 3


def test_a_choice_can_be_said_alone() -> None:
    game = Game.new("duel", ("highland", "sylvan"), 5)
    for c in question(game.position).choices:
        assert words(game.position, parse_choice(c.text)) == c.words
    game.play("c5")
    assert words(game.position, parse_choice("place e5")) == "Place a piece on e5"


def test_ways_that_differ_are_offered_one_by_one() -> None:
    """Each with its pieces, in a melee with what it costs."""
    ways = Counter[str]()
    for form in ("melee-3", "melee-4"):
        for seed in range(6):
            for game in decisions(form, seed):
                if game.position.asking != Asking.WAY:
                    continue
                asked = question(game.position)
                shown = [structs.replace(c.way, choice=None) for c in asked.choices if c.way]
                assert len(set(shown)) == len(shown) == len(asked.choices) > 1
                assert [c.way and c.way.choice for c in asked.choices] == [
                    c.text for c in asked.choices
                ]
                (where,) = {c.square for c in asked.choices}
                assert where is not None
                assert square(where) == reading.summoning_square(game.position)
                for c in asked.choices:
                    assert c.way is not None
                    ways["charged" if c.way.charged is not None else "free"] += 1
                    assert ("improvisation" in c.words) == (c.way.charged is not None)
    assert ways["charged"]
    assert ways["free"]


def test_declining_says_what_is_lost() -> None:
    """Every question that may be declined has words of its own; if it repeats, two of them."""
    said = 0
    numbers = {programs.of_being(n): being.id for n, being in BEINGS.items()}
    numbers |= {programs.of_flare(n, 3): flare.id for n, flare in FLARES.items()}
    for number, card in numbers.items():
        for asked in programs.program(number).questions.values():
            if not asked.optional:
                continue
            kind = asked.asking.name.lower()
            for family in ("decline", "stop") if asked.times else ("decline",):
                own = f"{family}.{card}.{kind}"
                assert has(f"{family}.{kind}") or has(own), own
                said += 1
    assert said > 60


@pytest.mark.parametrize("form", FORMS)
def test_a_pass_is_never_just_done(form: str) -> None:
    passes = Counter(
        offered.words
        for seed in (1, 2, 3)
        for game in decisions(form, seed)
        if not game.position.is_over
        for offered in question(game.position).choices
        if offered.kind == "pass"
    )
    assert passes
    assert not {"Done", "Skip"} & set(passes)
