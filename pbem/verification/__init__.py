"""The proof that a game was played fairly, from its exported file alone (R12.10)."""

from pbem.verification.moderated import DRAWS_OF_AN_ERA, WORDS
from pbem.verification.proof import FORMAT, ExportError, remarks, verify

__all__ = ["DRAWS_OF_AN_ERA", "FORMAT", "WORDS", "ExportError", "remarks", "verify"]
