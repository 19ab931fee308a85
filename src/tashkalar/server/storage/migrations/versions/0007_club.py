"""What a club needs: several browsers of one guest, protected names, operators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; the token of every guest there is opens what it did."""
    _identity()
    _operators()
    _reports()


def _identity() -> None:
    keys = op.create_table(
        "keys",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(64), sa.ForeignKey("guests.owner"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("keys_by_owner", "keys", ["owner"])
    op.create_table(
        "transfers",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column(
            "owner", sa.String(64), sa.ForeignKey("guests.owner"), nullable=False, unique=True
        ),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("folded", sa.String(96), primary_key=True),
        sa.Column(
            "owner", sa.String(64), sa.ForeignKey("guests.owner"), nullable=False, unique=True
        ),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.add_column("chat", sa.Column("owner", sa.String(64), nullable=True))
    op.create_index("chat_by_owner", "chat", ["owner"])
    guests = sa.table("guests", sa.column("owner"), sa.column("created"))
    known = sa.select(guests.c.owner, guests.c.owner, guests.c.created)
    op.execute(sa.insert(keys).from_select(["key", "owner", "created"], known))


def _operators() -> None:
    op.add_column("tables", sa.Column("closed", sa.BigInteger, nullable=True))
    op.create_index("tables_by_closed", "tables", ["closed"])
    op.create_table(
        "sanctions",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    pulse = op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(pulse, [{"id": 1, "at": 0}])


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("reports_by_time", "reports", ["at"])
