"""What a letter does to a game, worked out without the tables: the pure middle of hop 2."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, act, check
from engine.illuminati.legality import needs_own_turn, waits
from pbem.language import (
    Names,
    ReadLine,
    explain,
    format_line,
    merge,
    read,
    script_of,
    split,
)
from pbem.reports.about import AnswerLine
from pbem.service.shelf import Shelf, all_policies, dice_of
from pbem.service.verdicts import answer, assumed, judge, plain


@dataclass(frozen=True, slots=True)
class Work:
    """What a letter's lines come to.

    `script` is what is on file afterwards, None where the letter leaves it alone; `policies` the
    standing instructions that are new, as canonical lines; `outcome` what was carried out at
    once, `acted` the lines it came from; `words` the controls.
    """

    lines: tuple[AnswerLine, ...]
    script: tuple[ReadLine, ...] | None
    on_file: tuple[AnswerLine, ...]
    policies: tuple[str, ...]
    outcome: Outcome | None
    acted: tuple[str, ...]
    words: tuple[ReadLine, ...]
    resigned: bool


def resign_code(secret: str, seat: str) -> str:
    """The word a player adds to RESIGN, so that no slip ends his game."""
    return hmac.new(bytes.fromhex(secret), f"resign:{seat}".encode(), hashlib.sha256).hexdigest()[
        :6
    ]


def work_out(shelf: Shelf, seat: str, text: str, filed: Sequence[ReadLine]) -> Work:
    """Read a letter's new text and say what becomes of every line."""
    names = shelf.names(seat)
    lines = read(text, names)
    is_mover = shelf.state.turn.seat == seat
    parts = split(lines, is_mover=is_mover)
    acts = [line for line in lines if line in parts.deals or _is_act(line, is_mover)]
    answered: dict[int, AnswerLine] = {
        id(line): answer(line, "ASK", names, NO_ANNOUNCEMENT) for line in parts.answers
    }
    outcome, acted, resigned = _carry_out(shelf, seat, acts, names, answered)
    state = outcome.state if outcome else shelf.state
    planned = [line for line in lines if line not in acts]
    removes = any(line.fate == "removed" for line in lines)
    clears = any(line.control and line.control.word == "CLEAR" for line in parts.controls)
    has_script = clears or removes or any(line in parts.script for line in planned)
    script = (
        merge(() if clears else filed, planned, is_mover=is_mover) if has_script else tuple(filed)
    )
    rulings = check(state, seat, script_of(script)) if script else ()
    script, fates = judge(script, rulings, lines, names, is_mover=is_mover)
    policies = _policies(shelf, seat, parts.policies, names, answered)
    told = tuple(
        answered.get(id(line)) or fates.get(id(line)) or plain(line, names) for line in lines
    )
    on_file = tuple(fates[id(line)] for line in script)
    return Work(
        lines=told,
        script=script if has_script else None,
        on_file=on_file,
        policies=policies,
        outcome=outcome,
        acted=acted,
        words=parts.controls,
        resigned=resigned,
    )


NO_ANNOUNCEMENT = (
    "Scripts are not announced in this game yet, so there is no line to answer; without its "
    "number the order stands as a policy."
)


def _is_act(line: ReadLine, is_mover: bool) -> bool:
    """Whether a line is carried out when it is read: a goal, leaving; for others a gift (R9.1)."""
    if isinstance(line.order, od.ChooseGoal | od.Resign):
        return True
    if is_mover or line.order is None or line.conditions:
        return False
    if isinstance(line.order, od.GiveMoney | od.GiveSpecial | od.Show):
        return True
    if not isinstance(line.order, od.Play) or waits(line.order):
        return False
    return not needs_own_turn(line.order)


def _carry_out(
    shelf: Shelf,
    seat: str,
    acts: Sequence[ReadLine],
    names: Names,
    answered: dict[int, AnswerLine],
) -> tuple[Outcome | None, tuple[str, ...], bool]:
    """Carry out what needs no turn, line by line; a resignation only with its word."""
    state, told = shelf.state, []
    events: list[Event] = []
    resigned = False
    for line in acts:
        assert line.order is not None
        if isinstance(line.order, od.Resign):
            code = resign_code(shelf.game.secret, seat)
            if not hmac.compare_digest(line.code.casefold().encode(), code.encode()):
                note = f"This ends your game. If you mean it, send: RESIGN {code}"
                answered[id(line)] = answer(line, "ASK", names, note)
                continue
        one = od.Line(line.number, line.order, text=line.text)
        dice = dice_of(shelf.game, shelf.seats)
        outcome = act(state, seat, (one,), dice, all_policies(shelf))
        ruling = outcome.rulings[0]
        if ruling.status != "ok":
            note = explain(ruling.reason, ruling.facts, names)
            answered[id(line)] = answer(line, "REFUSED", names, note)
            continue
        resigned = resigned or isinstance(line.order, od.Resign)
        state = outcome.state
        events += outcome.events
        told.append(format_line(line, names))
        answered[id(line)] = answer(line, "DONE", names, assumed(line))
    if not events:
        return None, (), False
    return Outcome(state, tuple(events)), tuple(told), resigned


def _policies(
    shelf: Shelf,
    seat: str,
    lines: Sequence[ReadLine],
    names: Names,
    answered: dict[int, AnswerLine],
) -> tuple[str, ...]:
    found = []
    for line in lines:
        assert line.order is not None
        ruling = check(shelf.state, seat, (od.Line(1, line.order),))[0]
        if ruling.status == "ok":
            found.append(format_line(replace(line, number=0), names))
            answered[id(line)] = answer(line, "DONE", names, "It stands until you change it.")
        else:
            note = explain(ruling.reason, ruling.facts, names)
            answered[id(line)] = answer(line, "REFUSED", names, note)
    return tuple(found)


def is_late(
    is_mover: bool,
    has_script: bool,
    received_at: datetime,
    answers_turn: int | None,
    last: tuple[int, datetime | None, datetime] | None,
) -> bool:
    """Whether a letter with script orders was written for a turn that has been run.

    `last` is the seat's last turn: number, when it was due, when it was run; `answers_turn` the
    turn that was open in the mail it replies to.
    """
    if is_mover or not has_script or last is None:
        return False
    number, due_at, resolved_at = last
    if answers_turn is not None and answers_turn <= number:
        return True
    return due_at is not None and due_at < received_at <= resolved_at


def would_be_orders(ignored: Sequence[str], names: Names) -> tuple[str, ...]:
    """Those of the lines that were not read which would have been orders."""
    return tuple(
        text
        for text in ignored
        if any(line.fate in ("order", "control") for line in read(text, names))
    )


def touched_by(event: Event) -> tuple[str, ...]:
    """The seats that a deed between turns concerns beside the one who did it."""
    match event:
        case ev.GaveMoney() | ev.GaveSpecial():
            return (event.to,)
        case ev.Showed():
            return event.to
        case ev.SpiedHand():
            return (event.against,)
        case ev.Offered() | ev.OfferClosed() | ev.Traded():
            return (event.seat, event.to)
        case _:
            return ()
