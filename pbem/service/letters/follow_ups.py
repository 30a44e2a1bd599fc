"""What a letter brings about besides its answer: texts to others, news, lessons."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.grammar.orders.parsed import TalkText
from pbem.mails.moderation import letter_to_moderator
from pbem.models import Letter, key_of
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.orders.judging import Judged
from pbem.service.orders.notifying import notify_touched
from pbem.service.orders.submission import Submission
from pbem.service.orders.talk import written_in
from pbem.service.orders.talk_mails import notify_texts
from pbem.service.seats.moderators import header_for, moderators_of, notify_moderator
from pbem.service.transaction import GameTx
from pbem.service.turns.tutoring import begin_tutorial


def follow_up(
    tx: SeatTx, submission: Submission, judgement: Judged, letter: Letter, *, is_used: bool
) -> None:
    """Tell others what concerns them, and begin the lessons that were asked for."""
    if judgement.done is not None and is_used:
        notify_touched(tx, tx.row.name, judgement.done.events, f"news:{letter.id}")
    _pass_on(tx, submission, judgement.talk)
    if is_used:
        begin_tutorial(tx, submission.player, tx.row, letter, judgement.commands)


def _pass_on(tx: GameTx, submission: Submission, texts: Sequence[TalkText]) -> None:
    """Send what a letter says to named players and to the moderators."""
    notify_texts(tx, written_in(submission), texts)
    _ask_moderators(tx, submission, [t.text for t in texts if t.kind == "say" and not t.to])


def _ask_moderators(tx: GameTx, submission: Submission, texts: Sequence[str]) -> None:
    """One mail to each moderator but the writer; a notice to the operator where there is none."""
    if not texts:
        return
    seat, letter = submission.seat, key_of(submission.letter)
    found = moderators_of(tx.session, tx.id)
    for moderator, player in found:
        if player.id != seat.person_id:
            mail = letter_to_moderator(header_for(tx.game, player, tx.now), seat.name, texts)
            notify_moderator(tx, moderator, player, mail, f"asks:{letter}:m{moderator.id}")
    if not found:
        text = " ".join(" ".join(texts).split())
        tx.add_notice("asks", f"{seat.name} of {tx.game.name} writes: {text}", f"asks:{letter}")
