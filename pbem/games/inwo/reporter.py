"""The mails of INWO: what happened, how things stand, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
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
from pbem.games.contract.reports import Issue, PrintableLetter, SeatNotes
from pbem.games.inwo import world
from pbem.games.inwo.finale import InwoFinale
from pbem.games.inwo.paper import own_diary, paper
from pbem.games.inwo.rulebook import BOOK
from pbem.games.inwo.suggestions import suggested
from pbem.games.inwo.teaching import taught


class InwoReporter(InwoFinale):
    """Mails from templates; what is seldom asked for is told in whole sentences."""

    def world(self, state: InwoState, seat: str, /) -> Sequence[str]:
        return (render_part("inwo/table", world.table(state, seat) | {"legend": False}),)

    def view(self, state: InwoState, seat: str, /) -> str:
        return world.view_told(state, seat)

    def report(
        self, game: GameInput[InwoState], about: MailContext, issue: Issue, /
    ) -> Mail | None:
        told = self._tales(game.state, about.seat, issue.events)
        values = _context(game.state, about, issue.on_file) | {
            "story": told,
            "diary": own_diary(issue.talk, about.seat),
            "paper": paper(about, issue, is_over=about.opened_secret is not None),
            "legend": issue.legend or about.is_first,
            "press": about.press,
        }
        mail = render("inwo/turn", values)
        body = taught(mail.body, game.state, about.seat, issue.teaching)
        return Mail(mail.subject, body, mail.kind, attachments_for(about))

    def asked(
        self, game: GameInput[InwoState], about: MailContext, /, *, is_answered: bool
    ) -> Mail:
        return render("inwo/bulletin", _context(game.state, about) | {"legend": False})

    def reminder(
        self,
        game: GameInput[InwoState],
        about: MailContext,
        on_file: str,
        grace_until: datetime | None,
        /,
    ) -> Mail:
        grace = clock.full(grace_until, about.zone) if grace_until else ""
        filed = tuple(on_file.split("\n")) if on_file else ()
        return render("inwo/reminder", _context(game.state, about, filed) | {"grace": grace})

    def status(self, game: GameInput[InwoState], about: MailContext, notes: SeatNotes, /) -> Mail:
        filed = [*notes.script.split("\n"), *notes.answers]
        more = {"standing": notes.standing, "stopped": notes.stopped, "legend": True}
        return render("inwo/status", _context(game.state, about, filed) | more)

    def answer(
        self,
        state: InwoState,
        about: MailContext,
        answer: Acknowledgement,
        letters: Sequence[PrintableLetter],
        /,
    ) -> Mail:
        lines = (*answer.answers_on_file, *answer.script_on_file)
        filed = [f"{line.number}: {line.told}" if line.number else line.told for line in lines]
        more = {
            "verdict": "COVERED" if answer.is_covered else "NOT COVERED",
            "letters": letters,
            "is_due": answer.is_due,
        }
        return render("inwo/acknowledgement", _context(state, about, filed) | more)

    def rules(
        self, about: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]], /
    ) -> Mail:
        return BOOK.mail(about, words, rulings)

    def cards(self, state: InwoState, about: MailContext, cards: Sequence[str], /) -> Mail:
        return render(
            "inwo/card", {"head": letterhead(about), "cards": list(map(world.card_told, cards))}
        )


def _context(state: InwoState, context: MailContext, on_file: Sequence[str] = ()) -> dict[str, Any]:
    """What every mail to a seat may say."""
    lines = [one_line(line, 300) for line in on_file if line]
    return world.standing(state, context.seat) | {
        "head": letterhead(context),
        "on_file": lines,
        "suggestions": suggested(state, context.seat),
    }
