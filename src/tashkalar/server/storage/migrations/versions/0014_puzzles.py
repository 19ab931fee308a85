"""What became of puzzles: tries of guests, and the days on which they solved the daily one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "puzzle_tries",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("first", sa.Boolean, nullable=True),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    )
