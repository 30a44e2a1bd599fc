"""What a letter is told beside its lines: of what was not read, and of a game that stands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.documents.layout.cast import listed
from pbem.games.contract.orders import TOO_MANY_DEEDS
from pbem.grammar.commands import Command, begins_command, read_commands
from pbem.grammar.commands.lobby import read_lobby
from pbem.grammar.preferences import BY_WORD
from pbem.mail.charset import LOST
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.marks import Label
from pbem.mail.sent import is_cut_line
from pbem.models import PAUSED, RUNNING, Game
from pbem.service.letters.word_effects import cut_off
from pbem.service.orders.judging import Judged
from pbem.service.orders.submission import Submission
from pbem.service.seats.confirming import NO_CODE, lacks_code

MOST_NAMED = 5
"""Lines not read as orders that are named; the others are counted."""
MOST_READ = 40
"""Lines of a letter that are looked at for commands of moderators."""


def remarks(submission: Submission, judgement: Judged, state: Any, game: Game) -> list[str]:
    """What else the writer should know: of lines not read, and of a game that does not run."""
    found = []
    if submission.letter.accepted_by == "moderator":
        found.append(
            "The moderator wrote this letter in your name. What you send yourself replaces it "
            "while your orders are open."
        )
    if submission.had_secret:
        found.append(
            "Your letter held the secret address of a seat. It was taken out and passed on to "
            "nobody: whoever has it can write orders for that seat."
        )
    if lost := submission.mailed.lost_bytes:
        found.append(
            f"Your mail program sent {lost} {'byte that is' if lost == 1 else 'bytes that are'} no "
            f"text. {'It is' if lost == 1 else 'They are'} shown as {LOST}; if an order has one "
            "in it, see whether it was understood."
        )
    has_orders = any(line.command is None for line in judgement.lines)
    if game.phase not in (RUNNING, PAUSED) and has_orders:
        found.append("The game is over; nothing can be ordered any more.")
    found += _of_too_much(submission, judgement)
    overlooked = judgement.overlooked
    ignored = overlooked.lines
    of_others = [
        *commands_of_moderators(submission, judgement),
        *commands_of_the_lobby(submission, judgement),
    ]
    is_all = len(ignored) == len(judgement.lines)
    if is_all and not (of_others and len(ignored) == 1):
        examples = " | ".join(examples_of(submission, state))
        found.append(f"Nothing in this letter could be read. These lines could: {examples}")
    elif ignored and not is_all:
        found.append(
            f"{_counted(ignored, submission.mailed)}. An order begins with its verb, as in "
            f"{examples_of(submission, state)[0]}; HELP lists all."
        )
    found += of_others
    if lacks_code(submission.mailed.text):
        found.append(NO_CODE)
    if overlooked.commented and all(line.order is None for line in judgement.lines):
        found.append(f"A line that begins with # is not read. Without it: {overlooked.commented}")
    hint = overlooked.order or overlooked.word
    return [*found, hint] if hint else found


def commands_of_moderators(submission: Submission, judgement: Judged) -> list[str]:
    """What is said to a player who writes a moderator's command to his seat's address."""
    typed = [line.text.strip() for line in judgement.lines if line.status in ("IGNORED", "ASK")]
    unread = [text for text in typed if begins_command(text) and not _is_players(text)]
    reads = [read for text in unread[:MOST_READ] for read in read_commands(text)]
    found = [read for read in reads if isinstance(read, Command) and read.assumed == ""]
    if not found:
        return []
    return [
        f'"{found[0].line[:60]}" is a command of moderators, and this is your seat\'s address. If '
        "you moderate this game, reply to a mail that came to you as its moderator. If you do not: "
        "WAIT keeps your turn to its deadline, AWAY UNTIL day and DELEGATE TO player UNTIL day say "
        "who writes when you cannot, and SAY TO ALL: asks the others."
    ]


def commands_of_the_lobby(submission: Submission, judgement: Judged) -> list[str]:
    """What is said to a player who writes of other games to his seat's address."""
    typed = [line.text.strip() for line in judgement.lines if line.status == "IGNORED"]
    found = [text for text in typed[:MOST_READ] if _is_of_the_lobby(text)]
    if not found:
        return []
    name, _, domain = submission.letter.rcpt.rpartition("@")
    return [
        f'"{found[0][:60]}" is not about this game. Send it in a new mail to '
        f"{name.partition('+')[0]}@{domain}, where GAMES, MINE, PROFILE, JOIN, CREATE, WATCH and "
        "TUTORIAL are answered."
    ]


def _is_of_the_lobby(text: str) -> bool:
    """Whether a line is a command of the lobby, and no sentence that begins like one."""
    words = text.split()
    is_meant = bool(words) and (words[0].isupper() or len(words) < 3)
    return is_meant and any(isinstance(read, Command) for read in read_lobby(text))


def _is_players(text: str) -> bool:
    """SET LENGTH and the like: a wish of a player, whatever else moderators may SET."""
    words = text.casefold().split()
    return words[:1] == ["set"] and bool({*words[1:2]} & {*BY_WORD})


def examples_of(submission: Submission, state: Any) -> Sequence[str]:
    """A few lines that would be read and be legal now."""
    snapshot = submission.snapshot
    here = snapshot if state is snapshot.state else replace(snapshot, state=state)
    return here.examples(submission.seat.name)


def _of_too_much(submission: Submission, judgement: Judged) -> list[str]:
    """What was left of a letter that was too long, to read or to carry out."""
    found = (
        [_too_much(judgement, submission.mailed)]
        if judgement.read_up_to is not None or submission.mailed.is_cut
        else []
    )
    # An answer has no room for so many lines, each with its reason.
    many = [line.note for line in judgement.lines if line.reason == TOO_MANY_DEEDS]
    return [*found, *many[:1]]


def _too_much(judgement: Judged, mailed: Mailed) -> str:
    """How far the letter was read; by its lines, or by its orders where those were too many."""
    last = judgement.read_up_to
    last = len(mailed.lines) if last is None else last
    was = f"lines 1 to {last} were" if last else "nothing was"
    return f"Too much to read: {was} read; send the rest again in another letter."


def _counted(ignored: Sequence[str], mailed: Mailed) -> str:
    """`2 lines were not read as orders: "DRAW" (line 4 of your letter) and "so long" (line 9)`."""
    named: list[str] = []
    for text in ignored[:MOST_NAMED]:
        place = next(
            (place for typed, place in _places(mailed) if text in typed), PlaceInLetter("")
        )
        of = "" if named or not place.is_number else " of your letter"
        named.append(f'"{cut_off(text)}"' + (f" ({place.where}{of})" if place.where else ""))
    left = len(ignored) - len(named)
    if len(ignored) == 1:
        return f"1 line was not read as an order: {named[0]}"
    sentence = listed([*named, f"{left} more"] if left else named)
    return f"{len(ignored)} lines were not read as orders: {sentence}"


@dataclass(frozen=True, slots=True)
class PlaceInLetter:
    """Where in a letter a line stands, in words; `is_number` where it is by the line's number."""

    where: str
    is_number: bool = False


def _places(mailed: Mailed) -> Iterator[tuple[str, PlaceInLetter]]:
    """The lines of a letter without their marks, and where each of them stands."""
    is_below = False
    for number, line in enumerate(mailed.lines, 1):
        bare = line.text.lstrip("> |\t")
        is_below = is_below or is_cut_line(bare)
        place, is_number = _PLACES.get(line.label, ""), False
        if line.label is Label.NEW:
            is_number = not bare.startswith("#")
            place = f"line {number}" if is_number else "behind a #"
        if is_below and line.label in (Label.NEW, Label.QUOTED):
            place = f"{place}, below the cut line"
        yield bare.lstrip("# \t/").rstrip(), PlaceInLetter(place, is_number)


_PLACES = {
    Label.QUOTED: "quoted",
    Label.ATTRIBUTION: "in the head of a quotation",
    Label.HEADER: "in the head of a quotation",
    Label.SIGNATURE: "below your signature",
    Label.OTHER: "below the end of your letter",
}


def format_unread(judgement: Judged, mailed: Mailed) -> tuple[str, ...]:
    """Orders and words that stand where nothing is read, each with its place in the letter."""
    would_be = judgement.overlooked.would_be
    # Of lines that are the same the first is told.
    places = dict(reversed([*_places(mailed)])) if would_be else {}
    named = ((line.text, places.get(line.text, PlaceInLetter("")).where) for line in would_be)
    return tuple(f"{text} ({where})" if where else text for text, where in named)
