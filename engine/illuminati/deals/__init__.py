"""Deals: trades, and groups that are given; all of one is carried out or nothing (R9)."""
