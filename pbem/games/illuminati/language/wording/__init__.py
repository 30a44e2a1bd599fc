"""Orders told back in the language itself: the canonical text of each."""
