"""What Illuminati writes to its players, a row a mail of the contract's `Reporter`.

Each mail has its module in `report/mails/`, which is written from `report/parts/`.
"""

from __future__ import annotations

from functools import lru_cache

from engine.illuminati.state import State
from engine.illuminati.view import public_view
from engine.illuminati.view import view as view_of
from pbem.games.illuminati.codec import decode_view, encode_view
from pbem.games.illuminati.report import picture as pictures
from pbem.games.illuminati.report.mails import answering, asking, held_lines, helping, past, turn
from pbem.games.illuminati.report.mails import finale as finales
from pbem.games.illuminati.report.mails import preview as previews
from pbem.games.illuminati.report.mails import status as statuses
from pbem.games.illuminati.report.mails import who as players
from pbem.games.illuminati.report.parts import standing

report = turn.report
news = past.news
history = past.history
past_turn = past.past_turn
public_story = past.public_story
asked = asking.asked
asked_again = asking.asked_again
reminder = asking.reminder
printable = answering.printable
answer = answering.answer
done_later = held_lines.done_later
status = statuses.status
public_world = statuses.public_world
who = players.who
cards = helping.cards
rules = helping.rules
preview = previews.preview
finale = finales.finale
count = standing.count
picture_alt = (
    "The power structures as they lie and the uncontrolled groups. "
    "The tables below say the same in words."
)


def view(state: State, seat: str) -> str:
    """What a seat may know, as JSON; what anybody may know for ""."""
    return encode_view(view_of(state, seat) if seat else public_view(state))


def board(view: str) -> str:
    """A view drawn as SVG for a page, each card with an id of its own."""
    return pictures.board(decode_view(view))


@lru_cache(maxsize=16)
def picture(view: str) -> bytes:
    """The structures as a seat may know them, as PNG."""
    return pictures.picture(decode_view(view))
