"""WEBHOOK: who has created a game, or moderates it, lets it call an address outside."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult
from pbem.models import Game, Moderator, OpenGame, Person, Webhook, key_of
from pbem.service.context import Transaction
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor
from pbem.service.seats.webhooks import MOST_HOOKS, hook_problem, hooks_of, url_problem


def webhook(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Let a game call an address with its public events, or call nobody any more."""
    if not tx.service.settings.web.hooks:
        return LobbyRefusal("This service does not let games call web addresses.")
    game = tx.session.exec(select(Game).where(Game.name == command.key)).first()
    if game is None or not _may_set(tx, game, visitor.person):
        return LobbyRefusal(
            f"There is no running game called {command.key} that you may set this for: only its "
            "creator and its moderators can."
        )
    if command.value == "OFF":
        return _ended(tx, game, command)
    problem = hook_problem(game) or url_problem(command.text)
    if problem or len(hooks_of(tx.session, game)) >= MOST_HOOKS:
        text = (
            f"A game calls {MOST_HOOKS} addresses at most. WEBHOOK {game.name} OFF ends them all."
        )
        return LobbyRefusal(problem or text)
    secret = tx.service.random_bytes(24).hex()
    row = Webhook(
        game_id=key_of(game),
        shape=command.value,
        url=command.text,
        secret=secret,
        by=visitor.person.name,
        created_at=tx.now,
    )
    tx.session.add(row)
    text = (
        f"{game.name} calls that address after each turn, with what everybody may know, in the "
        f"shape of {command.value}. Nobody is shown the address again. Each call is signed with "
        f"this secret, which is told once: {secret}"
    )
    return LobbyResult(command.line, True, text, (f"WEBHOOK {game.name} OFF",))


def _ended(tx: Transaction, game: Game, command: Command) -> LobbyAnswer:
    hooks = hooks_of(tx.session, game)
    for hook in hooks:
        hook.stopped_at, hook.url = tx.now, ""
        tx.session.add(hook)
    text = f"{game.name} calls nobody any more." if hooks else f"{game.name} called nobody."
    return LobbyResult(command.line, True, text)


def _may_set(tx: Transaction, game: Game, person: Person) -> bool:
    """Whether a person has created or moderates a game."""
    created = select(OpenGame.id).where(OpenGame.game_id == game.id)
    if tx.session.exec(created.where(OpenGame.creator_id == person.id)).first() is not None:
        return True
    moderates = select(Moderator.id).where(Moderator.person_id == person.id)
    moderates = moderates.where(
        (col(Moderator.game_id) == game.id) | col(Moderator.game_id).is_(None)
    )
    return tx.session.exec(moderates).first() is not None
