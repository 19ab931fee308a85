"""The terms of the game: each is explained, has its words, and is found in the texts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tashkalar import catalogue
from tashkalar.scene.glossary import glossary, uses
from tashkalar.scene.texts import catalogue as cards

# Words of the rules that no card of the base game says.
NOT_ON_CARDS = {"advanced_task", "discard", "flare", "improvised_summoning"}


in_every_language = pytest.mark.parametrize("language", catalogue.languages())


@in_every_language
def test_every_term_has_its_words_and_its_sentence(language: str) -> None:
    told = catalogue.messages(language)
    terms = {key.removeprefix("term.") for key in told if key.startswith("term.")}
    assert terms == {key.removeprefix("spelled.") for key in told if key.startswith("spelled.")}
    assert terms == {row.id for row in glossary(language)}
    assert all(row.text.endswith(".") for row in glossary(language))


@in_every_language
def test_no_words_belong_to_two_terms(language: str) -> None:
    told = catalogue.messages(language)
    forms = [f for key in told if key.startswith("spelled.") for f in told[key][0].split("|")]
    assert len(set(forms)) == len(forms)


@in_every_language
def test_terms_are_found_in_the_texts_of_cards(language: str) -> None:
    found = set()
    for card in cards(language).cards:
        halves = [(half.text, half.terms) for half in (card.upper, card.lower) if half]
        for told, terms in ((card.text, card.terms), *halves):
            assert all(one.end <= other.start for one, other in pairwise(terms))
            assert all(told[use.start : use.end].strip() for use in terms)
            found |= {use.term for use in terms}
    assert found == {row.id for row in glossary(language)} - NOT_ON_CARDS


def test_the_longest_words_count_and_whole_words_only() -> None:
    def said(told: str) -> list[str]:
        return [told[use.start : use.end] for use in uses(told)]

    assert said("Diagonally adjacent enemy pieces") == ["Diagonally adjacent", "enemy pieces"]
    assert said("a marked square, an indicated direction") == [
        "marked square",
        "indicated direction",
    ]
    assert said("a replacement, unadjacent") == []
