"""What every mail is made of: plain text, times, names, templates."""
