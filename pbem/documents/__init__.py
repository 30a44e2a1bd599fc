"""Mails as documents: layout, letterhead, text at 72 columns and HTML."""
