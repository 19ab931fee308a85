"""The rules as pages: chapters, clauses, and what stands in them, in a reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct, structs

from tashkalar.cards import CARDS, Being, Card, Flare, Task, card
from tashkalar.catalogue import PSEUDO, SOURCE, bracketed, name
from tashkalar.rulebook import document
from tashkalar.scene.examples import Example, example, scenario_of

Telling = Callable[[str], str]  # words as a reader is told them
_CLAUSE = re.compile(r"\d+\.\d+")
_NAMED = re.compile(r"(?<![\d.])(\d+\.\d+)(?![\d.]*\d)")  # a clause that another one names


class Run(Struct, frozen=True, omit_defaults=True):
    """Some words of a paragraph that look alike."""

    text: str
    style: Literal["bold", "term", "code"] | None = None
    clause: str | None = None  # the clause that these words name


class Block(Struct, frozen=True, omit_defaults=True):
    """A paragraph, a table, a drawing made of characters, or an example: one of them."""

    runs: tuple[Run, ...] | None = None
    table: tuple[tuple[tuple[Run, ...], ...], ...] | None = None  # its head is the first row
    drawing: str | None = None
    example: Example | None = None


class ClauseShown(Struct, frozen=True):
    """A numbered statement and all that belongs to it."""

    number: str
    blocks: tuple[Block, ...]


class Chapter(Struct, frozen=True):
    """The clauses under one heading, and what comes before the first of them."""

    number: int
    title: str
    blocks: tuple[Block, ...]
    clauses: tuple[ClauseShown, ...]


class Rules(Struct, frozen=True):
    """The whole document."""

    chapters: tuple[Chapter, ...]


class CardPage(Struct, frozen=True):
    """What the page of a card shows beside the card itself."""

    example: Example | None
    rulings: tuple[ClauseShown, ...]  # the clauses that name it


@cache
def rules(language: str = SOURCE) -> Rules:
    """The rules, taken apart.

    >>> chapter = rules().chapters[6]
    >>> chapter.number, chapter.title, chapter.clauses[3].number
    (7, 'Summoning', '7.4')
    """
    found: list[Chapter] = []
    opening: list[Block] = []
    clauses: list[tuple[str, list[Block]]] = []
    heading: tuple[int, str] | None = None

    def close() -> None:
        if heading is not None:
            shown = tuple(ClauseShown(number, tuple(blocks)) for number, blocks in clauses)
            found.append(Chapter(*heading, tuple(opening), shown))

    for piece in _pieces(document(language), language):
        if isinstance(piece, str):
            close()
            number, _, title = piece.partition(" ")
            heading, opening, clauses = (int(number), title), [], []
        elif isinstance(piece, tuple):
            clauses.append((piece[0], [piece[1]]))
        else:
            (clauses[-1][1] if clauses else opening).append(piece)
    close()
    return Rules(tuple(found))


def _pieces(text: str, language: str) -> Iterator[str | tuple[str, Block] | Block]:
    """Headings as words, clauses with their number, and everything else as blocks."""
    tell: Telling = partial(bracketed, "rules") if language == PSEUDO else str
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "heading_open" and token.tag == "h2":
            number, _, title = tokens[at + 1].content.partition(" ")
            yield f"{number} {tell(title)}"
        elif token.type == "paragraph_open":
            runs = _runs(tokens[at + 1], tell)
            first = runs[0]
            if first.style == "bold" and _CLAUSE.fullmatch(first.text):
                rest = (Run(runs[1].text.lstrip()), *runs[2:])
                yield first.text, Block(tuple(run for run in rest if run.text))
            else:
                yield Block(runs)
        elif token.type == "table_open":
            end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
            yield Block(table=tuple(_rows(tokens[at:end], tell)))
            at = end
        elif token.type == "fence":
            if token.info.strip() == "scenario":
                shown = example(token.content, language)
                yield Block(example=structs.replace(shown, title=tell(shown.title)))
            else:
                yield Block(drawing=tell(token.content.rstrip("\n")))
        at += 1


def _rows(tokens: list[Token], tell: Telling) -> Iterator[tuple[tuple[Run, ...], ...]]:
    row: list[tuple[Run, ...]] = []
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "inline":
            row.append(_runs(token, tell))
        elif token.type == "tr_close":
            yield tuple(row)


_STYLES: dict[str, Literal["bold", "term"]] = {"strong_open": "bold", "em_open": "term"}


def _runs(inline: Token, tell: Telling) -> tuple[Run, ...]:
    found: list[Run] = []
    style: Literal["bold", "term", "code"] | None = None
    for token in inline.children or ():
        if token.type in _STYLES:
            style = _STYLES[token.type]
        elif token.type in ("strong_close", "em_close"):
            style = None
        elif token.type == "code_inline":
            found.append(Run(token.content, "code"))
        elif token.type == "softbreak":
            found.append(Run(" "))
        elif token.type == "text" and style is None:
            parts = _NAMED.split(token.content)
            for n, part in enumerate(parts):
                if part:
                    found.append(Run(part, clause=part) if n % 2 else Run(tell(part)))
        elif token.type == "text":
            found.append(Run(tell(token.content), style))
    return tuple(_joined(found)) or (Run(""),)


def _joined(runs: list[Run]) -> Iterator[Run]:
    """Plain words beside plain words are one run."""
    kept: Run | None = None
    for run in runs:
        if kept and kept.style is run.style is None and kept.clause is run.clause is None:
            kept = Run(kept.text + run.text)
        else:
            if kept:
                yield kept
            kept = run
    if kept:
        yield kept


# --- cards -----------------------------------------------------------------------------------


@cache
def card_page(id: str, language: str = SOURCE) -> CardPage:
    """How a card is played, and what the rules say of it; UnknownCard if there is none.

    >>> [clause.number for clause in card_page("fire_dragon").rulings]
    ['19.9', '19.10']
    """
    found = card(id)
    scenario = scenario_of(found.deck, found.id)
    shown = example(scenario, language) if scenario else None
    numbers = clauses_naming(found)
    every = [clause for chapter in rules(language).chapters for clause in chapter.clauses]
    rulings = tuple(clause for clause in every if clause.number in numbers)
    return CardPage(shown, tuple(_said(clause) for clause in rulings))


def _said(clause: ClauseShown) -> ClauseShown:
    """A clause without its tables, drawings and examples."""
    return ClauseShown(clause.number, tuple(block for block in clause.blocks if block.runs))


def clauses_naming(found: Card) -> frozenset[str]:
    """The clauses about a card. Their numbers are those of every language.

    >>> sorted(clauses_naming(card("war_summoner")))
    ['10.16']
    """
    return _named_in_rules()[found.id]


@cache
def _named_in_rules() -> dict[str, frozenset[str]]:
    always = {Flare: {"8.6"}, Task: {"12.8"}, Being: set[str]()}
    naming: dict[str, set[str]] = {c.id: set(always[type(c)]) for c in CARDS.values()}
    patterns = {
        c.id: re.compile(rf"(?<!\w){re.escape(name(c.id))}(?!\w)")
        for c in CARDS.values()
        if isinstance(c, Being)
    }
    for chapter in rules().chapters:
        for clause in chapter.clauses:
            told = " ".join(
                "".join(run.text for run in block.runs) for block in clause.blocks if block.runs
            )
            drawn = " ".join(
                block.drawing or (block.example.title if block.example else "")
                for block in clause.blocks
            )
            for id, pattern in patterns.items():
                if pattern.search(f"{told} {drawn}"):
                    naming[id].add(clause.number)
    return {id: frozenset(numbers) for id, numbers in naming.items()}
