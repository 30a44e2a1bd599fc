"""One turn adjudicated from a written position: orders of all seats in, what happened out."""

from pbem.games.illuminati.adjudication.as_json import as_plain, attacks_of
from pbem.games.illuminati.adjudication.letters import JudgedLine
from pbem.games.illuminati.adjudication.turn import Adjudication, adjudicate

__all__ = ["Adjudication", "JudgedLine", "adjudicate", "as_plain", "attacks_of"]
