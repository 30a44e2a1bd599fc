"""The service as a whole, for who moderates every game: what waits or failed, and its buttons."""
