"""A bot at a table. Every driver asks bots through a player: contests, the server, the terminal."""

from __future__ import annotations

from tashkalar.bots.playing.bot import Bot
from tashkalar.bots.playing.budget import Budget
from tashkalar.choice import Choice
from tashkalar.notation.choices import choice_text
from tashkalar.view import View

# No turn is thought about with fewer nodes, whatever the budget. With 400 the planner cannot look
# at the actions after its first one and plays worse than greedy; with 1000 the levels are in order.
FLOOR = 1000
OVER = 1.1  # a turn that took so many times its seconds is overlong


class BotFailed(Exception):
    """A bot raised an error, or chose what is not offered; the message says which."""

    @classmethod
    def raising(cls, error: Exception) -> BotFailed:
        """The failure of a bot that raised an error."""
        return cls(" ".join(f"raised {type(error).__name__}: {error}".split()).rstrip(":"))


def own_nodes(bot: Bot) -> int | None:
    """The nodes a bot has in a turn whatever the budget, if it names any, as ``master`` does.

    >>> from tashkalar.bots import bot_named
    >>> own_nodes(bot_named("planner"))
    """
    nodes = getattr(bot, "nodes", None)
    return nodes if isinstance(nodes, int) and nodes > 0 else None


class Player:
    """A bot with a budget for each turn. A level that names its nodes has them in any case.

    The budget belongs to the turn: what was used for one choice is gone for the next, so asking
    for all of it at every choice gains nothing. The player keeps the account, not the bot.

    >>> from tashkalar import Game, choice_text
    >>> from tashkalar.bots import bot_named
    >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
    >>> player = Player(bot_named("greedy", 1), Budget(nodes=1000))
    >>> while game.position.turn == 1:
    ...     _ = game.play(player.choose(game.view(0)))
    >>> player.turns
    1
    """

    def __init__(self, bot: Bot, budget: Budget, floor: int | None = None) -> None:
        self.bot = bot
        own = own_nodes(bot)
        whole = budget if own is None else Budget(nodes=own, clock=budget.clock)
        self.budget = whole.at_least(FLOOR if floor is None else floor)
        self.turns = 0  # turns it was asked in
        self.seconds = 0.0  # thinking time of all of them
        self.overlong = 0  # turns that took too long
        self._turn: object = None
        self._nodes = 0  # used in this turn
        self._took = 0.0

    def choose(self, seen: View, turn: object = None) -> Choice:
        """The choice of the bot, which is one of those that the view offers.

        ``turn`` tells turns apart where their number does not: after a take-back the same number
        comes again.
        """
        key = seen.turn if turn is None else turn
        if key != self._turn:
            self._turn, self._nodes, self._took = key, 0, 0.0
            self.turns += 1
        offered, left = seen.choices(), self.left
        start = self.budget.clock()
        try:
            choice = self.bot.choose(seen, offered, left)
        except Exception as error:
            raise BotFailed.raising(error) from error
        finally:
            self._count(max(0, left.used), self.budget.clock() - start)
        if choice not in offered:
            told = choice_text(choice) if isinstance(choice, Choice) else repr(choice)
            raise BotFailed(f"chose {told}, which is not offered")
        return choice

    @property
    def left(self) -> Budget:
        """What is left of the turn's budget."""
        whole = self.budget
        seconds = None if whole.seconds is None else max(0.0, whole.seconds - self._took)
        nodes = None if whole.nodes is None else max(0, whole.nodes - self._nodes)
        floor = max(0, whole.floor - self._nodes)
        return Budget(seconds, nodes, floor=floor, clock=whole.clock)

    def _count(self, nodes: int, seconds: float) -> None:
        limit = None if self.budget.seconds is None else OVER * self.budget.seconds
        was_over = limit is not None and self._took > limit
        self._nodes += nodes
        self._took += seconds
        self.seconds += seconds
        if limit is not None and self._took > limit and not was_over:
            self.overlong += 1
