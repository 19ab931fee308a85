"""What happened, in words: the events of a choice as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tashkalar.arena import NAMES
from tashkalar.cards import CARDS
from tashkalar.catalogue import name, text

_RANKS = ("", "common", "heroic", "legendary")


def sentence(event: tuple[Any, ...], language: str = "en", called: Sequence[str] = ()) -> str:
    """One event as a sentence; ``called`` names the colours, which are letters without it."""
    kind, *values = event
    told = _told(kind, values, language, called)
    return text(f"event.{kind}", language, **told)


def _told(kind: str, values: list[Any], language: str, called: Sequence[str]) -> dict[str, object]:
    def colour(number: int) -> str:
        return called[number] if called else text(f"colour.{number}", language)

    def rank(number: int) -> str:
        return text(f"rank.{_RANKS[number]}", language).lower()

    match kind, values:
        case ("move", [start, end, owner, of_rank]):
            return {"square": NAMES[start], "end": NAMES[end], "colour": colour(owner),
                    "rank": rank(of_rank)}  # fmt: skip
        case ("convert", [square, owner, of_rank, new_owner, new_rank]):
            return {"square": NAMES[square], "colour": colour(owner), "rank": rank(of_rank),
                    "new_colour": colour(new_owner), "new_rank": rank(new_rank)}  # fmt: skip
        case ("summon", [card, square, _, owner, _]):
            return {"name": name(CARDS[card].id, language), "square": NAMES[square],
                    "colour": colour(owner)}  # fmt: skip
        case ("flare", [card, _, owner, _]):
            return {"name": name(CARDS[card].id, language), "colour": colour(owner)}
        case (("claim" | "recall" | "discard"), [card]):
            return {"name": name(CARDS[card].id, language)}
        case ("points", [owner, n]):
            return {"colour": colour(owner), "n": n}
        case ("pass_control", [seat]):
            return {"seat": colour(seat)}
        case ("points_in", [owner, n, scored_in]):
            return {"colour": colour(owner), "n": n, "scored_in": colour(scored_in)}
        case ("gain_action", [n]):
            return {"n": n}
        case ("trigger", [what]):
            return {"what": text(f"trigger.{what}", language)}
        case (("place" | "destroy" | "lift" | "upgrade" | "downgrade"), [square, owner, of_rank]):
            return {"square": NAMES[square], "colour": colour(owner), "rank": rank(of_rank)}
    return {}
