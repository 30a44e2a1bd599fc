"""Deeds besides attacks: transfers, moves, gifts, and the powers of groups and Illuminati (R2)."""
