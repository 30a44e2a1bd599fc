"""What anybody may ask for whatever happens in the game: help, rules, cards, his own settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands.spec import Command
from pbem.mails.notices import help_mail
from pbem.mails.preferences import display_mail, settings_mail
from pbem.models import BOTH, key_of
from pbem.service.history.reporting import has_pictures
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.moderating.logbook import rulings_of
from pbem.service.preferences import setting_rows
from pbem.service.turns.tutoring import taught_game, tutorial_answer


def help_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    texts = [asked.sheet_context.language.help_text(word.key or None) for word in words]
    return [help_mail(asked.context, "\n\n".join(texts))]


def rules_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    rulings = rulings_of(asked.session, key_of(asked.sheet_context.snapshot.game))
    return [asked.reporter.rules(asked.context, [word.text for word in words], rulings)]


def card_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    return [asked.reporter.cards(asked.state, asked.context, [word.key for word in words])]


def settings_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    rows = setting_rows(asked.player, asked.context.silence)
    return [settings_mail(asked.context, rows, asked.changed)]


def display_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    has_html = asked.player.format == BOTH
    snapshot, seat = asked.sheet_context.snapshot, asked.context.seat
    has_picture = has_pictures(snapshot, seat)
    mail = display_mail(asked.context, has_html=has_html, has_picture=has_picture)
    view = asked.reporter.view(asked.state, seat) if has_picture else ""
    files = attachments_for(asked.context, view=view, with_calendar=False)
    return [replace(mail, attachments=files)]


def tutorial_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    usual = asked.sheet_context.snapshot.game.ruleset
    return [tutorial_answer(asked.context, taught_game(words[0].key, usual), asked.letter)]
