"""The head of a scenario for a position: what ``layout`` reads, written."""

from __future__ import annotations

from tashkalar.cards import CARDS
from tashkalar.notation import fields as text_of
from tashkalar.notation.positions import draw_board
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position
from tashkalar.state import BLANK
from tashkalar.terms import LETTERS

Ids = tuple[str, ...]


def head_lines(p: Position, decks: bool = False) -> list[tuple[str, str]]:
    """The head of a scenario that lays out a position; with decks, in their order."""
    form, shown = FORMS[p.form], p.fields()
    lines: list[tuple[str, str]] = [
        ("form", form.name),
        ("schools", " ".join(p.schools)),
        ("turn", LETTERS[p.seat]),
        ("turn_number", str(p.turn)),
    ]
    for name in text_of.PLAIN:
        if shown[name] != BLANK[name] or name == "actions":
            lines.append((name, text_of.show(name, shown)))
    if p.trigger:
        lines.append(("trigger", p.trigger))
    if any(p.summoned):
        lines.append(("summoned", " ".join(map(str, p.summoned))))
    for c in range(form.colours):
        lines += _of_colour(p, c)
    for s in range(form.seats):
        own = LETTERS[s]
        zones = {"hand": hand_ids(p, s), "discards": ids(p.discards[s])}
        lines += [(f"{zone} {own}", " ".join(held)) for zone, held in zones.items() if held]
        if decks:
            lines.append((f"deck {own}", " ".join(ids(p.decks[s]))))
    shared = {
        "legend discards": p.legend_discards,
        "flare discards": p.flare_discards,
        "tasks": p.tasks,
    }
    if decks:
        shared |= {"legend deck": p.legend_deck, "flare deck": p.flare_deck}
        shared |= {"task deck": p.task_deck} if form.tasks else {}
    lines += [(key, " ".join(ids(cards))) for key, cards in shared.items() if cards]
    return [*lines, ("board", "\n".join(draw_board(p)))]


def _of_colour(p: Position, c: int) -> list[tuple[str, str]]:
    form, own = FORMS[p.form], LETTERS[c]
    found = [(f"claimed {own}", " ".join(ids(p.claimed[c])))]
    points = tuple(p.scores[4 * c : 4 * c + 4])
    found.append((f"score {own}", score_text(form.melee, c, points) if any(points) else ""))
    destroyed = p.destroyed[3 * c : 3 * c + 3]
    found.append((f"destroyed {own}", " ".join(map(str, destroyed)) if any(destroyed) else ""))
    used = [LETTERS[e] for e in range(form.colours) if p.improvised[c] >> e & 1]
    found.append((f"improvised {own}", " ".join(used)))
    if (p.stock[c], p.legend_stock[c]) != (form.stock, form.legend_stock):
        legends = (p.pieces[c] & p.legendary).bit_count()
        others = p.pieces[c].bit_count() - legends
        left = p.stock[c] - others, p.legend_stock[c] - legends
        found.append((f"supply {own}", f"{left[0]} {left[1]}"))
    return [(key, value) for key, value in found if value]


def ids(cards: tuple[int, ...]) -> Ids:
    """Cards by their ids."""
    return tuple(CARDS[card].id for card in cards)


def hand_ids(p: Position, seat: int) -> Ids:
    """All cards of a hand by their ids."""
    return ids((*p.beings[seat], *p.legends[seat], *p.flares[seat]))


def score_text(melee: bool, colour: int, points: tuple[int, ...]) -> str:
    """Points as a scenario has them: in a melee by enemy colour."""
    if not melee:
        return str(points[colour]) if colour < len(points) else ""
    return " ".join(f"{LETTERS[c]}{n}" for c, n in enumerate(points) if n)
