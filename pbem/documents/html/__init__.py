"""The HTML of a mail: the same words in the same order as its text, laid out for reading."""

from pbem.documents.html.page import Picture, to_html

__all__ = ["Picture", "to_html"]
