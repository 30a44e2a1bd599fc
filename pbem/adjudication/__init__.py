"""One turn adjudicated from a written position: orders of all seats in, what happened out."""

from pbem.adjudication.as_json import as_plain, attacks_of
from pbem.adjudication.letters import JudgedLine
from pbem.adjudication.turn import Adjudication, adjudicate

__all__ = ["Adjudication", "JudgedLine", "adjudicate", "as_plain", "attacks_of"]
