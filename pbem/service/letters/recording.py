"""What a letter comes to, and its answer, written in one transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.service.context import ServiceContext, log
from pbem.service.letters.closing import close_read, keep_evidence
from pbem.service.letters.filing import file_letter
from pbem.service.letters.follow_ups import follow_up
from pbem.service.letters.held_texts import hold_leaks
from pbem.service.letters.late_letters import (
    answer_archived,
    answer_late,
    answer_overtaken,
    is_overtaken,
)
from pbem.service.letters.locking import lock_letter_of_seat
from pbem.service.letters.page_answers import send_answers, slot_of
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.mailing.outbox import addressee
from pbem.service.moderating.vote_results import carry_out_votes
from pbem.service.orders.judging import Judged
from pbem.service.orders.submission import Submission


def record_letter(
    service: ServiceContext, submission: Submission, judgement: Judged, now: datetime
) -> bool | None:
    """Write the sheet, the deeds and the answer, if neither letter nor game has changed.

    False where the letter has been read meanwhile, None where the game has changed. Rows are
    written once, when all is done, and not before each look at another.
    """
    with service.database.write() as session, session.no_autoflush:
        most = service.settings.mail.answers_an_hour
        locked = lock_letter_of_seat(session, submission, most, now)
        if locked is None:
            return False
        letter, game, seat, facts = locked
        if game.version != submission.snapshot.version:
            return None
        if submission.written:
            letter.raw = submission.written
        known = replace(submission.snapshot, game=game)
        tx = SeatTx(service, session, now, game, known, row=seat)
        has_script = judgement.script.text is not None
        late = judgement.is_past or submission.is_late(has_script=has_script)
        unused = "too late" if late else None
        if unused is None and is_overtaken(submission, judgement):
            unused = "overtaken"
        close_read(session, letter, facts, unused, now)
        keep_evidence(session, letter, submission.mailed, submission.player, facts)
        slot = slot_of(tx, letter, facts.last_answer)
        judgement = hold_leaks(tx, submission, judgement)
        if game.archived_at is not None:
            answers = answer_archived(tx, submission)
        elif late:
            answers = answer_late(tx, submission, judgement)
        elif unused:
            answers = answer_overtaken(tx, submission, judgement)
        else:
            answers = file_letter(tx, submission, judgement, slot.earlier)
        to = addressee(game, seat, submission.player, facts.reader_after(judgement))
        send_answers(tx, to, answers, slot, letter)
        if game.archived_at is None and not judgement.is_preview:
            follow_up(tx, submission, judgement, letter, is_used=not unused)
            if facts.may_decide(judgement) and not unused:
                carry_out_votes(tx)
    log.info("letter read", letter=letter.id, game=game.id, seat=seat.id)
    return True
