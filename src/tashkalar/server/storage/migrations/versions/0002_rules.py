"""Tables name the rules and the cards they are played by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tashkalar.cards import first_digest

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; tables there are of rules 1."""
    # The defaults stay: SQLite would have to copy the whole table to take them away.
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("cards", sa.String(12), nullable=False, server_default=""))
    tables = sa.table("tables", sa.column("schools", sa.Text), sa.column("cards", sa.String))
    connection = op.get_bind()
    for schools in connection.execute(sa.select(tables.c.schools).distinct()).scalars().all():
        connection.execute(
            sa.update(tables)
            .where(tables.c.schools == schools)
            .values(cards=first_digest(tuple(schools.split())))
        )
