"""Reviews that are kept while they are made, when guests were seen, and room for every name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Reviews so far are whole; guests so far were seen when they were made."""
    op.add_column("guests", sa.Column("seen", sa.BigInteger, nullable=True))
    op.add_column("reviews", sa.Column("of", sa.Integer, nullable=True))
    op.add_column("reviews", sa.Column("owner", sa.String(64), nullable=True))
    op.add_column("reviews", sa.Column("worker", sa.String(16), nullable=False, server_default=""))
    op.add_column("reviews", sa.Column("until", sa.BigInteger, nullable=True))
    with op.batch_alter_table("accounts") as accounts:
        accounts.alter_column("folded", existing_type=sa.String(96), type_=sa.Text)
