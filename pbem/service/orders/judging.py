"""A letter of a seat is judged by its game; what is stored of that is the service's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from pbem.clock import OFFERS, deadline_after
from pbem.games.contract.orders import (
    STANDING,
    JudgedLine,
    Judgement,
    LetterInput,
    SeatFile,
    SheetResult,
)
from pbem.games.contract.values import Step
from pbem.service.clocks import clock_of
from pbem.service.codes import code_of, is_one_of
from pbem.service.orders.press import with_press_rules
from pbem.service.orders.submission import Submission
from pbem.service.preferences import zone_for
from pbem.service.snapshots import GameSnapshot
from pbem.values import changed

Judged = Judgement[Any, Any]


def resign_code(secret: str, seat: str, turn: int) -> str:
    """The word a player adds to RESIGN, so that no slip ends his game; good for that turn of the
    game and the next."""
    return code_of(bytes.fromhex(secret), "resign", seat, turn)


def letter_for(snapshot: GameSnapshot, seat: str, text: str, **known: Any) -> LetterInput:
    """A text as if the seat had sent it at the moment of the snapshot, with nothing on file unless
    that is `known`, or any other field of it."""
    game, turn = snapshot.game, snapshot.status.turn
    answers = {ask.key: "" for ask in snapshot.status.windows_of(seat)}

    @cache
    def codes() -> list[str]:
        return [resign_code(game.secret, seat, at) for at in (turn, turn - 1)]

    known.setdefault("filed", SeatFile(answers=answers))
    return LetterInput(
        seat,
        text,
        zone=zone_for(snapshot.players[seat]),
        offers_end_at=_offers_end(snapshot),
        resign_code=lambda: codes()[0],
        is_resign_code=lambda typed: is_one_of(typed, codes()),
        **known,
    )


def _offers_end(snapshot: GameSnapshot) -> datetime | None:
    """When an offer ends that is made at that moment and names no day, where the clock says so."""
    if snapshot.at is None:
        return None
    clock = clock_of(snapshot.game)
    return deadline_after(clock, OFFERS, snapshot.at) if OFFERS in clock.waits else None


def judge(submission: Submission) -> Judged:
    """What becomes of a letter; what was over when it came opens what it has done."""
    snapshot, mailed = submission.snapshot, submission.mailed
    letter = letter_for(
        snapshot,
        submission.seat.name,
        mailed.text,
        filed=submission.filed(),
        is_past=submission.closed is not None,
        unread=tuple(mailed.ignored),
        budget=mailed.budget,
    )
    given = snapshot.given
    judgement = snapshot.ruleset.language.judge(given, letter)
    if given.is_over:
        judgement = _of_no_use(judgement)
    if judgement.talk:
        lines = with_press_rules(submission, judgement.lines, has_orders=_has_orders(judgement))
        judgement = replace(judgement, lines=lines)
    if not submission.ended:
        return judgement
    done = judgement.done or Step(snapshot.state, ())
    return replace(judgement, done=Step(done.state, (*submission.ended, *done.events)))


def _of_no_use(judgement: Judged) -> Judged:
    """What is written to a game that is over: no order of it counts, so none is filed."""
    return replace(
        judgement,
        lines=tuple(map(_refused_when_over, judgement.lines)),
        script=SheetResult(),
        answers={},
        ahead={},
        standing=None,
        done=None,
        acted=(),
        resigns=False,
    )


def _refused_when_over(line: JudgedLine) -> JudgedLine:
    is_order = line.command is None and line.talk is None
    if not is_order or line.status not in STANDING | {"ASK"}:
        return line
    return JudgedLine(
        *(line.number, line.text, "REFUSED", line.understood, "The game is over."),
        reason="game-over",
        verb=line.verb,
        place=line.place,
    )


def _has_orders(judgement: Judged) -> bool:
    """Whether a letter files something, so that nobody need wait for its writer."""
    filed = (judgement.script, *judgement.answers.values())
    return any(sheet.text for sheet in filed) or any(
        line.word.verb == "READY" for line in judgement.commands
    )


def format_lines(lines: Sequence[JudgedLine], *, is_preview: bool) -> tuple[JudgedLine, ...]:
    """The lines that were read; in a preview nothing was done.

    Of those that were too much to read the first stands for all.
    """
    rest = next((line for line in lines if line.status == "UNREAD"), None)
    asked = (changed(rest, status="ASK"),) if rest else ()
    shown = (*(line for line in lines if line.status not in ("IGNORED", "UNREAD")), *asked)
    if not is_preview:
        return shown
    return tuple(
        changed(line, status="OK", note=f"It would be done at once. {line.note}".rstrip())
        if line.status == "DONE"
        else line
        for line in shown
    )
