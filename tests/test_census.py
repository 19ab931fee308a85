"""The census of the card language agrees with the decks."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import tashkalar
from tashkalar.cards import BEINGS, FLARES, MAKING
from tashkalar.effects import effect as fx
from tashkalar.effects import prose, squares, verbs
from tashkalar.effects.program import OPERANDS, Op
from tests import census
from tests.census import BEGUN, CODE, COUNTS, SAID, TODAY, VOCABULARY, needed, rows, section, words

LANGUAGE = census.FILE.read_text()
SKETCHES = census.sketches(LANGUAGE)
CATALOGUES = sorted(Path(tashkalar.__file__).parent.glob("locale/*/LC_MESSAGES/tashkalar.po"))


def test_the_tables_are_as_the_decks_are() -> None:
    assert census.rewritten(LANGUAGE) == LANGUAGE, "run: python -m tests.census"


def test_every_card_of_a_finished_deck_is_counted() -> None:
    effective = {b.id for b in BEINGS.values() if b.deck not in MAKING}
    effective |= {flare.id for flare in FLARES.values()}
    assert {card for cards in CODE.values() for card in cards} == effective


def test_every_word_is_in_the_reference_once() -> None:
    told = [word for kind in census.reference(LANGUAGE).values() for word in kind]
    assert len(set(told)) == len(told)
    assert set(told) == TODAY


def test_there_are_few_verbs() -> None:
    assert census.by_kind(LANGUAGE)["verbs"][1] <= 20


def test_words_of_one_card_are_accounted_for() -> None:
    part = section(LANGUAGE, "### Words that one card uses")
    told = {word for row in rows(part) for word in words(row[0])}
    assert told == {word for word, n in COUNTS.items() if n == 1}
    for word in VOCABULARY - SAID:
        assert f"`{word}` is used by no card" in part


# --- decks that are not finished --------------------------------------------------------------


@pytest.mark.parametrize("deck", SKETCHES)
def test_cards_to_come_are_written_in_known_words(deck: str) -> None:
    table = SKETCHES[deck]
    assert len({row[0] for row in table}) == len(table) == 18
    added = {w for row in rows(section(LANGUAGE, "### Words")) for w in words(row[0])}
    for card, _, adds in table:
        assert set(words(adds)) <= added, card


def test_decks_in_the_making_are_written_as_planned() -> None:
    for deck, cards in BEGUN.items():
        planned = {words(row[0])[0]: words(row[1])[0] for row in SKETCHES.get(deck, ())}
        for card, said in cards.items():
            if card in planned:
                # What all cards of the deck begin with is planned for the deck as a whole.
                assert said >= needed(planned[card]), card


def test_every_addition_is_needed_by_a_card() -> None:
    added = {w for row in rows(section(LANGUAGE, "### Words")) for w in words(row[0])}
    assert added == {w for table in SKETCHES.values() for row in table for w in words(row[2])}


# --- instructions -----------------------------------------------------------------------------


def test_the_instruction_table_is_complete() -> None:
    table: dict[str, str] = {}
    for row in rows(section(LANGUAGE, "### Instructions")):
        table |= dict.fromkeys(words(row[0]), row[1])
    assert set(table) == {op.name.lower() for op in Op}
    for op in Op:
        operands = [part for part in table[op.name.lower()].split(", ") if part]
        kinds = ["l" if "label" in operand else "b" for operand in operands]
        # A star stands for as many labels as there are options: one operand in words.
        assert "".join(kinds) == OPERANDS.get(op, "").replace("*", "l"), op.name


# --- words for people -------------------------------------------------------------------------


def every_effect() -> list[tuple[fx.Effect, ...]]:
    cards = [b.effects for b in BEINGS.values()]
    cards += [half for f in FLARES.values() for half in (f.upper, f.lower)]
    # What no card says yet: all allowances, given and taken, and all zones.
    cards += [(verbs.gain(what, n),) for what in fx.Allowance for n in (2, -2)]
    cards += [(verbs.when(what),) for what in (*fx.Allowance, *fx.Zone)]
    return [*cards, *((verbs.send(zone, zone),) for zone in fx.Zone)]


def parts(value: object) -> set[type]:
    """The kinds of effects and conditions inside."""
    if isinstance(value, tuple):
        return set().union(*map(parts, value))
    inside = {type(value)} if isinstance(value, fx.Effect | fx.Condition) else set()
    if is_dataclass(value):
        for field in fields(value):
            inside |= parts(getattr(value, field.name))
    return inside


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: str(file.parts[-3]))
def test_every_catalogue_has_every_word(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever prose says of any card, or of any set, is in each catalogue."""
    asked: set[str] = set()

    def text(key: str, language: str = "en", /, **values: object) -> str:
        asked.add(key)
        return key

    monkeypatch.setattr(prose, "text", text)
    for effects in every_effect():
        prose.prose(effects)
    for program in [b.program for b in BEINGS.values()] + [f.program(3) for f in FLARES.values()]:
        for question in program.questions.values():
            for demand in question.demands:
                prose.squares(demand.of)
    for value in vars(squares).values():
        if isinstance(value, squares.Squares):
            prose.squares(value)
    with file.open("rb") as stream:
        told = {
            message.id[0] if isinstance(message.id, tuple) else message.id
            for message in read_po(stream)
            if message.string and not message.fuzzy
        }
    assert sorted(asked - told) == []


def test_prose_is_asked_about_every_kind_of_effect() -> None:
    kinds = {
        kind
        for kind in vars(fx).values()
        if isinstance(kind, type) and issubclass(kind, fx.Effect | fx.Condition)
    }
    assert parts(tuple(every_effect())) == kinds - {fx.Effect, fx.Condition}
