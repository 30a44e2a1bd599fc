"""Attacks: who may make them, who interferes with money and Specials, how they end (R4 to R7)."""
