"""What EDIT can change: its forms, for help and for whoever writes none of them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.illuminati.state import State
from pbem.games.contract.editing import Edits
from pbem.games.contract.tools import lazy

_FORMS: Mapping[str, str] = {
    "MONEY OF card n": "The MB on a card in play.",
    "GIVE group TO seat UNDER master AT N": "A group with its puppets, at an arrow N, E, S or W.",
    "GIVE special TO seat": "A Special, wherever it is, goes to a hand.",
    "HAND OF seat ADD special": "The same.",
    "HAND OF seat REMOVE special": "It goes to the discards.",
    "card TO UNCONTROLLED, DEAD, DECK or DISCARDS": "A card alone; the deck is filled from below.",
    "MOVE TO seat": "Whose turn it is; no income or card comes with it, its time begins anew.",
    "GOAL OF seat card or NONE": "A secret goal, by its Illuminati.",
    "KILLS OF seat ADD card": "A card that counts as destroyed by a seat; REMOVE takes it off.",
    "STATE path = json": "Any other field, such as STATE seats.bob.turns_taken = 4.",
}
_EDITING = "pbem.games.illuminati.editing"
EDITS: Edits[State] = Edits(_FORMS, lazy(f"{_EDITING}:edited"), lazy(f"{_EDITING}:allow"))
