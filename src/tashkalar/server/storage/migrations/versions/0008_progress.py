"""How far guests have come in the lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "progress",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("lesson", sa.String(32), primary_key=True),
        sa.Column("goal", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
    )
