"""A turn, from set-up and income to its end: what may be done in it, and its script (R2, R12)."""
