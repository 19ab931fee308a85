"""Refusals, questions, terms and cards lead to clauses; nothing of the rules is lost."""

from __future__ import annotations

import re

import pytest

from tashkalar.cards import CARDS
from tashkalar.catalogue import PSEUDO, languages
from tashkalar.choice import RESERVED_ASKINGS, Asking
from tashkalar.clauses import LEAP, QUESTIONS, REFUSALS, TERMS
from tashkalar.lessons import Session, courses, lesson
from tashkalar.refusal import REFUSALS as KINDS
from tashkalar.rulebook import clauses, document
from tashkalar.scene.coach import because, way_ahead
from tashkalar.scene.glossary import glossary
from tashkalar.scene.rules import Block, card_page, rules
from tashkalar.scene.texts import catalogue
from tests.brackets import outside

KNOWN = {clause.number for clause in clauses()}


def test_every_kind_of_refusal_has_a_clause_that_exists() -> None:
    assert set(REFUSALS) == set(KINDS)
    assert {kind.__name__: at for kind, at in REFUSALS.items() if at not in KNOWN} == {}


def test_every_term_has_a_clause_that_exists() -> None:
    assert {row.id for row in glossary()} == set(TERMS)
    assert {term: at for term, at in TERMS.items() if at not in KNOWN} == {}


def test_every_question_has_a_clause_that_exists() -> None:
    assert set(QUESTIONS) == set(Asking) - RESERVED_ASKINGS - {Asking.NOTHING}
    assert {*QUESTIONS.values(), LEAP} <= KNOWN


def test_every_card_has_a_clause_that_exists() -> None:
    assert {card.id: card.clause for card in catalogue().cards if card.clause not in KNOWN} == {}


@pytest.mark.parametrize("id", [id for course in courses() for id in course.lessons])
def test_the_next_step_of_a_lesson_is_explained(id: str) -> None:
    found = lesson(id)
    for goal in range(len(found.goals)):
        session = Session(found, goal)
        ahead = way_ahead(session)
        why = because(session.game.position, ahead)
        # That a turn or a discarding ends, or control is passed, needs no reason.
        plain = ahead[0].kind in ("finish", "pass_control") or (id, goal) == ("discarding", 2)
        assert why is None if plain else (why is not None and why.clause in KNOWN), (id, goal)


@pytest.mark.parametrize(
    ("term", "word"),
    [
        ("leap", "leap"),
        ("upgrade", "Upgrade"),
        ("supply", "supply"),
        ("connected", "Connected"),
        ("borrow", "Borrowed"),
        ("extra_turn", "Extra turn"),
        ("destroy", "Destroy"),
        ("improvised_summoning", "Improvised summoning"),
        ("discard", "discard action"),
    ],
)
def test_the_clause_of_a_term_speaks_of_it(term: str, word: str) -> None:
    (clause,) = [clause for clause in clauses() if clause.number == TERMS[term]]
    assert word in clause.text


def words(block: Block) -> str:
    if block.runs:
        return "".join(run.text for run in block.runs)
    cells = [cell for row in block.table or () for cell in row]
    return block.drawing or " ".join("".join(run.text for run in cell) for cell in cells)


def letters(text: str) -> str:
    return re.sub(r"[^\w]", "", text)


@pytest.mark.parametrize("language", languages())
def test_nothing_of_the_rules_is_lost(language: str) -> None:
    chapters = rules(language).chapters
    shown = {clause.number: clause for chapter in chapters for clause in chapter.clauses}
    assert [chapter.number for chapter in chapters] == list(range(1, 21))
    assert set(shown) == KNOWN
    for clause in clauses(language):
        plain = re.sub(r"```scenario\n.*?```", "", clause.text, flags=re.DOTALL)
        plain = re.sub(r"^```.*$|^\|[-|]+$", "", plain, flags=re.MULTILINE)
        told = " ".join(words(block) for block in shown[clause.number].blocks)
        assert letters(told) == letters(plain), clause.number
    examples = [
        block.example
        for chapter in chapters
        for clause in chapter.clauses
        for block in clause.blocks
        if block.example
    ]
    assert len(examples) == document(language).count("```scenario")
    assert all(example.title and example.schools for example in examples)
    assert any(example.steps and example.board for example in examples)


def test_in_the_pseudo_language_everything_is_in_brackets() -> None:
    for chapter in rules(PSEUDO).chapters:
        assert outside(chapter.title) == []
        for clause in chapter.clauses:
            for block in clause.blocks:
                # What is typed, and letters in the notation of boards, stand as they are.
                plain = [run for run in block.runs or () if run.style != "code"]
                assert outside(" ".join(run.text for run in plain)) == []
                assert outside(block.example.title if block.example else "") == []


def test_clauses_that_are_named_are_links() -> None:
    runs = [
        run
        for chapter in rules().chapters
        for clause in chapter.clauses
        for block in clause.blocks
        for run in block.runs or ()
    ]
    assert {run.clause for run in runs if run.clause} <= KNOWN
    assert sum(run.clause is not None for run in runs) > 20


@pytest.mark.parametrize("id", [card.id for card in CARDS.values()])
def test_every_card_is_shown_by_a_game(id: str) -> None:
    shown = card_page(id).example
    assert shown is not None
    assert shown.steps
    assert all(step.words for step in shown.steps)


def test_rulings_are_the_clauses_that_name_a_card() -> None:
    assert [clause.number for clause in card_page("forest_ancient").rulings] == ["19.11"]
    assert [clause.number for clause in card_page("destruction").rulings] == ["12.8"]
    assert "8.6" in [clause.number for clause in card_page("flare_01").rulings]
    # The numbers are the same in every language, whatever the card is called there.
    for language in languages():
        assert [c.number for c in card_page("fire_dragon", language).rulings] == ["19.9", "19.10"]


def test_every_being_does_something_that_can_be_looked_for() -> None:
    without = [card.id for card in catalogue().cards if card.type != "task" and not card.verbs]
    assert without == []
