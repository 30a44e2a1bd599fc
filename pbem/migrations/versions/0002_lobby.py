"""The lobby: games that wait for their players, who has joined, letters that wait for a code."""

from alembic import op

from pbem.migrations.making import NewTable, json, moment, number, text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = (
    NewTable(
        "open_game",
        columns=(
            text("name"),
            text("ruleset"),
            json("options"),
            json("clock"),
            number("places"),
            text("robot"),
            text("password"),
            json("wrong_tries"),
            text("secret"),
            text("secret_hash"),
            number("creator_id"),
            text("phase"),
            moment("created_at"),
            moment("answer_by", nullable=True),
            moment("alarm_at", nullable=True),
            number("game_id", nullable=True),
        ),
        refers={"creator_id": "person", "game_id": "game"},
        unique=("name",),
        checks={"phase_is_known": "phase IN ('open', 'full', 'started', 'cancelled')"},
        indexes=("phase alarm_at", "creator_id"),
    ),
    NewTable(
        "open_seat",
        columns=(
            number("open_game_id"),
            number("person_id"),
            text("name"),
            json("likes"),
            moment("joined_at"),
            moment("seen_at"),
        ),
        refers={"open_game_id": "open_game", "person_id": "person"},
        unique=("open_game_id person_id",),
        indexes=("person_id",),
    ),
    NewTable(
        "visit",
        columns=(
            text("email"),
            text("domain"),
            number("letter_id", nullable=True),
            text("line"),
            moment("asked_at"),
            moment("done_at", nullable=True),
        ),
        refers={"letter_id": "letter"},
        indexes=("email asked_at", "asked_at"),
    ),
)


def upgrade() -> None:
    """Create the tables of the lobby."""
    for table in TABLES:
        table.make()


def downgrade() -> None:
    """Drop them."""
    for table in reversed(TABLES):
        op.drop_table(table.name)
