"""SET MY: how a moderator has his own mails, in all his games."""

from __future__ import annotations

from pbem.grammar.preferences import OF_MODERATORS, ZONE, InvalidPreference
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.preferences import set_preference


@handles("SET MY")
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
        answer = set_preference(player, command.key, command.value.casefold())
    except InvalidPreference as why:
        text = str(why).replace("SET ", "SET MY ").rstrip(".")
        return CommandRefused(f"{text}.")
    context.session.add(player)
    return Applied(f"{answer} This holds in all your games.", is_act=False)


def _listed(context: CommandContext) -> str:
    player = context.actor.player
    assert player is not None
    own = "" if player.zone else " (the game's)"
    now = {row: row.of(player.preferences) for row in OF_MODERATORS}
    now[ZONE] = zone_of_actor(context.game, context.actor) + own
    lines = [f"SET MY {row.name} {now[row]}" for row in OF_MODERATORS]
    more = [f"{row.name}: {row.moderators}" for row in OF_MODERATORS]
    return "\n".join(["As you have your mails:", "", *lines, "", "What there is:", "", *more])
