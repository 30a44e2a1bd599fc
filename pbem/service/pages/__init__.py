"""A seat's own page on the web: who may open it, what it shows, and what is written there."""
