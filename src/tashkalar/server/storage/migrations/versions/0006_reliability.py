"""Broken tables are set aside, clocks stand still in an outage, a guest's tables are indexed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, the note of when the house was last alive, and the indexes."""
    op.add_column("tables", sa.Column("quarantined", sa.Text, nullable=True))
    op.add_column("events", sa.Column("paused", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("alive", sa.BigInteger, nullable=False),
        sa.Column("beats", sa.BigInteger, nullable=False),
        sa.Column("shifted", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_maker", "tables", ["maker", "state", "updated"])
    aside = sa.column("quarantined").is_not(None)
    op.create_index(
        "tables_by_quarantined", "tables", ["id"], sqlite_where=aside, postgresql_where=aside
    )
