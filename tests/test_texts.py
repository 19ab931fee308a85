"""The catalogues: plural forms, places, and that every text is there and used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tashkalar import catalogue
from tashkalar.scene import texts

CATALOGUES = sorted(catalogue.LOCALE.glob("*/LC_MESSAGES/tashkalar.po"))
SAMPLES = Path(__file__).parent / "locale"  # a few texts in languages that count otherwise

# Distances in the words for sets of squares: the numbers count nothing that is named.
NO_COUNTS = {"set.line_reach", "set.ring", "set.within"}


def read(file: Path) -> dict[str, tuple[str, ...]]:
    """The texts of a source file by their ids, each with all its forms."""
    with file.open("rb") as stream:
        found = read_po(stream, abort_invalid=True)
    told: dict[str, tuple[str, ...]] = {}
    for message in found:
        string = message.string or ""
        forms = (string,) if isinstance(string, str) else tuple(string)
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key and all(forms) and not message.fuzzy:
            told[key] = forms
    return told


def places(told: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(told) if name is not None}


def language_of(file: Path) -> str:
    return file.parts[-3]


# --- plural forms -------------------------------------------------------------------------------


def uncounted(told: dict[str, tuple[str, ...]]) -> list[str]:
    """Ids of texts that count, but have one form for all numbers."""
    return sorted(key for key, forms in told.items() if len(forms) == 1 and "n" in places(forms[0]))


def test_what_counts_has_plural_forms() -> None:
    for file in CATALOGUES:
        assert set(uncounted(read(file))) <= NO_COUNTS
    assert uncounted({"a": ("{n} pieces",), "b": ("{n} piece", "{n} pieces")}) == ["a"]


def test_english_counts() -> None:
    assert catalogue.text("web.card.fits", n=1) == "Fits on 1 square"
    assert catalogue.text("web.card.fits", n=0) == "Fits on 0 squares"
    assert catalogue.text("terminal.extra.beings", n=2) == "2 more beings to draw"
    assert catalogue.text("terminal.extra.beings", n=1) == "one more being to draw"
    assert catalogue.has("terminal.extra.beings")
    assert not catalogue.has("terminal.extra.beings.one")


@pytest.fixture(params=("cs", "pl"))
def sample(request: pytest.FixtureRequest, tmp_path: Path,
           monkeypatch: pytest.MonkeyPatch) -> Iterable[str]:  # fmt: skip
    """A language with a catalogue of a few texts beside the English one."""
    for source in (*CATALOGUES, *SAMPLES.glob("*.po")):
        language = source.stem if source.parent == SAMPLES else language_of(source)
        target = tmp_path / language / "LC_MESSAGES" / "tashkalar.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as stream, target.open("wb") as out:
            write_mo(out, read_po(stream, locale=language, abort_invalid=True))
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    forget()
    yield request.param
    forget()


def forget() -> None:
    catalogue._translations.cache_clear()
    catalogue.languages.cache_clear()
    texts.texts.cache_clear()


POINTS = {
    "pl": "0 punktów|1 punkt|2 punkty|4 punkty|5 punktów|12 punktów|21 punktów|22 punkty",
    "cs": "0 bodů|1 bod|2 body|4 body|5 bodů|12 bodů|21 bodů|22 bodů",
}


def test_other_languages_count_otherwise(sample: str) -> None:
    counts = (0, 1, 2, 4, 5, 12, 21, 22)
    told = [catalogue.text("web.score.points", sample, n=n) for n in counts]
    assert "|".join(told) == POINTS[sample]
    # What is not translated yet is told in English, and counted as in English.
    assert catalogue.text("web.card.fits", sample, n=2) == "Fits on 2 squares"
    assert catalogue.text("web.card.fits", sample, n=1) == "Fits on 1 square"


def test_browsers_count_like_gettext(sample: str) -> None:
    """A form is sent with a sample; the browser uses it for numbers of the same CLDR category."""
    assert {"cs", "en", "pl"} <= set(catalogue.languages())
    for language in (sample, "en"):
        sent = texts.texts(language)
        assert sent.language == language
        forms = sent.texts["web.score.points"]
        category = Locale.parse(language).plural_form
        for n in range(1000):
            alike = [category(number) for number in sent.samples].index(category(n))
            expected = catalogue.text("web.score.points", language, n=n)
            assert forms[alike].replace("{n}", str(n)) == expected


@pytest.mark.parametrize("file", CATALOGUES, ids=language_of)
def test_plural_rules_are_those_of_the_language(file: Path) -> None:
    """Every form has a CLDR category of its own: nothing else can be chosen from a sample."""
    language = language_of(file)
    category = Locale.parse(language).plural_form
    found = [category(n) for n in catalogue.samples(language)]
    assert len(set(found)) == len(found)
    assert {category(n) for n in range(1000)} == set(found)


# --- places -------------------------------------------------------------------------------------


def misplaced(told: dict[str, tuple[str, ...]], source: dict[str, tuple[str, ...]]) -> list[str]:
    """Ids whose places differ from those of the source; one thing may be counted in words."""
    wrong = []
    for key, forms in told.items():
        expected = {place for form in source.get(key, ()) for place in places(form)}
        for form in forms:
            missing = expected - places(form)
            if places(form) - expected or missing - {"n"} or (missing and form != forms[0]):
                wrong.append(key)
    return sorted(set(wrong))


def test_translations_have_the_places_of_the_source() -> None:
    source = read(next(file for file in CATALOGUES if language_of(file) == "en"))
    for file in (*CATALOGUES, *SAMPLES.glob("*.po")):
        assert misplaced(read(file), source) == []
    told = {"a": ("{n} pieces on {square}",), "b": ("one", "{n}")}
    assert misplaced({"a": ("{n} na {squares}",), "b": ("jeden", "{n}", "{n}")}, told) == ["a"]
    assert misplaced({"b": ("{n}", "{n}", "dużo")}, told) == ["b"]


# --- names --------------------------------------------------------------------------------------


NAMES = ("name", "card", "colour", "new_colour", "scored_in", "who", "seat", "owner", "school")


def inflected(told: dict[str, tuple[str, ...]]) -> list[str]:
    """Ids of English texts in which a name gets an article or an ending."""
    name = r"\{(?:" + "|".join(NAMES) + r")\}"
    pattern = re.compile(rf"\b(?:the|an?|The|An?) {name}|{name}['’]?s\b")
    return sorted(key for key, forms in told.items() if any(map(pattern.search, forms)))


def test_names_stand_as_they_are() -> None:
    source = read(next(file for file in CATALOGUES if language_of(file) == "en"))
    assert inflected(source) == []
    assert inflected({"a": ("summons the {name}",), "b": ("{colour}'s piece",),
                      "c": ("the piece of {colour}",)}) == ["a", "b"]  # fmt: skip
