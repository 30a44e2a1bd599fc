"""What a seat may see, as mail."""
