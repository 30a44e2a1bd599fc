"""The proof that a game was played fairly, from its exported file alone (R12.10)."""
