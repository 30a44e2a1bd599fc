"""The mails a letter asks for beside its answer, one of each kind in the order they were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.illuminati import orders as od
from engine.illuminati.game import view
from engine.illuminati.state import State
from engine.illuminati.view import View
from pbem.database import Session
from pbem.language import Control, ReadLine, format_line, format_order, help_text
from pbem.models import BOTH, FINISHED, PAUSED, TUTORIAL, Act, Game, Letter, Player, key_of
from pbem.reports import About, Mail, attachments_for, help_mail, status
from pbem.reports.mails.helping import card_mail, rules_mail
from pbem.reports.mails.moderation_log import log_mail
from pbem.reports.mails.past import history_mail, one_turn_mail
from pbem.reports.mails.wished import display_mail, settings_mail, tutorial_mail
from pbem.reports.paper import clock
from pbem.reports.parts.gathering import who_mail
from pbem.reports.parts.stating import matters
from pbem.service.absence import away_until
from pbem.service.choices import choices_of
from pbem.service.clocks import clock_told
from pbem.service.letters.reissues import resend_problem, resent
from pbem.service.letters.standpoints import Place
from pbem.service.moderating.logbook import acts_of, entries_for_players, rulings_of
from pbem.service.orders.desktop import Desktop, Replies
from pbem.service.orders.lookups import (
    chapters_of_rules,
    guests_of,
    has_run,
    one_past_turn,
    past_events,
    rules_found,
    rules_of_card,
    since_own_turn,
    waited_for,
)
from pbem.service.orders.policies import odds_of
from pbem.service.orders.verdicts import judged
from pbem.service.players.settling import setting_rows
from pbem.service.said import Said, refused
from pbem.service.seats.moderators import moderators_of
from pbem.service.turns.tutorial import MOST_TURNS, running_tutorial, tutorial_name
from pbem.service.wishes import wishes_of

MOST_OF_A_KIND = 8
"""Cards, rules, verbs or reports in the answer to one letter."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the mails are made from; `script` and `answers` are what is on file after the letter.

    `is_ready` says that nobody need wait for the writer any more, `policies` are standing
    instructions as lines, `standing` words about when he is asked, `changed` sentences about
    settings that were changed just now.
    """

    session: Session
    desktop: Desktop
    about: About
    state: State
    script: Sequence[ReadLine]
    answers: Sequence[ReadLine]
    letter: Letter
    is_ready: bool
    policies: Sequence[str]
    changed: Sequence[str] = ()
    standing: Sequence[str] = ()

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
    rulings = rulings_of(asked.session, key_of(asked.desktop.shelf.game))
    return [rules_mail(asked.about, found, chapters_of_rules(), rulings)]


def _card(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    cards = [(word.argument, rules_of_card(word.argument)) for word in words]
    return [card_mail(asked.about, asked.view, cards)]


def _status(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    desktop = asked.desktop
    shelf, seat = desktop.shelf, desktop.seat
    odds = odds_of(asked.state, seat, asked.policies, shelf.names(seat))

    def tell(order: od.Order) -> str:
        return format_order(order, names)

    events, names = since_own_turn(asked.session, shelf, seat), shelf.names(seat)
    more = matters(asked.about, asked.view, asked.told(asked.answers), events, tell)
    told = asked.told(asked.script)
    stopped = _stopped(shelf.game, asked.about.zone)
    lines = judged(shelf, seat, asked.state, tuple(asked.script))
    broken = [line.note if line.fate == "REFUSED" else "" for line in lines]
    return [
        status(
            asked.about,
            asked.view,
            told,
            (*asked.policies, *asked.standing),
            odds,
            more,
            stopped=stopped,
            ended=_ended(asked),
            broken=broken,
            is_ready=asked.is_ready,
        )
    ]


def _stopped(game: Game, zone: str) -> str:
    """Why no deadline runs, in a sentence; "" where one does."""
    if game.phase == PAUSED:
        until = f" until {clock.full(game.resumes_at, zone)}" if game.resumes_at else ""
        return f"The game is paused{until}; what you send is read and answered."
    return ""


def _ended(asked: Asked) -> str:
    """How the game ended where nobody has won it, in a sentence; "" where it did not."""
    game = asked.desktop.shelf.game
    if game.phase != FINISHED or asked.state.winners:
        return ""
    act = next((act for act in acts_of(asked.session, key_of(game))[::-1] if _ends(act)), None)
    if act is None:
        how = _BY_ITSELF if game.kind == TUTORIAL else "nobody is left to play"
        return f"Nobody has won: {how}."
    why = f": {act.why.strip().rstrip('.')}" if act.why.strip() else ""
    at = clock.full(act.at, asked.about.zone)
    return f"Nobody has won: the moderator ended it {at}{why}."


_BY_ITSELF = (
    f"a game to learn by ends when a turn goes by without orders, or after {MOST_TURNS} turns"
)


def _ends(act: Act) -> bool:
    return act.verb == "TERMINATE" and not act.undone


def _who(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    shelf = asked.desktop.shelf
    game, awaited = shelf.game, None
    if not choices_of(game).hide_waited:
        awaited = _awaited(asked)
    told = clock_told(game)
    away = away_until(asked.session, shelf, asked.about.now)
    found = moderators_of(asked.session, key_of(game))
    chairs = [player.name for row, player in found if row.game_id is not None]
    guests = guests_of(shelf)
    ended = _ended(asked)
    mail = who_mail(
        asked.about, asked.view, guests, awaited, told, away, moderators=chairs, ended=ended
    )
    return [mail]


def _awaited(asked: Asked) -> list[str]:
    """Who is waited for; in a window everybody who may answer, for nobody is told who has."""
    shelf = asked.desktop.shelf
    if shelf.announced is None:
        return waited_for(asked.session, shelf, asked.about.now)
    return [seat.name for seat in shelf.state.seats_in() if seat.name != shelf.announced.seat]


def _log(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    game = asked.desktop.shelf.game
    entries, is_over = entries_for_players(asked.session, game), game.phase == FINISHED
    return [log_mail(game.name, asked.about.zone, entries, is_whole=False, is_over=is_over)]


def _history(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    game, seat = asked.desktop.shelf.game, asked.desktop.seat
    mails = []
    for word in words:
        if word.argument.isdecimal():
            number = int(word.argument)
            events, before = one_past_turn(asked.session, game, seat, asked.state, number)
            mails.append(one_turn_mail(asked.about, asked.view, number, events, before))
        else:
            events = past_events(asked.session, game, seat, asked.state)
            mails.append(history_mail(asked.about, asked.view, events))
    return mails


def _resend(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    shelf = replace(asked.desktop.shelf, state=asked.state)
    script = asked.told(asked.script)
    place = Place(asked.session, shelf, asked.desktop.seat, asked.about, script)
    mails = [mail for word in words for mail in resent(place, word)]
    return list({(mail.subject, mail.text): mail for mail in mails}.values())


def tell_asking_problems(session: Session, desktop: Desktop, replies: Replies) -> None:
    """Say of every word that does not bring what it asks for why it does not."""
    for line in tuple(replies.asked):
        problem = _problem(session, desktop, line.word)
        if problem is None:
            continue
        replies.tell(line, problem)
        if line.word.word != "RESEND" and not problem.is_done:
            replies.asked.remove(line)


def _problem(session: Session, desktop: Desktop, word: Control) -> Said | None:
    shelf = desktop.shelf
    if word.word == "RESEND":
        return resend_problem(session, shelf, desktop.seat, word)
    if word.word == "HISTORY" and word.argument:
        number = int(word.argument)
        if not has_run(session, shelf.game, number):
            why = f"turn {number} has not been played, so there is nothing to tell"
            return refused(f"HISTORY {number}: {why}. HISTORY alone lists the turns.")
    if word.word == "TUTORIAL":
        running = running_tutorial(session, shelf.players[desktop.seat])
        if running:
            return refused(
                f"TUTORIAL: {running.name} is still running, and there is one at a time. Answer "
                "its mails; when it is over, TUTORIAL begins another."
            )
    return None


def _settings(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    rows = setting_rows(asked.player, asked.about.silence)
    return [settings_mail(asked.about, rows, asked.changed)]


def _display(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    has_html = asked.player.format == BOTH
    has_picture = has_html and wishes_of(asked.player).pictures
    mail = display_mail(asked.about, has_html=has_html, has_picture=has_picture)
    files = attachments_for(asked.view, asked.about, with_picture=has_picture, with_calendar=False)
    return [Mail(mail.subject, mail.text, mail.kind, files)]


def _tutorial(asked: Asked, words: Sequence[Control]) -> list[Mail]:
    running = running_tutorial(asked.session, asked.player)
    name = tutorial_name(asked.letter)
    return [tutorial_mail(asked.about, name, running.name if running else "")]


_MAILS: dict[str, Callable[[Asked, Sequence[Control]], list[Mail]]] = {
    "HELP": _help,
    "RULES": _rules,
    "CARD": _card,
    "STATUS": _status,
    "WHO": _who,
    "HISTORY": _history,
    "LOG": _log,
    "RESEND": _resend,
    "SET": _settings,
    "DISPLAY": _display,
    "TUTORIAL": _tutorial,
}
ASKING = tuple(_MAILS)
"""Words that are answered by a mail of their own."""
