"""Addresses outside that get a game's public events, and the calls to be made there."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import one_line, plain_text
from pbem.models import FINISHED, NEW, Game, HookCall, Outbox, Webhook, key_of
from pbem.service.game_settings import game_settings_of, is_anonymous
from pbem.service.mailing.page_links import address_of_page
from pbem.service.transaction import GameTx

MOST_HOOKS = 3
"""Addresses that one game calls."""
LONGEST_URL = 500
MOST_TEXT = 1500
"""Characters of a call."""
AFTER_REPORTS = timedelta(seconds=20)
"""When a call is tried first; it waits longer while reports of its game are on their way."""
LONGEST_WAIT = timedelta(minutes=10)


def hooks_of(session: Session, game: Game) -> list[Webhook]:
    """The addresses that a game calls."""
    wanted = select(Webhook).where(Webhook.game_id == game.id)
    wanted = wanted.where(col(Webhook.stopped_at).is_(None))
    return list(session.exec(wanted.order_by(col(Webhook.id))).all())


def url_problem(url: str) -> str:
    """Why an address cannot be called, in a sentence; "" where it may."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "This is not a web address."
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable():
        return "This is not a web address."
    if parts.scheme != "https" or not parts.hostname:
        return "Only addresses that begin with https:// are allowed."
    if parts.username or parts.password or port not in (None, 443):
        return "An address must not contain a name, a password or a port."
    return ""


def hook_problem(game: Game) -> str:
    """Why a game calls nobody, in a sentence; "" where it may."""
    if not game_settings_of(game).watch:
        return "Nobody may watch this game, so it calls no webhook."
    if is_anonymous(game):
        return "This game is anonymous until its end, so it calls no webhook."
    return ""


def queue_hook_calls(tx: GameTx, stage: str, context: MailContext, story: str) -> None:
    """Let a game's addresses be called with what everybody may know of what has happened."""
    hooks = hooks_of(tx.session, tx.game)
    if not hooks or hook_problem(tx.game):
        return
    text = _hook_text(tx, context, story)
    for hook in hooks:
        key = f"hook:{stage}:{hook.id}"
        if tx.session.exec(select(HookCall.id).where(HookCall.key == key)).first() is None:
            call = HookCall(
                webhook_id=key_of(hook),
                key=key,
                text=text,
                created_at=tx.now,
                next_try_at=tx.now + AFTER_REPORTS,
            )
            tx.session.add(call)


def _hook_text(tx: GameTx, context: MailContext, story: str) -> str:
    game = tx.game
    if game.phase == FINISHED:
        winners = ", ".join(tx.snapshot.status.winners)
        head = f"{game.name} is over. " + (f"Won by {winners}." if winners else "Nobody has won.")
    else:
        head = f"{game.name}: turn {context.turn} is open."
    page = address_of_page(tx.service.settings, game)
    room = MOST_TEXT - len(head) - len(page)
    tale = [line for line in plain_text(story).split("\n") if line.strip()]
    return "\n".join(filter(None, (head, _cut(tale, room), page)))


def _cut(lines: list[str], room: int) -> str:
    """As many of the lines as there is room for."""
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*kept, "..."])
        kept.append(one_line(line))
    return "\n".join(kept)


def reports_wait(session: Session, game_id: int, call: HookCall) -> bool:
    """Whether reports of the game that were written by then have not gone out yet."""
    unsent = sa.select(col(Outbox.id)).where(
        col(Outbox.game_id) == game_id,
        col(Outbox.state) == NEW,
        col(Outbox.kind) == "turn",
        col(Outbox.created_at) <= call.created_at,
    )
    return session.execute(unsent.limit(1)).first() is not None
