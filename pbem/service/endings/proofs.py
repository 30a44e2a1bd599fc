"""The proof that a game was played fairly, as a file that goes with a mail."""

from __future__ import annotations

import gzip

from pbem.database import Session
from pbem.documents.layout.attachments import file_stem
from pbem.documents.layout.mail_context import AttachedFile
from pbem.games.contract.proof import verify_states
from pbem.games.registry import ruleset
from pbem.models import Game
from pbem.service.history.exporting import exported


def proof_of(session: Session, game: Game) -> AttachedFile:
    """A finished game as one packed file; the same game makes the same bytes."""
    packed = gzip.compress(exported(session, game).encode(), mtime=0)
    return AttachedFile(proof_name(game), "application/gzip", packed)


def proof_name(game: Game) -> str:
    """What the file of a game is called."""
    return f"{file_stem(game.name)}.json.gz"


def verified(session: Session, game: Game) -> list[str]:
    """Everything in a finished game that does not add up."""
    played, text = ruleset(game.ruleset), exported(session, game)
    if played.tools.verify is None:
        return verify_states(played, text)
    return played.tools.verify(text, _nobody_watches)


def _nobody_watches(_done: int, _of: int) -> None:
    """Who writes a letter sees no progress."""
