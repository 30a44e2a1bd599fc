"""Reading letters of orders in the language of any game: its verbs, words and names are its own."""
