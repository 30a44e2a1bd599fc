"""Mails of the lobby: what this is, is that letter yours, what became of your lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import NamedTuple

from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render
from pbem.mails.senders import Asking

WAITS_FOR_YOU = "WAITS FOR YOU"
"""What stands in the line of a game that waits for the reader."""


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """An open game as anybody may see it; `taken` of its `places` have a player.

    `secret_hash` is that of the secret which its dice are made from.
    """

    name: str
    title: str
    taken: int
    places: int
    clock: str
    players: tuple[str, ...]
    options: tuple[str, ...] = ()
    waiting: int = 0
    has_password: bool = False
    is_full: bool = False
    secret_hash: str = ""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that runs or is over, as anybody may see it."""

    name: str
    players: tuple[str, ...]
    turn: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class LobbyGames:
    """What GAMES shows; `watchable` are the names of games that anybody may watch."""

    offered: tuple[OfferedGame, ...] = ()
    played: tuple[PlayedGame, ...] = ()
    watchable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LobbyResult:
    """What became of a line: `text` are whole sentences, `next` lines that go on from there.

    `rows` are a list behind it, `files` go with the mail.
    """

    line: str
    is_done: bool
    text: str
    next: tuple[str, ...] = ()
    games: LobbyGames | None = None
    rows: tuple[str, ...] = ()
    files: tuple[AttachedFile, ...] = ()


class LobbyGame(NamedTuple):
    """A game as a stranger is told of it; `line` offers one where the usual line would not.

    `tutorial` is the line by which he learns it, "" where there is none.
    """

    title: str
    about: Sequence[str]
    line: str = ""
    tutorial: str = ""


def lobby_help(
    games: Sequence[LobbyGame], commands: Sequence[tuple[str, str]], *, is_known: bool
) -> Mail:
    """What a person gets who asks for help, or whom we do not know: the games, and what he can
    write."""
    values = {"games": games, "commands": commands, "is_known": is_known}
    return render("lobby_help", values)


def is_it_yours(asking: Asking, ends_at: datetime) -> Mail:
    """Asks the owner of an address whether a letter is his. Nothing of the letter stands in it."""
    context = asdict(asking) | {"ends": clock.full(ends_at, "UTC")}
    return render("lobby_confirm", context)


def lobby_answer(results: Sequence[LobbyResult]) -> Mail:
    """What became of each line of a letter; the subject tells of the first that did something."""
    done = (result for result in results if result.is_done and result.games is None)
    head = next(done, results[0])
    subject = head.line if head.is_done else f"{head.line}: not done"
    lines = tuple(dict.fromkeys(line for result in results for line in result.next))
    context = {"results": results, "next": lines, "subject": one_line(subject, 60)}
    files = tuple(file for result in results for file in result.files)
    return replace(render("lobby", context), attachments=files)


def are_you_there(name: str, game: str, code: str, until: str, invitation: str = "") -> Mail:
    """The game is full: asks a player whether he is there, and for what he has not brought yet."""
    context = {"name": name, "game": game, "code": code, "until": until, "invitation": invitation}
    return render("lobby_full", context)


def invitation(host: str, game: OfferedGame, about: str) -> Mail:
    """Asks an address into a game, in our words: of whoever asks it has his address alone."""
    return render("invitation", {"host": host, "game": game, "about": about})


def lobby_news(game: str, head: str, text: str, next: Sequence[str] = ()) -> Mail:
    """Something has happened to a game that the reader has joined and that has not started.

    `head` says it in the subject.
    """
    return render("lobby_news", {"game": game, "head": head, "text": text, "next": tuple(next)})


def again_mail(game: str, who: str, name: str) -> Mail:
    """Asks a player of a game that is over whether he plays again."""
    values = {"game": proper_name(game, 40), "who": proper_name(who), "name": name}
    return render("again", values)


def daily_list(rows: Sequence[str]) -> Mail:
    """What waits for the reader in all his games, the line of each as MINE has it."""
    waiting = [row.split(",")[0] for row in rows if WAITS_FOR_YOU in row]
    text = one_line(", ".join(waiting), 60)
    return render("daily_list", {"rows": rows, "waiting": text})


def watched_mail(
    context: MailContext, story: str, world: str, *, is_new: bool = False, is_over: bool = False
) -> Mail:
    """To somebody who watches: what has happened, and how things stand, as everybody may know it.

    `story` and `world` are marked texts of the game's; `context` is of no seat.
    """
    values = {"head": letterhead(context), "story": story, "world": world}
    return render("watched", values | {"is_new": is_new, "is_over": is_over})
