"""What a letter's lines that were not read may have meant: it is told, never carried out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.budget import Budget
from pbem.language import Vocabulary, hint_for, meant_in, read, spoken_orders
from pbem.reports.layout.mail_context import AnswerLine

_COMMENT = re.compile(r"^ {0,8}# {0,8}([^\s#].{0,200})$", re.MULTILINE)
_MOST_COMMENTS = 20


@dataclass(frozen=True, slots=True)
class Overlooked:
    """`lines` are those that were not read; `commented` is the first order that is a comment.

    `order` says what to send for the first line in which an order stands, `word` for one in which
    the word for an order stands; each is "" where there is none. `doubts` are the lines that may
    well be orders, whatever else is in the letter.
    """

    lines: tuple[str, ...]
    commented: str
    order: str
    word: str
    doubts: tuple[str, ...]


def overlooked_in(
    text: str, lines: Sequence[AnswerLine], names: Vocabulary, budget: Budget
) -> Overlooked:
    """Look through a letter's new text, and what became of its lines."""
    ignored = tuple(line.text.strip() for line in lines if line.fate == "IGNORED")
    meant = meant_in(ignored, names, budget)
    doubts = dict.fromkeys([*([meant[0]] if meant else []), *spoken_orders(ignored)])
    send = f'If "{meant[0][:60]}" is meant as an order, send: {meant[1]}' if meant else ""
    commented = _commented(text, names, budget)
    return Overlooked(ignored, commented, send, hint_for(ignored), tuple(doubts))


def _commented(text: str, names: Vocabulary, budget: Budget) -> str:
    """The first order behind a # that its writer may have forgotten to take away."""
    for typed in _COMMENT.findall(text)[:_MOST_COMMENTS]:
        if any(line.fate == "order" for line in read(typed, names, budget=budget)):
            return str(typed)
    return ""
