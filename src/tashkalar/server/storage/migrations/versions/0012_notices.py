"""Notices for games over days: contacts, who is waited for, and what is to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "contacts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(64), sa.ForeignKey("guests.owner"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("encryption", sa.Text, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("told", sa.BigInteger, nullable=False),
        sa.Column("code", sa.String(64), nullable=True),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("secret", sa.String(64), nullable=False, unique=True),
    )
    op.create_index("contacts_by_owner", "contacts", ["owner"])
    op.create_table(
        "waits",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("waits_by_due", "waits", ["due"])
    op.create_index("waits_by_table", "waits", ["table_id"])
    op.create_table(
        "outbox",
        sa.Column("contact", sa.String(16), sa.ForeignKey("contacts.id"), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("claimed_until", sa.BigInteger, nullable=False),
    )
    op.create_index("outbox_by_due", "outbox", ["due"])
    op.create_table(
        "signing",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, nullable=False),
    )
