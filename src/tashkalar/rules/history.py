"""The number of the rules as this program plays them, and what each later number changed.

A record and a stored table name the number they were played by. A game of a lower number is
played again only if every choice in it means the same now; else it is refused with the reason.
So a change of the rules that can make a difference to a game raises ``RULES`` by one and adds a
``Change`` here, which finds the decisions at which it matters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tashkalar.choice import Choice
from tashkalar.position import State

RULES = 1


class OtherRules(ValueError):
    """A game that was played by other rules and would not come out the same by these."""


@dataclass(frozen=True)
class Change:
    """One change of the rules.

    ``differs`` is asked about every choice of a game of lower rules, with the position before
    it: would the choice have meant something else then? It answers with the reason, or with
    None where the change makes no difference to this choice.
    """

    number: int  # the rules that brought it
    differs: Callable[[State, Choice], str | None]


CHANGES: tuple[Change, ...] = ()


def check_number(rules: int) -> None:
    """Refuse a game of rules that this program does not know."""
    if not 1 <= rules <= RULES:
        raise OtherRules(
            f"the game was played by rules {rules}; this program knows rules 1 to {RULES}"
        )


def check_choice(rules: int, p: State, choice: Choice) -> None:
    """Refuse a choice of a game of lower rules that means something else by these."""
    for change in CHANGES:
        if rules < change.number:
            reason = change.differs(p, choice)
            if reason is not None:
                raise OtherRules(
                    f"the game was played by rules {rules}, and since rules {change.number} "
                    f"{reason}, so it would not come out the same"
                )
