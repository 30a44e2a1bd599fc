"""Names that whoever runs the service takes back: of a person, of a place in the lobby, of a game.

A seat of a game that has begun keeps its name: its records, its dice and its orders know it by it.
"""

from __future__ import annotations

from pbem.grammar.commands.named import checked_name
from pbem.grammar.commands.spec import InvalidField
from pbem.mails.moderation import ActNotice, act_mail
from pbem.models import Game, key_of, skeleton
from pbem.service.context import ServiceContext, ServiceRefusal, Transaction, begin, log
from pbem.service.lobby.places import is_reserved, is_taken, open_game, seats_of
from pbem.service.named_games import NoSuchGame, game_named
from pbem.service.players.addresses import player_named
from pbem.service.transaction import on

BY_OPERATOR = "operator"


def rename_person(service: ServiceContext, email: str, name: str = "") -> str | ServiceRefusal:
    """Give a person another name, or one that says nothing; the name he has now."""
    with service.database.write() as session:
        person = player_named(session, email)
        if isinstance(person, ServiceRefusal):
            return person
        person.name = name or f"Player {person.id}"
        session.add(person)
    log.info("person renamed", player=person.id)
    return person.name


def rename_place(
    service: ServiceContext, game: str, alias: str, name: str = ""
) -> str | ServiceRefusal:
    """Give a place of a game that has not begun another name, or one that says nothing."""
    with begin(service) as tx:
        row = open_game(tx.session, game)
        if row is None:
            return ServiceRefusal(
                "game-name",
                f"{game} does not wait for players. A seat of a game that has begun keeps its "
                "name; SET WATCH off takes its pages away",
            )
        seats = seats_of(tx.session, row)
        seat = next((one for one in seats if one.name.casefold() == alias.casefold()), None)
        if seat is None:
            there = ", ".join(one.name for one in seats)
            return ServiceRefusal(
                "no-seat", f"nobody joined {row.name} as {alias}; there are {there}"
            )
        chosen = _chosen(name or f"player-{seat.id}", "a player's name")
        if isinstance(chosen, ServiceRefusal):
            return chosen
        if any(skeleton(one.name) == skeleton(chosen) for one in seats if one is not seat):
            return ServiceRefusal(
                "name-taken", f"somebody joined {row.name} under such a name already"
            )
        seat.name = chosen
        tx.session.add(seat)
    log.info("place renamed", open_game=row.id)
    return chosen


def rename_game(service: ServiceContext, game: str, name: str = "") -> str | ServiceRefusal:
    """Give a game another name, or one that says nothing; who plays it is told."""
    with begin(service) as tx:
        row = open_game(tx.session, game) or _begun(tx, game)
        if isinstance(row, ServiceRefusal):
            return row
        chosen = _chosen(name or f"Game-{row.id}", "the name of a game")
        if isinstance(chosen, ServiceRefusal):
            return chosen
        if skeleton(chosen) != skeleton(row.name) and is_taken(tx.session, chosen):
            return ServiceRefusal(
                "name-taken", f"there is a game called {chosen}, or one that looks so"
            )
        old, row.name, row.skeleton = row.name, chosen, skeleton(chosen)
        tx.session.add(row)
        tx.session.flush()
        if isinstance(row, Game):
            _tell(tx, row, old)
    log.info("game renamed", game=row.id)
    return chosen


def _begun(tx: Transaction, name: str) -> Game | ServiceRefusal:
    try:
        return game_named(tx.session, name)
    except NoSuchGame as why:
        return ServiceRefusal("game-name", str(why))


def _chosen(name: str, what: str) -> str | ServiceRefusal:
    try:
        chosen = checked_name(name, what)
    except InvalidField as why:
        return ServiceRefusal("game-name", str(why).rstrip("."))
    if is_reserved(chosen):
        return ServiceRefusal("game-name", f"{chosen} is a word of the referee's")
    return chosen


def _tell(tx: Transaction, game: Game, old: str) -> None:
    """All who play are told under the new name; it stands in the log like any other act."""
    of_game = on(tx, game)
    number = of_game.next_act()
    text = f"This game is called {game.name} from now on. Nothing else is changed."
    of_game.log_act(number, "RENAME", text, by=BY_OPERATOR, command=f"RENAME {game.name}")
    notice = ActNotice(BY_OPERATOR, text, "", number, "RENAME", news="the game has another name")
    of_game.notify_seats(
        lambda context: act_mail(context, notice), f"renamed:{key_of(game)}:{number}"
    )
