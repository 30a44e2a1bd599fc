"""What the lines of a letter come to: checked, priced, and done at once where they may be."""
