"""A moderator's text to commands: forgiving where nothing is lost by it, else asking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from pbem.grammar.commands.moderators import MODERATORS
from pbem.grammar.commands.spec import Command, CommandSpec, InvalidField, UnreadCommand
from pbem.grammar.commands.typed import plain, without_bullet, word

MOST_TEXT = 64 * 1024
"""Characters of a text that are read."""
MOST_LINES = 50
"""Commands of a text that are read."""
MOST_WORDS = 4000
"""Characters of a command's own text, such as a notice."""
MOST_LINE = MOST_WORDS + 200
"""Longer than any text may be, so that none is cut without a word."""
_BECAUSE = re.compile(r"(?:^|[\s,;(-])because\b[\s:,]*", re.IGNORECASE)
_AS = re.compile(r",\s*(?:as|since)\s+", re.IGNORECASE)
"""Begins a reason behind a time as well; no time has it."""
_KEYS_ALONE = ("HOLIDAY", "HOLIDAYS")
"""What is set without SET before it."""
_THE = re.compile(r" the ", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?]$|,\s")


@dataclass(frozen=True, slots=True)
class _Head:
    """What a line begins with: a verb, as it was typed, and the rest."""

    verb: CommandSpec
    typed: str
    rest: str
    is_slip: bool = False


def read_commands(text: str) -> tuple[Command | UnreadCommand, ...]:
    """Every line of a text as a command, or why it is none; blank lines are left out.

    SIGNOFF ends it. What is beyond 64 kB or 50 commands is not read, and one UnreadCommand says so.
    """
    found: list[Command | UnreadCommand] = []
    for at, lines in enumerate(_blocks(plain(text[:MOST_TEXT]))):
        if at == MOST_LINES:
            problem = f"Only {MOST_LINES} lines are read at once; send the rest again."
            found.append(UnreadCommand(lines[0][:60], problem))
            break
        found.append(_read(lines))
    if len(text) > MOST_TEXT:
        found.append(
            UnreadCommand("...", f"Only the first {MOST_TEXT // 1024} kB of a text are read.")
        )
    return tuple(found)


_VERBS = frozenset(known.partition(" ")[0] for known in (*MODERATORS.by_words, *_KEYS_ALONE, ""))


def begins_command(line: str) -> bool:
    """Whether a line begins with a word of a verb, with no slip; most do not, and it is soon told.

    >>> begins_command("- Extend 24h"), begins_command("Dear referee,")
    (True, False)
    """
    first = without_bullet(plain(line)).partition(" ")[0]
    return first.upper().rstrip(":.,;!?") in _VERBS


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of each command; those of a text that goes on below its line together."""
    lines = [line[:MOST_LINE].rstrip() for line in text.split("\n")]
    at = 0
    while at < len(lines):
        line = without_bullet(lines[at])
        at += 1
        if line.upper().rstrip(".") == "SIGNOFF":
            return
        if not line or line.startswith("#") or line.upper() == "END":
            continue
        head = _head(line)
        many = _more(lines[at:], head) if head and not head.is_slip else 0
        yield [line, *lines[at : at + many]]
        at += many


def _more(lines: Sequence[str], head: _Head) -> int:
    """How many of the lines below a verb's belong to it."""
    if not head.verb.text_to:
        return 0
    has_text = bool(head.rest.strip(" :"))
    for at, line in enumerate(lines):
        typed = line.strip().upper().rstrip(".")
        is_text = head.verb.text_to == "blank"
        if typed in ("END", "SIGNOFF") or (is_text and has_text and not typed):
            return at
        if is_text and has_text and _is_shouted(line):
            return at
        has_text = has_text or bool(typed)
    return len(lines)


def _is_shouted(line: str) -> bool:
    """Whether a line below a text is a command after all: its verb is in capitals, and it reads."""
    head = _head(without_bullet(line))
    if head is None or head.is_slip or head.typed != head.typed.upper():
        return False
    return isinstance(_read([without_bullet(line)]), Command)


def _read(lines: Sequence[str]) -> Command | UnreadCommand:
    line = lines[0]
    head = _head(line)
    if head is None:
        hint = _hint(line)
        return UnreadCommand(line, hint or "This is not a command; HELP lists them.", "", not hint)
    rest, why = "\n".join([head.rest, *lines[1:]]).strip(), ""
    verb = head.verb
    if not verb.text_to:
        rest, why = _reason(verb, rest.lstrip(": "))
    try:
        if len(rest) + len(why) > MOST_WORDS:
            raise InvalidField(f"A text has at most {MOST_WORDS} characters.")
        fields, text = verb.read(verb.name, rest)
        if verb.needs_why and not why and fields.get("key") != "TRY":
            raise InvalidField(
                f"{verb.name} needs a reason: {verb.name} {text}".rstrip() + " BECAUSE …"
            )
    except InvalidField as problem:
        is_prose = bool(_SENTENCE.search(line)) and verb.begins_prose
        return UnreadCommand(line, str(problem), verb.name, is_ignored=is_prose or head.is_slip)
    if head.is_slip and verb.guarded:
        whole = verb.command(fields, text, why).line[:200]
        asked = f'"{head.typed}" is not a command. Did you mean {whole}? Then send that line.'
        return UnreadCommand(line, asked, verb.name)
    assumed = f"{head.typed} read as {verb.name}" if head.is_slip else _swallowed(verb, lines[1:])
    return verb.command(fields, text, why, assumed)


def _swallowed(verb: CommandSpec, lines: Sequence[str]) -> str:
    """What is said of a command that stands within a text."""
    if verb.text_to != "blank":
        return ""
    for line in lines:
        head = _head(without_bullet(line))
        if (
            head is not None
            and not head.is_slip
            and isinstance(_read([without_bullet(line)]), Command)
        ):
            return f'"{line.strip()[:60]}" taken as part of the text; END or a blank line ends it'
    return ""


def _reason(verb: CommandSpec, rest: str) -> tuple[str, str]:
    """The words before BECAUSE, and the reason behind it."""
    found = _BECAUSE.search(rest)
    if found is None and verb.has_time:
        found = _AS.search(rest)
    if found is None:
        return rest, ""
    before = rest[: found.start()].rstrip(" ,;(-")
    why = rest[found.end() :].strip().rstrip(")")
    last = verb.last.search(why) if verb.last else None
    if last is not None:
        before, why = f"{before} {last[1]}", why[: last.start()].rstrip(" ,;(-")
    return before, why


def _head(line: str) -> _Head | None:
    """The verb a line begins with, one slip allowed; None where there is none."""
    words = line.split()
    for many in (3, 2, 1):
        typed = " ".join(words[:many])
        if many == 3:  # PAUSE THE GAME is PAUSE GAME.
            typed = _THE.sub(" ", typed)
        verb = MODERATORS.by_words.get(typed.upper().rstrip(":.,;!?"))
        if len(words) >= many and verb is not None:
            return _Head(verb, typed, _behind(line, many))
    if len(words) > 1 and words[0].upper().rstrip(":") in _KEYS_ALONE:
        return _Head(MODERATORS.by_words["SET"], words[0], line)
    if words and words[0] == "?":
        return _Head(MODERATORS.by_words["HELP"], "?", "")
    for many in (2, 1):
        typed = " ".join(words[:many]).rstrip(":.,;!?")
        near = _near(typed.upper()) if len(words) >= many else []
        if len(near) == 1:
            return _Head(near[0], typed, _behind(line, many), is_slip=True)
    return None


def _behind(line: str, many: int) -> str:
    words = line.split(maxsplit=many)
    glued = ":" if words[many - 1].endswith(":") else ""
    return glued + (words[many] if len(words) > many else "")


def _near(typed: str) -> list[CommandSpec]:
    """The verbs that a word is one slip away from, or two where it is long."""
    if len(typed) < 4:
        return []
    most = 2 if len(typed) >= 8 else 1
    near = {
        MODERATORS.by_words[known].name: MODERATORS.by_words[known]
        for known in MODERATORS.by_words
        if abs(len(known) - len(typed)) <= most and len(known) >= 4
        if OSA.distance(typed, known, score_cutoff=most) <= most
    }
    return list(near.values())


MOST_HINTED = 10
"""Words of a line that may be meant as a command; a longer one is a sentence."""
_SENTENCES = re.compile(r",\s|[.!?]\s")
EXAMPLE_TURN = "TURN 12"
"""How an open turn is called where its number is not known."""
_LATER = "EXTEND 24h gives more time, SET DEADLINE Fri 18:00 names it."
_SEATS = "REPLACE bob BY eve@example.org gives a seat to another player, OFFER bob to a standby."
_AWAY = "EJECT bob BECAUSE … ends a player's part in the game."
_TEXT = "NOTICE and a text goes to all players, TELL bob: and a text to one."
_LOOK = "STATUS, WHO, LOG, LETTERS and PREVIEW show how things are."
_ADDRESS = (
    "A player changes his own address: he sends ADDRESS ADD and the new one to the plain address. "
    "REPLACE bob BY eve@example.org gives the seat to another address."
)
_BACK = (
    "ROLLBACK TO TURN 12 takes turns back. Another act is taken back by its opposite, such as "
    "RESUME after PAUSE, or SET DEADLINE Fri 18:00 after EXTEND."
)
_EDIT = "EDIT … BECAUSE … changes the state of the game; HELP EDIT lists the forms."
_HINTS = {
    **dict.fromkeys(("give", "more", "longer", "wait"), _LATER),
    "delay": f"{_LATER} SET DELAY 1h sets the time after a last order.",
    **dict.fromkeys(("undo", "revert", "redo", "repeat", "go", "back"), _BACK),
    **dict.fromkeys(("add", "invite", "join", "substitute", "swap"), _SEATS),
    **dict.fromkeys(("remove", "drop", "ban", "delete"), _AWAY),
    **dict.fromkeys(("end", "finish", "close", "cancel"), "TERMINATE BECAUSE … ends the game."),
    **dict.fromkeys(("next", "resolve", "execute", "skip"), "PROCESS TURN 12 runs the open turn."),
    **dict.fromkeys(("tell", "say", "announce", "message"), _TEXT),
    **dict.fromkeys(("show", "list", "report", "look", "check", "see", "view"), _LOOK),
    **dict.fromkeys(("address", "addresses", "email", "mailbox"), _ADDRESS),
    "make": "PROMOTE bob makes him a moderator of this game, too.",
    **dict.fromkeys(("stop", "freeze", "halt", "lock"), "PAUSE stops the clock, RESUME starts it."),
    **dict.fromkeys(("continue", "unpause", "restart"), "RESUME starts the clock again."),
    **dict.fromkeys(("money", "fix", "correct"), _EDIT),
}


def _hint(line: str) -> str:
    """The command that a short line may mean, in one sentence; "" for any other."""
    words = line.split()
    if not words or len(words) > MOST_HINTED or _SENTENCES.search(line):
        return ""
    names_address = any(word(one).casefold() in ("address", "addresses") for one in words)
    return _ADDRESS if names_address else _HINTS.get(word(words[0]).casefold(), "")
