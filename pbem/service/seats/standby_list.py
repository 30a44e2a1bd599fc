"""The standby list as whoever runs the service keeps it."""

from __future__ import annotations

from pbem.mails.seats import standby_answer
from pbem.service.context import ServiceContext, ServiceRefusal, begin
from pbem.service.players.addresses import player_at, player_to_be
from pbem.service.seats.standby import ask_newcomer, notify_player
from pbem.service.seats.standby_rows import join, leave, number_of
from pbem.service.seats.standby_rows import list_standby as list_standby


def add_standby(
    service: ServiceContext, email: str, game: str = "", name: str = ""
) -> bool | ServiceRefusal:
    """Put somebody on the list of a game, or of all, and tell him; False if he is there already.

    A player nobody knows yet is made. Raises NoSuchGame.
    """
    with begin(service) as tx:
        game_id = number_of(tx.session, game)
        player = player_to_be(tx.session, email, name, tx.now)
        if isinstance(player, ServiceRefusal):
            return player
        if not join(tx.session, player, game_id, tx.now):
            return False
        key = f"standby:{game_id or 'any'}:{player.id}:{tx.now:%Y%m%d%H%M%S%f}"
        notify_player(tx, player, standby_answer("joined", game), key)
        ask_newcomer(tx, player)
    return True


def remove_standby(service: ServiceContext, email: str, game: str = "") -> bool | ServiceRefusal:
    """Take somebody off the list of a game, or off all, and tell him; False if he was on none.

    Raises NoSuchGame.
    """
    with begin(service) as tx:
        game_id = number_of(tx.session, game)
        player = player_at(tx.session, email)
        if player is None:
            return ServiceRefusal("no-player", f"no player has the address {email!r}")
        if not leave(tx.session, player, game_id, tx.now):
            return False
        key = f"standby-left:{game_id or 'any'}:{player.id}:{tx.now:%Y%m%d%H%M%S%f}"
        notify_player(tx, player, standby_answer("left", game), key)
    return True
