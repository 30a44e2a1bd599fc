"""Who has won, by which goal, and who is out (R10)."""
