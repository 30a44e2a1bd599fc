"""Votes: what the players of a game decide among themselves."""

from alembic import op

from pbem.migrations.making import NewTable, json, moment, number, text

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

VOTE = NewTable(
    "vote",
    columns=(
        number("game_id"),
        number("number"),
        text("what"),
        json("names"),
        text("seat"),
        number("turn"),
        number("era"),
        json("ballots"),
        text("state"),
        moment("begun_at"),
        moment("ends_at"),
    ),
    refers={"game_id": "game"},
    unique=("game_id number",),
    checks={"state_is_known": "state IN ('open', 'carried', 'failed')"},
)


def upgrade() -> None:
    """Create the table."""
    VOTE.make()


def downgrade() -> None:
    """Drop it."""
    op.drop_table(VOTE.name)
