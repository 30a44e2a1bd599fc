"""How things stand, what is on file, what is asked: STATUS and reminders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest

from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.state import State
from engine.illuminati.view import View, public_view, view
from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render, render_part
from pbem.games.illuminati.judging.context import Given, lines_of
from pbem.games.illuminati.language import format_line
from pbem.games.illuminati.report.mails.turn import world_context
from pbem.games.illuminati.report.parts.own_matters import Matters
from pbem.games.illuminati.report.parts.totals import totals


@dataclass(frozen=True, slots=True)
class OwnStatus:
    """What a reader has on file, and what else he should know.

    `broken` says of each line of `script` why it cannot run as things stand, "" where it can.
    `policies` are the standing orders as lines, `odds` what is to be said of some of them,
    `matters` what else concerns the reader alone; `stopped` says why no deadline runs, `ended`
    how the game ended where nobody has won it, `is_ready` that the reader has said READY, so that
    nobody waits for him.
    """

    script: Sequence[str]
    policies: Sequence[str] = ()
    odds: Mapping[str, str] = field(default_factory=dict)
    matters: Matters | None = None
    stopped: str = ""
    ended: str = ""
    broken: Sequence[str] = ()
    is_ready: bool = False


def status(context: MailContext, view: View, own: OwnStatus) -> Mail:
    """How things stand now, without story or choices."""
    values = world_context(context, view) | {
        "on_file": [
            (one_line(line), one_line(why, 600))
            for line, why in zip_longest(own.script, own.broken, fillvalue="")
        ],
        "matters": own.matters,
        "stopped": one_line(own.stopped, 200),
        "is_over": bool(view.winners or own.ended),
        "ended": one_line(own.ended, 400),
        "is_ready": own.is_ready,
        "policies": [
            (one_line(text), one_line(own.odds.get(text, ""), 600)) for text in own.policies
        ],
    }
    return render("illuminati/status", values)


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


def public_world(state: State, context: MailContext) -> str:
    """How things stand as far as anybody may know."""
    return render_part("illuminati/public_world", world_context(context, public_view(state)))
