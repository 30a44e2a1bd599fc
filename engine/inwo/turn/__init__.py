"""How a game is set up and how a turn runs (I4, I5)."""
