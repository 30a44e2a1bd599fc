"""What of a letter was not read and may have been meant, in any language of orders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.budget import Budget
from pbem.games.contract.orders import JudgedLine, LetterInput, NotRead, Overlooked
from pbem.grammar.orders.foreign_verbs import MOST_LINES, orders_spoken, spoken_hint
from pbem.grammar.orders.language import Names
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.overlooked import meant_in

_COMMENT = re.compile(r"^ {0,8}# {0,8}([^\s#].{0,200})$", re.MULTILINE)
_LETTER = re.compile(r"[^\W_]")
"""Without any a line is a frame or a rule, and no order."""
_MOST_COMMENTS = 20
_MOST_LOOKED_AT = 200
"""Lines that were not read which are looked at for orders; nobody needs to be told of more."""


def overlooked_in(letter: LetterInput, lines: Sequence[JudgedLine], names: Names) -> Overlooked:
    """Look through a letter's new text, what became of its lines, and what was not read of it."""
    budget, language = letter.budget, names.language
    ignored = tuple(line.text.strip() for line in lines if line.status == "IGNORED")
    meant = meant_in(ignored, names, budget)
    doubts = dict.fromkeys([*([meant[0]] if meant else []), *orders_spoken(ignored, language)])
    send = f'If "{meant[0][:60]}" is meant as an order, send: {meant[1]}' if meant else ""
    commented = _commented(letter.text, names, budget)
    hints = ((line, spoken_hint(line, language)) for line in ignored[:MOST_LINES])
    hinted, hint = next(((line, hint) for line, hint in hints if hint), ("", ""))
    return Overlooked(
        ignored,
        commented,
        send,
        hint,
        hinted,
        tuple(doubts),
        _would_be_orders(letter.unread, names, budget),
    )


def _commented(text: str, names: Names, budget: Budget) -> str:
    """The first order behind a # that its writer may have forgotten to take away."""
    for typed in _COMMENT.findall(text)[:_MOST_COMMENTS]:
        if any(line.status == "order" for line in read(typed, names, budget=budget)):
            return str(typed)
    return ""


def _would_be_orders(unread: Sequence[str], names: Names, budget: Budget) -> tuple[NotRead, ...]:
    """Those of the first lines that were not read which would have been orders, each once."""
    found = []
    for text in list(dict.fromkeys(unread))[:_MOST_LOOKED_AT]:
        if not _LETTER.search(text):
            continue
        statuses = {line.status for line in read(text, names, budget=budget)}
        if statuses & {"order", "control"}:
            found.append(NotRead(text, "order" in statuses))
    return tuple(found)
