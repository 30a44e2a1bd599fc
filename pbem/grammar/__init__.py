"""What any order language needs, whatever the game: no rules, no tables, no clock of its own."""
