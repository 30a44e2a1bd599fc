"""CREATE: a game is offered, with all that it will be played by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from pbem.clock import SCRIPT, Clock, encode_clock
from pbem.games.contract.fairness import commitment
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.values import RulesetError
from pbem.games.registry import DEFAULT, ruleset, ruleset_names
from pbem.grammar.commands.named import (
    CREATING,
    SETTINGS,
    checked_name,
    checked_value,
    is_nearly,
    is_switch,
    parts_of,
    settings_in,
)
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult
from pbem.models import OpenGame, key_of
from pbem.service.codes import hide_passwords
from pbem.service.context import Transaction
from pbem.service.lobby.places import (
    ADD_WORDS,
    free_name,
    hash_password,
    invitation_to_bring,
    is_reserved,
    is_taken,
    joining_of,
    offered,
)
from pbem.service.lobby.visitors import (
    LobbyAnswer,
    LobbyRefusal,
    Visitor,
    alias_of,
    players_in_words,
    take_place,
    too_many,
)
from pbem.service.presets import clock_typed

SHORTEST_TURN = timedelta(hours=1)
USUAL_PLAYERS = 4
_MOST_SHOWN = 56
_ON_OFF = ("ON", "OFF", "YES", "NO", "TRUE", "FALSE")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a line of CREATE wants: the game, for how many, its options, and the parts typed."""

    name: str
    played: Ruleset[Any, Any]
    places: int
    options: dict[str, str]
    parts: dict[str, str]

    @property
    def line_but_as(self) -> str:
        """The line as it was understood, without an alias, and without the password itself.

        Where that does not fit on a line of a mail, its beginning.
        """
        parts = self.parts | ({"PASSWORD": "word"} if self.password else {})
        words = (f"{key} {value}".rstrip() for key, value in parts.items() if key != "AS")
        line = " ".join((f"CREATE {self.name}", *words))
        return line if len(line) <= _MOST_SHOWN else f"CREATE {self.name}"

    @property
    def password(self) -> str:
        return self.parts.get("PASSWORD", "")

    @property
    def is_private(self) -> bool:
        """Whether only who is invited may join."""
        return "INVITED" in self.parts

    @property
    def is_closed(self) -> bool:
        """Whether not everybody may join."""
        return bool(self.password) or self.is_private


def create(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Offer a game, in which its creator has the first place."""
    wanted = too_many(tx, visitor.person) or _wanted(command)
    if isinstance(wanted, LobbyRefusal):
        return wanted
    name = wanted.name
    refusal = _name_refusal(tx, wanted)
    if refusal is not None:
        return refusal
    clock = _clock(tx, wanted)
    if isinstance(clock, LobbyRefusal):
        return clock
    robot = robot_of(wanted.played, wanted.parts.get("ROBOTS", ""))
    if isinstance(robot, LobbyRefusal):
        return robot
    settings = settings_in(wanted.parts)
    alias = alias_of(wanted.parts.get("AS", ""), visitor, wanted.line_but_as, settings)
    if isinstance(alias, LobbyRefusal):
        return alias
    game = _offered(tx, visitor, name, wanted, robot)
    game.clock = encode_clock(clock)
    game.settings = settings | ({"watch": False} if wanted.is_closed else {})
    tx.session.add(game)
    tx.session.flush()
    take_place(tx, game, visitor, alias)
    text = (
        f"{name} waits for {players_in_words(game.places - 1)}. You play as {alias}. "
        f"{_rules_of(tx, game)} {_how_to_join(game)} It starts when all "
        "places are taken, or as soon as you send START WITH ROBOTS. Its dice are made from a "
        f"secret that is told when the game is over; the hash of it is {game.secret_hash}. "
        f"{ADD_WORDS}"
    )
    joining = joining_of(game)
    brings = [verb.example for verb in joining.verbs] if joining else []
    text = f"{text} {invitation_to_bring(tx.service, game)}".rstrip()
    invites = f"INVITE eve@example.org TO {name}"
    words = f"WORDS {name}: any words of yours"
    lines = (*brings, words, invites, f"START {name} WITH ROBOTS", f"CANCEL {name}")
    return LobbyResult(f"CREATE {name}", True, text, lines)


def _offered(tx: Transaction, visitor: Visitor, name: str, wanted: _Wanted, robot: str) -> OpenGame:
    """The row of a game on offer, with a secret for its dice."""
    secret, password = tx.service.random_bytes(32), wanted.password
    return OpenGame(
        name=name,
        ruleset=wanted.played.name,
        options=wanted.options,
        places=wanted.places,
        robot=robot,
        password=hash_password(password, tx.service.random_bytes(16)) if password else "",
        is_private=wanted.is_private,
        reliable=int(wanted.parts["RELIABLE"]) if "RELIABLE" in wanted.parts else None,
        secret=secret.hex(),
        secret_hash=commitment(secret),
        creator_id=key_of(visitor.person),
        created_at=tx.now,
    )


def _rules_of(tx: Transaction, game: OpenGame) -> str:
    """What was understood of its game, clock and rules."""
    shown = offered(tx.session, game)
    return " ".join((f"It is a game of {shown.title}.", shown.clock, *shown.options))


def _how_to_join(game: OpenGame) -> str:
    """How others get a place."""
    line = f"JOIN {game.name} AS and a name"
    if game.is_private and not game.password:
        return f"Whom you INVITE joins with {line}; nobody else can, and no list shows the game."
    secret_too = ", and its password" if game.password else ""
    return f"Others join with {line}{secret_too}."


def _wanted(command: Command) -> _Wanted | LobbyRefusal:
    _, parts = parts_of(command.text, CREATING, ("INVITED",))
    # What may stand behind it are the options of that very game.
    name = parts.get("GAME", DEFAULT).split()[0]
    try:
        played = ruleset(name.casefold())
    except RulesetError:
        there = ", ".join(ruleset_names())
        return LobbyRefusal(f"There is no game {name[:30]!r} here; there are: {there}.")
    rows = {row.name.upper(): row for row in played.options if not row.is_file}
    keys = (*CREATING, *SETTINGS, *rows)
    values = {key: row.values for key, row in (SETTINGS | rows).items()}
    switches = [key for key, there in values.items() if is_switch(there)]
    unknown, parts = parts_of(command.text, frozenset(keys), ("INVITED", *switches))
    if _is_no_name(unknown.split(), keys):
        known = ", ".join((*CREATING, *(key.lower() for key in keys[len(CREATING) :])))
        shown = hide_passwords(unknown)[:38]
        return LobbyRefusal(f"CREATE does not know {shown!r}. It knows: {known}.")
    called = checked_name(f"{command.key} {unknown}", "a game's name")
    words = {rows[key].name: _option(key, values[key], parts[key]) for key in rows if key in parts}
    may_play = played.players_with(played.options_from(words))
    if not re.fullmatch(r"[1-9]\d?|100", parts.get("RELIABLE", "80")):
        return LobbyRefusal("RELIABLE 80 asks for 80 % of turns in time; write 1 to 100.")
    if parts.get("INVITED", "").casefold() not in ("", "only"):
        return LobbyRefusal("Write INVITED only for a game that no list shows.")
    typed = parts.get("PLAYERS", str(USUAL_PLAYERS))
    places = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 3 else 0
    if places not in may_play:
        how = " with these options" if may_play != played.players else ""
        few, many = may_play[0], may_play[-1]
        text = f"PLAYERS {typed[:12]}: {played.title} is for {few} to {many} players{how}."
        return LobbyRefusal(text)
    return _Wanted(called, played, places, words, parts)


def _option(key: str, values: Sequence[str], typed: str) -> str:
    return checked_value(key, values, typed) if values else typed.casefold()


def _is_no_name(words: Sequence[str], keys: Sequence[str]) -> bool:
    """Whether words behind the first of a name look like an option: its value follows, or it is
    nearly one."""
    has_value = any(not word[0].isalpha() or word.upper() in _ON_OFF for word in words[1:])
    return has_value or any(is_nearly(word, key) for word in words for key in keys)


def robot_of(played: Ruleset[Any, Any], typed: str) -> str | LobbyRefusal:
    """The kind of robot that was typed; without one the usual, "-" where the game has none."""
    kinds = played.robots.kinds if played.robots else ()
    usual = played.robots.stand_in if played.robots else "-"
    if typed and typed.casefold() not in kinds:
        return LobbyRefusal(f"ROBOTS {typed[:20]}: there are {', '.join(kinds) or 'none'}.")
    return typed.casefold() or usual


def robot_for(game: OpenGame, typed: str) -> str | LobbyRefusal:
    """The kind of robot that was typed for the free places of a game; without one as offered."""
    return robot_of(ruleset(game.ruleset), typed) if typed else game.robot


def _clock(tx: Transaction, wanted: _Wanted) -> Clock | LobbyRefusal:
    """The clock that was typed, with its time bank."""
    usual = timedelta(hours=tx.service.settings.clock.turn_hours)
    typed, bank = wanted.parts.get("CLOCK", ""), wanted.parts.get("BANK", "")
    try:
        clock = clock_typed(typed, bank, usual)
    except ValueError as why:
        return LobbyRefusal(str(why))
    if not wanted.is_closed and clock.rule(SCRIPT).next.length < SHORTEST_TURN:
        return LobbyRefusal("A game that anybody may join has turns of an hour or more.")
    return clock


def _name_refusal(tx: Transaction, wanted: _Wanted) -> LobbyRefusal | None:
    """Why a game cannot be called that."""
    if is_reserved(wanted.name):
        why = f"{wanted.name} is a word of the referee's."
        return _with_a_free_name(wanted, why, free_name(tx.session))
    if is_taken(tx.session, wanted.name):
        stem, _, number = wanted.name.rpartition("-")
        like, first = (stem, int(number) + 1) if stem and number.isdigit() else (wanted.name, 2)
        why = f"There is a game called {wanted.name} already, or one whose name looks like it."
        free = free_name(tx.session, like[:20].rstrip("-"), first)
        return _with_a_free_name(wanted, why, free)
    return None


def _with_a_free_name(wanted: _Wanted, why: str, free: str) -> LobbyRefusal:
    line = replace(wanted, name=free).line_but_as
    return LobbyRefusal(
        f"{why} Choose another name, such as {free}.",
        f"{line} AS {wanted.parts['AS']}" if "AS" in wanted.parts else line,
    )
