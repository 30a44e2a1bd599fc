"""The mails of the game: context for their templates."""
