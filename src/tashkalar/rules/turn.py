"""The turn: a program of the same machine whose instructions are the steps of a turn.

SET_OUT   starting pieces, before the first turn
BEGIN     -> ACT
ACT       place -> ACT, lift -> LAY, summon -> SQUARE, discard -> RETURN, flare -> RIVAL,
          claim or finish -> CLOSE
SQUARE -> WAY -> LIFT -> ARRIVE -> (the effect) -> SUMMONED -> ACT
RIVAL  -> (the flare) -> INVOKED -> ACT
CLOSE     points, cards under their decks, drawing, end triggers -> BEGIN, or the game ends
"""

from __future__ import annotations

from enum import IntEnum

from tashkalar import arena
from tashkalar.cards import BEINGS, CARDS, Flare
from tashkalar.choice import BASE, FINISH, PASS, Asking, Choice, Kind
from tashkalar.effects.program import FIXED
from tashkalar.position import LEGENDARY, State
from tashkalar.rules import atoms, criteria, forms, programs, summoning
from tashkalar.rules.atoms import me, supply
from tashkalar.rules.machine import PAUSE, answers, ask, enemies, perform, step
from tashkalar.rules.shuffling import shuffled

OFFSET = 128  # instruction codes of the turn, clear of those of effects


class Step(IntEnum):
    SET_OUT = 0
    BEGIN = 1
    ACT = 2
    LAY = 3
    SQUARE = 4
    WAY = 5
    LIFT = 6
    ARRIVE = 7
    SUMMONED = 8
    RETURN = 9
    RIVAL = 10
    INVOKED = 11
    CLOSE = 12


programs.install_turn(bytes(OFFSET + s for s in Step))

# Registers of the turn: the card in play, and how its pattern was matched.
CARD, SQUARE, USED, WAY_MARKED, WAY_INDICATED, CHARGED = range(6)
NO_CARD = 255
# Owners of cards in State.known and State.returned: seats 0 to 3, then the shared decks.
LEGENDS, FLARES = 4, 5


def start(p: State) -> None:
    """From a laid-out table to the first question; the machine has to run afterwards."""
    p.program, p.pc, p.callers = programs.TURN, Step.SET_OUT, ()
    p.registers = [NO_CARD] + [0] * (FIXED - 1)


def in_play(p: State) -> int:
    """The card on the table that is being summoned or invoked, or NO_CARD."""
    registers = p.callers[0][2] if p.callers else p.registers
    card: int = registers[CARD]
    return card


def resume(p: State) -> None:
    """Into the middle of a turn, between two actions."""
    start(p)
    p.pc = Step.ACT


# --- before the first turn --------------------------------------------------------------------


@step(OFFSET + Step.SET_OUT)
def _set_out(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Duel: the second player decides who starts on which of the two squares."""
    starts = forms.FORMS[p.form].starts
    if not starts:
        return Step.BEGIN
    p.actor = len(p.colour_of) - 1
    return ask(p, pc, Asking.START, starts[0])


@answers(OFFSET + Step.SET_OUT)
def _set_out_on(p: State, choice: Choice, code: bytes, pc: int) -> int:
    own, other = 1 << choice.value, p.mask & ~(1 << choice.value)
    atoms.place(p, own, p.colour_of[p.actor], 1)
    atoms.place(p, other, 1 - p.colour_of[p.actor], 1)
    return Step.BEGIN


@step(OFFSET + Step.BEGIN)
def _begin(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.actor = p.seat
    p.turn += 1
    p.actions = 1 if p.turn == 1 else 2
    p.discarded = p.borrowed = p.extra_beings = p.extra_legends = 0
    p.destroyed = (0,) * 12
    p.summoned = (0, 0, 0, 0)
    return Step.ACT


# --- actions ----------------------------------------------------------------------------------


def halves_met(p: State, flare: Flare, rival: int) -> int:
    """Which halves of a flare may be resolved against a colour: 1 the upper, 2 the lower."""
    mine, theirs = p.pieces[me(p)], p.pieces[rival]
    upper = (theirs & ~p.common).bit_count() - (mine & ~p.common).bit_count()
    lower = theirs.bit_count() - mine.bit_count()
    return (upper >= flare.upper_needs) + 2 * (lower >= flare.lower_needs)


def rivals(p: State, card: int) -> list[int]:
    """The colours against which a flare can be invoked."""
    flare = CARDS[card]
    assert isinstance(flare, Flare)
    return [colour for colour in enemies(p) if halves_met(p, flare, colour)]


_SUMMON, _DISCARD = BASE[Kind.SUMMON], BASE[Kind.DISCARD]
_FLARE, _CLAIM = BASE[Kind.FLARE], BASE[Kind.CLAIM]


@step(OFFSET + Step.ACT)
def _act(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    seat = p.seat
    flares = tuple(_FLARE + card for card in p.flares[seat] if rivals(p, card))
    if p.actions:
        if supply(p, me(p), 1) > 0:
            squares = arena.ALL & ~(p.common | p.heroic | p.legendary)
        else:
            squares = p.pieces[me(p)] & ~p.legendary
        others = tuple(
            _SUMMON + card
            for card in p.beings[seat] + p.legends[seat]
            if summoning.summonable(p, BEINGS[card])
        )
        if not p.discarded:
            others += tuple(_DISCARD + card for card in p.beings[seat])
        if squares or others:
            return ask(p, pc, Asking.ACTION, squares, others + flares)
        # Nothing can be done with the actions that are left: they are lost (ruling 29).
    claims = tuple(_CLAIM + n for n in p.tasks if criteria.meets(p, forms.task(n)))
    return ask(p, pc, Asking.END, 0, flares + claims + (FINISH.code,))


@answers(OFFSET + Step.ACT)
def _acted(p: State, choice: Choice, code: bytes, pc: int) -> int:
    kind, value = choice.kind, choice.value
    if kind == Kind.PLACE:
        p.actions -= 1
        atoms.place(p, 1 << value, me(p), 1)
        return Step.ACT
    if kind == Kind.SUMMON:
        # The card is laid on the table: from now on everybody sees it.
        p.registers[CARD] = value
        _from_hand(p, value)
        return Step.SQUARE
    if kind == Kind.LIFT:
        atoms.lift(p, 1 << value)
        return Step.LAY
    if kind == Kind.DISCARD:
        p.actions -= 1
        p.discarded = 1
        _from_hand(p, value)
        _to_discards(p, value)
        if p.log is not None:
            p.log.append(("discard", value))
        return Step.RETURN
    if kind == Kind.FLARE:
        p.registers[CARD] = value
        _from_hand(p, value)
        return Step.RIVAL
    if kind == Kind.CLAIM:
        forms.claim(p, value)
        if p.log is not None:
            p.log.append(("claim", value))
    return Step.CLOSE


@step(OFFSET + Step.LAY)
def _lay(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Shortage: the lifted piece goes on any empty square, the one just vacated included."""
    return ask(p, pc, Asking.LAID, arena.ALL & ~(p.common | p.heroic | p.legendary))


@answers(OFFSET + Step.LAY)
def _laid(p: State, choice: Choice, code: bytes, pc: int) -> int:
    p.actions -= 1
    atoms.place(p, 1 << choice.value, me(p), 1)
    return Step.ACT


# --- summoning --------------------------------------------------------------------------------


@step(OFFSET + Step.SQUARE)
def _square(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    squares = summoning.summonable(p, BEINGS[p.registers[CARD]])
    return ask(p, pc, Asking.SUMMONING_SQUARE, squares)


@answers(OFFSET + Step.SQUARE)
def _squared(p: State, choice: Choice, code: bytes, pc: int) -> int:
    p.registers[SQUARE] = 1 << choice.value
    return Step.WAY


@step(OFFSET + Step.WAY)
def _way(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    fitting = summoning.different_ways(p, BEINGS[p.registers[CARD]], p.registers[SQUARE])
    if len(fitting) == 1:
        return _took_way(p, fitting[0])
    base = BASE[Kind.WAY]
    return ask(p, pc, Asking.WAY, 0, tuple(base + i for i in range(len(fitting))))


@answers(OFFSET + Step.WAY)
def _wayed(p: State, choice: Choice, code: bytes, pc: int) -> int:
    being, bit = BEINGS[p.registers[CARD]], p.registers[SQUARE]
    return _took_way(p, summoning.different_ways(p, being, bit)[choice.value])


def _took_way(p: State, way: summoning.Way) -> int:
    p.registers[USED : CHARGED + 1] = way
    return Step.LIFT


@step(OFFSET + Step.LIFT)
def _lift(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Shortage: one of your pieces that the pattern does not need becomes the being."""
    being, bit = BEINGS[p.registers[CARD]], p.registers[SQUARE]
    if supply(p, me(p), being.rank) > 0 or summoning.reusable(p, being, bit):
        return Step.ARRIVE
    chosen = summoning.Way(*p.registers[USED : CHARGED + 1])
    fitting = summoning.alike(p, being, bit, chosen)
    return ask(p, pc, Asking.LIFTED, summoning.liftable(p, being, fitting))


@answers(OFFSET + Step.LIFT)
def _lifted(p: State, choice: Choice, code: bytes, pc: int) -> int:
    atoms.lift(p, 1 << choice.value)
    return Step.ARRIVE


@step(OFFSET + Step.ARRIVE)
def _arrive(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    card, bit, used, marked, indicated, charged = p.registers[:6]
    being = BEINGS[card]
    p.actions -= 1
    p.borrowed = 0
    if p.log is not None:
        p.log.append(("summon", card, bit.bit_length() - 1, used, me(p), being.rank))
    if charged != summoning.NOBODY:
        seat = p.seat
        spent = p.improvised[seat] | 1 << charged
        p.improvised = (*p.improvised[:seat], spent, *p.improvised[seat + 1 :])
    atoms.arrive(p, bit, being.rank)
    legend = being.rank == LEGENDARY and being.deck == "legends"
    beings, legends, red, green = p.summoned
    on_red, on_green = bool(bit & arena.RED), bool(bit & arena.GREEN)
    p.summoned = (beings + 1, legends + legend, red + on_red, green + on_green)
    if legend and not forms.FORMS[p.form].tasks:
        forms.add_points(p, me(p), 1)
    registers = being.program.start(bit, used & ~bit, marked, indicated)
    return perform(p, programs.of_being(card), registers, Step.SUMMONED)


@step(OFFSET + Step.SUMMONED)
def _summoned(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    _to_discards(p, p.registers[CARD])
    p.registers[CARD] = NO_CARD
    return Step.ACT


# --- the discard action -----------------------------------------------------------------------


@step(OFFSET + Step.RETURN)
def _return(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    seat, base = p.seat, BASE[Kind.RETURN]
    hand = p.beings[seat] + p.legends[seat] + p.flares[seat]
    if not hand:
        return Step.ACT
    return ask(p, pc, Asking.RETURNED, 0, (*(base + c for c in hand), PASS.code))


@answers(OFFSET + Step.RETURN)
def _returned(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return Step.ACT
    _from_hand(p, choice.value)
    p.returned = (*p.returned, (_owner(p, choice.value), choice.value))
    if p.log is not None:
        p.log.append(("return", choice.value))
    return Step.RETURN


# --- flares -----------------------------------------------------------------------------------


@step(OFFSET + Step.RIVAL)
def _rival(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    open_ones = rivals(p, p.registers[CARD])
    if len(enemies(p)) == 1:
        return _invoke(p, open_ones[0])
    return ask(p, pc, Asking.RIVAL, 0, tuple(BASE[Kind.COLOUR] + c for c in open_ones))


def _invoke(p: State, rival: int) -> int:
    card = p.registers[CARD]
    flare = CARDS[card]
    assert isinstance(flare, Flare)
    halves = halves_met(p, flare, rival)
    if p.log is not None:
        p.log.append(("flare", card, halves, me(p), rival))
    if not forms.FORMS[p.form].tasks:
        forms.add_points(p, rival, 1)
    number = programs.of_flare(card, halves)
    registers = programs.program(number).start(0, 0, 0, 0)
    return perform(p, number, registers, Step.INVOKED)


@step(OFFSET + Step.INVOKED)
def _invoked(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.flare_discards = (*p.flare_discards, p.registers[CARD])
    p.registers[CARD] = NO_CARD
    return Step.ACT


# --- the end of a turn ------------------------------------------------------------------------


@step(OFFSET + Step.CLOSE)
def _close(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    if not forms.FORMS[p.form].tasks:
        forms.score_turn(p)
    _return_cards(p)
    _draw(p)
    return _end_turn(p, pc)


def _end_turn(p: State, pc: int) -> int:
    """Triggers, extra turns, the final round."""
    if p.log is not None:
        p.log.append(("end_turn", p.seat))
    if not p.trigger:
        p.trigger = forms.trigger(p)
        if p.trigger and p.log is not None:
            p.log.append(("trigger", p.trigger))
    if p.extra_turns:
        # The extra turn belongs to this one: it is taken even after the very last turn.
        p.extra_turns -= 1
        return Step.BEGIN
    if p.last_turns > 0:
        p.last_turns -= 1
        if p.last_turns == 0:
            finish(p, forms.places(p))
            return PAUSE
    elif p.trigger:
        # Everybody has one more turn, whoever triggered the end comes last.
        p.last_turns = len(p.colour_of)
    p.seat = (p.seat + 1) % len(p.colour_of)
    return Step.BEGIN


def finish(p: State, places: tuple[int, ...]) -> None:
    """The game is over."""
    p.result = places
    p.asking, p.mask, p.others = Asking.NOTHING, 0, ()
    p.pc = Step.CLOSE
    if p.log is not None:
        p.log.append(("over", places))


# --- cards ------------------------------------------------------------------------------------


def _with(zones: tuple[tuple[int, ...], ...], seat: int, cards: tuple[int, ...],
          ) -> tuple[tuple[int, ...], ...]:  # fmt: skip
    return (*zones[:seat], cards, *zones[seat + 1 :])


def _from_hand(p: State, card: int) -> None:
    seat, deck = p.seat, CARDS[card].deck
    if deck == "legends":
        p.legends = _with(p.legends, seat, tuple(c for c in p.legends[seat] if c != card))
    elif deck == "flares":
        p.flares = _with(p.flares, seat, tuple(c for c in p.flares[seat] if c != card))
    else:
        p.beings = _with(p.beings, seat, tuple(c for c in p.beings[seat] if c != card))


def _to_discards(p: State, card: int) -> None:
    if CARDS[card].deck == "legends":
        p.legend_discards = (*p.legend_discards, card)
    else:
        p.discards = _with(p.discards, p.seat, (*p.discards[p.seat], card))


def _owner(p: State, card: int) -> int:
    deck = CARDS[card].deck
    return LEGENDS if deck == "legends" else FLARES if deck == "flares" else p.seat


def _return_cards(p: State) -> None:
    """Cards given back slip under their decks in the order they were given."""
    seat = p.seat
    for owner, card in p.returned:
        if owner == LEGENDS:
            p.legend_deck = (*p.legend_deck, card)
        elif owner == FLARES:
            p.flare_deck = (*p.flare_deck, card)
        else:
            p.decks = _with(p.decks, seat, (*p.decks[seat], card))
    p.known = (*p.known[:seat], p.known[seat] + p.returned, *p.known[seat + 1 :])
    p.returned = ()


def _draw(p: State) -> None:
    """Up to one flare, two legends and three beings; then the extra cards."""
    seat = p.seat
    while not p.flares[seat] and (card := _draw_flare(p)) is not None:
        p.flares = _with(p.flares, seat, (card,))
    wanted = max(forms.HAND_LEGENDS - len(p.legends[seat]), 0) + p.extra_legends
    for _ in range(wanted):
        card = _draw_legend(p)
        if card is not None:
            p.legends = _with(p.legends, seat, tuple(sorted((*p.legends[seat], card))))
    wanted = max(forms.HAND - len(p.beings[seat]), 0) + p.extra_beings
    drawn, rest = p.decks[seat][:wanted], p.decks[seat][wanted:]
    p.beings = _with(p.beings, seat, tuple(sorted(p.beings[seat] + drawn)))
    p.decks = _with(p.decks, seat, rest)


def _draw_legend(p: State) -> int | None:
    if not p.legend_deck:
        _new_legend_deck(p)
    if not p.legend_deck:
        return None
    card, p.legend_deck = p.legend_deck[0], p.legend_deck[1:]
    if not p.legend_deck:
        _new_legend_deck(p)
    return card


def _draw_flare(p: State) -> int | None:
    if not p.flare_deck:
        _new_flare_deck(p)
    if not p.flare_deck:
        return None
    card, p.flare_deck = p.flare_deck[0], p.flare_deck[1:]
    if not p.flare_deck:
        _new_flare_deck(p)
    return card


def _new_legend_deck(p: State) -> None:
    p.legend_deck, p.legend_discards = shuffled(p, p.legend_discards), ()
    _forget_places(p, LEGENDS, p.legend_deck)


def _new_flare_deck(p: State) -> None:
    p.flare_deck, p.flare_discards = shuffled(p, p.flare_discards), ()
    _forget_places(p, FLARES, p.flare_deck)


def _forget_places(p: State, owner: int, deck: tuple[int, ...]) -> None:
    """After shuffling nobody knows where a card of the new deck lies."""
    gone = {(owner, card) for card in deck}
    p.known = tuple(tuple(k for k in seen if k not in gone) for seen in p.known)
