"""Tables say whether anything may be taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; at the tables there are, choices and turns may be taken back."""
    # The default stays, as those of the columns before it.
    op.add_column(
        "tables", sa.Column("takebacks", sa.Boolean, nullable=False, server_default=sa.true())
    )
