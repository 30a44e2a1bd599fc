"""The standby list as whoever runs the service keeps it."""

from __future__ import annotations

from pbem.mail.address import is_address
from pbem.mails.seats import standby_answer
from pbem.service.context import ServiceContext
from pbem.service.players.addresses import player_at, player_or_new
from pbem.service.seats.standby import ask_newcomer, notify_player
from pbem.service.seats.standby_rows import join, leave, number_of
from pbem.service.seats.standby_rows import list_standby as list_standby


class StandbyError(ValueError):
    """The list cannot be changed so; the text says why."""


def add_standby(service: ServiceContext, email: str, game: str = "", name: str = "") -> bool:
    """Put somebody on the list of a game, or of all, and tell him; False if he is there already.

    A player nobody knows yet is made. Raises NoSuchGame or StandbyError.
    """
    if not is_address(email):
        raise StandbyError(f"{email!r} is no mail address such as eve@example.org")
    now = service.clock()
    with service.database.write() as session:
        game_id = number_of(session, game)
        player = player_or_new(session, email, name, now)
        if not join(session, player, game_id, now):
            return False
        key = f"standby:{game_id or 'any'}:{player.id}:{now:%Y%m%d%H%M%S%f}"
        notify_player(service, session, player, standby_answer("joined", game), key=key, now=now)
        ask_newcomer(service, session, player, now)
    return True


def remove_standby(service: ServiceContext, email: str, game: str = "") -> bool:
    """Take somebody off the list of a game, or off all, and tell him; False if he was on none.

    Raises NoSuchGame or StandbyError.
    """
    with service.database.write() as session:
        game_id = number_of(session, game)
        player = player_at(session, email)
        if player is None:
            raise StandbyError(f"no player has the address {email!r}")
        now = service.clock()
        if not leave(session, player, game_id, now):
            return False
        key = f"standby-left:{game_id or 'any'}:{player.id}:{now:%Y%m%d%H%M%S%f}"
        notify_player(service, session, player, standby_answer("left", game), key=key, now=now)
    return True
