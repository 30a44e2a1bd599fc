"""What is asked of players: the bulletin of an announced script, and reminders."""

from __future__ import annotations

from datetime import datetime

from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.state import State
from engine.illuminati.turn.announcing import bulletin, seen_bulletin
from engine.illuminati.view import view
from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.games.illuminati.judging.context import Given, all_policies, announced_script, lines_of
from pbem.games.illuminati.judging.standing import reserve_of
from pbem.games.illuminati.language import format_line, script_of
from pbem.games.illuminati.language.forms.conditions import format_conditions
from pbem.games.illuminati.report.mails.bulletin import (
    Bulletin,
    KnownAttack,
    bulletin_again,
    bulletin_mail,
)
from pbem.games.illuminati.report.parts.totals import totals


def asked(given: Given, context: MailContext, *, is_answered: bool) -> Mail:
    """The bulletin of an announced script, or for whoever has announced it the confirmation."""
    state, seat = given.state, context.seat
    names, mover = given.names(seat), state.turn.seat
    assert state.announced is not None, "a bulletin tells of what is announced"
    shown = []
    for attack in bulletin(state, script_of(announced_script(given)), all_policies(given)):
        known = seen_bulletin(attack, seat, state)
        conditions = format_conditions(known.conditions, names).strip().rstrip(":")
        shown.append(KnownAttack(known, conditions))
    others = [other.name for other in state.seats_in() if other.name != mover]
    if seat == mover:
        announced = Bulletin(shown, others, state.announced.script)
    else:
        reserve = reserve_of(given.standing[seat], names)
        announced = Bulletin(shown, others, reserve=reserve, is_answered=is_answered)
    return bulletin_mail(context, view(state, seat), announced)


def asked_again(
    state: State, context: MailContext, mail: Mail, *, is_answered: bool = False
) -> Mail:
    """A bulletin once more, with the deadline of now."""
    attacks = len(state.announced.lines) if state.announced else 0
    return bulletin_again(context, mail, attacks, is_answered=is_answered)


def reminder(
    given: Given, context: MailContext, on_file: str, grace_until: datetime | None
) -> Mail:
    """To somebody who is waited for: until when, what is on file, what is open, what silence does.

    `grace_until` is how long a missing script is waited for.
    """
    seat, announced = context.seat, given.state.announced
    lines, names = lines_of(given, seat, on_file), given.names(seat)
    counted = totals([line.order for line in lines], view(given.state, seat))
    values = {
        "head": letterhead(context),
        "on_file": [one_line(format_line(line, names)) for line in lines],
        "actions_left": counted.actions_left,
        "most_actions": ACTIONS,
        "is_pass": counted.is_pass,
        "is_bot": context.silence == BOT,
        "grace": clock.full(grace_until, context.zone) if grace_until else "",
        "attacks": len(announced.lines) if announced else 0,
    }
    return render("illuminati/reminder", values)
