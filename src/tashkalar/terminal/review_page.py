"""A review as one page of HTML that needs nothing else: the chances, and what was missed, drawn."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tashkalar import Game
from tashkalar.bots.reviewing.review import Severity, TurnReview
from tashkalar.bots.reviewing.turning import turning_points
from tashkalar.catalogue import text
from tashkalar.player_names import by_school
from tashkalar.reading import form_name
from tashkalar.rules.forms import FORMS, Form
from tashkalar.scene.review import DrawnTurn, drawn
from tashkalar.terminal.board_picture import board_picture
from tashkalar.terminal.screen import Screen
from tashkalar.terms import LETTERS

_STYLE = """
:root { color-scheme: light; color: #1e2321; background: #e8ece9 }
:root { font: 16px/1.45 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { font-family: Georgia, serif; font-weight: 600 }
article { background: #f5f7f4; border-radius: .6rem; padding: 1rem; margin: 1rem 0; display: grid;
  grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem }
article > header, article > footer { grid-column: 1 / -1 }
figure { margin: 0 } figcaption { font-weight: 600 }
.lost { color: #73500a; font-weight: 600 } ol { padding-left: 1.4rem; margin: .4rem 0 0 }
svg { width: 100%; height: auto }
"""
_LINES = ("#2b4fa3", "#b35c0b", "#6d3fb8", "#2b6f8c")


def review_page(screen: Screen, game: Game, found: list[TurnReview]) -> str:
    """The whole page."""
    say, language = screen.say, screen.language
    title = say("review.page.title", form=form_name(game.form, language))
    missed = [turn for turn in found if turn.severity == Severity.MISSED]
    parts = [
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style><h1>{escape(title)}</h1>",
        f"<h2>{escape(say('review.page.chance'))}</h2>",
        _curve(game, found, _names(screen, game)),
        *_turning(screen, game, found),
        f"<h2>{escape(say('review.page.missed'))}</h2>",
    ]
    if not missed:
        parts.append(f"<p>{escape(say('review.page.none'))}</p>")
    parts += [_turn(screen, game, turn) for turn in missed]
    return "\n".join((*parts, "</html>", ""))


def _names(screen: Screen, game: Game) -> tuple[str, ...]:
    return by_school(game.schools, game.position.colour_of, screen.language).seats


def _turning(screen: Screen, game: Game, found: list[TurnReview]) -> Iterator[str]:
    """The turning points by name; those in which something was missed lead there."""
    points = turning_points(found, game.position.colour_of)
    if not points:
        return
    missed = {turn.turn for turn in found if turn.severity == Severity.MISSED}
    names, language = _names(screen, game), screen.language
    yield f"<h2>{escape(text('turning.title', language))}</h2><ul>"
    for point in points:
        number = f"<b>{point.turn}</b>"
        if point.turn in missed:
            number = f'<a href="#turn-{point.turn}">{number}</a>'
        told = text(
            f"turning.{point.change}",
            language,
            name=names[point.seat],
            before=round(100 * point.before),
            after=round(100 * point.after),
        )
        yield f"<li>{number} {escape(told)}</li>"
    yield "</ul>"


def _turn(screen: Screen, game: Game, turn: TurnReview) -> str:
    """A turn in which something was missed: the better one beside the one played."""
    best = turn.better[0]
    player = _names(screen, game)[turn.seat]
    form = FORMS[game.position.form]
    head = screen.say("review.page.turn", turn=turn.turn, player=player)
    lost = screen.say("review.page.lost", chance=f"{turn.loss:.0%}")
    cards = ", ".join(screen.name(card) for card in best.missed)
    points = best.points - turn.points
    more = [screen.say("review.points", n=points)] if points > 0 else []
    more += [screen.say("review.missed", what=cards)] if cards else []
    return (
        f'<article id="turn-{turn.turn}"><header><h3>{escape(head)}</h3>'
        f'<span class="lost">{escape(lost)}</span></header>'
        + _shown(screen, form, "played", drawn(game, turn, None, screen.language))
        + _shown(screen, form, "better", drawn(game, turn, 0, screen.language))
        + f"<footer>{escape('. '.join(more))}</footer></article>"
    )


def _shown(screen: Screen, form: Form, which: str, turn: DrawnTurn) -> str:
    title = screen.say(f"review.page.{which}")
    numbers = {
        square: number for number, step in enumerate(turn.steps, 1) for square in step.squares[:1]
    }
    last = turn.steps[-1].board if turn.steps else turn.before
    picture = board_picture(form, last, LETTERS, numbers)
    steps = "".join(
        f"<li>{escape(' · '.join(screen.plain(told) for told in step.words))}</li>"
        for step in turn.steps
    )
    return f"<figure><figcaption>{escape(title)}</figcaption>{picture}<ol>{steps}</ol></figure>"


def _curve(game: Game, found: list[TurnReview], names: tuple[str, ...]) -> str:
    """The chance of each seat at the end of its own turns, with the line of one half."""
    width, height, last = 900, 220, max((turn.turn for turn in found), default=1)

    def at(turn: TurnReview, chance: float) -> tuple[float, float]:
        return 20 + (width - 40) * turn.turn / last, height - 20 - (height - 40) * chance

    def lines() -> Iterator[str]:
        yield f'<path d="M20 {height / 2}H{width - 20}" stroke="#525c58" stroke-dasharray="2 4"/>'
        for seat, name in enumerate(names):
            own = [turn for turn in found if turn.seat == seat]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(t, t.chance) for t in own))
            ink = _LINES[seat]
            yield f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2"/>'
            if own:
                x, y = at(own[-1], own[-1].chance)
                where = f'x="{x - 6:.1f}" y="{y - 6:.1f}" text-anchor="end"'
                yield f"<text {where}>{escape(name)}</text>"
            for turn in own:
                if turn.severity == Severity.MISSED:
                    (x, low), (_, high) = at(turn, turn.chance), at(turn, turn.best_chance)
                    yield (
                        f'<a href="#turn-{turn.turn}"><path d="M{x:.1f} {low:.1f}V{high:.1f}" '
                        f'stroke="#73500a" stroke-width="2" stroke-dasharray="3 2"/><circle '
                        f'cx="{x:.1f}" cy="{high:.1f}" r="5" fill="#fff" stroke="#73500a" '
                        'stroke-width="2"/></a>'
                    )

    return f'<svg viewBox="0 0 {width} {height}" font-size="14">{"".join(lines())}</svg>'
