"""Guests, tables with their seats, events and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "guests",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(16), nullable=False, unique=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    _tables()
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), nullable=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bot", sa.String(64), nullable=True),
        sa.Column("here_until", sa.BigInteger, nullable=False),
    )
    op.create_index("seats_by_owner", "seats", ["owner"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("form", sa.String(24), nullable=False),
        sa.Column("schools", sa.Text, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("sitting", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("invite", sa.String(32), nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.String(16), nullable=True, unique=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("acting", sa.Integer, nullable=True),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("bot_due", sa.Boolean, nullable=False),
        sa.Column("claimed_by", sa.String(16), nullable=False),
        sa.Column("claimed_until", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_state", "tables", ["public", "state", "updated"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_bot_due", "tables", ["bot_due", "claimed_until"])
