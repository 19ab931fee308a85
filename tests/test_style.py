"""Every text for players is read: lengths, words, spelling, one pattern for each kind.

Each rule is a function that finds the texts which break it, and is shown to find a bad example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tashkalar import catalogue, unmet
from tashkalar.refusal import KEYS
from tashkalar.terminal.app import app
from tests import refusals
from tests.refusals import found as refused

ROOT = Path(__file__).parent.parent
Texts = dict[str, tuple[str, ...]]
TEXTS = catalogue.messages("en")
BY_LANGUAGE = {language: catalogue.messages(language) for language in catalogue.languages()}

# The printer of effects says what the data says, for those who write cards.
PRINTED = ("prose.", "set.", "allowance.", "zone.", "spelled.")
EFFECTS = re.compile(r"^(?!flare\.)\w+\.(effect|upper|lower)$")
CRITERIA = re.compile(r"^\w+\.criterion$")
CARDS = re.compile(r"^(?!flare\.)\w+\.(effect|upper|lower|criterion)$")
SENTENCES = re.compile(r"^\w+\.(effect|criterion)$|^(refused|term|event|server\.(refused|told))\.")


def of(kind: re.Pattern[str], told: Texts) -> Texts:
    return {key: forms for key, forms in told.items() if kind.search(key)}


def breaking(told: Texts, wrong: Callable[[str], object]) -> list[str]:
    """Ids of texts one of whose forms is wrong."""
    return sorted(key for key, forms in told.items() if any(wrong(form) for form in forms))


def saying(told: Texts, words: str) -> list[str]:
    """Ids of texts that contain one of these words."""
    pattern = re.compile(rf"\b(?:{words})\b", re.I)
    return breaking(told, lambda text: pattern.search(without_places(text)))


def without_places(told: str) -> str:
    """The names of places are names in the code."""
    return re.sub(r"\{\w+\}", "{}", told)


def sentences(told: str) -> int:
    return len(re.findall(r"[.?!](?= |$)", told))


# --- length -------------------------------------------------------------------------------------


def too_long(told: Texts) -> list[str]:
    """Effects, criteria, terms, refusals and buttons have limits."""
    limits = [
        (EFFECTS, 220, 4),
        (CRITERIA, 110, 2),
        (re.compile(r"^term\."), 210, 3),
        (re.compile(r"^refused\."), 130, 2),
        (re.compile(r"^server\.refused\."), 140, 2),
    ]
    long = [
        key
        for kind, length, most in limits
        for key in breaking(of(kind, told), lambda t: len(t) > length or sentences(t) > most)  # noqa: B023
    ]
    return long + breaking(of(re.compile(r"^decline\."), told), lambda t: len(t.split()) > 3)


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_texts_are_short(language: str) -> None:
    assert too_long(BY_LANGUAGE[language]) == []


def test_long_texts_would_be_seen() -> None:
    assert too_long(
        {
            "a.effect": ("x" * 221,),
            "a.criterion": ("One. Two. Three.",),
            "decline.a": ("Do not do this",),
            "refused.a": ("A. B. C.",),
            "b.effect": ("Short.",),
        }
    ) == ["a.effect", "a.criterion", "refused.a", "decline.a"]


def characters(told: Texts) -> int:
    return sum(len(forms[-1]) for key, forms in told.items() if not key.startswith("spelled."))


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_translations_are_little_longer_than_english(language: str) -> None:
    assert characters(BY_LANGUAGE[language]) <= 1.3 * characters(TEXTS)


# --- words --------------------------------------------------------------------------------------

# Limits of something optional, and what an option brings with it.
MUST = {
    "angel_of_death.effect",
    "hell_bull.effect",
    "kiskin_boughrunner.effect",
    "leviathan.effect",
}
NUMBERS = {
    "en": "two|three|four|five|six|seven|eight|nine|ten|twelve",
    "pl": "dwa(?! razy)|dwie|dwóch|dwoma|trzy|trzech|cztery|czterech|pięć|sześć|siedem|osiem",
    "cs": "dva|dvě|tři|čtyři|pět|šest|sedm|osm|devět|deset",
}


def test_cards_use_four_patterns_and_no_fifth() -> None:
    cards = of(CARDS, TEXTS)
    assert len(cards) > 100
    assert set(saying(cards, "must")) == MUST
    assert saying(cards, "whatever|such|perhaps|up to one|at least|any one") == []
    assert saying({"a": ("Up to one leap.",), "b": ("A move.",)}, "up to one") == ["a"]


@pytest.mark.parametrize("language", NUMBERS)
def test_cards_write_numbers_from_2_on_as_digits(language: str) -> None:
    assert saying(of(CARDS, BY_LANGUAGE[language]), NUMBERS[language]) == []


def test_numbers_in_words_would_be_seen() -> None:
    assert saying({"a": ("Up to three moves",), "b": ("Up to 3 moves",)}, NUMBERS["en"]) == ["a"]
    assert saying({"a": ("Do trzech ruchów",), "b": ("dwa razy",)}, NUMBERS["pl"]) == ["a"]


def test_a_piece_is_it() -> None:
    assert saying(of(CARDS, TEXTS), "he|she|him|her|his|himself|herself") == []
    assert saying({"a": ("used to summon him",)}, "him") == ["a"]


NOT_OURS = {
    "en": (
        "rival|rivals|partner|partners|fulfil|fulfill|fulfilled|crush|crushes|foe|foes|captures?|"
        "kill|kills|reserve|token|tokens"
    ),
    # The past tense of "you" has a gender; the printed sheet says "pion", and so do we.
    "pl": r"pionk\w*|pionek|żeton\w*|rywal\w*|rezerw\w*|zabij\w*|bierk\w*|figur\w*|\w+ł[ae]ś",
    "cs": r"figurk\w*|pěš\w*|žeton\w*|protivník\w*|povýš\w*",
}


@pytest.mark.parametrize("language", NOT_OURS)
def test_only_the_terms_of_the_game_are_used(language: str) -> None:
    told = BY_LANGUAGE[language].items()
    texts = {key: forms for key, forms in told if not key.startswith(PRINTED)}
    assert saying(texts, NOT_OURS[language]) == []


def test_other_words_would_be_seen() -> None:
    told = {key: forms for key, forms in TEXTS.items() if not key.startswith(PRINTED)}
    assert saying({"a": ("Pass control to your partner",)}, NOT_OURS["en"]) == ["a"]
    assert saying({"a": ("Co zrobiłeś?",), "b": ("Dwa pionki",)}, NOT_OURS["pl"]) == ["a", "b"]
    # Discards are cards that somebody throws away; the place is the discard pile.
    assert saying(told, r"discards(?! a\b)") == []
    assert saying(
        {"a": ("Decks and discards",), "b": ("or discards a card",)}, r"discards(?! a\b)"
    ) == ["a"]


def test_pieces_stand_on_the_board() -> None:
    assert saying(TEXTS, "(?:on|in|of|over) the arena") == []
    assert saying(
        {"a": ("All are on the arena",), "b": ("Welcome to the arena!",)},
        "(?:on|in|of|over) the arena",
    ) == ["a"]


# Where the cards' marked squares are meant.
MARKED = {
    "asking.assassin.square",
    "server.choice.way_marked",
    "server.hint.way",
    "terminal.way.marked",
    "web.mark.marked",
    "web.pattern.cell.mark",
    "refused.not_marked",
}


def test_the_card_marks_and_the_page_highlights() -> None:
    around = {
        key: forms
        for key, forms in TEXTS.items()
        if not CARDS.search(key) and not key.startswith((*PRINTED, "term."))
    }
    assert set(saying(around, "marked")) == MARKED
    assert saying(of(CARDS, TEXTS), "highlighted") == []
    assert saying({"a": ("Choose a marked square.",)}, "marked") == ["a"]


# --- spelling -----------------------------------------------------------------------------------

BRITISH = (
    r"\w*colour\w*|\w*centre\w*|neighbour\w*|licence\w*|favour\w*|behaviour\w*|honour\w*|grey\w*|"
    r"fulfil|analyse\w*|\w*(?:organ|recogn|real|capital|vector)is(?:e|es|ed|ing)"
)
# Keys of scenarios and choices are names in the code.
NOTATION = re.compile(r"^(?:play|offered|refused|expect|view|hand|improvised)\b.*$|`[^`]*`", re.M)


# Code and addresses in documents.
CODE = re.compile(r"^```.*?^```|`[^`]*`|\]\([^)]*\)|\{\w+\}", re.M | re.S)
DOCUMENTS = [
    file
    for folder in (".", "docs", "web", "core", "tests/vectors")
    for file in sorted((ROOT / folder).glob("*.md"))
    if not file.stem.endswith((".pl", ".cs"))
]


def british(told: str) -> list[str]:
    return re.findall(rf"\b(?:{BRITISH})\b", NOTATION.sub("", told), re.I)


def test_players_read_american_spelling() -> None:
    assert breaking(TEXTS, lambda text: british(without_places(text))) == []
    assert british("play: colour B\nthe colour of the centre") == ["colour", "centre"]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_documents_use_american_spelling(file: Path) -> None:
    assert british(CODE.sub("", file.read_text(encoding="utf-8"))) == []


def test_british_documents_would_be_seen() -> None:
    text = "`colour` of a colour\n```\nthe centre\n```\n[greyed](colours.md) {colour}"
    assert british(CODE.sub("", text)) == ["colour", "greyed"]


@pytest.mark.parametrize(
    "command",
    ["", "play", "analyze", "rules", "arena", "simulate", "serve", "tactics", "train worths"],
)
def test_help_is_american_and_every_option_has_some(command: str) -> None:
    shown = CliRunner().invoke(app, [*command.split(), "--help"], terminal_width=200).output
    assert british(shown) == []
    assert helpless(shown) == []
    assert helpless("  --port INTEGER RANGE  [default: 8080]\n  --open  Open it.") == ["--port"]


def helpless(shown: str) -> list[str]:
    """Options that the help says nothing about."""
    words = r"[A-Z_]+(?: RANGE)?(?:\.\.\.)?|\[[^\]]*\]"
    bare = re.compile(rf"^ +(--\w[\w-]*)(?: +(?:{words}))* *$", re.M)
    return bare.findall(re.sub(r"\n {20,}", " ", shown))


# --- sentences ----------------------------------------------------------------------------------


def unfinished(told: Texts) -> list[str]:
    """Sentences begin with a capital, a name or a square, and end with a stop."""
    whole = re.compile(r"^(?:[0-9“„]|\{\w+\}|[a-i]\d|[^\W\d_]).*[.?!”}]$", re.S)

    def cut(text: str) -> bool:
        return not whole.search(text) or (text[0].islower() and not re.match(r"[a-i]\d", text))

    return breaking(of(SENTENCES, told), cut)


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_sentences_are_whole(language: str) -> None:
    assert unfinished(BY_LANGUAGE[language]) == []


def test_cut_sentences_would_be_seen() -> None:
    assert unfinished({"refused.a": ("it would have to be yours",), "b.effect": ("Done.",)}) == [
        "refused.a"
    ]


BUTTONS = re.compile(r"^(option|decline|stop|asking|server\.choice|server\.toward)\.")


def small(told: Texts) -> list[str]:
    """Ids of buttons that begin with a small letter."""
    return breaking(of(BUTTONS, told), lambda text: text[0].islower())


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_buttons_and_options_begin_with_a_capital(language: str) -> None:
    assert small(BY_LANGUAGE[language]) == []


def test_small_letters_would_be_seen() -> None:
    assert small({"option.a": ("gain an action",), "option.b": ("Gain an action",)}) == ["option.a"]


# --- refusals -----------------------------------------------------------------------------------


def test_the_refusals_that_reviewers_read_are_those_of_today() -> None:
    assert refusals.written() == refusals.FILE.read_text(encoding="utf-8"), (
        "run: python -m tests.refusals"
    )


def kinds(found: Iterable[object]) -> set[type]:
    return {type(one) for one in found}


def test_no_square_is_refused_without_a_reason() -> None:
    assert unmet.Unsuitable not in kinds(refused())
    assert KEYS[unmet.Unsuitable] in TEXTS
