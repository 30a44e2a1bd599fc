"""A game put right by hand: another state, or another turn."""
