"""The commands of ``tashkalar``. Each imports what it needs when it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from tashkalar import __version__
from tashkalar.cards import CARDS, SCHOOLS, Being, Flare, Task
from tashkalar.rules.forms import FORMS, check_schools, draw_schools, form_named
from tashkalar.terminal import serving
from tashkalar.terminal.complaints import Commands, Complaint, about

if TYPE_CHECKING:
    from tashkalar.bots.playing.weights import Lesson
    from tashkalar.terminal.screen import Screen

app = typer.Typer(
    cls=Commands,
    help="Tash-Kalar in the terminal: play, look at the cards, replay games, check the engine.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tashkalar {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


FormOption = Annotated[
    str, typer.Option("--form", help=f"The form of the game: {', '.join(FORMS)}.")
]
SchoolsOption = Annotated[
    str | None,
    typer.Option("--schools", help=f"A school for each seat, or random: {', '.join(SCHOOLS)}."),
]
SeedOption = Annotated[
    str | None, typer.Option("--seed", help="The same seed deals the same cards.")
]
BudgetOption = Annotated[
    str, typer.Option("--budget", help="Thinking for a turn: 1s for a second, 2000n for nodes.")
]
WorkersOption = Annotated[int | None, typer.Option("--workers", min=1)]
LessonOption = Annotated[int, typer.Option("--games", min=10)]


class Judge(Enum):
    """The levels that have weights of their own; the lower ones judge like the planner."""

    PLANNER = "planner"
    STRATEGIST = "strategist"


WeightsOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="A weights file to change.", exists=True),
]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...")]
Card = Annotated[str, typer.Argument(metavar="CARD", help="A card, by its name.")]


def _screen() -> Screen:
    from tashkalar.terminal.screen import Screen

    return Screen()


def _schools(form: str, given: str | None) -> tuple[str, ...]:
    """The schools asked for, drawn at random for the word random, else the first there are."""
    with about(""):
        found = form_named(form)
        if given is None:
            return tuple(SCHOOLS)[: found.seats]
        if given == "random":
            return draw_schools(found, SystemRandom().getrandbits(64))
        schools = tuple(part.strip().replace("-", "_") for part in given.split(","))
        check_schools(found, schools)
    return schools


def _seed(given: str | None) -> int:
    if given is None:
        return SystemRandom().randrange(1 << 32)
    if not given.isdecimal() or int(given) >= 1 << 64:
        raise Complaint(f"a seed is a number from 0 to {(1 << 64) - 1}, not {given!r}")
    return int(given)


@app.command()
def play(
    form: FormOption = "high-form",
    schools: SchoolsOption = None,
    seed: SeedOption = None,
    opponent: Annotated[
        str,
        typer.Option("--opponent", help="Who plays the other seats: a bot by name, or human."),
    ] = "novice",
    budget: BudgetOption = "1s",
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:
    """Play a game: you take the first seat."""
    from tashkalar import Game
    from tashkalar.bots import Budget, bot_named
    from tashkalar.terminal.replay import replayed
    from tashkalar.terminal.table import Table

    if resume is not None:
        game = replayed(resume)
    else:
        game = Game.new(form, _schools(form, schools), _seed(seed))
    others = () if opponent == "human" else range(1, len(game.schools))
    with about(""):
        strangers = {seat: bot_named(opponent, game.seed + seat) for seat in others}
        thinking = Budget.parse(budget)
    Table(_screen(), game, strangers, budget=thinking).play()


@app.command()
def cards(
    name: Annotated[str | None, typer.Argument(help="One card, by its name.")] = None,
    deck: Annotated[str | None, typer.Option("--deck", help="The cards of one deck.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Facts as a JSON list.")] = False,
) -> None:
    """Show the cards: patterns, ranks and effects."""
    from tashkalar.terminal import cards as drawing
    from tashkalar.terminal.lessons import named

    screen = _screen()
    decks = drawing.decks()
    if deck is not None and deck not in decks:
        raise Complaint(f"there is no deck {deck!r}; the decks are {', '.join(decks)}")
    with about(""):
        wanted = [named(screen, name)] if name is not None else list(CARDS)
    wanted = [card for card in wanted if deck in (None, card.deck)]
    if as_json:
        import json

        print(json.dumps([drawing.as_json(card) for card in wanted], indent=1))
    elif name is not None:
        for card in wanted:
            screen.print(drawing.face(screen, card))
    else:
        for each in [d for d in decks if deck in (None, d)]:
            drawing.print_deck(screen, each)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    step: Annotated[bool, typer.Option("--step", help="Wait after each turn.")] = False,
) -> None:
    """Play a saved game through, in words."""
    from tashkalar.terminal.replay import show

    show(_screen(), file, step)


@app.command()
def scenario(files: Files) -> None:
    """Run scenarios: a board, choices, and what must come out."""
    from tashkalar.terminal.trials import scenarios

    raise typer.Exit(scenarios(_screen(), files))


@app.command()
def perft(files: Files) -> None:
    """Count the sequences of choices from a position and compare."""
    from tashkalar.terminal.trials import perfts

    raise typer.Exit(perfts(_screen(), files))


@app.command()
def conform(paths: Annotated[list[Path], typer.Argument(metavar="PATH...")]) -> None:
    """Compare the engine with vectors of another implementation."""
    from tashkalar.terminal.conformance import compare

    raise typer.Exit(compare(_screen(), paths))


@app.command()
def simulate(
    form: FormOption = "high-form",
    schools: SchoolsOption = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    seed: SeedOption = "0",
    check: Annotated[bool, typer.Option("--check", help="Look for broken invariants.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
    biased: Annotated[
        bool, typer.Option("--biased", help="Prefer to summon, and cards resolved least.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; by default one a core.")
    ] = None,
) -> None:
    """Play random games and count."""
    from tashkalar.simulate import Simulation
    from tashkalar.terminal.figures import run

    plan = Simulation(form, _schools(form, schools), games, _seed(seed), check, biased)
    raise typer.Exit(run(_screen(), plan, workers, as_json))


@app.command()
def rules(
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD]", help="A word, or a clause's number.")
    ] = None,
) -> None:
    """Show the rules, or search them."""
    from tashkalar.terminal.rulebook import show

    show(_screen(), " ".join(wanted or ()))


@app.command()
def arena(
    bots: Annotated[str, typer.Option("--bots", help="Names of bots, separated by commas.")],
    form: FormOption = "duel",
    games: Annotated[int, typer.Option("--games", min=1, help="For each pair, or table.")] = 100,
    budget: BudgetOption = "1000n",
    schools: SchoolsOption = None,
    seed: SeedOption = "0",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; by default one a core.")
    ] = None,
    sprt: Annotated[
        str, typer.Option("--sprt", help="Stop when it is decided: two ratings, like 0,30.")
    ] = "",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where it is kept.")] = Path(
        "contest"
    ),
    ray: Annotated[
        str, typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster; local starts one.")
    ] = "",
) -> None:
    """Let bots play each other. The same command goes on with what was interrupted."""
    from tashkalar.terminal.contests import arena as hold

    given = () if schools in (None, "random") else _schools(form, schools)
    names = [name.strip() for name in bots.split(",")]
    cores = workers or os.cpu_count() or 1
    raise typer.Exit(hold(_screen(), form, names, games, budget, given, _seed(seed), cores, out,
                          sprt, ray))  # fmt: skip


@app.command()
def worths(
    form: FormOption = "duel",
    bots: Annotated[
        str, typer.Option("--bots", help="Who plays against itself; several take turns.")
    ] = "greedy,planner",
    games: LessonOption = 300,
    budget: BudgetOption = "400n",
    seed: SeedOption = "1",
    workers: WorkersOption = None,
    out: WeightsOption = None,
) -> None:
    """Learn from games of self-play what beings bring and how much features vary."""
    from tashkalar.bots.learning.watching import look
    from tashkalar.bots.playing.bot import bot_named
    from tashkalar.terminal.contests import learn

    with about(""):
        names = bots.split(",")
        for name in names:
            bot_named(name)
        lesson = _lesson(form, games, budget, seed, workers, out)
        raise typer.Exit(learn(_screen(), lesson, lambda lesson, tell: look(lesson, names, tell)))


@app.command()
def tune(
    form: FormOption = "duel",
    games: LessonOption = 800,
    budget: BudgetOption = "250n",
    seed: SeedOption = "1",
    workers: WorkersOption = None,
    out: WeightsOption = None,
    level: Annotated[Judge, typer.Option(help="Whose weights are improved.")] = Judge.STRATEGIST,
) -> None:
    """Improve the weights of the evaluation by trying changed ones in games."""
    from tashkalar.bots.learning.tuning import tune as trying
    from tashkalar.terminal.contests import learn

    with about(""):
        lesson = _lesson(form, games, budget, seed, workers, out)._replace(level=level.value)
        raise typer.Exit(learn(_screen(), lesson, trying))


def _lessons(module: str, usual: str, many: int, deep: str) -> Callable[..., None]:
    """A command that learns from games and takes nothing but what every lesson takes."""

    def command(
        form: FormOption = usual,
        games: LessonOption = many,
        budget: BudgetOption = deep,
        seed: SeedOption = "1",
        workers: WorkersOption = None,
        out: WeightsOption = None,
    ) -> None:
        from tashkalar.terminal.contests import learn

        how = import_module(f"tashkalar.bots.learning.{module}").learn
        with about(""):
            lesson = _lesson(form, games, budget, seed, workers, out)
            raise typer.Exit(learn(_screen(), lesson, how))

    return command


app.command("outcomes", help="Learn from how games come out what pieces and points are worth.")(
    _lessons("outcomes", "duel", 300, "1000n")
)
app.command("foresight", help="Learn to foresee what the answers of the others leave of a turn.")(
    _lessons("foresight", "high-form", 40, "3000n")
)
app.command("starts", help="Learn what positions are worth when a turn begins.")(
    _lessons("starting", "duel", 200, "1500n")
)


def _lesson(
    form: str, games: int, budget: str, seed: str | None, workers: int | None, out: Path | None
) -> Lesson:
    from tashkalar.bots.playing.weights import WEIGHTS, Lesson

    cores = workers or os.cpu_count() or 1
    return Lesson(form, games, budget, _seed(seed), cores, out or WEIGHTS)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="RECORD")],
    budget: BudgetOption = "2000n",
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="The course as SVG or PNG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The review as JSON.")] = False,
) -> None:
    """Review a game: what was played, what was better, what was missed."""
    from tashkalar.terminal.reviews import analyse as show

    raise typer.Exit(show(_screen(), file, budget, plot, as_json))


@app.command()
def tactics(
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    bots: Annotated[str, typer.Option("--bots")] = "greedy,planner,strategist",
    budget: BudgetOption = "4000n",
) -> None:
    """How many tactics of a folder each bot finds."""
    from tashkalar.terminal.reviews import tactics as try_them

    names = [name.strip() for name in bots.split(",")]
    raise typer.Exit(try_them(_screen(), folder, names, budget))


@app.command()
def prose(card: Card) -> None:
    """Print a card's effect as the engine understands it."""
    from tashkalar.effects.prose import prose as printed

    found = _named(card)
    if isinstance(found, Being):
        print(printed(found.effects))
    elif isinstance(found, Flare):
        for half, needs, effects in (("upper", found.upper_needs, found.upper),
                                     ("lower", found.lower_needs, found.lower)):  # fmt: skip
            print(f"{half}, from {needs}:\n{printed(effects, 1)}")
    else:
        print(f"{found.points} points for: {found.criterion}")


@app.command()
def listing(card: Card) -> None:
    """Print the program that a card's effect is lowered to."""
    from tashkalar.effects.program import listing as printed

    found = _named(card)
    if isinstance(found, Task):
        raise Complaint(f"{found.id} is a task; tasks have no program")
    if isinstance(found, Being):
        print(printed(found.program))
    else:
        print(f"upper:\n{printed(found.program(1))}\nlower:\n{printed(found.program(2))}")


def _named(name: str) -> Being | Flare | Task:
    from tashkalar.terminal.lessons import named

    with about(""):
        return named(_screen(), name)


app.command()(serving.serve)
app.command()(serving.migrate)
