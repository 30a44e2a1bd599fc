"""The structures of a game as one seat may see them, drawn as PNG."""

from pbem.reports.picture.drawing import picture, size_of

__all__ = ["picture", "size_of"]
