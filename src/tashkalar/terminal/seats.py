"""Everything beside the arena: the players, the turn, the tasks."""

from __future__ import annotations

from rich.text import Text

from tashkalar import View, reading
from tashkalar.cards import CARDS, Task
from tashkalar.player_names import LETTERED
from tashkalar.rules import criteria
from tashkalar.rules.atoms import supply
from tashkalar.rules.forms import FORMS
from tashkalar.terminal.screen import FACES, GOLD, OFFER, QUIET, Screen
from tashkalar.terms import LETTERS


def seat_name(screen: Screen, v: View, seat: int) -> str:
    """Return a seat's letter, player and school; in team play also the letter of its pieces."""
    name = screen.text(f"school.{v.schools[seat]}")
    if screen.players is not LETTERED:
        name = f"{screen.player(seat)}, {name}"
    if v.colour_of[seat] == seat:
        return f"{LETTERS[seat]} {name}"
    return screen.say("partner", seat=LETTERS[seat], player=name, colour=LETTERS[v.colour_of[seat]])


def form_name(screen: Screen, form: str) -> str:
    """The name of a form, in the screen's language."""
    return reading.form_name(form, screen.language)


def players(screen: Screen, v: View) -> list[Text]:
    """Each seat: points, pieces left, cards."""
    lines: list[Text] = []
    for seat, colour in enumerate(v.colour_of):
        line = Text()
        line.append(f" {LETTERS[seat]} ", style=f"bold {FACES[colour]}")
        line.append(f" {seat_name(screen, v, seat)[2:]}", style="bold" if seat == v.seat else "")
        lines += [line, Text.assemble("    ", _points(screen, v, colour), _cards(screen, v, seat))]
    return lines


def _points(screen: Screen, v: View, colour: int) -> tuple[str, str]:
    points = screen.say("points", n=v.score(colour))
    if FORMS[v.form].melee:
        columns = [
            f"{LETTERS[enemy]}{v.scores[4 * colour + enemy]}"
            for enemy in range(FORMS[v.form].colours)
            if enemy != colour
        ]
        points += f" ({' '.join(columns)})"
    return points, f"bold {GOLD}"


def _cards(screen: Screen, v: View, seat: int) -> str:
    colour = v.colour_of[seat]
    hand = len(v.beings[seat] + v.legends[seat] + v.flares[seat])
    told = screen.say(
        "supply",
        pieces=supply(v, colour, 1),
        legendary=supply(v, colour, 3),
        hand=hand,
        deck=len(v.decks[seat]),
        discards=len(v.discards[seat]),
    )
    used = [screen.players_of(enemy) for enemy in range(4) if v.improvised[seat] >> enemy & 1]
    if used:
        told += f", {screen.say('improvised', colours=', '.join(used))}"
    return f"{screen.signs.dot}{told}"


def turn(screen: Screen, v: View) -> list[Text]:
    """The state of the turn: actions left, what was destroyed, what is still to come."""
    lines = []
    left = screen.signs.diamond * v.actions or "0"
    lines.append(Text(screen.say("actions", left=left)))
    destroyed = []
    for colour in range(4):
        counts = v.destroyed[3 * colour : 3 * colour + 3]
        shown = [f"{n}{screen.shape(rank)}" for rank, n in enumerate(counts, 1) if n]
        if shown:
            destroyed.append(f"{LETTERS[colour]} {' '.join(shown)}")
    if destroyed:
        lines.append(Text(screen.say("destroyed", what=", ".join(destroyed))))
    extras = [
        screen.say(f"extra.{name}", n=n)
        for name, n in (
            ("turns", v.extra_turns),
            ("beings", v.extra_beings),
            ("legends", v.extra_legends),
            ("borrowed", v.borrowed),
        )
        if n
    ]
    if extras:
        lines.append(Text(screen.signs.dot.join(extras), style=GOLD))
    if v.trigger and not v.is_over:
        lines.append(Text(screen.say("last_round", n=max(v.last_turns, 0)), style=GOLD))
    return lines


def decks(screen: Screen, v: View) -> Text:
    """The shared decks."""
    told = screen.say("decks", legends=len(v.legend_deck), flares=len(v.flare_deck))
    return Text(told, style=QUIET)


def tasks(screen: Screen, v: View, criterion: bool) -> list[Text]:
    """The current tasks, which of them are fulfilled now, and the one that comes next."""
    form = FORMS[v.form]
    if not form.tasks:
        if not criterion:
            return []
        key = "melee_goal" if form.melee else "duel_goal"
        return [Text(screen.say(key, n=form.limit), style=QUIET)]
    lines = [Text(screen.say("tasks", n=form.limit), style="bold")]
    for number in v.tasks:
        lines += _task(screen, v, number, criterion, current=True)
    for number in v.task_deck[:1]:
        lines += _task(screen, v, number, criterion, current=False)
    return lines


def _task(screen: Screen, v: View, number: int, criterion: bool, current: bool) -> list[Text]:
    task = CARDS[number]
    assert isinstance(task, Task)
    met = current and criteria.meets(v, task)
    sign = screen.signs.met if met else screen.signs.unmet
    line = Text(f" {sign} ", style=OFFER if met else "")
    line.append(str(task.points), style=f"bold {GOLD}")
    line.append(f" {screen.name(task.id)}", style=OFFER if met else "" if current else QUIET)
    if not current:
        line.append(f" ({screen.say('next_task')})", style=QUIET)
    if criterion:
        line.append(f": {screen.text(f'{task.id}.criterion')}", style=QUIET)
    return [line]
