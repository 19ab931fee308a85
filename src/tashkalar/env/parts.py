"""The parts of an observation: what each of them says of a view, as bytes.

``observation`` puts them in order and names them.
"""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar.cards import BLOCKS, CARDS, deck, deck_of
from tashkalar.choice import CARD_LIMIT
from tashkalar.effects import program as effect
from tashkalar.env.eyes import SEATS, Eyes, bits, numbers, one_of, planes, rows
from tashkalar.rules import turn
from tashkalar.rules.atoms import supply
from tashkalar.rules.criteria import progress
from tashkalar.rules.programs import program
from tashkalar.rules.tasks import taking_part, task
from tashkalar.state import COMMON, DECK_LIMIT, LEGENDARY, TASK_LIMIT, UNKNOWN

NUMBERS = 16  # of forms, of schools
ASKINGS = 32
QUESTIONS = 8  # of one effect
WORKING = 14  # registers of an effect beyond the fixed ones
SHOWN = 4  # tasks that lie open: three, and the next one
TASK_PARTS = 4
# What is known of a card; the hands are those of the seats, from the viewer on.
STATUSES = (
    "unseen",
    "hand 0",
    "hand 1",
    "hand 2",
    "hand 3",
    "in play",
    "discarded",
    "in deck",
    "given back",
)
LEGENDS, FLARES = SEATS, SEATS + 1  # owners of cards, after the seats
SLOTS = (SEATS + 2) * DECK_LIMIT


def pieces(eyes: Eyes) -> bytes:
    """The pieces of each colour by rank."""
    p, blank = eyes.p, [0] * (SEATS - eyes.form.colours)
    pieces = [p.pieces[colour] for colour in eyes.colours] + blank
    return planes(mine & rank for mine in pieces for rank in (p.common, p.heroic, p.legendary))


def matched(eyes: Eyes) -> bytes:
    """The summoning or effect in progress: its square, the pieces used, marked squares."""
    return planes(
        (
            eyes.register(effect.SELF, turn.SQUARE),
            eyes.register(effect.USED, turn.USED),
            eyes.register(effect.ARRIVAL),
            eyes.register(effect.MARKED, turn.WAY_MARKED),
            eyes.register(effect.TAKEN),
        )
    )


def working(eyes: Eyes) -> list[int]:
    """The registers in which an effect keeps what it has chosen, sets of squares or numbers."""
    return [eyes.register(effect.FIXED + n) for n in range(WORKING)]


def schools(eyes: Eyes) -> bytes:
    """The school of each seat."""
    given = [eyes.p.school_numbers[seat] for seat in eyes.seats]
    return rows([one_of(NUMBERS, number) for number in given], NUMBERS)


def question(eyes: Eyes) -> bytes:
    """Which of its questions the running effect asks."""
    asked = None
    if eyes.in_effect:
        asked = sum(at < eyes.p.pc for at in program(eyes.p.program).questions)
    return one_of(QUESTIONS, asked)


def halves(eyes: Eyes) -> bytes:
    """Which halves of a flare are resolved."""
    card = CARDS.get(turn.in_play(eyes.p))
    flare = eyes.in_effect and card is not None and card.deck == "flares"
    return bits(2, eyes.p.program % 4 if flare else 0)


def hand(eyes: Eyes) -> bytes:
    """The viewer's cards by number."""
    p, found = eyes.p, bytearray(CARD_LIMIT)
    for zone in (p.beings, p.legends, p.flares):
        for card in zone[eyes.viewer]:
            found[card] = 1
    return bytes(found)


def cards(eyes: Eyes) -> bytes:
    """What is known of every card of the game; last, how deep known ones lie in their decks."""
    p, form = eyes.p, eyes.form
    names = {seat: deck_of(school) for seat, school in enumerate(p.schools)}
    names |= {LEGENDS: "legends", FLARES: "flares"}
    statuses, depths = bytearray(len(STATUSES) * SLOTS), bytearray(SLOTS)
    seen: set[int] = set()

    def slot(owner: int, card: int) -> int:
        place = eyes.from_here(owner) if owner < SEATS else owner
        return DECK_LIMIT * place + card - BLOCKS[names[owner]]

    def mark(owner: int, cards: Iterable[int], status: str, deep: bool = False) -> None:
        for depth, card in enumerate(cards, 1):
            if card != UNKNOWN:
                at = slot(owner, card)
                seen.add(at)
                statuses[SLOTS * STATUSES.index(status) + at] = 1
                depths[at] = depth * deep

    for seat in range(form.seats):
        held = f"hand {eyes.from_here(seat)}"
        mark(seat, p.beings[seat], held)
        mark(LEGENDS, p.legends[seat], held)
        mark(FLARES, p.flares[seat], held)
        mark(seat, p.discards[seat], "discarded")
        mark(seat, p.decks[seat], "in deck", deep=True)
    mark(LEGENDS, p.legend_discards, "discarded")
    mark(FLARES, p.flare_discards, "discarded")
    mark(LEGENDS, p.legend_deck, "in deck", deep=True)
    mark(FLARES, p.flare_deck, "in deck", deep=True)
    for owner, card in p.returned:
        mark(owner, (card,), "given back")
    on_table = turn.in_play(p)
    if on_table != turn.NO_CARD:
        shared = {"legends": LEGENDS, "flares": FLARES}
        mark(shared.get(CARDS[on_table].deck, p.seat), (on_table,), "in play")
    for owner, name in names.items():
        if owner != LEGENDS or form.legends:
            for at in {slot(owner, card) for card in deck(name)} - seen:
                statuses[SLOTS * STATUSES.index("unseen") + at] = 1
    return bytes(statuses + depths)


def decides(eyes: Eyes) -> bytes:
    """Who decides now."""
    return one_of(SEATS, None if eyes.p.is_over else eyes.from_here(eyes.p.actor))


def scores(eyes: Eyes) -> bytes:
    """The points of each colour as they stand."""
    return rows([[eyes.p.score(colour)] for colour in eyes.colours], 1)


def _open_tasks(eyes: Eyes) -> list[int | None]:
    current = [*eyes.p.tasks[: SHOWN - 1], *[None] * (SHOWN - 1)][: SHOWN - 1]
    return [*current, *eyes.p.task_deck[:1]]


def shown(eyes: Eyes) -> bytes:
    """Which tasks lie open."""
    slots = [None if n is None else n - BLOCKS["tasks"] for n in _open_tasks(eyes)]
    return rows([one_of(TASK_LIMIT, slot) for slot in slots], TASK_LIMIT, SHOWN)


def _tasks(cards: Iterable[int]) -> bytes:
    found = bytearray(TASK_LIMIT)
    for card in cards:
        found[card - BLOCKS["tasks"]] = 1
    return bytes(found)


def claimed(eyes: Eyes) -> bytes:
    """The tasks that each colour has claimed."""
    return rows([_tasks(eyes.p.claimed[colour]) for colour in eyes.colours], TASK_LIMIT)


def unseen_tasks(eyes: Eyes) -> bytes:
    """The tasks that are still to come."""
    everything = taking_part(eyes.form.first) if eyes.form.tasks else ()
    seen = {*_open_tasks(eyes)}.union(*eyes.p.claimed)
    return _tasks(set(everything) - seen)


def task_parts(eyes: Eyes) -> bytes:
    """How far the viewer and the next colour have come with each part of the open tasks."""
    found = []
    for number in _open_tasks(eyes):
        for colour in eyes.colours[:2]:
            parts = () if number is None else progress(eyes.p, task(number).criterion, colour)
            found.append([value for part in parts for value in (part.have, part.need)])
    return rows(found, 2 * TASK_PARTS, 2 * SHOWN)


def points(eyes: Eyes) -> bytes:
    """Points of each colour in each colour; in a duel, in its own."""
    scores = eyes.p.scores
    return rows([[scores[4 * c + other] for other in eyes.colours] for c in eyes.colours], SEATS)


def supplies(eyes: Eyes) -> bytes:
    """Pieces beside the board: two-sided ones and legendary ones."""
    ranks = (COMMON, LEGENDARY)
    return rows([[supply(eyes.p, c, rank) for rank in ranks] for c in eyes.colours], len(ranks))


def sizes(eyes: Eyes) -> bytes:
    """How many beings, legends and flares each seat holds, and cards in its deck."""
    p = eyes.p
    zones = (p.beings, p.legends, p.flares, p.decks)
    return rows([[len(zone[seat]) for zone in zones] for seat in eyes.seats], len(zones))


def piles(eyes: Eyes) -> bytes:
    """How many cards the shared decks and piles have."""
    p = eyes.p
    piles = (p.legend_deck, p.legend_discards, p.flare_deck, p.flare_discards, p.task_deck)
    return numbers(map(len, piles))


def improvised(eyes: Eyes) -> bytes:
    """Against which colours each seat has used its improvised summonings."""
    used = [eyes.p.improvised[seat] for seat in eyes.seats]
    return rows([[one >> colour & 1 for colour in eyes.colours] for one in used], SEATS)


def counters(eyes: Eyes) -> bytes:
    """The turn so far, as numbers."""
    p = eyes.p
    return numbers(
        (
            p.turn,
            p.actions,
            p.discarded,
            p.passed,
            p.borrowed,
            p.extra_beings,
            p.extra_legends,
            p.extra_turns,
            len(p.returned),
            p.last_turns + 1,
        )
    )


def destroyed(eyes: Eyes) -> bytes:
    """Pieces destroyed this turn, by colour and rank."""
    return rows([eyes.p.destroyed[3 * c : 3 * c + 3] for c in eyes.colours], 3)
