"""What the web console shows of games, letters and mails."""
