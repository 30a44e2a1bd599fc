"""Hop 2: a letter is read once; what it does and its answer are one transaction."""

from __future__ import annotations

from functools import partial

from pbem.service.context import ServiceContext, until_done
from pbem.service.cpu_use import write_down
from pbem.service.letters.loading import letter_with_game
from pbem.service.letters.moderator_letters import moderator_meant, read_commands_of
from pbem.service.letters.other_letters import close_other, close_outdated
from pbem.service.letters.reading_attempts import count_reading, put_off
from pbem.service.letters.recording import record_letter
from pbem.service.letters.sorting import duplicate_of, sort_letter
from pbem.service.locks import single_worker
from pbem.service.moderating.holds import hold_back, hold_on
from pbem.service.orders.fencing import OUTDATED, is_outdated
from pbem.service.orders.judging import judge
from pbem.service.orders.submission import load_submission


def read_letter(service: ServiceContext, letter_id: int, *, in_own_process: bool = False) -> bool:
    """Read a letter that is still unread; True if this call did it.

    A letter waits until those its seat sent before are read, and one that came after the deadline
    until the turn is run. Raises WantsOwnProcess unless it is told that it runs in one.
    """
    with single_worker(service.database, "letter", letter_id) as is_alone:
        if not is_alone or not count_reading(service, letter_id, in_own_process):
            return False
        is_read = until_done(partial(_try, service, letter_id), f"letter {letter_id}")
    write_down(service)
    return is_read


def _try(service: ServiceContext, letter_id: int) -> bool | None:
    """Read, work out, keep; None if the game changed meanwhile and it must be done again."""
    now = service.clock()
    with service.database.read() as session:
        letter, rows = letter_with_game(session, letter_id)
        moderator = moderator_meant(session, letter)
        if moderator is not None:
            return read_commands_of(service, letter, moderator, now)
        sorted_as = sort_letter(service, session, letter, now)
        submission = None
        if sorted_as.is_read and rows is not None:
            submission = load_submission(service, session, letter, sorted_as.mailed, rows)
    if submission is None:
        return close_other(service, letter, sorted_as, now)
    if sorted_as.may_have_twin and submission.twin is not None:
        return close_other(service, letter, duplicate_of(submission.twin, sorted_as.mailed), now)
    if is_outdated(submission):
        return close_outdated(service, letter, OUTDATED, now)
    hold = hold_on(submission)
    if hold is not None:
        return hold_back(service, submission, hold, now)
    if submission.must_wait:
        return put_off(service, submission, now)
    return record_letter(service, submission, judge(submission), now)
