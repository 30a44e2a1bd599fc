"""The service that referees games by mail."""
