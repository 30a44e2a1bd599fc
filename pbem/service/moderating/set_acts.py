"""`SET`: the rules of a game's clock and its moderator's choices, old and new told to all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from pbem.clock import Clock, encode_clock
from pbem.clock.rules import format_rule
from pbem.clock.setting import with_value
from pbem.documents.layout.clock import instant
from pbem.grammar.commands.keys import KEYS, RULES
from pbem.grammar.game_settings import (
    GAME_SETTINGS,
    MOST_DAYS,
    GameSetting,
    GameSettings,
    SettingValue,
)
from pbem.grammar.times.spans import LONGEST
from pbem.models import FINISHED
from pbem.service.clocks import clock_of, set_clock
from pbem.service.game_settings import game_settings_of, save_game_settings
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.presets import preset

_PAIR = ("MIN", "NEXT")
_MOST_HOLIDAY = 60
"""Days of a holiday in one piece."""


@handles("SET")
def set_rule(context: CommandContext) -> Applied | CommandRefused:
    """`SET SCRIPT NEXT 3d`, `SET ZONE Europe/Berlin`, `SET RELEASE on`; `SET` alone lists all.

    The deadline now running stands whatever is set.
    """
    key, value = context.command.key, context.command.value
    if not key:
        return Applied(_listed(context), is_act=False)
    if context.game.phase == FINISHED:
        return CommandRefused("The game is over, so nothing can be set any more.")
    if key in GAME_SETTINGS:
        return _choose(context, GAME_SETTINGS[key], value)
    clock = clock_of(context.game)
    try:
        if key == "PRESET":
            new = _with_preset(clock, value)
        else:
            new = with_value(clock, key, value, context.now)
    except ValueError as wrong:
        text = str(wrong).rstrip(".")
        return CommandRefused(f"{text[0].upper()}{text[1:]}.")
    too_long = _too_long(context, clock, new)
    return CommandRefused(too_long) if too_long else _keep_clock(context, new)


def _too_long(context: CommandContext, old: Clock, new: Clock) -> str:
    """Why holidays are none: they would stop a game for months; "" where they are fine."""
    today = context.now.astimezone(ZoneInfo(new.zone)).date()
    for first, last in new.holidays:
        if (first, last) in old.holidays:
            continue
        days = (last - first).days + 1
        if days > _MOST_HOLIDAY:
            return (
                f"{first}..{last} is {days} days; a holiday has at most {_MOST_HOLIDAY} in one "
                "piece. PAUSE stops the clock for longer."
            )
        if last > today + LONGEST:
            most = today + LONGEST
            return (
                f"{last} is too far off: a holiday ends on {most} at the latest, {LONGEST.days} "
                "days from now."
            )
    return ""


def _with_preset(clock: Clock, value: str) -> Clock:
    """All rules of a clock that comes with the program; zone and holidays stay."""
    chosen = preset(value).clock
    return replace(clock, waits=chosen.waits, bank=chosen.bank)


def _keep_clock(context: CommandContext, new: Clock) -> Applied | CommandRefused:
    game = context.game
    before, after = _lines_of(clock_of(game)), _lines_of(new)
    keys = [name for name in after | before if before.get(name) != after.get(name)]
    if not keys:
        return CommandRefused(f"That is already so: {context.command.key} {context.command.value}.")
    old, kept = game.clock, encode_clock(new)
    set_clock(game, new)
    lines = [
        f"{key} is now {after.get(key, 'off')}, it was {before.get(key, 'off')}" for key in keys
    ]
    said = f"The clock of this game is changed: {'; '.join(lines)}. {_stands(context)}"
    own = ["SET MY ZONE is for your own mails."] if keys == ["ZONE"] else []
    return Applied(" ".join([said, *own, *_odd(new, keys)]), said, old, kept)


def _odd(clock: Clock, keys: Sequence[str]) -> Iterator[str]:
    """What the moderator should bear in mind where the least a wait lasts is more than all of it.

    `keys` are those that were changed.
    """
    for kind, rule in sorted(clock.waits.items()):
        if rule.min.length > rule.next.length and {f"{kind} {k}".upper() for k in _PAIR} & {*keys}:
            name = kind.upper()
            yield (
                f"{name} MIN {rule.min} is longer than {name} NEXT {rule.next}: no such wait ends "
                f"before its deadline, which is {rule.next} after it begins."
            )


def _stands(context: CommandContext) -> str:
    at = context.game.deadline_at
    if at is None:
        return "It holds from the next deadline on."
    return f"The deadline now running stands, {instant(at)}; the next one follows the new rule."


def _lines_of(clock: Clock) -> dict[str, str]:
    """The clock as keys that SET knows and their values."""
    lines = {
        f"{kind} {key}".upper(): value
        for kind, rule in sorted(clock.waits.items())
        for key, value in format_rule(rule).items()
    }
    if clock.bank is not None:
        lines["BANK"] = str(clock.bank.start)
        lines |= {"BANK MOST": str(clock.bank.most)} if clock.bank.most else {}
    lines["ZONE"] = clock.zone
    days = [f"{a}" if a == b else f"{a}..{b}" for a, b in clock.holidays]
    return lines | ({"HOLIDAY": ", ".join(days)} if days else {})


def _choose(context: CommandContext, row: GameSetting, value: str) -> Applied | CommandRefused:
    game = context.game
    choices = game_settings_of(game)
    old, new = getattr(choices, row.name), row.value_of(value)
    if old == new:
        return CommandRefused(f"That is already so: {row.key} {_format(old)}.")
    if row.name == "blind" and not new:
        return CommandRefused(
            "A blind game stays blind until it is over, because its players rely on it."
        )
    if row.name == "anonymous" and not new:
        return CommandRefused(
            "An anonymous game stays anonymous until it is over, because its players rely on it."
        )
    if not row.values and int(new) > MOST_DAYS:
        return CommandRefused(f"SET {row.key} takes days, up to {MOST_DAYS}.")
    if row.name == "release" and not new and game.closed_at is not None:
        return CommandRefused(f"Results are waiting: RELEASE TURN {game.turn} first.")
    before = game.settings
    save_game_settings(game, _replaced(choices, row.name, new))
    said = f"{row.key} is now {_format(new)}, it was {_format(old)}. {row.meaning(new)}"
    odd = "" if row.values else _odd_days(game_settings_of(game))
    return Applied(said + odd, said, before, game.settings)


def _odd_days(choices: GameSettings) -> str:
    """What the moderator should bear in mind where one absence may be longer than all."""
    days, total = choices.away_days, choices.away_total
    if days <= total:
        return ""
    return (
        f" AWAY DAYS {days} is more than AWAY TOTAL {total}: beyond {total} days within a year an "
        "absence is asked for all the same."
    )


def _replaced(choices: GameSettings, name: str, new: SettingValue) -> GameSettings:
    kept: Mapping[str, SettingValue] = {name: new}
    return replace(choices, **kept)  # type: ignore[arg-type]


def _format(value: SettingValue) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _listed(context: CommandContext) -> str:
    """All that is set, as lines that would set it so."""
    choices = game_settings_of(context.game)
    lines = [f"SET {key} {value}" for key, value in _lines_of(clock_of(context.game)).items()]
    lines += [
        f"SET {key} {_format(getattr(choices, row.name))}" for key, row in GAME_SETTINGS.items()
    ]
    more = [f"{key}: {KEYS[key][2]}" for key in (*RULES, *(k for k in KEYS if k not in RULES))]
    return "\n".join(["As things are set:", "", *lines, "", "What there is:", "", *more])
