"""Tables say since when a partner is asked to resign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; where somebody has ever asked in a running game, they may still wait."""
    op.add_column("tables", sa.Column("resigning", sa.BigInteger, nullable=True))
    op.create_index("tables_by_resigning", "tables", ["resigning"])
    tables = sa.table(
        "tables",
        sa.column("id", sa.String),
        sa.column("state", sa.String),
        sa.column("resigning", sa.BigInteger),
    )
    events = sa.table(
        "events",
        sa.column("table_id", sa.String),
        sa.column("at", sa.BigInteger),
        sa.column("body", sa.Text),
    )
    asked = (
        sa.select(sa.func.max(events.c.at))
        .where(events.c.table_id == tables.c.id, events.c.body.like('{"e":"ask_resign"%'))
        .scalar_subquery()
    )
    op.execute(sa.update(tables).where(tables.c.state == "running").values(resigning=asked))
