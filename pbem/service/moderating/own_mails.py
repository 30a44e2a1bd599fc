"""`SET MY`: how a moderator has his own mails; nothing of the game changes by it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.commands.keys import MY_KEYS
from pbem.models import TEXT
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.errand import Done, Errand, Handler, Refused
from pbem.service.wishes import Unwanted, set_wish, wishes_of


def set_my(errand: Errand) -> Done | Refused:
    """`SET MY ZONE Europe/Berlin`; `SET MY` alone lists what there is."""
    player, command = errand.actor.player, errand.command
    if player is None:
        zone = zone_of_actor(errand.game, errand.actor)
        return Refused(
            "SET MY is for a moderator who gets mails. Here times are told and read in the zone of "
            f"the game, {zone}; SET ZONE sets that."
        )
    if not command.key:
        return Done(_listed(errand), is_act=False)
    try:
        said = set_wish(player, command.key, command.value.casefold())
    except Unwanted as why:
        told = str(why).replace("SET ", "SET MY ").rstrip(".")
        return Refused(f"{told}.")
    errand.session.add(player)
    return Done(f"{said} That is so in all your games.", is_act=False)


def _listed(errand: Errand) -> str:
    player = errand.actor.player
    assert player is not None
    wishes = wishes_of(player)
    own = "" if player.zone else " (the game's)"
    now = {
        "ZONE": zone_of_actor(errand.game, errand.actor) + own,
        "DATES": wishes.dates,
        "FORMAT": "text" if player.format == TEXT else "html",
        "QUIET": wishes.quiet or "off",
    }
    lines = [f"SET MY {key} {now[key]}" for key in MY_KEYS]
    more = [f"{key}: {about}" for key, (_, about) in MY_KEYS.items()]
    return "\n".join(["As you have your mails:", "", *lines, "", "What there is:", "", *more])


OWN: Mapping[str, Handler] = {"SET MY": set_my}
