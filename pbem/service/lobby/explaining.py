"""HELP: what this is and what can be written, or a command of the lobby with all its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.ruleset import OptionRow
from pbem.games.registry import ruleset_names, rulesets
from pbem.grammar.commands.lobby import LOBBY
from pbem.grammar.commands.named import CREATING, JOINING, SETTINGS, is_switch
from pbem.grammar.commands.spec import Command
from pbem.grammar.preferences import PREFERENCES
from pbem.mails.lobby import LobbyGame, LobbyResult, lobby_help
from pbem.service.presets import preset_names

_TOLD = ("TUTORIAL", "GAMES", "JOIN", "CREATE")
"""Commands that a stranger is told of."""
_SEE_ALSO: Mapping[str, tuple[str, ...]] = {
    "WATCH": ("UNWATCH",),
    "JOIN": ("GAMES", "LEAVE"),
    "CREATE": ("INVITE", "START", "CANCEL"),
    "REGISTER": ("PROFILE",),
    "PROFILE": ("ADDRESS",),
}


def help_mail(*, is_known: bool) -> Mail:
    """The first game, the others in short, and what somebody can write: a stranger not all."""
    first, *others = rulesets()
    games = [LobbyGame(first.title, first.about, tutorial="TUTORIAL" if first.tutorial else "")]
    games += [
        LobbyGame(
            one.title,
            one.about[:1],
            f"CREATE Fnord-9 GAME {one.name}",
            f"TUTORIAL {one.name}" if one.tutorial else "",
        )
        for one in others
    ]
    rows = [row for row in LOBBY.rows if is_known or row.name in _TOLD]
    commands = [(min(row.examples, key=len), row.gloss) for row in rows]
    return lobby_help(games, commands, is_known=is_known)


def explain(command: Command) -> LobbyResult:
    """What a command of the lobby does, its forms, examples, and what each part of it means."""
    spec = LOBBY[command.key]
    others = [f"HELP {name}" for name in _SEE_ALSO.get(spec.name, ())]
    also = f" See also {_listed(others, 'and')}." if others else ""
    forms = " or ".join(spec.forms)
    text = f"{spec.about} Write {forms}. For example: {', or '.join(spec.examples)}.{also}"
    return LobbyResult(command.line, True, text, rows=tuple(_parts(spec.name)))


def _parts(verb: str) -> Iterator[str]:
    """What may stand behind a command, a sentence each."""
    if verb == "JOIN":
        yield from (f"{key}: {about}" for key, about in JOINING.items())
    if verb == "PROFILE":
        kept = (row for row in PREFERENCES.values() if not row.of_seat)
        yield from (
            f"{row.name}: {_listed(row.choices) or f'such as {row.example}'}. {row.about}"
            for row in kept
        )
    if verb == "CREATE":
        yield from _of_creating()


def _of_creating() -> Iterator[str]:
    there = {"GAME": ruleset_names(), "CLOCK": preset_names()}
    for key, about in CREATING.items():
        names = f" There are: {', '.join(there[key])}." if key in there else ""
        yield f"{key}: {about}{names}"
    for key, setting in SETTINGS.items():
        yield f"{key}: {_listed(setting.values)}; {setting.about.partition(':')[0]}."
    for game in rulesets():
        for row in game.options:
            if not row.is_file:
                yield f"{row.name.upper()} ({game.title}): {_values(row)}{row.about}"


def _values(row: OptionRow) -> str:
    return f"{_listed(tuple(filter(None, row.values)))}. " if row.values else ""


def _listed(values: Sequence[str], last: str = "or") -> str:
    """All that something may be: `on or off`, `all, public or none`."""
    there = ("on", "off") if is_switch(values) else values
    return f" {last} ".join(filter(None, (", ".join(there[:-1]), *there[-1:])))
