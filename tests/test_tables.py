"""The tables for other implementations: complete, and enough to play a card from."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tashkalar.arena import ALL
from tashkalar.cards import (
    BEINGS,
    CARDS,
    FLARES,
    MAKING,
    SCHOOLS,
    TASKS,
    Orientation,
    criteria,
    deck,
)
from tashkalar.choice import BASE, CHOICES
from tashkalar.rules import programs
from tashkalar.rules.forms import FORM_OF, HAND
from tashkalar.rules.history import RULES
from tashkalar.state import ALLOWANCE_LIMIT, FORM_NAMES, SCHOOL_NAMES
from tashkalar.tables import CRITERIA, MAGIC, BadTables, Tables, tables

READ = Tables.from_bytes(tables().to_bytes())


def name(row: tuple[int, ...]) -> str:
    return bytes(row).decode()


def test_the_tables_read_back() -> None:
    assert tables() == READ
    assert READ.digest == tables().digest
    assert len(READ.digest) == 64
    assert len(tables().to_bytes()) < 64_000


def test_there_is_nothing_but_numbers_in_them() -> None:
    def plain(value: object) -> bool:
        return type(value) is int or (type(value) is tuple and all(map(plain, value)))

    assert plain(tuple(READ))


def test_every_pattern_is_there() -> None:
    assert [row[0] for row in READ.beings] == list(BEINGS)
    for number, id, rank, legend, program, orientations in READ.beings:
        being = BEINGS[number]
        assert (name(id), rank) == (being.id, being.rank)
        assert legend == (being.deck == "legends")
        assert program == programs.of_being(number)
        assert tuple(Orientation(*row) for row in orientations) == being.orientations


def test_every_program_is_there() -> None:
    assert len(READ.programs) == 1 + len(BEINGS) + 3 * len(FLARES)
    for number, id, registers, tracked, marked, indicated, used, code in READ.programs:
        found = programs.program(number)
        assert (name(id), registers, tracked) == (found.name, found.registers, found.tracked)
        assert (marked, indicated, used) == (
            found.reads_marked,
            found.reads_indicated,
            found.reads_used,
        )
        assert bytes(code) == found.code


def criterion(row: tuple[object, ...]) -> object:
    """A criterion, made again from its row."""
    kind, *values = row
    assert isinstance(kind, int)
    made = CRITERIA[kind]
    if made is criteria.AnyOf:
        (parts,) = values
        assert isinstance(parts, tuple)
        return made(tuple(criterion(part) for part in parts))
    assert len(values) == len(fields(made))
    return made(*values)


def test_every_task_and_flare_is_there() -> None:
    assert [row[0] for row in READ.tasks] == list(TASKS)
    for number, id, kind, points, advanced, row in READ.tasks:
        task = TASKS[number]
        assert (name(id), name(kind), points) == (task.id, task.type, task.points)
        assert advanced == task.advanced
        assert criterion(row) == task.criterion
    for number, id, upper, lower in READ.flares:
        flare = FLARES[number]
        assert (name(id), upper, lower) == (flare.id, flare.upper_needs, flare.lower_needs)


def test_forms_schools_and_limits_are_there() -> None:
    assert {name(row[1]) for row in READ.forms} == set(FORM_NAMES[1:])
    for number, _, colour_of, stock, _, limit, tasks_too, *_ in READ.forms:
        form = FORM_OF[number]
        assert (colour_of, stock, limit) == (form.colour_of, form.stock, form.limit)
        assert tasks_too == form.tasks
    schools = {name(id): (number, cards) for number, id, cards in READ.schools}
    assert {id: cards for id, (_, cards) in schools.items()} == {
        id: deck(of) for id, of in SCHOOLS.items()
    }
    assert all(SCHOOL_NAMES[number] == id for id, (number, _) in schools.items())
    decks = {*SCHOOLS.values(), *MAKING}
    assert sorted(sum(READ.decks, ()) + sum(map(deck, decks), ())) == list(CARDS)
    assert (READ.rules, READ.limits[-1], READ.limits[-2]) == (RULES, HAND, ALLOWANCE_LIMIT)
    assert READ.arena[1] == ALL
    assert READ.choices == (*BASE.values(), len(CHOICES))


def test_every_criterion_has_a_number() -> None:
    made = [kind for kind in vars(criteria).values() if hasattr(kind, "__dataclass_fields__")]
    assert set(made) == set(CRITERIA)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda blob: b"TKTABLE0" + blob[8:], "begin with"),
        (lambda blob: b"", "begin with"),
        (lambda blob: blob[:-1], "digest does not fit"),
        (lambda blob: blob[:900] + bytes((blob[900] ^ 1,)) + blob[901:], "digest does not fit"),
    ],
)
def test_other_bytes_are_refused(change: object, why: str) -> None:
    assert callable(change)
    with pytest.raises(BadTables, match=why):
        Tables.from_bytes(change(tables().to_bytes()))


def test_a_fitting_digest_over_nonsense_is_refused() -> None:
    import hashlib

    body = b"\4\4"
    with pytest.raises(BadTables, match="cannot be read"):
        Tables.from_bytes(MAGIC + hashlib.sha256(body).digest() + body)
