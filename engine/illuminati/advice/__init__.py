"""What a seat may know, how near each is to a goal by it, and what would bring a seat nearer."""
