"""The mails a letter asks for beside its answer, one of each kind in the order they were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.illuminati.game import view
from engine.illuminati.state import State
from engine.illuminati.view import View
from pbem.database import Session
from pbem.language import Control, ReadLine, format_line, help_text
from pbem.models import BOTH, Outbox, Player
from pbem.reports import About, Mail, attachments_for, help_mail, status
from pbem.reports.gathering import who_mail
from pbem.reports.helping import card_mail, rules_mail
from pbem.reports.past import history_mail, one_turn_mail
from pbem.reports.stating import matters
from pbem.reports.wished import display_mail, settings_mail, tutorial_mail
from pbem.service.case import last_report
from pbem.service.desktop import Desktop
from pbem.service.lookups import (
    chapters_of_rules,
    guests_of,
    one_past_turn,
    past_turns,
    rules_found,
    rules_of_card,
    sent_again,
    since_own_turn,
    waited_for,
)
from pbem.service.policies import odds_of
from pbem.service.settling import setting_rows
from pbem.service.tutorial import running_tutorial, tutorial_name
from pbem.service.wishes import wishes_of

MOST_OF_A_KIND = 8
"""Cards, rules, verbs or reports in the answer to one letter."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the mails are made from; `script` and `answers` are what is on file after the letter.

    `policies` are standing instructions as lines, `changed` sentences about settings that were
    changed just now.
    """

    session: Session
    desktop: Desktop
    about: About
    state: State
    script: Sequence[ReadLine]
    answers: Sequence[ReadLine]
    letter_id: int
    policies: Sequence[str] = ()
    changed: Sequence[str] = ()

    @property
    def view(self) -> View:
        return view(self.state, self.desktop.seat)

    @property
    def player(self) -> Player:
        return self.desktop.shelf.players[self.desktop.seat]

    def told(self, lines: Sequence[ReadLine]) -> list[str]:
        names = self.desktop.shelf.names(self.desktop.seat)
        return [format_line(line, names) for line in lines]


def asked_mails(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    """One mail a word, whatever number of times it was asked; nothing is told twice."""
    kinds: dict[str, list[Control]] = {}
    for word in dict.fromkeys(words):
        kinds.setdefault(word.word, []).append(word)
    mails: list[Mail] = []
    for name, same in kinds.items():
        mails += _MAILS[name](asked, same[:MOST_OF_A_KIND])
    return mails


def _help(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    texts = [help_text(word.argument or None) for word in words]
    return [help_mail(asked.about, "\n\n".join(texts))]


def _rules(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    found = [rules_found(word.argument) for word in words]
    return [rules_mail(asked.about, found, chapters_of_rules())]


def _card(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    cards = [(word.argument, rules_of_card(word.argument)) for word in words]
    return [card_mail(asked.about, asked.view, cards)]


def _status(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    desktop = asked.desktop
    shelf, seat = desktop.shelf, desktop.seat
    odds = odds_of(asked.state, seat, asked.policies, shelf.names(seat))
    events = since_own_turn(asked.session, shelf, seat)
    more = matters(asked.about, asked.view, asked.told(asked.answers), events)
    return [status(asked.about, asked.view, asked.told(asked.script), asked.policies, odds, more)]


def _who(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    shelf = asked.desktop.shelf
    awaited = waited_for(asked.session, shelf)
    return [who_mail(asked.about, asked.view, guests_of(shelf), awaited)]


def _history(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    game, seat = asked.desktop.shelf.game, asked.desktop.seat
    mails = []
    for word in words:
        if word.argument.isdecimal():
            number = int(word.argument)
            turns = one_past_turn(asked.session, game, seat, asked.state, number)
            mails.append(one_turn_mail(asked.about, asked.view, number, turns))
        else:
            turns = past_turns(asked.session, game, seat, asked.state)
            mails.append(history_mail(asked.about, asked.view, turns))
    return mails


def _resend(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    seat = asked.desktop.shelf.seats[asked.desktop.seat]
    rows: list[Outbox] = []
    for word in words:
        turn = int(word.argument) if word.argument.isdecimal() else None
        row = last_report(asked.session, seat, turn)
        if row is not None and row.id not in [other.id for other in rows]:
            rows.append(row)
    return [sent_again(asked.session, row) for row in rows]


def no_such_report(session: Session, desktop: Desktop, words: Sequence[Control]) -> list[str]:
    """A sentence for every RESEND that asks for a report there never was."""
    seat = desktop.shelf.seats[desktop.seat]
    missing = [
        word.argument
        for word in words
        if word.word == "RESEND"
        and word.argument.isdecimal()
        and last_report(session, seat, int(word.argument)) is None
    ]
    return [
        f"RESEND {turn}: no report of yours opened turn {turn}. HISTORY lists the turns."
        for turn in missing
    ]


def _settings(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    return [settings_mail(asked.about, setting_rows(asked.player), asked.changed)]


def _display(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    has_html = asked.player.format == BOTH
    has_picture = has_html and wishes_of(asked.player).pictures
    mail = display_mail(asked.about, has_html=has_html, has_picture=has_picture)
    files = attachments_for(asked.view, asked.about, with_picture=has_picture, with_calendar=False)
    return [Mail(mail.subject, mail.text, mail.kind, files)]


def _tutorial(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    running = running_tutorial(asked.session, asked.player)
    name = tutorial_name(asked.letter_id)
    return [tutorial_mail(asked.about, name, running.name if running else "")]


_MAILS: dict[str, Callable[[Asked, Sequence[Control]], list[Mail]]] = {
    "HELP": _help,
    "RULES": _rules,
    "CARD": _card,
    "STATUS": _status,
    "WHO": _who,
    "HISTORY": _history,
    "RESEND": _resend,
    "SET": _settings,
    "DISPLAY": _display,
    "TUTORIAL": _tutorial,
}
ASKING = tuple(_MAILS)
"""Words that are answered by a mail of their own."""
