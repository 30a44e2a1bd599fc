"""Who plays, by which addresses and tokens, and what a letter from them is worth."""
