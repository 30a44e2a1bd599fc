"""Run by Alembic: migrates through the connection it was given, never one of its own."""

from alembic import context
from sqlalchemy import Connection

from pbem import models

connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=models.metadata,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
