"""`SET MY`: how a moderator has his own mails; nothing of the game changes by it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.commands.keys import MY_KEYS
from pbem.models import TEXT
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, Handler
from pbem.service.preferences import InvalidPreference, preferences_of, set_preference


def set_my(context: CommandContext) -> Applied | CommandRefused:
    """`SET MY ZONE Europe/Berlin`; `SET MY` alone lists what there is."""
    player, command = context.actor.player, context.command
    if player is None:
        zone = zone_of_actor(context.game, context.actor)
        return CommandRefused(
            "SET MY is for a moderator who gets mails. Here times are told and read in the zone of "
            f"the game, {zone}; SET ZONE sets that."
        )
    if not command.key:
        return Applied(_listed(context), is_act=False)
    try:
        said = set_preference(player, command.key, command.value.casefold())
    except InvalidPreference as why:
        told = str(why).replace("SET ", "SET MY ").rstrip(".")
        return CommandRefused(f"{told}.")
    context.session.add(player)
    return Applied(f"{said} That is so in all your games.", is_act=False)


def _listed(context: CommandContext) -> str:
    player = context.actor.player
    assert player is not None
    wishes = preferences_of(player)
    own = "" if player.zone else " (the game's)"
    now = {
        "ZONE": zone_of_actor(context.game, context.actor) + own,
        "DATES": wishes.dates,
        "FORMAT": "text" if player.format == TEXT else "html",
        "QUIET": wishes.quiet or "off",
    }
    lines = [f"SET MY {key} {now[key]}" for key in MY_KEYS]
    more = [f"{key}: {about}" for key, (_, about) in MY_KEYS.items()]
    return "\n".join(["As you have your mails:", "", *lines, "", "What there is:", "", *more])


OWN: Mapping[str, Handler] = {"SET MY": set_my}
