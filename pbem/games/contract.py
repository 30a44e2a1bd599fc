"""What a game is to the service."""
