"""What the reader can do next: the part of a turn report that becomes his next letter."""

from __future__ import annotations

from functools import partial

from engine.illuminati.view import View
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.language import Vocabulary, format_order
from pbem.games.illuminati.report.parts.seen_turn import SeenTurn
from pbem.games.illuminati.report.parts.suggested_orders import suggested_orders


def orders_context(
    _context: MailContext, view: View, names: Vocabulary, seen: SeenTurn
) -> dict[str, object]:
    """His script on file, the best of his legal orders, and how many lines the form has."""
    tell = partial(format_order, names=names)
    return {
        "on_file": [one_line(line) for line in seen.issue.on_file],
        "choices": suggested_orders(seen.options, tell, view.options.own_cards, _own_cards(view)),
        "is_by_actions": view.options.pace == "table",
        "may_attack": view.seat != view.to_move or view.actions_left > 0,
        "open_turn": seen.issue.open_turn,
    }


def _own_cards(view: View) -> frozenset[str]:
    """The ids of the reader's structure."""
    own = next((seat for seat in view.seats if seat.name == view.seat), None)
    return frozenset(card.card for card in own.cards) if own is not None else frozenset()
