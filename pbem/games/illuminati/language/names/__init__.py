"""What can be named, and finding what was meant by a name."""
