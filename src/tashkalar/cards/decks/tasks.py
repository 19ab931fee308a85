"""The tasks of the High Form."""

from tashkalar.cards.card import Task
from tashkalar.cards.criteria import *

DESTRUCTION = Task("destruction", "destruction", 1, Destroyed(total=3))
DEVASTATION = Task("devastation", "destruction", 2, Destroyed(total=4))
HEROIC_DESTRUCTION = Task("heroic_destruction", "destruction", 2, Destroyed(3, upgraded=1))
HEROIC_DEVASTATION = Task(
    "heroic_devastation", "destruction", 3, Destroyed(4, upgraded=2), advanced=True
)
END_OF_LEGENDS = Task(
    "end_of_legends", "destruction", 2,
    AnyOf((Destroyed(legendary=1), Destroyed(heroic=2))), advanced=True,
)  # fmt: skip

RED_CONQUEST = Task("red_conquest", "colored", 2, Standing((RED,), 3, upgraded=2))
GREEN_CONQUEST = Task("green_conquest", "colored", 2, Standing((GREEN,), 3, upgraded=2))
COLOR_CONQUEST = Task("color_conquest", "colored", 3, Standing((RED | GREEN,), 5, upgraded=3))
RED_LEGENDS = Task(
    "red_legends", "colored", 3, Standing((RED,), 2, upgraded=2, legendary=1), advanced=True
)
GREEN_LEGENDS = Task(
    "green_legends", "colored", 3, Standing((GREEN,), 2, upgraded=2, legendary=1), advanced=True
)
RAINBOW_DOMINANCE = Task("rainbow_dominance", "colored", 2, Outnumber((RED, GREEN)))

RED_SUMMONING = Task("red_summoning", "summoning", 1, Summoned(2, red=1))
GREEN_SUMMONING = Task("green_summoning", "summoning", 1, Summoned(2, green=1))
COLORED_SUMMONING = Task("colored_summoning", "summoning", 2, Summoned(2, coloured=2))
LEGENDARY_SUMMONING = Task(
    "legendary_summoning", "summoning", 2, Summoned(2, legends=1), advanced=True
)

CENTRAL_DOMINANCE = Task("central_dominance", "pattern", 1, Standing((CENTRAL,), 5, upgraded=2))
CENTER_CROSS = Task("center_cross", "pattern", 2, Fill(CROSSES))
LINE_DOMINANCE = Task("line_dominance", "pattern", 2, Lead(CENTRAL_LINES, by=6))
DIAGONALS_TASK = Task("diagonals", "pattern", 3, Standing(DIAGONALS, 4, upgraded=1), advanced=True)
SIDE_CHAIN = Task("side_chain", "pattern", 3, Chain(SIDES))
CORNER_CHAIN = Task("corner_chain", "pattern", 3, Chain(CORNERS))

IMPRISONMENT = Task("imprisonment", "enemy", 1, Surrounded(by=6))
ENVELOPMENT = Task("envelopment", "enemy", 2, Surrounded(by=7), advanced=True)
ISOLATION = Task("isolation", "enemy", 2, Isolated(near=2, walk=3), advanced=True)
