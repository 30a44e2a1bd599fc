"""Reading a letter: its lines, what each says, and what it may have meant."""
