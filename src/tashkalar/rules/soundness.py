"""What holds of every position that can lie on a table, played or laid out by hand.

The checks of ``invariants`` begin with these and add what only played positions promise; a
scenario's layout is refused where one of them does not hold, with the line that is to blame.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tashkalar.arena import ALL
from tashkalar.cards import CARDS, TASKS, deck_of
from tashkalar.choice import Asking
from tashkalar.effects.program import Op, instructions
from tashkalar.rules import programs
from tashkalar.rules.forms import FORMS
from tashkalar.rules.machine import is_question, label
from tashkalar.rules.turn import Step
from tashkalar.state import ALLOWANCE_LIMIT, BLANK, GROUPS, State
from tashkalar.terms import LETTERS

ALLOWANCES = ("actions", "extra_turns", "extra_beings", "extra_legends")


class Unsound(AssertionError):
    """Something that no table can hold. ``about`` names it as a scenario's head would.

    What people run into who lay out a table by hand has a word, ``why``, and values beside it, for
    programs that put it into the reader's language.
    """

    def __init__(self, what: str, *about: str, why: str = "", **values: object) -> None:
        super().__init__(what)
        self.about, self.why, self.values = about, why, values


def demand(holds: bool, what: str, *about: str, why: str = "", **values: object) -> None:
    """Refuse what does not hold."""
    if not holds:
        raise Unsound(what, *about, why=why, **values)


def is_sound(p: State) -> None:
    """All checks; the first that fails is an error."""
    pieces_lie_well(p)
    supplies_last(p)
    colours_take_part(p)
    points_can_be_scored(p)
    cards_lie_well(p)
    turn_can_be(p)


def is_complete(p: State) -> None:
    """Every field has the shape that the form gives it, and the machine stands at a question.

    For positions that come as text: the rules give no other ones, and a layout is filled up.
    """
    form = FORMS.get(p.form)
    if form is None:
        raise Unsound("a position has a form", "form")
    demand(p.colour_of == form.colour_of, f"colour_of is not that of {form.name}", "colour_of")
    by_seat = ("schools", "beings", "legends", "flares", "decks", "discards")
    lengths = dict.fromkeys(by_seat, form.seats) | {"known": form.seats + 1}
    lengths |= {name: len(row) for name, row in BLANK.items() if isinstance(row, tuple) and row}
    fields = p.fields()
    for name, length in lengths.items():
        found = len(fields[name])
        demand(found == length, f"{name} has {found} entries, not {length}", name)
    can_go_on(p)


def can_go_on(p: State) -> None:
    """The machine stands at a question, and what has begun comes to an end.

    It holds of positions that come as bytes, too: playing on others might never end.
    """
    for name in ALLOWANCES:
        few = 0 <= getattr(p, name) <= ALLOWANCE_LIMIT
        demand(few, f"{name} is a number from 0 to {ALLOWANCE_LIMIT}", name)
    if all(getattr(p, name) == BLANK[name] for name in (*GROUPS["machine"], "result")):
        return  # laid out by hand: the turn is yet to be taken up
    for program, pc, registers in (*p.callers, (p.program, p.pc, p.registers)):
        demand(programs.is_program(program), f"there is no program {program}", "program", "callers")
        run = programs.program(program)
        whole = len(registers) == run.registers
        demand(whole, f"{run.name} has {run.registers} registers", "registers", "callers")
        demand(0 <= pc < len(run.code), f"{run.name} has no place {pc}", "pc", "callers")
    over = p.asking == Asking.NOTHING
    demand(over == bool(p.result), "a game is over when it has a result", "result", "asking")
    demand(over or is_question(p.program, p.pc), "nothing is asked at this place", "pc")
    busy = p.asking == Asking.ACTION or p.pc in (Step.SQUARE, Step.WAY, Step.LIFT, Step.LAY)
    has_one = p.actions > 0 or over or p.program != programs.TURN or not busy
    demand(has_one, "there is no action left for what is being done", "actions", "pc")
    for first, last, counter, most in _repetitions(p.program):
        least = int(first <= p.pc < last)
        what = f"register {counter} counts what is still done: it is from {least} to {most} here"
        demand(least <= p.registers[counter] <= most, what, "registers")


@cache
def _repetitions(number: int) -> tuple[tuple[int, int, int, int], ...]:
    """The repetitions of a program: from where to where, which register counts, and from what."""
    if number == programs.TURN:
        return ()
    code = programs.program(number).code
    sets = [(code[at + 1], code[at + 2]) for at, op, _ in instructions(code) if op == Op.SET]
    return tuple(
        (label(code, at + 2), at, code[at + 1], max(n for r, n in sets if r == code[at + 1]))
        for at, op, _ in instructions(code)
        if op == Op.COUNT
    )


def pieces_lie_well(p: State) -> None:
    """A piece has one colour and one rank, and lies on the arena."""
    a, b, c, d = p.pieces
    everything = a | b | c | d
    apart = not (a & b or (a | b) & c or (a | b | c) & d)
    demand(apart, "two colours share a square", "board")
    common, heroic, legendary = p.common, p.heroic, p.legendary
    apart = not (common & heroic or (common | heroic) & legendary)
    demand(apart, "two ranks share a square", "board")
    covered = common | heroic | legendary == everything
    demand(covered, "the ranks do not cover the pieces", "board")
    demand(not everything & ~ALL, "a piece lies off the arena", "board")


def supplies_last(p: State) -> None:
    """No colour has more pieces on the arena than it has, nor more than its form gives it.

    In a position that was laid out, what is left in the supply need not make up the whole set.
    """
    form = FORMS[p.form]
    for colour, pieces in enumerate(p.pieces):
        own, stock, legend_stock = LETTERS[colour], p.stock[colour], p.legend_stock[colour]
        legends = (pieces & p.legendary).bit_count()
        others = pieces.bit_count() - legends
        there, top = min(stock, form.stock), min(legend_stock, form.legend_stock)
        if colour >= form.colours and (pieces or stock or legend_stock):
            players = " ".join(LETTERS[: form.colours])
            raise Unsound(
                f"{own} has pieces, but {form.name} is played by {players}",
                "board",
                why="not_playing",
                colour=colour,
            )
        if legends > top:
            raise Unsound(
                f"{own} has {legends} legendary pieces on the board, of {top}",
                "board",
                why="legendary",
                colour=colour,
                found=legends,
                most=top,
            )
        if others > there:
            raise Unsound(
                f"{own} has {others} common and heroic pieces on the board, of {there}",
                "board",
                why="pieces",
                colour=colour,
                found=others,
                most=there,
            )
        if stock > form.stock or legend_stock > form.legend_stock:
            raise Unsound(
                f"{own} has {stock} two-sided and {legend_stock} legendary pieces, of "
                f"{form.stock} and {form.legend_stock}",
                f"supply {own}",
            )


def colours_take_part(p: State) -> None:
    """What is counted by colour, and what was improvised, is of colours that play."""
    form = FORMS[p.form]
    for colour, own in enumerate(LETTERS):
        plays, counts = colour < form.colours, p.destroyed[3 * colour : 3 * colour + 3]
        if min(counts) < 0:
            raise Unsound("fewer than no pieces were destroyed", f"destroyed {own}")
        if any(counts) and (not plays or colour == p.colour_of[p.seat]):
            raise Unsound(
                f"{own} is no enemy of the player whose turn it is: only destroyed enemy "
                "pieces count",
                f"destroyed {own}",
            )
        if p.claimed[colour] and not plays:
            raise Unsound(f"{own} does not play", f"claimed {own}")
        enemies = (1 << form.colours) - 1 & ~(1 << colour) if form.melee and plays else 0
        if p.improvised[colour] & ~enemies:
            raise Unsound(
                f"{own} may improvise with the enemy colours of a melee, and no others",
                f"improvised {own}",
            )


def points_can_be_scored(p: State) -> None:
    """Points are where the form keeps them: in a melee by enemy colour, with tasks nowhere."""
    form = FORMS[p.form]
    for place, points in enumerate(p.scores):
        if not points:
            continue
        colour, scored_in = divmod(place, 4)
        own = LETTERS[colour]
        key = f"score {own}"
        demand(points > 0, f"{own} has fewer than no points", key)
        demand(
            not form.tasks,
            f"in {form.name} the points are those of claimed tasks and of legendary pieces",
            key,
        )
        demand(colour < form.colours, f"{own} does not play", key)
        if form.melee:
            enemy = scored_in != colour and scored_in < form.colours
            demand(enemy, f"{own} cannot score in {LETTERS[scored_in]}: that is no enemy", key)
        else:
            demand(scored_in == colour, f"in {form.name} points are not counted by colour", key)


def cards_lie_well(p: State) -> None:
    """Every card lies in a zone of its deck, and in one only."""
    found: dict[tuple[str, int], str] = {}
    form = FORMS[p.form]
    for deck, owner, card, key in _lying(p):
        demand(card in CARDS, "a hidden card lies there", key)
        name = CARDS[card].id
        demand(
            CARDS[card].deck == deck,
            f"{name} is not of the {deck} cards",
            key,
            why="wrong_deck",
            card=name,
        )
        demand(
            (owner, card) not in found,
            f"{name} lies in two places",
            key,
            found.get((owner, card), key),
            why="two_places",
            card=name,
        )
        found[owner, card] = key
        demand(
            form.legends > 0 or deck != "legends",
            f"{form.name} has no legends",
            key,
            why="no_legends",
            form=form.name,
        )
        demand(
            form.tasks or deck != "tasks",
            f"{form.name} has no tasks",
            key,
            why="no_tasks",
            form=form.name,
        )
        advanced = deck == "tasks" and TASKS[card].advanced
        demand(
            not (form.first and advanced),
            f"{name} is an advanced task, which {form.name} leaves out",
            key,
            why="advanced",
            card=name,
        )


def _lying(p: State) -> Iterator[tuple[str, str, int, str]]:
    """Every card: its deck, whose deck that is, the card, and the zone as a head names it."""
    for seat, school in enumerate(p.schools):
        deck, own = deck_of(school), LETTERS[seat]
        for zones, key in ((p.beings, "hand"), (p.decks, "deck"), (p.discards, "discards")):
            yield from ((deck, own, card, f"{key} {own}") for card in zones[seat])
        yield from (("legends", "", card, f"hand {own}") for card in p.legends[seat])
        yield from (("flares", "", card, f"hand {own}") for card in p.flares[seat])
    for shared, zone, key in (
        ("legends", p.legend_deck, "legend deck"),
        ("legends", p.legend_discards, "legend discards"),
        ("flares", p.flare_deck, "flare deck"),
        ("flares", p.flare_discards, "flare discards"),
        ("tasks", p.tasks, "tasks"),
        ("tasks", p.task_deck, "task deck"),
    ):
        yield from ((shared, "", card, key) for card in zone)
    for colour, claimed in enumerate(p.claimed):
        yield from (("tasks", "", card, f"claimed {LETTERS[colour]}") for card in claimed)


def turn_can_be(p: State) -> None:
    """The numbers of the turn are numbers that a turn can have."""
    for name in ALLOWANCES:
        demand(getattr(p, name) >= 0, f"{name} cannot be fewer than none", name)
        few = getattr(p, name) <= ALLOWANCE_LIMIT
        demand(few, f"{name} cannot be more than {ALLOWANCE_LIMIT}", name)
    for name in ("borrowed", "discarded", "passed"):
        demand(getattr(p, name) in (0, 1), f"{name} is 0 or 1", name)
    form, seats = FORMS[p.form], FORMS[p.form].seats
    demand(p.turn >= 0, "turns are counted from 1", "turn_number")
    if p.last_turns != BLANK["last_turns"]:
        some = 1 <= p.last_turns <= seats or bool(p.result)
        demand(some, f"last_turns are 1 to {seats}", "last_turns")
        demand(bool(p.trigger), "last turns have a trigger", "trigger", "last_turns")
    demand(not p.passed or form.teams, f"in {form.name} nobody passes control", "passed")
    demand(p.seat in range(seats) and p.actor in range(seats), "a seat is not taken", "turn")
    beings, legends, red, green = p.summoned
    fits = 0 <= legends <= beings and red >= 0 <= green and red + green <= beings
    demand(
        fits,
        "summoned are beings, legends among them, those on red and on green squares",
        "summoned",
    )
