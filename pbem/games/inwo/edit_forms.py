"""What EDIT can change in a game of INWO: its forms, for help and for whoever writes none."""

from __future__ import annotations

from collections.abc import Mapping

from engine.inwo.state import InwoState
from pbem.games.contract.editing import Edits
from pbem.games.contract.tools import lazy

_FORMS: Mapping[str, str] = {
    "TOKENS OF card n": "The action tokens on a card in play.",
    "GIVE group TO seat UNDER master AT N": "A Group with all that hangs on it, at arrow N, E, S "
    "or W of its new master; one of a hand or pile comes into play so.",
    "GIVE resource TO seat": "A Resource, wherever it is, lies before a seat.",
    "card TO HAND, DECK, BOTTOM or DISCARDS OF seat": "A card alone; DECK is the top of the deck.",
    "DEVASTATED place or RELIEVED place": "A Place is Devastated, or is so no longer.",
    "STATE path = json": "Any other field, such as STATE seats.bob.turns_taken = 4.",
}
_EDITING = "pbem.games.inwo.editing"
EDITS: Edits[InwoState] = Edits(_FORMS, lazy(f"{_EDITING}:edited"))
