"""What became of a letter, and which line of a game's log counts, under plain names."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

RENAMED = (
    ("letter", "fate", "outcome"),
    ("game", "era", "timeline"),
    ("turn", "era", "timeline"),
    ("ending", "era", "timeline"),
    ("vote", "era", "timeline"),
)


def upgrade() -> None:
    """Both databases keep indexes and keys of a column that is renamed."""
    for table, old, new in RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def downgrade() -> None:
    """Take the old names."""
    for table, old, new in RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}")
