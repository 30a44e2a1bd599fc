"""The mails: each module makes one, or a few of a kind."""
