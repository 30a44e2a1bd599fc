"""The mails a letter asks for beside its answer, one of each kind in the order they were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands.spec import Command
from pbem.service.context import Transaction
from pbem.service.letters.last_words import proof_problem
from pbem.service.letters.past_replies import history_mails, log_mails, proof_mails, resend_mails
from pbem.service.letters.reference_replies import (
    card_mails,
    display_mails,
    help_mails,
    rules_mails,
    settings_mails,
    tutorial_mails,
)
from pbem.service.letters.reissues import resend_problem
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.letters.status_replies import status_mails
from pbem.service.letters.who_replies import who_mails
from pbem.service.orders.lookups import has_run
from pbem.service.orders.sheet_context import Effects, SheetContext
from pbem.service.turns.tutoring import tutorial_problem
from pbem.service.word_results import WordResult, refused

MOST_OF_A_KIND = 8
"""Cards, rules, verbs or reports in the answer to one letter."""


def asked_mails(asked: ReplyInput, effects: Effects) -> list[Mail]:
    """One mail a word, whatever number of times it was asked; nothing is told twice.

    Settings that were changed are listed even if that was not asked.
    """
    words = [line.word for line in effects.asked]
    words += [Command("SET", "SET")] if asked.changed else []
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


def notify_asking_problems(tx: Transaction, sheet_context: SheetContext, effects: Effects) -> None:
    """Say of every word that does not bring what it asks for why it does not."""
    for line in tuple(effects.asked):
        problem = _problem(tx, sheet_context, line.word)
        if problem is None:
            continue
        effects.add_result(line, problem)
        if line.word.verb != "RESEND" and not problem.is_done:
            effects.asked.remove(line)


def _problem(tx: Transaction, sheet_context: SheetContext, word: Command) -> WordResult | None:
    session, snapshot = tx.session, sheet_context.snapshot
    if word.verb == "RESEND":
        return resend_problem(session, snapshot, sheet_context.seat, word)
    if word.turn is not None and not has_run(session, snapshot.game, word.turn):
        why = f"turn {word.turn} has not been played yet"
        return refused(f"{word.line}: {why}. HISTORY alone lists the turns.")
    if word.verb in ("VERIFY", "EXPORT"):
        return proof_problem(snapshot.game, word)
    if word.verb == "TUTORIAL":
        player = snapshot.players[sheet_context.seat]
        return tutorial_problem(tx, player, word, snapshot.game.ruleset)
    return None


_MAILS: dict[str, Callable[[ReplyInput, Sequence[Command]], list[Mail]]] = {
    "HELP": help_mails,
    "RULES": rules_mails,
    "CARD": card_mails,
    "STATUS": status_mails,
    "WHO": who_mails,
    "HISTORY": history_mails,
    "LOG": log_mails,
    "RESEND": resend_mails,
    "SET": settings_mails,
    "DISPLAY": display_mails,
    "TUTORIAL": tutorial_mails,
    "VERIFY": proof_mails,
    "EXPORT": proof_mails,
}
ASKING = tuple(_MAILS)
"""Words that are answered by a mail of their own."""
