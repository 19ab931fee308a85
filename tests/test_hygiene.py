"""The shape of the code: which module may know which, and what the core never does."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tashkalar
from tashkalar.cards import CARDS

SOURCE = Path(__file__).parent.parent / "src" / "tashkalar"
FILES = sorted(SOURCE.rglob("*.py"))
CATALOGUES = sorted(SOURCE.glob("locale/*/LC_MESSAGES/tashkalar.po"))
DECKS = sorted((SOURCE / "cards" / "decks").glob("[a-z]*.py"))

# What each package may import, lowest first: only packages further up in this table. The root
# package is "tashkalar"; its version, which is there before anything is imported, a leaf.
ARROWS: dict[str, str] = {
    "__version__": "",
    "arena": "",
    "terms": "",
    "event": "terms",
    "unmet": "terms",
    "refusal": "unmet terms",
    "verdict": "",
    "packed": "",
    "state": "event packed",
    "catalogue": "",
    "player_names": "catalogue terms",
    "choice": "arena",
    # A question on a card says what it asks for: Asking is vocabulary, it has no rules in it.
    # Prose puts the data into words, and words for people come from the catalogue.
    "effects": "catalogue choice terms",
    "cards": "arena choice effects",
    "pattern": "arena cards",
    "words": "arena cards catalogue choice effects event player_names refusal terms verdict",
    # The error that refuses a choice has a message: the refusal in words.
    "rules": "arena cards choice effects event pattern player_names state refusal terms unmet "
    "verdict words",
    # A scenario is played and checked, so this text form knows the rules.
    "notation": "__version__ arena cards choice state rules terms verdict",
    "view": "cards choice state rules",
    "game": "choice event notation rules view",
    "scenario": "arena game notation rules terms view",
    "study": "arena choice game notation rules scenario state terms view",
    # A lesson asks for events and is checked against the catalogue, which has its sentences.
    "lessons": "arena cards catalogue choice event game notation rules state terms",
    "reading": "arena cards catalogue choice effects pattern state refusal rules view",
    # What people type names cards in their language.
    "answers": "arena cards catalogue choice notation view",
    "prompts": "catalogue choice player_names reading rules state",
    "tashkalar": "arena cards choice game notation state rules scenario view",
    "rulebook": "",
    "clauses": "cards choice refusal unmet",
    "conform": "arena cards choice rules",
    "tables": "arena cards choice packed rules state",
    "engine": "event rules state tables terms",
    "perft": "engine notation rules state",
    "invariants": "cards choice notation state rules view",
    "simulate": "arena cards choice engine invariants pattern rules state",
}
# Programs around the core: they may use all of it, and each other as said here.
CLIENTS: dict[str, set[str]] = {
    "bots": set(),
    "env": {"bots"},
    "puzzles": {"bots"},
    "scene": {"bots", "puzzles"},
    "server": {"bots", "puzzles", "scene"},
    "terminal": {"bots", "puzzles", "scene", "server"},
    "__main__": {"terminal"},
}
# Of the rules they may use what answers a question; what changes a position stays inside.
ASKED: dict[str, str] = {
    "play": "Position",
    "forms": "FORMS FORM_OF HAND SEEDS BadSetUp Form check_schools draw_schools form_named "
    "open_schools",
    "criteria": "Look Part Seen looking meets parts progress",
    "history": "RULES OtherRules",
    "summoning": "NOBODY Way different_ways easiest improvisable nearest open_squares own scarce "
    "sees summonable",
    "shuffling": "words",
    "scoring": "score",
    "taking_back": "were_drawn",
    "tasks": "may_be_next may_begin taking_part task",
    "atoms": "colour_at me rank_at supply",
    "programs": "TURN program",
    "turn": "NO_CARD SQUARE USED WAY_INDICATED WAY_MARKED halves_met in_play",
    "machine": "rivals_of",
    "hands": "partner",
}
CORE = (
    "arena",
    "terms",
    "event",
    "choice",
    "packed",
    "state",
    "pattern",
    "effects",
    "cards",
    "rules",
    "game",
    "notation",
)
CHANCE_AND_CLOCK = {"random", "secrets", "uuid", "time", "datetime"}


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def package(file: Path) -> str:
    """The package, or the module beside the packages, that a file belongs to."""
    first = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    return "tashkalar" if first == "__init__" else first


def shown(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


def imported(module: ast.AST) -> Iterator[str]:
    """Everything imported anywhere in a module, also inside functions, by its full name."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


KNOWN = set(ARROWS) | set(CLIENTS)


def packages_used(module: ast.AST) -> set[str]:
    """The packages of ours that a module imports from."""
    found = set()
    for name in imported(module):
        first, *rest = name.split(".")
        if first == "tashkalar":
            # A name that is no package is one that the root package offers.
            found.add(rest[0] if rest and rest[0] in KNOWN else "tashkalar")
    return found


def rules_used(module: ast.AST) -> set[tuple[str, str]]:
    """(module of rules, name) for whatever is taken from the rules, also by attribute."""
    found, whole = set(), set()
    for name in imported(module):
        parts = name.split(".")
        if parts[:2] == ["tashkalar", "rules"]:
            if len(parts) == 3:
                whole.add(parts[2])
            else:
                found.add((parts[2], parts[3]))
    for node in ast.walk(module):
        match node:
            case ast.Attribute(ast.Name(module_name), name) if module_name in whole:
                found.add((module_name, name))
    return found


# --- arrows -----------------------------------------------------------------------------------


def test_every_package_has_its_place() -> None:
    assert {package(file) for file in FILES} <= KNOWN
    order = list(ARROWS)
    for name, below in ARROWS.items():
        assert all(order.index(other) < order.index(name) for other in below.split()), name


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_imports_point_downward(file: Path) -> None:
    own = package(file)
    allowed = set(ARROWS) | CLIENTS[own] if own in CLIENTS else set(ARROWS[own].split())
    assert packages_used(tree(file)) - {own} <= allowed


MAKERS = {"mining", "proving", "grading"}


@pytest.mark.parametrize("file", sorted((SOURCE / "puzzles").glob("*.py")), ids=shown)
def test_only_who_makes_puzzles_uses_bots(file: Path) -> None:
    """Whoever solves one waits for no search."""
    if file.stem not in MAKERS:
        assert "bots" not in packages_used(tree(file))
        makers = {f"tashkalar.puzzles.{name}" for name in MAKERS}
        assert not [name for name in imported(tree(file)) if name.rpartition(".")[0] in makers]


ROOMS = {
    "wire": ("notices", "tables", "storage"),
    "notices": ("tables", "storage"),
    "tables": ("storage",),
    "storage": (),
}


@pytest.mark.parametrize("file", [f for f in FILES if package(f) == "server"], ids=shown)
def test_the_rooms_of_the_server_have_their_order(file: Path) -> None:
    """A message comes in by the wire, goes to a table and into storage; nothing looks back."""
    own = file.relative_to(SOURCE / "server").parts[0]
    for name in imported(tree(file)):
        parts = name.split(".")
        if parts[:2] == ["tashkalar", "server"] and len(parts) > 2 and parts[2] in ROOMS:
            assert parts[2] == own or parts[2] in ROOMS.get(own, ()), name


@pytest.mark.parametrize("file", [f for f in FILES if package(f) in CLIENTS], ids=shown)
def test_clients_only_ask(file: Path) -> None:
    for module, name in sorted(rules_used(tree(file))):
        assert name in ASKED.get(module, "").split(), f"rules.{module}.{name}"
    private = [n for n in imported(tree(file)) if re.match(r"tashkalar\..*\b_(?!_)", n)]
    assert private == []


def test_nothing_is_allowed_that_nobody_does() -> None:
    """A permission that is no longer used is taken away, so that the tables say what is so."""
    used: dict[str, set[str]] = {}
    for file in FILES:
        used.setdefault(package(file), set()).update(packages_used(tree(file)))
    for name, below in ARROWS.items():
        assert set(below.split()) <= used.get(name, set()), name
    clients = [tree(file) for file in FILES if package(file) in CLIENTS]
    asked = {pair for module in clients for pair in rules_used(module)}
    allowed = {(module, name) for module, names in ASKED.items() for name in names.split()}
    assert allowed == asked


def test_an_upward_import_would_be_seen() -> None:
    bad = ast.parse("def f():\n    from tashkalar.rules import turn\n    turn.start(p)")
    assert packages_used(bad) == {"rules"}
    assert rules_used(bad) == {("turn", "start")}
    assert "start" not in ASKED["turn"].split()
    assert packages_used(ast.parse("from tashkalar import Game, arena")) == {"tashkalar", "arena"}


# --- what the core never does -----------------------------------------------------------------


def chance_and_clock(module: ast.AST) -> list[str]:
    """Imports and uses of the machine's clock or randomness."""
    found = [name for name in imported(module) if name.split(".")[0] in CHANCE_AND_CLOCK]
    for node in ast.walk(module):
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "name", "")
        if name in ("urandom", "getrandom"):
            found.append(f"os.{name}")
    return found


@pytest.mark.parametrize("file", [f for f in FILES if package(f) in CORE], ids=shown)
def test_the_core_knows_no_clock_and_no_chance(file: Path) -> None:
    assert chance_and_clock(tree(file)) == []


def test_a_clock_would_be_seen() -> None:
    assert chance_and_clock(ast.parse("from time import perf_counter")) == ["time.perf_counter"]
    assert chance_and_clock(ast.parse("import os\nos.urandom(8)")) == ["os.urandom"]
    assert chance_and_clock(ast.parse("from os import urandom")) == ["os.urandom"]


@pytest.mark.parametrize("file", [f for f in FILES if package(f) != "cards"], ids=shown)
def test_no_card_is_named_outside_the_cards(file: Path) -> None:
    """A rule that looks for one card by its id is a card that is not data."""
    ids = {card.id for card in CARDS.values()}
    assert [c for c in literals(tree(file)) if c in ids] == []


def literals(module: ast.AST) -> list[str]:
    constants = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant)]
    return [value for value in constants if isinstance(value, str)]


def test_a_card_named_in_a_rule_would_be_seen() -> None:
    assert "knight" in literals(ast.parse("if card.id == 'knight': pass"))


# What bots choose by: integers only, so that every Python and every machine chooses the same.
CHOOSING = (
    "dice",
    "evaluation",
    "features",
    "fixed",
    "holdings",
    "levels",
    "progress",
    "shares",
    "strategist",
    "turns",
)
# These turn integers into plain numbers and back.
CONVERTING = {"weights", "plain_weights", "plain_features", "plain"}


def floats(module: ast.AST) -> list[str]:
    """Where a module works with floats: constants, true divisions, functions that give them."""
    found = []
    for node in ast.walk(module):
        match node:
            case ast.Constant(float()) | ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                found.append(ast.unparse(node))
            case ast.ImportFrom("math" | "statistics", names):
                found += [name.name for name in names if name.name not in ("inf", "isqrt")]
            case ast.Import([ast.alias("math" | "statistics")]):
                found.append(ast.unparse(node))
            case ast.Call(ast.Name("float" | "pow")) | ast.Attribute(attr="random" | "uniform"):
                found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("name", CHOOSING)
def test_bots_choose_by_integers(name: str) -> None:
    module = tree(SOURCE / "bots" / "playing" / f"{name}.py")
    kept = [node for node in module.body if getattr(node, "name", "") not in CONVERTING]
    assert floats(ast.Module(kept, [])) == []


def test_a_float_would_be_seen() -> None:
    told = "total = sum(w * 0.5 for w in known) / n\nfrom statistics import fmean\nrng.random()"
    seen = ["sum((w * 0.5 for w in known)) / n", "fmean", "0.5", "rng.random"]
    assert sorted(floats(ast.parse(told))) == sorted(seen)
    assert floats(ast.parse("import math\nfrom math import isqrt")) == ["import math"]


# --- cards are data ---------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS, ids=lambda file: file.stem)
def test_a_deck_holds_nothing_but_cards(deck: Path) -> None:
    docstring, *rest = tree(deck).body
    assert isinstance(docstring, ast.Expr)
    for statement in rest:
        assert isinstance(statement, ast.ImportFrom | ast.Assign), ast.unparse(statement)


@pytest.mark.parametrize("file", [f for f in FILES if package(f) == "cards"], ids=shown)
def test_no_lambdas_in_cards(file: Path) -> None:
    assert [node for node in ast.walk(tree(file)) if isinstance(node, ast.Lambda)] == []


# --- words ------------------------------------------------------------------------------------


def test_what_users_import_is_documented() -> None:
    found = {name: getattr(tashkalar, name) for name in tashkalar.__all__}
    said = {name: one for name, one in found.items() if callable(one)}
    assert said
    assert [name for name, one in said.items() if not inspect.getdoc(one)] == []
