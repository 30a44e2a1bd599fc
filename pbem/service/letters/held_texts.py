"""Texts that would give their writers away: held back, and sent when these say so."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.documents.layout.cast import listed
from pbem.games.contract.orders import JudgedLine
from pbem.grammar.commands.spec import Command
from pbem.grammar.leaks import leaks_in
from pbem.grammar.orders.parsed import ALL, TalkKind, TalkText
from pbem.models import HeldTalk, Seat, Talk, key_of
from pbem.service.game_settings import is_anonymous
from pbem.service.orders.judging import Judged
from pbem.service.orders.press import press_problem
from pbem.service.orders.submission import Submission
from pbem.service.orders.talk import TalkOrigin, keep_texts
from pbem.service.orders.talk_mails import notify_texts
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused
from pbem.values import changed

DAY = timedelta(days=1)
MOST_A_DAY = 100
"""Texts that a seat may send to others within a day."""
TOO_MANY = f"You have sent {MOST_A_DAY} texts within a day. Send it tomorrow; a DIARY always works."
_NEVER = "nobody here may learn who you are before the game is over."
OUT_OF_THE_WAY = 100
"""What the places of texts that were held are raised by, so that none is that of another."""
_KINDS: dict[str, TalkKind] = {
    "say": "say",
    "rumour": "rumour",
    "promise": "promise",
    "letter": "letter",
}


def hold_leaks(tx: GameTx, submission: Submission, judgement: Judged) -> Judged:
    """The letter without the texts that would tell who its writer is, which are kept for him, and
    without those that are too many for one day."""
    if not judgement.talk:
        return judgement
    judgement = _within_quota(tx, submission, judgement)
    lines = tuple(
        _checked(tx, submission, line, is_preview=judgement.is_preview) for line in judgement.lines
    )
    return replace(judgement, lines=lines)


def _within_quota(tx: GameTx, submission: Submission, judgement: Judged) -> Judged:
    """The letter with so many texts as its seat may still send."""
    own = sa.select(sa.func.count()).where(
        col(Talk.game_id) == tx.id,
        col(Talk.seat) == submission.seat.name,
        col(Talk.kind) != "diary",
        col(Talk.created_at) > tx.now - DAY,
    )
    left = MOST_A_DAY - (tx.session.scalar(own) or 0)
    lines = []
    for line in judgement.lines:
        if line.talk is not None and line.talk.kind in _KINDS:
            left -= 1
            line = changed(line, status="REFUSED", note=TOO_MANY, talk=None) if left < 0 else line
        lines.append(line)
    return replace(judgement, lines=tuple(lines))


def is_held(line: JudgedLine) -> bool:
    """Whether a line is a text that was held back."""
    return line.status == "HELD" and line.order is None and line.command is None


def _checked(
    tx: GameTx, submission: Submission, line: JudgedLine, *, is_preview: bool
) -> JudgedLine:
    talk = line.talk
    if talk is None or talk.kind not in _KINDS or not talk.to:
        return line
    found = leaks_in(talk.text, submission.player.name, tuple(tx.snapshot.seats))
    if not found:
        return line
    what = f"It has {listed(list(found))}"
    if is_anonymous(tx.game):
        note = f"{what}, and {_NEVER}"
        return changed(line, status="REFUSED", note=note, talk=None)
    if is_preview:
        return changed(line, status="HELD", note=f"{what}, and would be held back.", talk=None)
    number = _hold(tx, submission, talk, line.place)
    note = f"{what}, so it waits for you. Send it without, or as it is with: SEND ANYWAY {number}"
    return changed(line, status="HELD", note=note, talk=None)


def _hold(tx: GameTx, submission: Submission, talk: TalkText, place: int) -> int:
    """Keep a text for its writer; its number."""
    seat = key_of(submission.seat)
    newest = tx.session.scalar(
        sa.select(sa.func.max(col(HeldTalk.number))).where(col(HeldTalk.seat_id) == seat)
    )
    held = HeldTalk(
        seat_id=seat,
        person_id=key_of(submission.player),
        number=(newest or 0) + 1,
        kind=talk.kind,
        hearers=None if talk.to == ALL else list(talk.to),
        signed=talk.signed,
        shown_to=None if talk.shown_to is None else list(talk.shown_to),
        text=talk.text,
        letter_id=key_of(submission.letter),
        place=place,
        created_at=tx.now,
    )
    tx.session.add(held)
    tx.session.flush()
    return held.number


def send_anyway(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Pass on a text that was held back, if the press rules still let it."""
    own = select(HeldTalk).where(HeldTalk.seat_id == seat.id, HeldTalk.person_id == seat.person_id)
    waiting = tx.session.exec(
        own.where(col(HeldTalk.sent_at).is_(None)).order_by(col(HeldTalk.number))
    ).all()
    meant = word.number if word.number or not waiting else waiting[-1].number
    held = next((row for row in waiting if row.number == meant), None)
    if held is None:
        there = listed([str(row.number) for row in waiting[-5:]])
        what = f"Waiting for you: {there}." if there else "No text is waiting for you."
        return refused(f"{word.line}: there is no such text. {what}")
    to = ALL if held.hearers is None else tuple(held.hearers)
    shown_to = None if held.shown_to is None else tuple(held.shown_to)
    talk = TalkText(_KINDS[held.kind], to, held.text, held.signed, shown_to)
    problem = press_problem(tx.snapshot, seat.name, talk) or (_NEVER * is_anonymous(tx.game))
    if problem:
        return refused(f"{word.line}: {problem}")
    held.sent_at = tx.now
    tx.session.add(held)
    first = OUT_OF_THE_WAY + held.place
    by = TalkOrigin(seat.name, tx.snapshot.status.turn, held.letter_id, first)
    keep_texts(tx, by, [talk])
    notify_texts(tx, by, [talk])
    return WordResult(f"{word.line}: your text has gone out as it was.")
