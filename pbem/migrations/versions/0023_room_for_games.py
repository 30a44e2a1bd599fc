"""Leave room in PostgreSQL's pages, so that a game that is changed stays on its page.

Every letter and claim changes a game's row. Where there is room beside it and no indexed column
changes, PostgreSQL writes no index anew (heap-only tuples).
"""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

PERCENT = 50
"""How far a page is filled with new rows."""


def upgrade() -> None:
    """Leave room beside rows that are written from now on."""
    _on_postgresql(f"ALTER TABLE game SET (fillfactor = {PERCENT})")


def downgrade() -> None:
    """Fill pages whole."""
    _on_postgresql("ALTER TABLE game RESET (fillfactor)")


def _on_postgresql(statement: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(statement)
