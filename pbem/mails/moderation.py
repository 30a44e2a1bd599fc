"""Mails of moderating: what a moderator is answered, and what players are told of his acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from pbem.documents.layout import clock
from pbem.documents.layout.clock import in_zone
from pbem.documents.layout.letterhead import Letterhead, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.player_texts import PlayerText, framed, printed
from pbem.documents.layout.render import render
from pbem.documents.marks import above_cut, columns_kept
from pbem.games.contract.reports import Preview
from pbem.mails.senders import Asking, DoubtfulLetter

CommandOutcome = Literal["DONE", "TOLD", "REFUSED", "ASK", "IGNORED"]
ConfirmReason = Literal["other-address", "no-verdict"]
Release = Literal["read", "missed", "expired", "unknown", "no-code"]
MOST_TYPED = 200
MOST_SAID = 4200
"""Characters of a notice or ruling; no longer one can be given."""
_DEADLINES = ("SET DEADLINE", "EXTEND", "SHORTEN")
_ACTED = "the moderator has acted"


@dataclass(frozen=True, slots=True)
class ModeratorHeader:
    """The game as it stands at the head of a moderator's mail, and who reads that; `zone` his.

    `is_closed` says that orders are closed and the results wait for a moderator, `is_due` that the
    turn is run now.
    """

    game: str
    name: str
    zone: str
    turn: int
    to_move: str
    phase: str
    deadline_at: datetime | None
    now: datetime
    is_closed: bool = False
    is_due: bool = False


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What became of one line; `number` is the act's in the log."""

    outcome: CommandOutcome
    typed: str
    answer: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ActNotice:
    """An act as those who did not do it are told: by whom, what, why, its number and its verb.

    `ruling` counts the game's rulings from 1; `news` is what the act is called in a subject.
    """

    by: str
    said: str
    why: str = ""
    number: int = 0
    verb: str = ""
    ruling: int = 0
    news: str = ""


@dataclass(frozen=True, slots=True)
class GameDuties:
    """What needs a moderator in one game, a sentence each."""

    game: str
    turn: int
    to_move: str
    told: tuple[str, ...]


def daily_duties(games: Sequence[GameDuties], more: int, url: str) -> Mail:
    """What needs a moderator in all his games; `more` are those left out, `url` the console's."""
    shown = [
        (f"{proper_name(one.game, 40)}, turn {one.turn}, {proper_name(one.to_move)} to move", one)
        for one in games
    ]
    names = one_line(", ".join(proper_name(one.game, 40) for one in games), 60)
    told = [(head, [one_line(text, 300) for text in one.told]) for head, one in shown]
    return render("daily_duties", {"games": told, "names": names, "more": more, "url": url})


def answer_mail(
    header: ModeratorHeader, results: Sequence[CommandResult], *, is_cut: bool = False
) -> Mail:
    """What became of each line of a moderator's letter."""
    shown = [line for line in results if line.outcome != "IGNORED"]
    ignored = [line for line in results if line.outcome == "IGNORED"]
    context = {
        "header": _head(header),
        "lines": [_shown(line, header.zone) for line in shown],
        "ignored": [one_line(line.typed, 60) for line in ignored],
        "verdict": _verdict(shown),
        "is_cut": is_cut,
    }
    return render("moderator_answer", context)


def _verdict(lines: Sequence[CommandResult]) -> str:
    if not lines:
        return "nothing to do"
    wrong = sum(line.outcome in ("REFUSED", "ASK") for line in lines)
    if not wrong:
        return "done" if any(line.outcome == "DONE" for line in lines) else "for you"
    return "refused" if wrong == len(lines) else f"{wrong} of {len(lines)} refused"


def _shown(line: CommandResult, zone: str) -> dict[str, object]:
    typed, _, more = line.typed.partition("\n")
    paragraphs = in_zone(line.answer, zone).split("\n")
    return {
        "outcome": line.outcome,
        "typed": one_line(typed, MOST_TYPED) + (" ..." if more.strip() else ""),
        "answer": "\n".join("    " + one_line_kept(part) for part in paragraphs),
        "number": line.number,
    }


def one_line_kept(text: str) -> str:
    """A line of ours, its indent kept, cleaned of what a name in it might bring."""
    indent = len(text) - len(text.lstrip(" "))
    return " " * indent + one_line(text, 2000)


def _head(header: ModeratorHeader) -> dict[str, object]:
    at = header.deadline_at
    return {
        "game": proper_name(header.game, 40),
        "name": proper_name(header.name, 30),
        "turn": header.turn,
        "to_move": proper_name(header.to_move),
        "phase": header.phase,
        "is_closed": header.is_closed,
        "is_due": header.is_due,
        "deadline": clock.full(at, header.zone) if at else "",
        "left": clock.span(at - header.now) if at else "",
    }


def acts_mail(context: MailContext, acts: Sequence[ActNotice]) -> Mail:
    """What a moderator has done and said at one time, the deeds in general terms."""
    if len(acts) == 1:
        return act_mail(context, acts[0])
    head = letterhead(context)
    news = [one for one in dict.fromkeys(_news(act, head) for act in acts) if one != _ACTED]
    is_short = len(news) < 3
    listed = " and ".join(news) if is_short else f"{news[0]}, and {len(acts) - 1} more things"
    values = _at_foot(head, acts, context.zone) | {
        "news": listed or _ACTED,
        "by": proper_name(acts[0].by, 30),
    }
    return render("acts", values | {"acts": [_act_values(act, context.zone) for act in acts]})


def act_mail(context: MailContext, act: ActNotice) -> Mail:
    """What a moderator has done, in general terms, or his own words to a player."""
    head = letterhead(context)
    values = _at_foot(head, [act], context.zone) | _act_values(act, context.zone)
    kind = {"NOTICE": "notice", "RULE": "ruling"}.get(act.verb, "act")
    return render(kind, values | {"news": _news(act, head)})


def _at_foot(head: Letterhead, acts: Sequence[ActNotice], zone: str) -> dict[str, object]:
    """What a mail of acts says of the clock behind them."""
    shows_deadline = any(head.deadline in in_zone(act.said, zone) for act in acts)
    is_over = acts[-1].verb == "ARCHIVE"
    return {
        "head": head,
        "shows_deadline": head.has_deadline and shows_deadline,
        "is_over": is_over,
    }


def _news(act: ActNotice, head: Letterhead) -> str:
    """What an act is called in the subject of the players' mail."""
    if act.verb == "RULE":
        return f"ruling {act.ruling}"
    if act.verb in _DEADLINES and head.has_deadline:
        return f"the deadline is now {head.deadline_short}"
    return act.news or _ACTED


def acts_to_moderator(header: ModeratorHeader, acts: Sequence[tuple[ActNotice, str]]) -> Mail:
    """The same to another moderator, each with the command itself where he may see it."""
    context = {
        "header": _head(header),
        "by": proper_name(acts[0][0].by, 30),
        "acts": [_to_moderator(act, command, header.zone) for act, command in acts],
    }
    return render("moderator_act", context)


def _to_moderator(act: ActNotice, command: str, zone: str) -> dict[str, object]:
    """An act; a notice or ruling is his words to the players, and tells its command itself."""
    is_text = act.verb in ("NOTICE", "RULE")
    shown = "" if is_text else one_line(command, 600).rstrip(".")
    return _act_values(act, zone) | {"command": shown, "is_text": is_text}


def _act_values(act: ActNotice, zone: str) -> dict[str, object]:
    said = in_zone(act.said, zone)
    return {
        "by": proper_name(act.by, 30),
        "said": columns_kept("\n".join(map(one_line_kept, said.split("\n")))).strip(),
        "quote": framed(said, MOST_SAID),
        "why": one_line(act.why, 600).rstrip("."),
        "number": act.number,
        "verb": act.verb,
        "ruling": act.ruling,
    }


def welcome_mail(
    header: ModeratorHeader, address: str, help_text: str, *, is_blind: bool, plays: bool = False
) -> Mail:
    """To somebody who moderates a game from now on; `address` is where his commands go.

    `is_blind` where hidden things are kept from him, `plays` if that is because he plays.
    """
    context: dict[str, object] = {"header": _head(header), "address": address, "help": help_text}
    context |= {"is_blind": is_blind, "plays": plays}
    return render("moderator_welcome", context)


def readdressed_mail(header: ModeratorHeader, address: str) -> Mail:
    """To a moderator whose commands go to another address from now on."""
    return render("moderator_address", {"header": _head(header), "address": address})


def farewell_mail(header: ModeratorHeader, by: str) -> Mail:
    """To somebody who moderates it no longer."""
    return render("moderator_gone", {"header": _head(header), "by": proper_name(by, 30)})


def noticed_mail(header: ModeratorHeader, notices: Sequence[tuple[datetime, str]]) -> Mail:
    """What the referee noticed since it last told: mail that came back, letters set aside."""
    rows = [
        (clock.short(at, header.zone), one_line(in_zone(text, header.zone), 400))
        for at, text in notices
    ]
    return render("moderator_notice", {"header": _head(header), "notices": rows})


def confirm_mail(
    header: ModeratorHeader, why: ConfirmReason, letter: DoubtfulLetter, asking: Asking
) -> Mail:
    """Asks a moderator whether a letter that is held is his."""
    context = {
        "header": _head(header),
        "why": why,
        "sender": one_line(letter.sender, 60),
        "arrived": clock.full(letter.arrived_at, header.zone),
        **asdict(asking),
    }
    return render("moderator_confirm", context)


def confirmed_mail(
    header: ModeratorHeader, outcome: Release, arrived_at: datetime | None, asked: str = ""
) -> Mail:
    """What became of his CONFIRM; `asked` is an address that was mailed a code of its own."""
    arrived = clock.full(arrived_at, header.zone) if arrived_at else ""
    context = {"header": _head(header), "outcome": outcome, "arrived": arrived}
    context["asked"] = one_line(asked, 60)
    return render("moderator_confirmed", context)


def seat_preview_mail(preview: Preview[Any, Any], seat: str, mail: Mail | None) -> Mail:
    """The mail that a seat would get, as it would read; without its files and its order form."""
    text, subject = (above_cut(mail.body), mail.subject) if mail is not None else ("", "")
    context = {"preview": preview, "seat": proper_name(seat), "text": text, "subject": subject}
    return render("preview_seat", context)


def copy_mail(header: ModeratorHeader, seat: str, mail: Mail) -> Mail:
    """The answer as its player got it, without the form for orders."""
    context = {
        "game": proper_name(header.game, 40),
        "seat": proper_name(seat),
        "subject": mail.subject,
        "text": above_cut(mail.body),
    }
    return render("moderator_copy", context)


def letter_to_moderator(header: ModeratorHeader, seat: str, texts: Sequence[str]) -> Mail:
    """What a player writes to the moderators of his game."""
    quotes = [framed(text) for text in texts]
    context = {"header": _head(header), "seat": proper_name(seat), "texts": quotes}
    return render("letter_to_moderator", context)


def word_of_moderator(context: MailContext, text: str) -> Mail:
    """What a moderator writes to one player."""
    return render("moderator_word", {"head": letterhead(context), "text": framed(text, MOST_SAID)})


def talk_reported(
    header: ModeratorHeader,
    seat: str,
    complaint: tuple[str, str],
    texts: Sequence[tuple[PlayerText, str, int]],
) -> Mail:
    """A seat minds what somebody says: the name on the texts and why, and each text with its
    writer and its letter, "" and 0 where the reader must not know."""
    name, why = complaint
    shown = [
        (text.turn, printed(text, None), proper_name(writer) if writer else "", letter)
        for text, writer, letter in texts
    ]
    context = {"header": _head(header), "seat": proper_name(seat), "about": proper_name(name)}
    return render("talk_reported", context | {"why": one_line(why, 600), "texts": shown})
