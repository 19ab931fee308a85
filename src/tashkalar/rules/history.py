"""The number of the rules as this program plays them, and what each later number changed.

A record and a stored table name the number they were played by. A game of a lower number is
played again only if every choice in it means the same now; else it is refused with the reason.
So a change of the rules that can make a difference to a game raises ``RULES`` by one and adds a
``RuleChange`` here, which finds the decisions at which it matters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tashkalar.cards import BEINGS
from tashkalar.choice import Asking, Choice
from tashkalar.rules import summoning, turn
from tashkalar.state import State

RULES = 2


class OtherRules(ValueError):
    """A game that was played by other rules and would not come out the same by these."""


@dataclass(frozen=True)
class RuleChange:
    """One change of the rules.

    ``differs`` is asked about every choice of a game of lower rules, with the position before
    it: would the choice have meant something else then? It answers with the reason, or with
    None where the change makes no difference to this choice.
    """

    number: int  # the rules that brought it
    differs: Callable[[State, Choice], str | None]


def _improvised_lifting(p: State, choice: Choice) -> str | None:
    """Rules 2: in a shortage, improvising may serve to lift another piece (19.7)."""
    if p.asking != Asking.SUMMONING_SQUARE:
        return None
    being = BEINGS[p.registers[turn.CARD]]
    ways = summoning.different_ways(p, being, 1 << choice.value)
    free = {summoning.sees(being, way) for way in ways if way.charged == summoning.NOBODY}
    if any(way.charged != summoning.NOBODY and summoning.sees(being, way) in free for way in ways):
        return "a player may improvise in a shortage to lift another piece"
    return None


CHANGES: tuple[RuleChange, ...] = (RuleChange(2, _improvised_lifting),)


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
