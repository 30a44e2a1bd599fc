"""Attacks: what may be announced, who joins, the sum, the dice, the result (I11 to I17)."""
