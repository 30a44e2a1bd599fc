"""The 1999 game of Illuminati."""

RULES_VERSION = "1999.1"
"""Stored with every record, so that a rules fix never rewrites the past."""
