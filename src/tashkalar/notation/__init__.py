"""Text forms: choices, positions, game records, scenarios. Each reads back what it writes."""

from tashkalar.notation.choices import BadChoice, choice_text, parse_choice
from tashkalar.notation.positions import BadPosition, draw_board, parse_position, position_text

__all__ = [
    "BadChoice",
    "BadPosition",
    "choice_text",
    "draw_board",
    "parse_choice",
    "parse_position",
    "position_text",
]
