"""The 1999 game of Illuminati."""
