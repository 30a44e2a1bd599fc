"""What would come of the open turn, told to a moderator who may see everything."""

from __future__ import annotations

from collections.abc import Sequence

from engine.inwo import events as ev
from engine.inwo.state import InwoState
from pbem.documents.layout.cast import listed
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render
from pbem.games.contract.reports import Preview
from pbem.games.inwo.card_names import names_of
from pbem.games.inwo.reasons import reason_text


def preview_mail(
    state: InwoState, preview: Preview[InwoState, ev.InwoEvent], story: Sequence[object]
) -> Mail:
    """Scripts with what is not carried out, the story, and the hands; no scripts before a lead."""
    has_scripts = state.turn.step != "leads"
    values = {
        "preview": preview,
        "turns": [
            (number, step.seat, [*map(_on_one_line, step.orders)], _left_out(step.events))
            for number, step in preview.turns
            if has_scripts
        ],
        "story": story,
        "diary": (),
        "what": "the story",
        "winners": listed([proper_name(name) for name in preview.after.winners]),
        "hands": [
            (proper_name(one.name), names_of(one.plots), names_of(one.groups))
            for one in preview.after.seats
            if not one.is_out
        ],
    }
    return render("inwo/preview", values)


def _on_one_line(text: str) -> str:
    return one_line(text, 300)


def _left_out(events: Sequence[ev.InwoEvent]) -> list[str]:
    """The lines of a script that are not, or not wholly, carried out."""
    return [
        f"{event.line}: {event.part and event.part + ' is left out. '}{_why(event)}"
        for event in events
        if isinstance(event, ev.LineSettled) and event.status != "ok"
    ]


def _why(event: ev.LineSettled) -> str:
    if event.status == "skipped":
        return "Its IF is not so."
    return reason_text((event.reason, event.rule))
