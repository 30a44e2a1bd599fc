"""The mails a letter asks for beside its answer, one of each kind in the order they were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.database import Session
from pbem.documents.layout import clock
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.reports import Reporter, SeatNotes, TableNotes
from pbem.grammar.commands.spec import Command
from pbem.mails.finale import proof_mail
from pbem.mails.moderation_log import log_mail
from pbem.mails.notices import help_mail
from pbem.mails.preferences import display_mail, settings_mail
from pbem.models import BOTH, FINISHED, PAUSED, TUTORIAL, Act, Game, Letter, Person, key_of
from pbem.service.absence import away_until
from pbem.service.clocks import format_clock_now
from pbem.service.endings.proofs import proof_of, verified
from pbem.service.endings.ratings import ratings_by_seat
from pbem.service.game_settings import is_anonymous
from pbem.service.history.reporting import has_pictures
from pbem.service.letters.last_words import proof_problem
from pbem.service.letters.reissues import resend_problem, resent
from pbem.service.letters.report_snapshots import ReportSeat
from pbem.service.moderating.logbook import acts_of, entries_for_players, rulings_of
from pbem.service.orders.lookups import (
    guests_of,
    has_run,
    past_events,
    past_turn,
    since_own_turn,
)
from pbem.service.orders.sheet_context import Effects, SheetContext
from pbem.service.players.reliability import reliability_by_seat
from pbem.service.preferences import setting_rows
from pbem.service.seats.moderators import moderators_of
from pbem.service.turns.tutorial import MOST_TURNS
from pbem.service.turns.tutoring import taught_game, tutorial_answer, tutorial_problem
from pbem.service.waits import waited_openly
from pbem.service.word_results import WordResult, refused

MOST_OF_A_KIND = 8
"""Cards, rules, verbs or reports in the answer to one letter."""


@dataclass(frozen=True, slots=True)
class ReplyInput:
    """What the mails are made from; `script` and `answers` are what is on file after the letter.

    `is_ready` says that nobody need wait for the writer any more, `policies` are standing
    instructions as lines, `standing` words about when he is asked, `changed` sentences about
    settings that were changed just now.
    """

    session: Session
    sheet_context: SheetContext
    context: MailContext
    state: Any
    script: str
    answers: Sequence[str]
    letter: Letter
    is_ready: bool
    policies: Sequence[str]
    changed: Sequence[str] = ()
    standing: Sequence[str] = ()

    @property
    def reporter(self) -> Reporter[Any, Any]:
        return self.sheet_context.snapshot.ruleset.reporter

    @property
    def player(self) -> Person:
        return self.sheet_context.snapshot.players[self.sheet_context.seat]

    def sheet_lines(self, text: str) -> list[str]:
        """The lines of a sheet."""
        known = self.sheet_context
        return list(known.language.format_sheet(known.snapshot.given, known.seat, text))


def asked_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    """One mail a word, whatever number of times it was asked; nothing is told twice."""
    kinds: dict[str, list[Command]] = {}
    for word in dict.fromkeys(words):
        kinds.setdefault(word.verb, []).append(word)
    mails: list[Mail] = []
    for name, same in kinds.items():
        mails += _MAILS.get(name, _look)(asked, same[:MOST_OF_A_KIND])
    return mails


def _look(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    """What a word of the game's own shows."""
    known = asked.sheet_context
    look = known.snapshot.ruleset.look(words[0].verb)
    assert look is not None, "only words that are answered by a mail are asked"
    standing = {known.seat: tuple(asked.policies)}
    return [
        look.mail(replace(known.given, state=asked.state, standing=standing), asked.context, words)
    ]


def _help(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    texts = [asked.sheet_context.language.help_text(word.key or None) for word in words]
    return [help_mail(asked.context, "\n\n".join(texts))]


def _rules(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    rulings = rulings_of(asked.session, key_of(asked.sheet_context.snapshot.game))
    return [asked.reporter.rules(asked.context, [word.text for word in words], rulings)]


def _card(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    return [asked.reporter.cards(asked.state, asked.context, [word.key for word in words])]


def _status(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot, seat = asked.sheet_context.snapshot, asked.sheet_context.seat
    notes = SeatNotes(
        script=asked.script,
        answers=asked.answers,
        standing=asked.policies,
        asks=asked.standing,
        events=since_own_turn(asked.session, snapshot, seat),
        stopped=_stopped(snapshot.game, asked.context.zone),
        ended=_ended(asked),
        is_ready=asked.is_ready,
    )
    return [asked.reporter.status(asked.sheet_context.given, asked.context, notes)]


def _stopped(game: Game, zone: str) -> str:
    """Why no deadline runs, in a sentence; "" where one does."""
    if game.phase == PAUSED:
        until = f" until {clock.full(game.resumes_at, zone)}" if game.resumes_at else ""
        return f"The game is paused{until}; what you send is read and answered."
    return ""


def _ended(asked: ReplyInput) -> str:
    """How the game ended where nobody has won it, in a sentence; "" where it did not."""
    snapshot = asked.sheet_context.snapshot
    game, status = snapshot.game, snapshot.status_of(asked.state)
    if game.phase != FINISHED or status.winners:
        return ""
    act = next((act for act in acts_of(asked.session, key_of(game))[::-1] if _ends(act)), None)
    if act is None:
        how = _BY_ITSELF if game.kind == TUTORIAL else "nobody is left to play"
        return f"Nobody has won: {how}."
    why = f": {act.why.strip().rstrip('.')}" if act.why.strip() else ""
    at = clock.full(act.at, asked.context.zone)
    return f"Nobody has won: the moderator ended it {at}{why}."


_BY_ITSELF = (
    f"a game to learn by ends when a turn goes by without orders, or after {MOST_TURNS} of yours"
)


def _ends(act: Act) -> bool:
    return act.verb == "TERMINATE" and not act.undone


def _who(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot = asked.sheet_context.snapshot
    game, awaited = snapshot.game, waited_openly(asked.session, snapshot, asked.context.now)
    text = format_clock_now(game, list(snapshot.seats), asked.context.now)
    is_hidden = is_anonymous(game)
    away = {} if is_hidden else away_until(asked.session, snapshot, asked.context.now)
    playing = {player.id for player in snapshot.players.values()} if is_hidden else set()
    found = moderators_of(asked.session, key_of(game))
    own = [player for row, player in found if row.game_id is not None]
    chairs = ["one of the players" if one.id in playing else one.name for one in own]
    ratings = ratings_by_seat(asked.session, snapshot)
    in_time = reliability_by_seat(snapshot)
    notes = TableNotes(
        guests_of(snapshot), awaited, text, away, chairs, _ended(asked), ratings, in_time
    )
    return [asked.reporter.who(asked.state, asked.context, notes)]


def _log(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    game = asked.sheet_context.snapshot.game
    entries, is_over = entries_for_players(asked.session, game), game.phase == FINISHED
    return [log_mail(game.name, asked.context.zone, entries, is_whole=False, is_over=is_over)]


def _history(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot, reporter, session = asked.sheet_context.snapshot, asked.reporter, asked.session
    mails = []
    for word in words:
        if word.turn is None:
            events = past_events(session, snapshot.game)
            mails.append(reporter.history(asked.state, asked.context, events))
        elif turn := past_turn(session, snapshot, word.turn):
            mails.append(reporter.past_turn(asked.state, asked.context, turn))
    return mails


def _resend(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot = replace(asked.sheet_context.snapshot, state=asked.state)
    script = asked.sheet_lines(asked.script)
    place = ReportSeat(asked.session, snapshot, asked.sheet_context.seat, asked.context, script)
    mails = [mail for word in words for mail in resent(place, word)]
    return list({(mail.subject, mail.body): mail for mail in mails}.values())


def notify_asking_problems(session: Session, sheet_context: SheetContext, effects: Effects) -> None:
    """Say of every word that does not bring what it asks for why it does not."""
    for line in tuple(effects.asked):
        problem = _problem(session, sheet_context, line.word)
        if problem is None:
            continue
        effects.add_result(line, problem)
        if line.word.verb != "RESEND" and not problem.is_done:
            effects.asked.remove(line)


def _problem(session: Session, sheet_context: SheetContext, word: Command) -> WordResult | None:
    snapshot = sheet_context.snapshot
    if word.verb == "RESEND":
        return resend_problem(session, snapshot, sheet_context.seat, word)
    if word.turn is not None and not has_run(session, snapshot.game, word.turn):
        why = f"turn {word.turn} has not been played yet"
        return refused(f"{word.line}: {why}. HISTORY alone lists the turns.")
    if word.verb in ("VERIFY", "EXPORT"):
        return proof_problem(snapshot.game, word)
    if word.verb == "TUTORIAL":
        player = snapshot.players[sheet_context.seat]
        return tutorial_problem(session, player, word, snapshot.game.ruleset)
    return None


def _settings(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    rows = setting_rows(asked.player, asked.context.silence)
    return [settings_mail(asked.context, rows, asked.changed)]


def _display(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    has_html = asked.player.format == BOTH
    snapshot, seat = asked.sheet_context.snapshot, asked.context.seat
    has_picture = has_pictures(snapshot, seat)
    mail = display_mail(asked.context, has_html=has_html, has_picture=has_picture)
    view = asked.reporter.view(asked.state, seat) if has_picture else ""
    files = attachments_for(asked.context, view=view, with_calendar=False)
    return [replace(mail, attachments=files)]


def _tutorial(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    usual = asked.sheet_context.snapshot.game.ruleset
    return [tutorial_answer(asked.context, taught_game(words[0].key, usual), asked.letter)]


def _proof(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    """The game as a file; VERIFY computes it again before."""
    game = asked.sheet_context.snapshot.game
    is_checked = any(word.verb == "VERIFY" for word in words)
    problems = verified(asked.session, game) if is_checked else None
    return [proof_mail(game.name, proof_of(asked.session, game), problems)]


_MAILS: dict[str, Callable[[ReplyInput, Sequence[Command]], list[Mail]]] = {
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
    "VERIFY": _proof,
    "EXPORT": _proof,
}
ASKING = tuple(_MAILS)
"""Words that are answered by a mail of their own."""
