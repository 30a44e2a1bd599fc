"""A line for the lobby is done, or refused with what would have worked; GAMES shows games."""

from __future__ import annotations

from pbem.games.contract.values import RulesetError
from pbem.grammar.commands.lobby import LOBBY, LobbyAct
from pbem.grammar.commands.spec import Command, InvalidField
from pbem.mails.lobby import LobbyResult
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.lobby.bringing import bring
from pbem.service.lobby.commands import HANDLERS
from pbem.service.lobby.explaining import explain
from pbem.service.lobby.places import free_name, listed_games
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor


def run_line(tx: Transaction, visitor: Visitor, act: LobbyAct) -> LobbyResult:
    """Do what a line says; a refusal is a result as well and changes nothing."""
    with tx.session.begin_nested() as changes:
        answer = _answer(tx, visitor, act)
        if not isinstance(answer, LobbyResult):
            changes.rollback()
    match answer:
        case LobbyRefusal(told, next_line):
            return LobbyResult(act.line, False, told, (next_line,) if next_line else ())
        case ServiceRefusal(_, text):
            return LobbyResult(act.line, False, f"{text.rstrip('.')}.")
        case _:
            return answer


def _answer(tx: Transaction, visitor: Visitor, act: LobbyAct) -> LobbyAnswer:
    if not isinstance(act, Command):
        return bring(tx, visitor, act)
    if LOBBY[act.verb].looks:
        return show(tx, act)
    try:
        return HANDLERS[act.verb](tx, visitor, act)
    except (InvalidField, RulesetError) as why:
        return LobbyRefusal(f"{str(why).rstrip('.')}.")


def show(tx: Transaction, command: Command) -> LobbyResult:
    """What GAMES or HELP with a command shows to anybody."""
    return explain(command) if command.verb == "HELP" else _show_games(tx, command)


def _show_games(tx: Transaction, command: Command) -> LobbyResult:
    text = "These are the games of this referee."
    games = listed_games(tx.session)
    offer = f"CREATE {free_name(tx.session)} PLAYERS 4"
    lines = (offer, *(f"WATCH {name}" for name in games.watchable[:1]))
    return LobbyResult(command.line, True, text, lines, games)
