"""Games that go on from a position of another one, and what is kept of finished ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games so far were dealt; they are summed up when somebody asks."""
    op.add_column("tables", sa.Column("start", sa.Text, nullable=True))
    op.create_table(
        "summaries",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
