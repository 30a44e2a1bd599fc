"""What anybody may write to the plain address: games to join, and how to begin."""

from __future__ import annotations

import re
from collections.abc import Collection

from rapidfuzz.distance import OSA

from pbem.grammar.commands.named import checked_name, read_creation, read_joining
from pbem.grammar.commands.passages import Passage, PassageVerb, passage_at
from pbem.grammar.commands.persons import OF_PERSON
from pbem.grammar.commands.spec import (
    Command,
    CommandSpec,
    CommandTable,
    Fields,
    InvalidField,
    UnreadCommand,
)
from pbem.grammar.commands.typed import plain, without_bullet, without_please, word

MOST_TEXT = 16 * 1024
MOST_LINES = 20
"""Lines of a letter that are read; a stranger's needs few."""
MOST_LINE_WORDS = 8
_WITH_ROBOTS = re.compile(r"\bwith\s+robots?\b", re.IGNORECASE)
_LEAD = (
    r"^(?:(?:can|could|would|will|may)\s+(?:you|u|i|we)\s+|(?:i|we)\s+(?:want|wish|would\s+like)\s+to\s+|"
    r"(?:i|we)'d\s+like\s+to\s+|let'?s\s+|let\s+us\s+)?(?:please\s+)?"
)
_SAYINGS = (
    (
        rf"{_LEAD}(?:create|make|host|offer|set\s+up|(?:start|begin|open)(?!.*\bwith\s+robot))\s+"
        r"(?:(?:me|us)\s+)?(?:(?:an?|the|my|our)\s+)?(?:new\s+)?game(?=[\s,.!?]|$)",
        "CREATE game",
    ),
    (
        rf"{_LEAD}(?:start|begin|play|do|take|try)\s+(?:(?:an?|the|my)\s+)?tutorial(?=[\s,.!?]|$)",
        "TUTORIAL",
    ),
    (r"^(add|remove|delete|change)\s+(?:my\s+)?address\b(?=.*@)", r"ADDRESS \1"),
    (r"^start\s+(?:(?:an?|the|my|our)\s+)?game(?=\s+with\s+robots?\b)", "START"),
)
"""What people ask for in a sentence, and the command that it is."""
_AS_COMMANDS = tuple((re.compile(saying, re.IGNORECASE), verb) for saying, verb in _SAYINGS)
_SUBJECT = re.compile(r"^(?:(?:re|fwd?|aw|sv|antw)\s*:\s*)+", re.IGNORECASE)


_ABOUT = re.compile(r"(?:(?:on|with|about|for)\s+)?", re.IGNORECASE)


def _help(_verb: str, rest: str) -> tuple[Fields, str]:
    """The command that is to be explained, or nothing."""
    typed = word(_ABOUT.sub("", without_please(rest.rstrip("?")), count=1)).upper()
    name = LOBBY.by_words[typed].name if typed in LOBBY.by_words else ""
    return {"key": name}, name


def _nothing(verb: str, rest: str) -> tuple[Fields, str]:
    if word(without_please(rest)):
        raise InvalidField(f"{verb} stands alone on its line.")
    return {}, ""


def _game(verb: str, rest: str) -> tuple[Fields, str]:
    if not rest.strip():
        raise InvalidField(f"{verb} needs the name of a game, such as {verb} Fnord-8.")
    name = checked_name(rest, "a game's name")
    return {"key": name}, name


def _named_game(verb: str, rest: str) -> tuple[Fields, str]:
    """A kind of game in one word, or nothing."""
    words = without_please(rest).split()
    if len(words) > 1:
        raise InvalidField(f"{verb} stands alone, or before the name of a game.")
    name = word(" ".join(words)).lower()
    return {"key": name}, name


_GAME_FIRST = re.compile(r"([A-Za-z][A-Za-z0-9 -]{0,23}):\s+(?=\S)")


def _worded(verb: str, rest: str) -> tuple[Fields, str]:
    """Any words, behind the name of a game and a colon or alone."""
    words = " ".join(rest.strip(" :").split())
    if not words:
        raise InvalidField(f"Write any words of yours behind it, such as {verb} owls at noon.")
    named = _GAME_FIRST.match(words)
    key = checked_name(named[1], "a game's name") if named else ""
    return {"key": key, "value": words[named.end() :] if named else words, "text": words}, words


_TO_GAME = re.compile(r"\bto\b", re.IGNORECASE)
_MAILBOX = re.compile(r"[^\s@<>,;:\"]{1,64}@[^\s@<>,;:\"]{1,190}")


def _invited(verb: str, rest: str) -> tuple[Fields, str]:
    before, *behind = _TO_GAME.split(rest, maxsplit=1)
    words = before.replace(",", " ").replace(";", " ").split()
    emails = [one.strip("<>.").casefold() for one in words if one.casefold() != "and"]
    if not emails or not all(map(_MAILBOX.fullmatch, emails)):
        raise InvalidField(f"Write {verb} eve@example.org TO Fnord-8, with no other words.")
    name = checked_name(behind[0], "a game's name") if behind else ""
    text = " ".join(emails) + (f" TO {name}" if name else "")
    return {"key": name, "value": " ".join(emails)}, text


HOOK_SHAPES = ("discord", "slack", "matrix")
"""Services whose way of taking a call is known."""


def _webhook(verb: str, rest: str) -> tuple[Fields, str]:
    """A game, a shape and an address; the address is told nobody again."""
    name, shape, url, *more = [*rest.split(), "", "", ""]
    name = checked_name(name, "a game's name") if name else ""
    if name and shape.upper() == "OFF" and not url:
        return {"key": name, "value": "OFF"}, f"{name} OFF"
    if not name or shape.casefold() not in HOOK_SHAPES or not url or any(more):
        raise InvalidField(
            f"Write {verb} {name or 'Fnord-8'} and discord, slack or matrix, then the address that "
            f"begins with https://; or {verb} {name or 'Fnord-8'} OFF."
        )
    return {"key": name, "value": shape.casefold(), "text": url}, f"{name} {shape.casefold()}"


def _started(_verb: str, rest: str) -> tuple[Fields, str]:
    if not _WITH_ROBOTS.search(rest):
        raise InvalidField("START WITH ROBOTS lets robots take the places that are free.")
    before, robot = _WITH_ROBOTS.split(rest, maxsplit=1)
    name = checked_name(before, "a game's name") if before.strip() else ""
    kind = word(robot.strip()).lower()
    return {"key": name, "value": kind}, " ".join(filter(None, (name, "WITH ROBOTS", kind)))


LOBBY = CommandTable.of(
    CommandSpec(
        "HELP",
        "control",
        "Explains what this is and what you can write, or one command in full.",
        ("HELP [command]",),
        ("HELP", "HELP CREATE"),
        gloss="this mail again",
        read=_help,
        looks=True,
    ),
    CommandSpec(
        "GAMES",
        "control",
        "Lists the games that are waiting for players, running, and over.",
        ("GAMES",),
        ("GAMES",),
        aliases=("LIST", "LIST GAMES", "LOBBY"),
        gloss="what you can join, and what is played",
        read=_nothing,
        looks=True,
    ),
    CommandSpec(
        "MINE",
        "control",
        "Shows what waits for you in all your games.",
        ("MINE",),
        ("MINE",),
        aliases=("MY GAMES",),
        gloss="what waits for you in all your games",
        read=_nothing,
        begins_prose=True,
    ),
    *OF_PERSON,
    CommandSpec(
        "TUTORIAL",
        "control",
        "Begins a game of your own against robots that teaches you to play.",
        ("TUTORIAL [game]",),
        ("TUTORIAL", "TUTORIAL inwo"),
        gloss="learn in a game of your own",
        read=_named_game,
    ),
    CommandSpec(
        "JOIN",
        "control",
        "Takes a place in a game that waits for players, or one on its waiting list.",
        ("JOIN game [AS name] [PASSWORD word] [PREFER what, what]",),
        ("JOIN Fnord-8 AS bob",),
        gloss="take a place in a game",
        read=read_joining,
        begins_prose=True,
    ),
    CommandSpec(
        "CREATE",
        "control",
        "Offers a new game, with you as its first player.",
        (
            "CREATE game [PLAYERS n] [CLOCK 24h] [AS name] [ROBOTS kind] [PASSWORD word] "
            "[INVITED only] [RELIABLE n] [GAME which] [option value]",
        ),
        ("CREATE Fnord-8 PLAYERS 4", "CREATE Fnord-8 PLAYERS 4 CLOCK 24h AS bob"),
        aliases=("CREATE GAME", "NEW GAME"),
        gloss="offer a game of your own",
        read=read_creation,
        begins_prose=True,
    ),
    CommandSpec(
        "INVITE",
        "control",
        "Asks others into a game of yours, by mail and in the referee's words.",
        ("INVITE address [address ...] [TO game]",),
        ("INVITE eve@example.org TO Fnord-8", "INVITE eve@example.org"),
        gloss="ask others into your game",
        read=_invited,
        begins_prose=True,
    ),
    CommandSpec(
        "STOP",
        "control",
        "Stops invitations by mail.",
        ("STOP",),
        ("STOP",),
        aliases=("UNSUBSCRIBE",),
        gloss="no invitations any more",
        read=_nothing,
        begins_prose=True,
    ),
    CommandSpec(
        "WORDS",
        "control",
        "Adds words of yours to the dice of a game that you have joined, before it starts.",
        ("WORDS [game:] text",),
        ("WORDS Fnord-8: owls at noon", "WORDS owls at noon"),
        gloss="add words of yours to the dice",
        read=_worded,
        begins_prose=True,
    ),
    CommandSpec(
        "LEAVE",
        "control",
        "Gives up your place in a game that has not started.",
        ("LEAVE game",),
        ("LEAVE Fnord-8",),
        gloss="give up your place",
        read=_game,
        begins_prose=True,
    ),
    CommandSpec(
        "WATCH",
        "control",
        "Sends you what everybody may know of a game that you do not play, after each turn.",
        ("WATCH game",),
        ("WATCH Fnord-8",),
        gloss="follow a game that you do not play",
        read=_game,
        begins_prose=True,
    ),
    CommandSpec(
        "UNWATCH",
        "control",
        "Ends what WATCH began.",
        ("UNWATCH game",),
        ("UNWATCH Fnord-8",),
        aliases=("WATCH OFF",),
        gloss="follow it no more",
        read=_game,
        begins_prose=True,
    ),
    CommandSpec(
        "WEBHOOK",
        "control",
        "Lets a game of yours call a web address after each turn.",
        ("WEBHOOK game shape address", "WEBHOOK game OFF"),
        ("WEBHOOK Fnord-8 OFF",),
        gloss="let your game call a web address",
        read=_webhook,
        begins_prose=True,
    ),
    CommandSpec(
        "HERE",
        "control",
        "Confirms that you will play, now that your game is full.",
        ("HERE game",),
        ("HERE Fnord-8",),
        gloss="confirm, now that it is full",
        read=_game,
        begins_prose=True,
    ),
    CommandSpec(
        "START",
        "control",
        "Starts a game of yours at once; robots take the places that are free.",
        ("START [game] WITH ROBOTS [kind]",),
        ("START Fnord-8 WITH ROBOTS",),
        gloss="start yours at once",
        read=_started,
        begins_prose=True,
    ),
    CommandSpec(
        "CANCEL",
        "control",
        "Withdraws a game of yours that has not started.",
        ("CANCEL game",),
        ("CANCEL Fnord-8",),
        gloss="withdraw your game",
        read=_game,
        begins_prose=True,
    ),
)


LobbyAct = Command | Passage
LobbyRead = LobbyAct | UnreadCommand
"""What a line of such a letter is, or what begins with it."""
_STOPS = ("SIGNOFF", "--")


def read_lobby(
    text: str, subject: str = "", verbs: Collection[PassageVerb] = ()
) -> tuple[LobbyRead, ...]:
    """The lines of a letter that are commands or look like one; else those of its subject.

    `verbs` begin passages for a game. Everything else is prose and is passed over; SIGNOFF or `--`
    ends it.
    """
    found: list[LobbyRead] = []
    lines = [without_bullet(line) for line in plain(text[:MOST_TEXT]).split("\n")]
    at = 0
    while at < len(lines) and lines[at].upper().rstrip(".") not in _STOPS:
        passage = passage_at(lines, at, verbs, _STOPS)
        read, at = passage if passage is not None else (_read(lines[at]), at + 1)
        if read is not None and len(found) < MOST_LINES:
            found.append(read)
    if found or not subject:
        return tuple(found)
    return read_lobby(_SUBJECT.sub("", plain(subject[:300]).replace("\n", " ")), verbs=verbs)


def _as_command(line: str) -> str:
    """A line, or the command that is meant by what it asks for in a sentence."""
    for saying, verb in _AS_COMMANDS:
        found = saying.match(line)
        if found is not None:
            return f"{found.expand(verb)}{line[found.end() :].rstrip('.!?')}"
    return line


def _read(line: str) -> Command | UnreadCommand | None:
    """What a line says; None for prose."""
    line = _as_command(line)
    words = line.split()
    for many in (2, 1):
        typed = " ".join(words[:many]).rstrip(":.,;!?")
        spec = LOBBY.by_words.get(typed.upper())
        if spec is not None and len(words) >= many:
            return _read_as(spec, line, " ".join(words[many:]), is_shouted=typed.isupper())
    near = _near(word(words[0]).upper()) if words and len(words) < MOST_LINE_WORDS else None
    if near is None:
        return None
    rest = " ".join(words[1:])
    read = _read_as(near, line, rest, is_shouted=False)
    if not isinstance(read, Command):
        return None
    meant = f"{near.name} {rest}".rstrip(" .!") if rest else near.name
    asked = f"{words[0][:24]} is not a command. Did you mean {meant[:200]}? Then send that line."
    return UnreadCommand(line[:80], asked, near.name, meant=meant)


def _read_as(
    spec: CommandSpec, line: str, rest: str, *, is_shouted: bool
) -> Command | UnreadCommand | None:
    try:
        return spec.command(*spec.read(spec.name, rest.rstrip(".!")))
    except InvalidField as problem:
        is_prose = not is_shouted and (spec.begins_prose or spec.looks or len(line.split()) > 4)
        if is_prose and len(line.split()) > 3:
            return None
        return UnreadCommand(line[:80], str(problem), spec.name)


def _near(typed: str) -> CommandSpec | None:
    """The one command that a word is a slip away from."""
    if len(typed) < 4:
        return None
    near = [row for row in LOBBY.rows if OSA.distance(typed, row.name, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 else None
