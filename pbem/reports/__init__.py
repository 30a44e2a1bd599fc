"""Reports: what a player may know, as context, and as mails made of it."""
