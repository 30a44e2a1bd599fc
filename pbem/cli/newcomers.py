"""What `pbem new` is given of players and robots."""

from __future__ import annotations

import re

from pbem.cli.output import InputError
from pbem.service.turns.founding import FoundingError, Newcomer, robot_newcomer

_PLAYER = re.compile(r"(?P<seat>[^=,<>\s]+)=(?P<email>[^,\s]+)(?:,(?P<zone>[^,\s]+))?")


def newcomers_of(players: tuple[str, ...], likes: tuple[str, ...]) -> list[Newcomer]:
    """The people of the command line: SEAT=ADDRESS[,ZONE], and what they would like."""
    wishes = dict(like.partition("=")[::2] for like in likes)
    found = []
    for player in players:
        fields = _PLAYER.fullmatch(player)
        if fields is None:
            raise InputError(
                f"--player {player!r}: write SEAT=ADDRESS or SEAT=ADDRESS,ZONE, "
                "such as ann=ann@example.org,Europe/Berlin"
            )
        seat = fields["seat"]
        liked = tuple(like for like in wishes.pop(seat, "").split(",") if like.strip())
        zone = fields["zone"] or "UTC"
        found.append(Newcomer(seat, fields["email"], zone, likes=liked))
    if wishes:
        raise InputError(f"--like for {', '.join(wishes)}: there is no such seat")
    return found


def robots_of(robots: tuple[str, ...]) -> list[Newcomer]:
    """The robots of the command line: SEAT=KIND each."""
    found = []
    for robot in robots:
        seat, _, kind = robot.partition("=")
        try:
            found.append(robot_newcomer(seat, kind))
        except FoundingError as error:
            raise InputError(f"--robot {robot!r}: {error}") from error
    return found
