"""Games that go on from a position of another one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; games so far were dealt."""
    op.add_column("tables", sa.Column("start", sa.Text, nullable=True))
