"""Whose mail a quote is, as the attribution or header block above it says."""

import re
from collections.abc import Collection, Sequence
from enum import IntEnum

from pbem.mail.headerblock import is_sender_field
from pbem.mail.line import Line
from pbem.mail.marks import Label

_ADDRESS = re.compile(r"[^\s<>()\[\]:;,\"']{1,99}@[^\s<>()\[\]:;,\"']{1,199}")
_WORD = re.compile(r"\w+")
_HEADS = (Label.ATTRIBUTION, Label.HEADER)


class Author(IntEnum):
    """Who wrote what is quoted: we for all we know, likely somebody else, or surely the writer."""

    OURS = 0
    STRANGER = 1
    WRITER = 2


class Correspondents:
    """Who wrote the letter and to whom: a quote of anybody but us answers nothing."""

    def __init__(self, name: str, address: str, written_to: Collection[str]) -> None:
        self._name = _words(name)
        self._writer = _mailbox(address)
        self._ours = {_mailbox(one) for one in written_to} - {self._writer}
        # Where all write from one provider, its domain says nothing.
        self._domains = {_domain(one) for one in self._ours} - {_domain(self._writer)}

    def authors(self, lines: Sequence[Line]) -> list[Author]:
        """Say of each line who is the least of us named in the heads it is quoted below."""
        found: list[Author] = []
        heads: list[tuple[int, Author]] = []
        at = 0
        while at < len(lines):
            line, end = lines[at], at + 1
            if line.label in _HEADS:
                while end < len(lines) and lines[end].label is line.label:
                    end += 1
                heads = [head for head in heads if head[0] < line.depth]
                heads.append((line.depth, self._author(lines[at:end], line.label)))
            above = (author for depth, author in heads if depth <= line.depth)
            found += [max(above, default=Author.OURS)] * (end - at)
            at = end
        return found

    def _author(self, head: Sequence[Line], label: Label) -> Author:
        rows = [line.content for line in head]
        if label is Label.HEADER:
            rows = [row for row in rows if is_sender_field(row)][:1]
        text = " ".join(rows)
        named = [_mailbox(address) for address in _ADDRESS.findall(text)]
        if self._writer and self._writer in named[:1]:
            return Author.WRITER
        is_strange = (
            self._ours and not any(map(self._is_ours, named))
            if named
            else self._name and f" {self._name} " in f" {_words(text)} "
        )
        return Author.STRANGER if is_strange else Author.OURS

    def _is_ours(self, mailbox: str) -> bool:
        return mailbox in self._ours or _domain(mailbox) in self._domains


def _mailbox(address: str) -> str:
    local, _at, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain.rstrip('.')}" if domain else ""


def _domain(mailbox: str) -> str:
    return mailbox.partition("@")[2]


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
