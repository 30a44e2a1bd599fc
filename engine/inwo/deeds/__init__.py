"""What a player does besides attacking: takeovers, moves, links, purchases, Plots (I5 to I9)."""
