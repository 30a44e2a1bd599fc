"""Writing to players: the outbox, and what decides whether and when a mail goes there."""
