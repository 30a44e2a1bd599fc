"""What holds in every game, told to whoever asks: help, rules, cards."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands.spec import Command
from pbem.mails.notices import help_mail
from pbem.models import key_of
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.moderating.logbook import rulings_of


def help_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    texts = [asked.sheet_context.language.help_text(word.key or None) for word in words]
    return [help_mail(asked.context, "\n\n".join(texts))]


def rules_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    rulings = rulings_of(asked.session, key_of(asked.sheet_context.snapshot.game))
    return [asked.reporter.rules(asked.context, [word.text for word in words], rulings)]


def card_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    return [asked.reporter.cards(asked.state, asked.context, [word.key for word in words])]
