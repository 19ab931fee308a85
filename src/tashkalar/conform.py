"""Conformance: complete outcome sets of an independent implementation, compared with ours.

A vector is a board, a card and a square, and the set of all results the effect can have. A vector
file has a JSON object a line; ``tests/vectors/README.md`` describes its fields.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tashkalar import arena
from tashkalar.cards import BY_ID, CARDS, Being, Task, UnknownCard
from tashkalar.cards import card as card_named
from tashkalar.choice import Asking, Choice, Kind, choice
from tashkalar.rules import criteria, programs
from tashkalar.rules.play import Position
from tashkalar.rules.summoning import summonable, ways

_FORMS = {"duel": "duel", "high": "high-form"}
# What vectors of the expansions tell of a position that is not built. It may make no difference; a
# vector that disagrees because of it is passed over.
NOT_BUILT = (
    "frozen_before",
    "gateway",
    "deck_empty",
    "flare_in_hand",
    "pending_before",
    "other_hand",
    "stasis",
)
_BUILT_NEXT = ("impro",)  # what an effect before this one can have changed in the next pattern


class BadVector(ValueError):
    """A line that is not a vector."""


@dataclass
class Comparison:
    """How one vector compares: agree, disagree, suspect or skipped, and why."""

    id: str
    outcome: str
    reasons: list[str] = field(default_factory=list)
    board: str = ""


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the vectors of a file, or of every vector file in a folder.

    Raise BadVector for a folder without vector files, an unreadable file or a wrong line.
    """
    files = vector_files(path) if path.is_dir() else [path]
    if not files:
        raise BadVector(f"{path} holds no vector files (*.jsonl, *.jsonl.xz)")
    for file in files:
        try:
            data = file.read_bytes()
            if file.suffix == ".xz":
                data = lzma.decompress(data)
            lines = data.decode().splitlines()
        except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
            raise BadVector(f"{file} cannot be read: {error}") from None
        for number, line in enumerate(lines, 1):
            try:
                vector = json.loads(line)
                if not isinstance(vector, dict) or not {"id", "deck", "board"} <= vector.keys():
                    raise ValueError("it lacks id, deck or board")
            except ValueError as error:
                raise BadVector(f"{file}:{number} is not a vector: {error}") from None
            yield vector


def vector_files(folder: Path) -> list[Path]:
    """Return the vector files of a folder, packed ones too, sorted by name."""
    return sorted((*folder.glob("*.jsonl"), *folder.glob("*.jsonl.xz")))


def check(vector: dict[str, Any]) -> Comparison:
    """Compare one vector with the engine."""
    verdict = Comparison(vector["id"], "agree", board=" ".join(_board_words(vector["board"])))
    lacking = _lacking(vector)
    if lacking:
        return Comparison(vector["id"], "skipped", [lacking], verdict.board)
    try:
        verdict.reasons = _compare(vector)
    except (KeyError, TypeError, IndexError) as error:
        raise BadVector(f"{vector['id']}: {type(error).__name__} {error}") from None
    ignored = [name for name in NOT_BUILT if vector.get(name)]
    if verdict.reasons and ignored:
        lacking = f"cards of {vector['deck']} with {', '.join(ignored)}, not built"
        return Comparison(vector["id"], "skipped", [lacking], verdict.board)
    if vector.get("suspect"):
        verdict.outcome = "suspect"
    elif verdict.reasons:
        verdict.outcome = "disagree"
    return verdict


def _lacking(vector: dict[str, Any]) -> str:
    """Why a vector cannot be played; empty if it can."""
    if vector["card"] not in ("place", *BY_ID):
        return f"cards of {vector['deck']} that are not built"
    if vector.get("use"):
        return f"{vector['use']} effects of {vector['deck']}, not built"
    if (vector.get("next") or "impro") not in _BUILT_NEXT:
        return f"cards of {vector['deck']} after {vector['next']}, not built"
    return ""


def _compare(vector: dict[str, Any]) -> list[str]:
    if vector["deck"] == "tasks":
        return _compare_task(vector)
    position = arrange(vector)
    reasons: list[str] = []

    def expect(what: str, theirs: object, ours: object) -> None:
        if theirs != ours:
            reasons.append(f"{what}: they say {theirs}, we say {ours}")

    if vector["deck"] == "flares":
        first = choice(Kind.FLARE, BY_ID[vector["card"]].number)
        expect("playable", vector["playable"], position.is_legal(first))
        results = outcomes(position, [first])
    elif vector["card"] == "place":
        target = arena.square(vector["square"])
        results = _placings(position, target)
        expect("legal", vector["legal"], bool(results))
    else:
        being = BY_ID[vector["card"]]
        assert isinstance(being, Being)
        squares = summonable(position, being)
        expect("squares", vector["summonable_squares"], sorted(arena.names(squares)))
        target = arena.square(vector["square"])
        if vector["summonable"]:
            fitting = ways(position, being, 1 << target)
            expect("orientations", vector["orientations"], len({w[:2] for w in fitting}))
        path = [choice(Kind.SUMMON, being.number), choice(Kind.SQUARE, target)]
        results = outcomes(position, path)
    if vector["complete"]:
        expect("number of outcomes", vector["outcomes_n"], len(results))
        if "outcomes_sha256" in vector:
            digest = hashlib.sha256("\n".join(sorted(results)).encode()).hexdigest()
            expect("digest of all outcomes", vector["outcomes_sha256"], digest)
    theirs = set(vector["outcomes"])
    reasons += [f"only they reach {o}" for o in sorted(theirs - results)[:3]]
    if vector["complete"] and vector["listed"] == "all":
        reasons += [f"only we reach {o}" for o in sorted(results - theirs)[:3]]
    return reasons


def _compare_task(vector: dict[str, Any]) -> list[str]:
    counters = vector["counters"]
    task = BY_ID[vector["card"]]
    assert isinstance(task, Task)
    summoned = tuple(
        counters[name]
        for name in ("summoned", "summoned_legends", "summoned_red", "summoned_green")
    )
    position = arrange(
        vector, destroyed=(0, 0, 0, *counters["destroyed"]) + (0,) * 6, summoned=summoned
    )
    met = criteria.meets(position, task)
    return [] if met == vector["result"] else [f"they say {vector['result']}, we say {met}"]


def arrange(vector: dict[str, Any], **fields: Any) -> Position:
    """The position a vector describes: A is to act, B is the opponent."""
    masks = {(owner, rank): 0 for owner in "AB" for rank in "123"}
    for square, piece in vector["board"].items():
        masks[piece[0], piece[1]] |= 1 << arena.square(square)
    pieces = [sum(masks[owner, rank] for rank in "123") for owner in "AB"]
    ranks = [masks["A", rank] | masks["B", rank] for rank in "123"]
    supply = vector.get("supply", {"A": [17, 3], "B": [17, 3]})
    stock = [supply[o][0] + (pieces[i] & ~ranks[2]).bit_count() for i, o in enumerate("AB")]
    legends = [supply[o][1] + (pieces[i] & ranks[2]).bit_count() for i, o in enumerate("AB")]
    card = CARDS[BY_ID[vector["card"]].number] if vector["card"] in BY_ID else None
    is_flare = vector["deck"] == "flares"
    is_legend = vector["deck"] == "legends"
    in_hand = (card.number,) if card and vector["deck"] != "tasks" else ()
    discards = tuple(card_named(name).number for name in vector.get("discard", ()))
    return Position.arranged(
        form=_FORMS[vector["form"]],
        schools=("northern_imperial", "southern_imperial"),
        colour_of=(0, 1),
        stock=(*stock, 0, 0),
        legend_stock=(*legends, 0, 0),
        pieces=(*pieces, 0, 0),
        common=ranks[0],
        heroic=ranks[1],
        legendary=ranks[2],
        beings=((), ()) if is_flare or is_legend else (in_hand, ()),
        legends=(in_hand, ()) if is_legend else ((), ()),
        flares=(in_hand, ()) if is_flare else ((), ()),
        decks=((), ()),
        discards=(discards, ()),
        known=((), (), ()),
        turn=3,
        actions=vector.get("actions_before", 1),
        borrowed=vector.get("bonus_improvisation", int(vector.get("next") == "impro")),
        **fields,
    )


def outcomes(position: Position, path: list[Choice]) -> set[str]:
    """Every result that the choices after a path can lead to."""
    for first in path:
        if not position.is_legal(first):
            return set()
        position = position.after(first)
    found: set[str] = set()
    seen: set[Position] = set()
    waiting = [position]
    while waiting:
        p = waiting.pop()
        if p.program == programs.TURN and p.asking in (Asking.ACTION, Asking.END):
            found.add(_outcome(p))
            continue
        for c in p.choices():
            q = p.copy()
            q.apply(c)
            if q not in seen:
                seen.add(q)
                waiting.append(q)
    return found


def _placings(position: Position, target: int) -> set[str]:
    found: set[str] = set()
    direct = choice(Kind.PLACE, target)
    if position.is_legal(direct):
        found.add(_outcome(position.after(direct)))
    for lift in position.choices():
        if lift.kind == Kind.LIFT:
            lifted = position.after(lift)
            down = choice(Kind.SQUARE, target)
            # The vectors know only squares that were empty before the piece was lifted.
            if lift.value != target and lifted.is_legal(down):
                found.add(_outcome(lifted.after(down)))
    return found


def _board_words(board: dict[str, str]) -> list[str]:
    return sorted(square + piece for square, piece in board.items())


def _outcome(p: Position) -> str:
    ranks = ((p.common, "1"), (p.heroic, "2"), (p.legendary, "3"))
    board = {
        arena.NAMES[i]: owner + rank
        for colour, owner in enumerate("AB")
        for mask, rank in ranks
        for i in arena.squares(p.pieces[colour] & mask)
    }
    extra = []
    extra += ["turn"] * p.extra_turns
    extra += [f"deck{p.extra_beings}"] if p.extra_beings else []
    extra += [f"legend{p.extra_legends}"] if p.extra_legends else []
    extra += ["impro"] if p.borrowed else []
    extra += [f"top:{CARDS[c].id.replace('_', '-')}" for c in p.decks[0]]
    extra += [f"point{o}{p.scores[5 * i]}" for i, o in enumerate("AB") if p.scores[5 * i]]
    destroyed = ",".join(map(str, p.destroyed[3:6]))
    return (
        f"{' '.join(_board_words(board))}|destroyedB={destroyed}"
        f"|actions={p.actions}|extra={','.join(extra)}"
    )


__all__ = ["BadVector", "Comparison", "UnknownCard", "check", "read"]
