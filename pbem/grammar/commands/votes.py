"""VOTE: what players decide among themselves, and how they say yes or no to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from rapidfuzz.distance import OSA

from pbem.grammar.commands.spec import CommandSpec, Fields
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import seat_slot

EXTEND, PAUSE, RESUME, DRAW, CANCEL, END = "EXTEND", "PAUSE", "RESUME", "DRAW", "CANCEL", "END"
MODERATOR = "MODERATOR"
YES, NO = "YES", "NO"


@dataclass(frozen=True, slots=True)
class Motion:
    """What can be voted on: `title` names it, `asks` is what a yes would bring, in a sentence.

    `is_majority` where more than half of those who may vote are enough, else all of them.
    """

    title: str
    asks: str
    is_majority: bool = False


MOTIONS: Mapping[str, Motion] = {
    EXTEND: Motion(
        "more time",
        "The deadline of this turn would be a day later, or the length of a turn if that is less.",
        True,
    ),
    PAUSE: Motion(
        "a pause", "The clock would stop for a week, or until the players vote to go on."
    ),
    RESUME: Motion("going on", "The game is paused; it would go on now."),
    DRAW: Motion("a draw", "The game would be over now, and {names} would win it."),
    CANCEL: Motion("ending the game", "The game would be over now, and nobody would win it."),
    MODERATOR: Motion(
        "a moderator",
        "{names} would moderate this game: move deadlines, pause it and settle disputes. What is "
        "hidden stays hidden from every moderator until the game is over.",
    ),
    END: Motion("ending the game", "Only robots still play; the game would be over now."),
}
_WORDS = {
    **{"extend": EXTEND, "extension": EXTEND, "more": EXTEND, "pause": PAUSE},
    **{"resume": RESUME, "go": RESUME, "draw": DRAW, "share": DRAW, "cancel": CANCEL},
    **{
        "moderator": MODERATOR,
        "gm": MODERATOR,
        "end": END,
        "yes": YES,
        "yea": YES,
        "aye": YES,
        "no": NO,
        "nay": NO,
    },
}
VOTE_LIFE = timedelta(days=3)
"""How long a vote is open, but for one that is about a turn."""
PAUSE_LENGTH = timedelta(days=7)
EXTENSION = timedelta(days=1)
"""What a vote adds to a deadline, unless a turn is shorter."""
TAKES = ", ".join((*MOTIONS, YES, NO))


def vote(reader: Reader[Any]) -> tuple[Fields, str]:
    """VOTE alone, a motion, or a yes or no with the number of the vote."""
    if reader.is_done:
        return {}, ""
    reader.take("for", "to")
    typed = reader.peek()
    if typed not in _WORDS:
        # A word as short as NO is nearly anything: it is meant where a number follows.
        near = _near(typed, 2 if reader.peek(1).isdecimal() else 3)
        if not near:
            is_prose = reader.peek(1) != ""
            raise ParseError(f"VOTE takes {TAKES}", "ignored" if is_prose else "unreadable")
        raise ParseError(f"VOTE takes {TAKES}", span=(reader.at, reader.at + 1), instead=near)
    reader.at += 1
    key = _WORDS[typed]
    if key in (YES, NO):
        return _answer(reader, key)
    if typed in ("more", "go"):
        reader.take("time", "on")
    if _WORDS.get(reader.peek()) in (YES, NO):
        return _on_motion(reader, key, _WORDS[reader.peek()])
    if key == DRAW:
        return _draw(reader)
    if key == MODERATOR:
        return _moderator(reader)
    return {"key": key}, key


_BALLOTS = frozenset(("agreed", "nope", "yeah", "yep"))
"""How people say yes or no without VOTE, besides the words above."""


def is_ballot(typed: str) -> bool:
    """Whether a word may be a yes or a no to a vote, if it stands without VOTE."""
    word = typed.casefold()
    return word in _BALLOTS or _WORDS.get(word) in (YES, NO)


def _near(typed: str, shortest: int) -> tuple[str, ...]:
    """What a word is a slip away from, if that is not too short."""
    words = ((word, key) for word, key in _WORDS.items() if len(word) >= shortest)
    near = (key for word, key in words if _is_slip(typed, word))
    return tuple(dict.fromkeys(near))


def _is_slip(typed: str, word: str) -> bool:
    return OSA.distance(typed, word, score_cutoff=1) <= 1


def _answer(reader: Reader[Any], key: str) -> tuple[Fields, str]:
    reader.take("to", "on")
    if reader.is_done:
        return {"key": key}, key
    if _WORDS.get(reader.peek()) in MOTIONS:
        return _on_motion(reader, _WORDS[reader.peek()], key)
    number = reader.number()
    return {"key": key, "number": number}, f"{key} {number}"


def _on_motion(reader: Reader[Any], motion: str, ballot: str) -> tuple[Fields, str]:
    """A yes or no to a motion by its name: `VOTE PAUSE YES`, `VOTE NO TO PAUSE`."""
    reader.at += 1
    return {"key": ballot, "value": motion}, f"{motion} {ballot}"


def _draw(reader: Reader[Any]) -> tuple[Fields, str]:
    """Who is to win, by their names; without any everybody who plays."""
    reader.take("between", "for", "among", ":")
    names: list[str] = []
    while not reader.is_done:
        names.append(reader.name(seat_slot(reader.names), ("and",)))
        if not reader.take(",", "and"):
            break
    text = ", ".join(dict.fromkeys(names))
    return {"key": DRAW, "value": text}, f"{DRAW} {text}".rstrip()


def _moderator(reader: Reader[Any]) -> tuple[Fields, str]:
    """Who is to moderate: a player by his name, or anybody by his mail address."""
    reader.take(":")
    typed = "".join(token.text for token in reader.tokens[reader.at :]).strip("<>.")
    if "@" in typed:
        reader.at = len(reader.tokens)
        name = typed.casefold()
    elif reader.is_done:
        raise ParseError(f"Write who is to moderate: VOTE {MODERATOR} bob, or a mail address")
    else:
        name = reader.name(seat_slot(reader.names))
    return {"key": MODERATOR, "value": name}, f"{MODERATOR} {name}"


VOTE = CommandSpec(
    "VOTE",
    "control",
    "Asks all players to decide something, or says yes or no to what is asked.",
    (
        "VOTE (what is being voted on)",
        "VOTE EXTEND (a day more for this turn; more than half of the players)",
        "VOTE PAUSE  |  RESUME (the clock; all players, as for what follows)",
        "VOTE DRAW  |  DRAW player, player (the game is over, and these win together)",
        "VOTE CANCEL (the game is over, and nobody wins)",
        "VOTE MODERATOR player  |  address (who sees nothing that is hidden; all players)",
        "VOTE END (the same, where robots alone play on)",
        "VOTE YES  |  NO  |  YES n (its number)",
    ),
    ("VOTE EXTEND", "VOTE YES", "VOTE NO 2", "VOTE DRAW bob, cat"),
    guarded=True,
    gloss="decide together",
    read=vote,
    begins_prose=True,
)
