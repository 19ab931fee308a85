"""The rules can be read and searched."""

from __future__ import annotations

from tashkalar.rulebook import clauses, document, search


def test_every_clause_of_the_document_is_found() -> None:
    numbers = [clause.number for clause in clauses()]
    assert len(numbers) == document().count("\n**") == len(set(numbers))
    assert all(clause.text and clause.section for clause in clauses())


def test_clauses_are_found_by_number_and_by_word() -> None:
    assert [c.number for c in search("7.4")] == ["7.4"]
    assert {c.number.split(".")[0] for c in search("7")} == {"7"}
    found = search("improvised color")
    assert found
    assert search("improvised colour") == found
    assert search("Neighbours") == search("neighbors") != []
    assert all("improvis" in f"{c.section} {c.text}".lower() for c in found)
    assert search("no-such-word-anywhere") == []


def test_every_language_has_the_same_numbers() -> None:
    numbers = [clause.number for clause in clauses()]
    for language in ("pl", "cs"):
        assert [clause.number for clause in clauses(language)] == numbers
        assert document(language) != document()
        assert [c.number for c in search("7.4", language)] == ["7.4"]
    # Where nobody has translated them they are told in English.
    assert document("xx") == document("en-XA") == document()
