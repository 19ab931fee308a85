"""Studies out of other texts: whatever shows a position or a game can be studied."""

from __future__ import annotations

from tashkalar.game import Game
from tashkalar.notation.positions import HEADER as POSITION
from tashkalar.notation.positions import BadPosition, parse_position
from tashkalar.notation.records import BadRecord, parse_record
from tashkalar.rules.play import Position
from tashkalar.scenario import BadScenario, ScenarioFailed, parse_scenario
from tashkalar.study.text import LONGEST_TITLE, BadStudy, is_plain, parse_study
from tashkalar.study.tree import START, Study, StudyStep


def bring(text: str) -> Study:
    """The study of a text: itself, a record, a scenario, or a position.

    >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
    >>> events = game.play("place e5")
    >>> [step.choice for step in bring(game.record().text()).steps]
    [<place e5>]
    >>> bring("scenario: Alone\\nhand A: knight\\n").title
    'Alone'
    """
    first = text.lstrip().partition("\n")[0].strip()
    try:
        if first.startswith("tash-kalar study"):
            return parse_study(text.lstrip())
        if first.startswith("tash-kalar record"):
            return of_game(Game.replay(parse_record(text.lstrip())))
        if first == POSITION:
            return Study(parse_position(text.lstrip(), Position))
        if not first:
            raise BadStudy("line 1: a study, a record, a scenario or a position is needed")
        scenario = parse_scenario(text)
        study = of_game(scenario.play(), scenario.title)
    except (BadRecord, BadScenario, ScenarioFailed, BadPosition) as error:
        raise BadStudy(str(error)) from None
    return study


def of_game(game: Game, title: str = "") -> Study:
    """A game as the main line of a study.

    Where something was taken back after cards had been drawn, decks were shuffled: then the study
    begins there, because nobody could play the choices before it again.
    """
    begun = max((n for n, _ in game.traces), default=0)
    made = game.history[begun:]
    if made:
        start = made[0].before
    elif game.resigned is None:
        start = game.position
    else:  # at once: what could be studied is how it began
        start = game.start or Position.new(game.form, game.schools, game.seed)
    steps = (StudyStep(place - 1 if place else START, one.choice) for place, one in enumerate(made))
    kept = title if is_plain(title) and len(title) <= LONGEST_TITLE else ""
    return Study(start, tuple(steps), kept)
