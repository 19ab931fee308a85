"""The catalogues: plural forms, places, and that every text is there and used."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from tashkalar import Asking, Kind, catalogue, refusal
from tashkalar.arena import DIRECTIONS
from tashkalar.bots import bot_names
from tashkalar.cards import BEINGS, CARDS, MAKING, SCHOOLS, Being, Flare, Task
from tashkalar.choice import RESERVED, RESERVED_ASKINGS
from tashkalar.effects import offered, prose, squares
from tashkalar.effects.effect import Allowance
from tashkalar.event import NAMES as EVENT_NAMES
from tashkalar.lessons import courses, lesson
from tashkalar.lessons.checking import texts_of
from tashkalar.puzzles.explaining import ABOUT, REASONS
from tashkalar.rules.forms import FORMS, Mistake
from tashkalar.scene import texts
from tashkalar.server.tables.clocks import LIMITS
from tashkalar.terminal import lessons
from tashkalar.verdict import By
from tests.catalogues import SOURCES as CATALOGUES
from tests.catalogues import compile_catalogue
from tests.test_census import every_effect

SOURCE = catalogue.LOCALE.parent
SAMPLES = Path(__file__).parent / "locale"  # a few texts in languages that count otherwise

# Distances in the words for sets of squares: the numbers count nothing that is named.
NO_COUNTS = {"set.line_reach", "set.ring", "set.ring.self", "set.within", "set.within.self"}


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


def source_file() -> Path:
    return next(file for file in CATALOGUES if language_of(file) == catalogue.SOURCE)


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
def sample(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterable[str]:
    """A language with a catalogue of a few texts beside the English one."""
    for source in (*CATALOGUES, *SAMPLES.glob("*.po")):
        language = source.stem if source.parent == SAMPLES else language_of(source)
        target = tmp_path / language / "LC_MESSAGES" / "tashkalar.mo"
        compile_catalogue(source, language, target)
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
    source = read(source_file())
    for file in (*CATALOGUES, *SAMPLES.glob("*.po")):
        assert misplaced(read(file), source) == []
    told = {"a": ("{n} pieces on {square}",), "b": ("one", "{n}")}
    assert misplaced({"a": ("{n} na {squares}",), "b": ("jeden", "{n}", "{n}")}, told) == ["a"]
    assert misplaced({"b": ("{n}", "{n}", "dużo")}, told) == ["b"]


# --- names --------------------------------------------------------------------------------------


NAMES = ("name", "card", "colour", "new_colour", "scored_in", "who", "seat", "owner", "school")


def inflected(told: dict[str, tuple[str, ...]], ending: str) -> list[str]:
    """Ids of texts in which a name gets an article or an ending."""
    name = r"\{(?:" + "|".join(NAMES) + r")\}"
    pattern = re.compile(rf"\b(?:the|an?|The|An?) {name}|{name}{ending}")
    return sorted(key for key, forms in told.items() if any(map(pattern.search, forms)))


# English has one ending, with a typographic apostrophe; other languages have none.
ENDINGS = {"en": r"(?!’s\b)['’\w]", "pl": r"['’\w]", "cs": r"['’\w]"}


@pytest.mark.parametrize("file", CATALOGUES, ids=language_of)
def test_names_stand_as_they_are(file: Path) -> None:
    assert inflected(read(file), ENDINGS[language_of(file)]) == []


def test_an_inflected_name_would_be_seen() -> None:
    told: dict[str, tuple[str, ...]] = {
        "a": ("summons the {name}",),
        "b": ("{colour}'s piece",),
        "c": ("{name}ů",),
        "d": ("the piece of {colour}",),
        "e": ("{name}’s turn",),
    }
    assert inflected(told, ENDINGS["en"]) == ["a", "b", "c"]
    assert inflected(told, ENDINGS["pl"]) == ["a", "b", "c", "e"]


# --- every text is there, and used --------------------------------------------------------------


# Said as what happens on the square, or by the option itself; or for decks to come.
UNSAID = {Kind.LIFT, Kind.SQUARE, Kind.OPTION, Kind.DIRECTION, Kind.PASS, *RESERVED}


# Events that are told by what caused them.
CAUSES = {
    "points": ("destroyed", "legend", "flare"),
    "points_in": ("destroyed", "legend", "flare", "left_over"),
    "trigger": ("deck", "points"),
}


def families() -> Iterator[str]:
    """The ids that code puts together from names of things: each of them must be there."""
    for card in CARDS.values():
        if card.deck in MAKING:  # shown by its id and by its prose
            continue
        yield f"{card.id}.name"
        match card:
            case Being():
                yield f"{card.id}.effect"
            case Flare():
                yield from (f"{card.id}.upper", f"{card.id}.lower")
            case Task():
                yield from (f"{card.id}.criterion", f"task_type.{card.type}")
    for names, ids in {
        "asking": [a.name.lower() for a in Asking if a not in RESERVED_ASKINGS],
        "set": [
            s.name.lower()
            for s in {**vars(squares), **vars(offered)}.values()
            if isinstance(s, squares.Named | squares.Reference)
        ],
        "prose": ("may", "toward", "match", "choose", "to_empty_move"),
        "allowance": [allowance.name.lower() for allowance in Allowance],
        "server.choice": [kind.name.lower() for kind in Kind if kind not in UNSAID],
        "server.no_client": ("title", "text"),
        "terminal.tell": ("finish", "pass_control"),
        "event": event_texts(),
        "halves": "123",
        "asking.colour": ("legend", "left_over"),
        "decline": ("any", "returned"),
        "stop": ("any",),
        "rank": ("common", "heroic", "legendary"),
        "rank.label": ("common", "heroic", "legendary"),
        "school": SCHOOLS,
        "server.called": SCHOOLS,
        "server.told": [
            f"{what}{you}"
            for what in ("pass", "stop", "direction", "colour", "option")
            for you in ("", ".you")
        ],
        "verdict": [
            f"{by}{reader}" for by in (*get_args(By), "time") for reader in ("", ".you", ".yours")
        ],
        "server.told.colour": ("yours", "you.yours"),
        "server.direction": DIRECTIONS,
        "server.toward": DIRECTIONS,
        "form": [form.replace("-", "_") for form in FORMS],
        "server.refused.set_up": get_args(Mistake),
        "server.refused.clock": LIMITS,
        "flare": ("upper", "lower"),
        "terminal.flare": ("upper", "lower"),
        "terminal.command": ["ask" if c == "?" else c.split()[0] for c in lessons.COMMANDS],
    }.items():
        yield from (f"{names}.{id}" for id in ids)
    yield from refusal.KEYS.values()
    for course in courses():
        yield from (f"course.{course.id}.{part}" for part in ("name", "about"))
        yield from (key for id in course.lessons for key in texts_of(lesson(id)))
    yield from (f"lesson.{state}" for state in ("away", "astray"))
    yield from (f"puzzle.hint.{kind}" for kind in (*ABOUT, "card", "where", "placed"))
    yield from (f"puzzle.why.{kind}" for kind in REASONS)
    yield from (f"puzzle.short.{kind}" for kind in ("goes_on", "not_won"))
    yield from (f"server.bot.{bot}.{part}" for bot in bot_names() for part in ("name", "text"))


def event_texts() -> Iterator[str]:
    """The ends of the ids of events: what happened, why, and which player reads of themselves."""
    for name in EVENT_NAMES.values():
        ends = [f"{name}.{cause}" for cause in CAUSES.get(name, ())] or [name]
        if name in ("move", "summon"):
            ends.append(f"{name}.taking")
        if name == "place":
            ends.append("place.theirs")
        for end in ends:
            people = PEOPLE & set(catalogue.places(f"event.{end}"))
            yield end
            if people:
                yield f"{end}.you"
            if len(people) > 1:
                yield f"{end}.yours"
            if end in BOTH:
                yield f"{end}.you.yours"


PEOPLE = {"actor", "colour", "new_colour", "scored_in", "seat", "owner", "rival"}
# In the others, two places never name the same player.
BOTH = ("move.taking", "summon.taking", "trigger.points")


# Texts that are looked for, and left out where there are none.
IF_ANY = (
    "option.",
    "term.",
    "spelled.",
    "terminal.hint.",
    "server.hint.",
    "deck.",
    "terminal.deck.",
    "help.",
)
# Questions of a card's own, and what it means to decline them.
OF_QUESTIONS = {
    f"{family}.{own}{asked.asking.name.lower()}"
    for being in BEINGS.values()
    for asked in being.program.questions.values()
    for family in ("asking", "decline", "stop")
    for own in ("", f"{being.id}.")
}
AREAS = {
    "terminal": ("terminal",),
    "server": ("scene", "server"),
    "set": ("effects",),
    "prose": ("effects",),
}


@cache
def printed() -> set[str]:
    """Ids that the printer of effects asks for when it prints all cards."""
    asked: set[str] = set()

    def text(key: str, *_: object, **__: object) -> str:
        asked.add(key)
        return key

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prose, "text", text)
        for effects in every_effect():
            prose.prose(effects)
    return asked


def literals(area: tuple[str, ...]) -> set[str]:
    """All string constants in the source of some packages, or of all."""
    files = [file for part in area or ("",) for file in (SOURCE / part).rglob("*.py")]
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def unused(keys: Iterable[str], named: Callable[[str], set[str]]) -> list[str]:
    """Ids that neither stand in the code, whole or from a dot on, nor are put together there."""
    put_together = set(families())

    def used(key: str) -> bool:
        parts = key.split(".")
        ends = {".".join(parts[i:]) for i in range(len(parts))} - OF_CARDS
        return (
            key in put_together | OF_QUESTIONS
            or (parts[0] in ("prose", "set") and len(parts) == 3 and key in printed())
            or key.startswith(IF_ANY)
            or bool(ends & named(parts[0]))
        )

    return [key for key in keys if not used(key)]


OF_CARDS = {"name", "effect", "text", "upper", "lower", "criterion"}


def asked_for(file: Path) -> Iterator[str]:
    """The ids that a module asks for as they are; ``say`` is a shorter word for its own ones."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(
                ast.Name(asked) | ast.Attribute(attr=asked), [ast.Constant(str(key)), *_]
            ) if asked in ("text", "say"):
                yield key if asked == "text" else f"{SAID[file.parent.name]}.{key}"


SAID = {"terminal": "terminal", "scene": "server", "effects": "set"}


def test_every_text_that_code_asks_for_is_there() -> None:
    told = read(source_file())
    assert [key for key in families() if key not in told] == []
    found = [key for file in SOURCE.rglob("*.py") for key in asked_for(file)]
    assert len(found) > 90
    lacking = {key for key in found if key not in told}
    # The printer of effects has words of two kinds.
    assert {key for key in lacking if key.replace("set.", "prose.", 1) not in told} == set()


def test_no_text_is_left_unused() -> None:
    """Those of the page are checked with the page."""
    found = {area: literals(AREAS.get(area, ())) for area in (*AREAS, "")}

    def named(area: str) -> set[str]:
        return found[area if area in AREAS else ""]

    keys = [key for key in read(source_file()) if not key.startswith("web.")]
    assert unused(keys, named) == []
    stale = [
        "snow_fox.name",
        "terminal.weather",
        "server.refused.snowed_in",
        "asking.snow",
        "prose.destroy.snow",
    ]
    assert unused([*stale, "terminal.welcome.help"], named) == stale


@pytest.mark.parametrize("file", CATALOGUES, ids=language_of)
def test_a_translation_is_complete(file: Path) -> None:
    assert sorted(set(read(source_file())) ^ set(read(file))) == []


def test_a_missing_text_fails_a_test() -> None:
    with pytest.raises(AssertionError, match=r"no text snow_fox\.effect"):
        catalogue.text("snow_fox.effect")


def test_a_missing_text_is_logged_once_in_play() -> None:
    """In play the id is shown. Tests replace the function, so another process is asked."""
    code = (
        "from tashkalar.catalogue import text\n"
        "print([text(key) for key in ('nonsense.thing', 'nonsense.thing', 'nonsense.more')])\n"
        "print(text('nonsense.thing', 'pl', n=2))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['nonsense.thing', 'nonsense.thing', 'nonsense.more']\nnonsense.thing\n"
    assert done.stderr.splitlines() == [
        "text missing key=nonsense.thing",
        "text missing key=nonsense.more",
    ]
