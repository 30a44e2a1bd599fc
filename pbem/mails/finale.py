"""The finale: one mail to everybody when a game is over, with all that was hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.mail_context import AttachedFile, Mail
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.player_texts import PlayerText, printed
from pbem.documents.layout.render import render

MOST_LINE = 300


@dataclass(frozen=True, slots=True)
class FinaleRank:
    """A row of the ranking; `player` is "" where the seat is called as he is."""

    place: int
    who: str
    player: str
    is_winner: bool
    percent: int
    wanted: str
    hidden: tuple[str, ...]
    rating: str = ""


@dataclass(frozen=True, slots=True)
class FinalePoint:
    """Turns in which the chances changed most."""

    when: str
    changes: str
    headlines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FinaleAward:
    title: str
    who: str
    why: str


@dataclass(frozen=True, slots=True)
class FinaleOrders:
    """What a seat had on file."""

    who: str
    lines: tuple[str, ...]
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class FinalePage:
    """A turn with everything open."""

    title: str
    headline: str
    orders: tuple[FinaleOrders, ...]
    secrets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FinalePromise:
    """A promise and what came of it; one that is not open is read by those whom it was between."""

    text: PlayerText
    after: str
    is_open: bool

    def is_read_by(self, seat: str) -> bool:
        return self.is_open or seat in (self.text.seat, *(self.text.to or ()))


@dataclass(frozen=True, slots=True)
class FinaleTalk:
    """What was said: promises, diaries, and private talk that is open.

    `closed` counts the private texts that are not.
    """

    promises: Sequence[FinalePromise]
    diaries: Sequence[PlayerText]
    whispers: Sequence[PlayerText]
    closed: int


@dataclass(frozen=True, slots=True)
class FinaleContext:
    """All that the finale tells; `replay` is the address of a page, "" where there is none.

    `looked_at` turns were played on from, `rounds` times each.
    """

    game: str
    winners: Sequence[str]
    turns: int
    ranks: Sequence[FinaleRank]
    points: Sequence[FinalePoint]
    looked_at: int
    rounds: int
    awards: Sequence[FinaleAward]
    talk: FinaleTalk
    pages: Sequence[FinalePage]
    standing: Sequence[FinaleOrders]
    replay: str = ""


def finale_mail(finale: FinaleContext, reader: str, proof: AttachedFile) -> Mail:
    """The finale as one seat's mail; only the leads of texts are the reader's own."""
    context: dict[str, Any] = {
        "game": proper_name(finale.game, 40),
        "verdict": verdict(finale.winners, reader),
        "turns": finale.turns,
        "ranks": finale.ranks,
        "points": finale.points,
        "looked_at": finale.looked_at,
        "rounds": finale.rounds,
        "awards": finale.awards,
        "pages": [_safe(page) for page in finale.pages],
        "standing": [_safe_orders(filed) for filed in finale.standing],
        "replay": finale.replay,
        "file": proof.name,
        **_talk(finale.talk, reader),
    }
    mail = render("finale", context)
    return Mail(mail.subject, mail.body, mail.kind, (proof,))


def verdict(winners: Sequence[str], reader: str) -> str:
    """Who has won, the reader first."""
    if not winners:
        return "It ended without a winner."
    names = [person(seat, reader) for seat in sorted(winners, key=lambda seat: seat != reader)]
    wins = f"win{names[0].s}" if len(names) == 1 else "win together"
    return f"{listed([names[0].cap, *map(str, names[1:])])} {wins}."


_PROOF = "WAS IT FAIR?"
"""The heading of the last chapter, which is about the mail itself."""


def above_proof(body: str) -> str:
    """The finale without what only a mail says."""
    return body.partition(_PROOF)[0].rpartition("\n")[0]


def proof_mail(game: str, proof: AttachedFile, problems: Sequence[str] | None) -> Mail:
    """The proof of a game as a file; `problems` is what does not add up, None for unchecked."""
    values = {"game": proper_name(game, 40), "problems": problems, "file": proof.name}
    mail = render("proof", values)
    return Mail(mail.subject, mail.body, mail.kind, (proof,))


def _talk(talk: FinaleTalk, reader: str) -> dict[str, Any]:
    return {
        "promises": [
            {"turn": one.text.turn, "text": printed(one.text, reader), "after": one.after}
            for one in talk.promises
            if one.is_read_by(reader)
        ],
        "diaries": [printed(text, reader) for text in talk.diaries],
        "whispers": [(text.turn, printed(text, reader, is_open=True)) for text in talk.whispers],
        "closed": talk.closed,
    }


def _safe(page: FinalePage) -> dict[str, Any]:
    orders = [_safe_orders(filed) for filed in page.orders]
    return asdict(page) | {"orders": orders}


def _safe_orders(filed: FinaleOrders) -> dict[str, Any]:
    """Orders as they are printed: a line of a player's is never more than a line."""
    lines = [one_line(line, MOST_LINE) for line in filed.lines]
    return {"who": filed.who, "lines": lines, "is_answer": filed.is_answer}
