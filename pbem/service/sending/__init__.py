"""Hop 4: mails are signed and sent."""
