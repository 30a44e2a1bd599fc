"""The mails of INWO: what happened, how things stand, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.inwo.state import InwoState
from pbem.documents.layout import clock
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render, render_part
from pbem.games.contract.orders import Acknowledgement, GameInput
from pbem.games.contract.reports import Issue, PastTurn, PrintableLetter, SeatNotes
from pbem.games.inwo import world
from pbem.games.inwo.finale import InwoFinale
from pbem.games.inwo.newspaper import newspaper, own_diary
from pbem.games.inwo.rulebook import BOOK
from pbem.games.inwo.suggestions import suggested
from pbem.games.inwo.teaching import taught


class InwoReporter(InwoFinale):
    """Mails from templates; what is seldom asked for is told in whole sentences."""

    def world(self, state: InwoState, seat: str, /) -> Sequence[str]:
        return (render_part("inwo/table", world.table(state, seat)),)

    def view(self, state: InwoState, seat: str, /) -> str:
        return world.encode_view(state, seat)

    def report(
        self, game: GameInput[InwoState], context: MailContext, issue: Issue, /
    ) -> Mail | None:
        story = self.scenes(game.state, context.seat, issue.events)
        values = _context(game.state, context, issue.on_file) | {
            "story": story,
            "diary": own_diary(issue.talk, context.seat),
            "paper": newspaper(context, issue, is_over=context.opened_secret is not None),
            "press": context.press,
            "what": "",
            "teaching": issue.teaching,
        }
        values["is_over"] |= context.opened_secret is not None
        mail = render("inwo/turn", values)
        body = taught(mail.body, game.state, context.seat, issue.teaching)
        return Mail(mail.subject, body, mail.kind, attachments_for(context))

    def asked(
        self, game: GameInput[InwoState], context: MailContext, /, *, is_answered: bool
    ) -> Mail:
        return render("inwo/bulletin", _context(game.state, context))

    def reminder(
        self,
        game: GameInput[InwoState],
        context: MailContext,
        on_file: str,
        grace_until: datetime | None,
        /,
    ) -> Mail:
        grace = clock.full(grace_until, context.zone) if grace_until else ""
        filed = tuple(on_file.split("\n")) if on_file else ()
        return render("inwo/reminder", _context(game.state, context, filed) | {"grace": grace})

    def status(self, game: GameInput[InwoState], context: MailContext, notes: SeatNotes, /) -> Mail:
        filed = [*notes.script.split("\n"), *notes.answers]
        if notes.ended:
            filed = []
        values = _context(game.state, context, filed)
        more = {"standing": () if notes.ended else notes.standing, "stopped": notes.stopped}
        return render("inwo/status", _ended(values, notes.ended) | more)

    def answer(
        self,
        state: InwoState,
        context: MailContext,
        answer: Acknowledgement,
        letters: Sequence[PrintableLetter],
        /,
    ) -> Mail:
        lines = () if answer.is_over else (*answer.answers_on_file, *answer.script_on_file)
        filed = [
            f"{line.number}: {line.understood}" if line.number else line.understood
            for line in lines
        ]
        asked = sum(line.status == "ASK" for letter in letters for line in letter.lines)
        more = {
            "verdict": answer.verdict(asked),
            "letters": letters,
            "is_due": answer.is_due,
            "ahead": [one_line(text, 200) for text in answer.ahead],
            "is_numbered": any(line.number for line in lines),
        }
        values = _context(state, context, filed)
        values["is_over"] |= answer.is_over
        return render("inwo/acknowledgement", values | more)

    def history(self, state: InwoState, context: MailContext, events: Sequence[Any], /) -> Mail:
        lines = list(self.account(state, context.seat, events))
        return render("inwo/history", {"head": letterhead(context), "lines": lines})

    def past_turn(
        self, state: InwoState, context: MailContext, turn: PastTurn[InwoState, Any], /
    ) -> Mail:
        what = f"Turn {turn.number} as it was"
        story = self.scenes(turn.after, context.seat, turn.events)
        values = _context(turn.after, context) | {"what": what, "story": story, "diary": ()}
        return replace(render("inwo/past", values), kind="history")

    def rules(
        self, context: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]], /
    ) -> Mail:
        return BOOK.mail(context, words, rulings)

    def cards(self, state: InwoState, context: MailContext, cards: Sequence[str], /) -> Mail:
        return render(
            "inwo/card", {"head": letterhead(context), "cards": list(map(world.card_facts, cards))}
        )


def _ended(values: dict[str, Any], how: str) -> dict[str, Any]:
    """What a mail says of a game that a moderator has ended: nobody is asked any more."""
    if not how:
        return values
    return values | {"is_over": True, "asked": "", "winners": values["winners"] or how}


def _context(state: InwoState, context: MailContext, on_file: Sequence[str] = ()) -> dict[str, Any]:
    """What every mail to a seat may say."""
    lines = [one_line(line, 300) for line in on_file if line]
    return world.standing(state, context.seat) | {
        "head": letterhead(context),
        "on_file": lines,
        "suggestions": suggested(state, context.seat),
    }
