"""A seat's standing instructions on file: what is new, what is at odds, what is at an end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.illuminati.attacks.contradictions import Contradiction, contradictions, replaced
from engine.illuminati.events import Event, PolicyEnded
from engine.illuminati.orders import Policy
from engine.illuminati.state import State
from pbem.games.illuminati.language import Vocabulary, reread
from pbem.games.illuminati.language.wording.at_odds import explain_odds
from pbem.models import Seat
from pbem.service.orders.costs import reserve_in

MOST_POLICIES = 60
"""Standing instructions of a seat that are kept, the newest."""


@dataclass(frozen=True, slots=True)
class FiledPolicies:
    """Instructions as canonical lines with what each says, oldest first."""

    texts: tuple[str, ...]
    orders: tuple[Policy, ...]

    def __len__(self) -> int:
        return len(self.texts)


def filed_policies(texts: Iterable[str], names: Vocabulary) -> FiledPolicies:
    """Those of the lines that still say something; of the same said twice the newest."""
    found: dict[str, Policy] = {}
    for text in texts:
        for line in reread(text, names):
            if isinstance(line.order, Policy):
                found.pop(text, None)
                found[text] = line.order
    return FiledPolicies(tuple(found), tuple(found.values()))


def texts_on_file(seat: Seat) -> list[str]:
    """The canonical lines kept in the seat's row."""
    return list(seat.policies)


def reserve_of(seat: Seat, names: Vocabulary) -> int:
    """MB that the seat's newest RESERVE leaves on its Illuminati (R12.8)."""
    texts = [text for text in texts_on_file(seat) if text.startswith("RESERVE")]
    return reserve_in(filed_policies(texts, names).orders)


def kept_texts(before: Sequence[str], new: Sequence[str], names: Vocabulary) -> list[str]:
    """What is on file after a letter: what newer lines replace for good is gone."""
    filed = filed_policies([*before, *new], names)
    gone = replaced(filed.orders)
    texts = [text for at, text in enumerate(filed.texts) if at not in gone]
    return texts[-MOST_POLICIES:]


def odds_of(
    state: State, seat: str, texts: Sequence[str], names: Vocabulary, since: int = 0
) -> dict[str, str]:
    """What is at odds in these lines, told of each line; `since` leaves out what is older."""
    filed = filed_policies(texts, names)
    said: dict[str, list[str]] = {}
    for row in contradictions(state, seat, filed.orders):
        about = _about(row)
        if about >= since:
            said.setdefault(filed.texts[about], []).append(explain_odds(row, filed.orders, names))
    return {text: " ".join(notes) for text, notes in said.items()}


def _about(row: Contradiction) -> int:
    """The newer of the two lines."""
    return row.second if row.first is None else max(row.first, row.second)


def drop_ended(seat: Seat, events: Sequence[Event], names: Vocabulary) -> bool:
    """Take the policies that events say are at an end off the seat's file; True if any was."""
    ended = [e.order for e in events if isinstance(e, PolicyEnded) and e.seat == seat.name]
    if not ended:
        return False
    filed = filed_policies(texts_on_file(seat), names)
    left = [t for t, order in zip(filed.texts, filed.orders, strict=True) if order not in ended]
    seat.policies = left
    return True
