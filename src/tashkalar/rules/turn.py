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

from tashkalar import arena, event
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.choice import BASE, CARD_LIMIT, FINISH, PASS, PASS_CONTROL, Asking, Choice, Kind
from tashkalar.effects.program import FIXED
from tashkalar.rules import (
    atoms,
    criteria,
    hands,
    programs,
    scoring,
    summoning,
    tasks,
)
from tashkalar.rules.atoms import me, supply
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.machine import answers, ask, enemies, perform, run_again, step
from tashkalar.state import State

OFFSET = 128  # instruction codes of the turn, clear of those of effects


class Step:
    """The steps, by their place in the program: plain numbers, they go into positions."""

    SET_OUT = 0
    BEGIN = 1
    ACT = 2
    LAY = 3
    SQUARE = 4
    WAY = 5
    LIFT = 6
    ARRIVE = 7
    POINT = 8
    SUMMONED = 9
    RETURN = 10
    RIVAL = 11
    INVOKED = 12
    CLOSE = 13
    UNPAIRED = 14
    DRAW = 15


programs.install_turn(bytes(range(OFFSET, OFFSET + Step.DRAW + 1)))

# Registers of the turn: the card in play, and how its pattern was matched.
CARD, SQUARE, USED, WAY_MARKED, WAY_INDICATED, CHARGED = range(6)
NO_CARD = CARD_LIMIT


def start(p: State) -> None:
    """From a laid-out table to the first question; the machine has to run afterwards."""
    p.program, p.pc, p.callers = programs.TURN, Step.SET_OUT, ()
    _clear_table(p)


def _clear_table(p: State) -> None:
    """No card lies on the table; how the last one was matched is of no interest any more."""
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


def starting_colour(p: State) -> int:
    """The colour of the starting piece that is set out next."""
    on_arena = (p.common | p.heroic | p.legendary).bit_count()
    return FORM_OF[p.form_number].starting_colours[on_arena]


@step(OFFSET + Step.SET_OUT)
def _set_out(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """The last player sets out the starting pieces, one on each group of squares."""
    form = FORM_OF[p.form_number]
    left = [group for group in form.starts if not group & p.common]
    if not left:
        return Step.BEGIN
    p.actor = form.seats - 1
    squares = sum(left)
    if squares.bit_count() == 1:
        atoms.place(p, squares, starting_colour(p), 1)
        return Step.BEGIN
    return ask(p, pc, Asking.START, squares)


@answers(OFFSET + Step.SET_OUT)
def _set_out_on(p: State, choice: Choice, code: bytes, pc: int) -> int:
    atoms.place(p, 1 << choice.value, starting_colour(p), 1)
    return Step.SET_OUT


@step(OFFSET + Step.BEGIN)
def _begin(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.actor = p.seat
    p.turn += 1
    p.actions = 1 if p.turn == 1 else 2
    p.discarded = p.passed = p.borrowed = p.extra_beings = p.extra_legends = 0
    p.destroyed = (0,) * 12
    p.summoned = (0, 0, 0, 0)
    return Step.ACT


# --- actions ----------------------------------------------------------------------------------


def lead(p: State, mine: int, rival: int) -> tuple[int, int]:
    """How far a colour is ahead of another: in upgraded pieces, and in pieces."""
    own, theirs, high = p.pieces[mine], p.pieces[rival], ~p.common
    upgraded = (theirs & high).bit_count() - (own & high).bit_count()
    return upgraded, theirs.bit_count() - own.bit_count()


def halves_met(p: State, flare: Flare, mine: int, rival: int) -> int:
    """Which halves of a flare a colour may resolve against another: 1 the upper, 2 the lower."""
    upgraded, pieces = lead(p, mine, rival)
    return (upgraded >= flare.upper_needs) + 2 * (pieces >= flare.lower_needs)


def rivals(p: State, card: int) -> list[int]:
    """The colours against which a flare can be invoked."""
    flare = CARDS[card]
    assert isinstance(flare, Flare)
    mine = me(p)
    return [colour for colour in enemies(p) if halves_met(p, flare, mine, colour)]


_SUMMON, _DISCARD = BASE[Kind.SUMMON], BASE[Kind.DISCARD]
_FLARE, _CLAIM = BASE[Kind.FLARE], BASE[Kind.CLAIM]


@step(OFFSET + Step.ACT)
def _act(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    seat, form = p.seat, FORM_OF[p.form_number]
    if p.passed:
        return _act_for_partner(p, pc)
    flares = tuple(_FLARE + card for card in p.flares[seat] if rivals(p, card))
    if p.actions:
        squares = _placeable(p)
        others = tuple(
            _SUMMON + card
            for card in p.beings[seat] + p.legends[seat]
            if summoning.summonable(p, BEINGS[card])
        )
        if form.discards and not p.discarded:
            others += tuple(_DISCARD + card for card in p.beings[seat])
        if squares or others:
            others += flares
            if form.teams:
                others += (PASS_CONTROL.code,)
            return ask(p, pc, Asking.ACTION, squares, others)
        # Nothing can be done with the actions that are left: they are lost.
    return ask(p, pc, Asking.END, 0, flares + _endings(p))


def _placeable(p: State) -> int:
    """Squares of the place action: empty ones, or in a shortage the pieces to be lifted."""
    if supply(p, me(p), 1) > 0:
        return arena.ALL & ~(p.common | p.heroic | p.legendary)
    return p.pieces[me(p)] & ~p.legendary


def _endings(p: State) -> tuple[int, ...]:
    claims = tuple(_CLAIM + n for n in p.tasks if criteria.meets(p, tasks.task(n)))
    return (*claims, FINISH.code)


def _act_for_partner(p: State, pc: int) -> int:
    """After passing control the partner only places pieces; the rest is the owner's again."""
    squares = _placeable(p)
    if p.actions and squares:
        p.actor = hands.partner(p.seat)
        return ask(p, pc, Asking.ACTION, squares)
    p.actor = p.seat
    # It is too late for a flare.
    return ask(p, pc, Asking.END, 0, _endings(p))


def pass_control(p: State) -> None:
    """Hand the turn and the legends to the partner, between actions or inside an effect."""
    p.passed = 1
    p.actor = hands.partner(p.seat)
    hands.hand_over_legends(p)
    if p.log is not None:
        p.log.append(event.PassControl(p.actor))
    if p.program == programs.TURN:
        run_again(p)
    else:
        p.others = tuple(code for code in p.others if code != PASS_CONTROL.code)


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
        hands.play(p, value)
        return Step.SQUARE
    if kind == Kind.LIFT:
        atoms.lift(p, 1 << value)
        return Step.LAY
    if kind == Kind.DISCARD:
        p.actions -= 1
        p.discarded = 1
        hands.play(p, value)
        hands.discard(p, value)
        if p.log is not None:
            p.log.append(event.Discard(value))
        return Step.RETURN
    if kind == Kind.FLARE:
        p.registers[CARD] = value
        hands.play(p, value)
        return Step.RIVAL
    if kind == Kind.CLAIM:
        tasks.claim(p, value, FORM_OF[p.form_number].first)
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
    if not summoning.lifts(p, being, bit):
        return Step.ARRIVE
    return ask(p, pc, Asking.LIFTED, summoning.liftable(p, being, _like_the_chosen(p)))


def _like_the_chosen(p: State) -> list[summoning.Way]:
    """The ways between which nobody had to choose, the chosen one among them."""
    being, bit = BEINGS[p.registers[CARD]], p.registers[SQUARE]
    return summoning.alike(p, being, bit, summoning.Way(*p.registers[USED : CHARGED + 1]))


@answers(OFFSET + Step.LIFT)
def _lifted(p: State, choice: Choice, code: bytes, pc: int) -> int:
    # The pattern is one that does without the lifted piece.
    lifted = 1 << choice.value
    way = next(way for way in _like_the_chosen(p) if not way.used & lifted)
    p.registers[USED : CHARGED + 1] = way
    atoms.lift(p, lifted)
    return Step.ARRIVE


@step(OFFSET + Step.ARRIVE)
def _arrive(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    card, bit, used, *_, charged = p.registers[: CHARGED + 1]
    being = BEINGS[card]
    p.actions -= 1
    p.borrowed = 0
    atoms.arrive(p, card, bit, being.rank, used)
    if charged != summoning.NOBODY:
        seat = p.seat
        spent = p.improvised[seat] | 1 << charged
        p.improvised = (*p.improvised[:seat], spent, *p.improvised[seat + 1 :])
        if p.log is not None:
            p.log.append(event.Improvise(seat, charged))
    beings, legends, red, green = p.summoned
    on_red, on_green = bool(bit & arena.RED), bool(bit & arena.GREEN)
    p.summoned = (beings + 1, legends + _is_legend(being), red + on_red, green + on_green)
    return Step.POINT


def _is_legend(being: Being) -> bool:
    return being.deck == "legends"


@step(OFFSET + Step.POINT)
def _point(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Deathmatch: a point for summoning a legend, in a melee in a colour of your choice."""
    form = FORM_OF[p.form_number]
    if form.tasks or not _is_legend(BEINGS[p.registers[CARD]]):
        return _resolve(p)
    if form.melee:
        return ask(p, pc, Asking.COLOUR, 0, tuple(BASE[Kind.COLOUR] + c for c in enemies(p)))
    scoring.add(p, me(p), enemies(p)[0], 1, "legend")
    return _resolve(p)


@answers(OFFSET + Step.POINT)
def _pointed(p: State, choice: Choice, code: bytes, pc: int) -> int:
    scoring.add(p, me(p), choice.value, 1, "legend")
    _resolve(p)
    return p.pc


def _resolve(p: State) -> int:
    card, bit, used, marked, indicated = p.registers[:5]
    registers = BEINGS[card].program.start(bit, used & ~bit, marked, indicated)
    return perform(p, programs.of_being(card), registers, Step.SUMMONED)


@step(OFFSET + Step.SUMMONED)
def _summoned(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    hands.discard(p, p.registers[CARD])
    _clear_table(p)
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
    hands.give_back(p, choice.value)
    if p.log is not None:
        p.log.append(event.Return())
    return Step.RETURN


# --- flares -----------------------------------------------------------------------------------


@step(OFFSET + Step.RIVAL)
def _rival(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    open_ones = rivals(p, p.registers[CARD])
    if len(enemies(p)) == 1:
        return _invoke(p, open_ones[0])
    return ask(p, pc, Asking.RIVAL, 0, tuple(BASE[Kind.COLOUR] + c for c in open_ones))


@answers(OFFSET + Step.RIVAL)
def _rivalled(p: State, choice: Choice, code: bytes, pc: int) -> int:
    _invoke(p, choice.value)
    return p.pc


def _invoke(p: State, rival: int) -> int:
    card = p.registers[CARD]
    flare = CARDS[card]
    assert isinstance(flare, Flare)
    halves = halves_met(p, flare, me(p), rival)
    if p.log is not None:
        p.log.append(event.Invoke(card, halves, me(p), rival))
    if not FORM_OF[p.form_number].tasks:
        scoring.add(p, rival, me(p), 1, "flare")
    number = programs.of_flare(card, halves)
    registers = programs.program(number).start(0, 0, 0, 0)
    return perform(p, number, registers, Step.INVOKED)


@step(OFFSET + Step.INVOKED)
def _invoked(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.flare_discards = (*p.flare_discards, p.registers[CARD])
    _clear_table(p)
    return Step.ACT
