"""What has happened in a game: its log, its turns, and what each seat was told of them."""
