"""What would come of the open turn, told to a moderator who may see everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.events import Event
from engine.illuminati.state import State
from engine.illuminati.tellings import told_before
from engine.illuminati.view import view
from pbem.documents.layout import clock
from pbem.documents.layout.cast import card_name, listed, person
from pbem.documents.layout.mail_context import Explain, FormatOrder, Mail
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render
from pbem.documents.marks import above_cut
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.report.parts.script_runs import ScriptRun, scripts_run
from pbem.games.illuminati.report.parts.story import StoryReader, chapters
from pbem.games.illuminati.report.parts.world import Structure, structures

CUT = "--- orders below this line ---"
NOBODY = ""
"""The reader of a story who is none of the seats."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The head of a preview: which game and turn, written when, for a reader in that zone.

    `is_closed` says that the results are held for him to let go, `announces` is a script that would
    be announced first, `has_answers` says that one is announced already.
    """

    game: str
    turn: int
    now: datetime
    zone: str
    is_closed: bool = False
    announces: tuple[str, ...] = ()
    has_answers: bool = False


@dataclass(frozen=True, slots=True)
class PreviewedTurn:
    """One turn of a preview: whose, and his lines as they were on file."""

    number: int
    seat: str
    script: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Holds:
    """What a seat would have: his structure, and what only he would know."""

    name: str
    structure: Structure
    money: int
    hand: str
    goal: str


def preview_mail(
    lead: Lead,
    turns: Sequence[PreviewedTurn],
    events: Sequence[Event],
    state: State,
    explain: Mapping[str, Explain],
    tell: Mapping[str, FormatOrder],
    gifts: Sequence[tuple[str, JudgedLine]] = (),
) -> Mail:
    """Everything of a turn worked out: lines and their fates, story, rolls, and what all hold.

    `events` and `state` are the whole truth; `explain` and `tell` put things into the words of each
    seat, in order of play; `gifts` are the lines that had waited for it, by seat.
    """
    plays = {seat.name: seat.illuminati for seat in state.seats}
    before = told_before(state.happened, events)
    nobody = StoryReader(lead.game, NOBODY, plays, zone=lead.zone)
    story = chapters(lead.turn, events, nobody, before)
    context = _head(lead) | {
        "turns": [(played, _fates(played, events, explain[played.seat])) for played in turns],
        "story": [chapter for chapter in story if chapter.public],
        "secrets": _secrets(lead, events, plays, tell),
        "gifts": [(proper_name(seat), one_line(g.text, 200), g.fate, g.note) for seat, g in gifts],
        "winners": listed([proper_name(name) for name in state.winners]),
        "holds": [_holds(state, seat.name) for seat in state.seats if not seat.is_out],
    }
    return render("preview", context)


def seat_preview_mail(lead: Lead, seat: str, mail: Mail | None) -> Mail:
    """The mail that a seat would get, as it would read; without its files and its order form."""
    text = above_cut(mail.body) if mail is not None else ""
    subject = mail.subject if mail is not None else ""
    context = _head(lead) | {"seat": proper_name(seat), "text": text, "subject": subject}
    return render("preview_seat", context)


def _head(lead: Lead) -> dict[str, object]:
    return {
        "game": proper_name(lead.game, 40),
        "turn": lead.turn,
        "now": clock.full(lead.now, lead.zone),
        "is_closed": lead.is_closed,
        "announces": lead.announces,
        "has_answers": lead.has_answers,
    }


def _fates(played: PreviewedTurn, events: Sequence[Event], explain: Explain) -> list[ScriptRun]:
    runs = scripts_run(events, played.number, played.seat, explain)
    return [run for run in runs if run.turn == played.number]


def _secrets(
    lead: Lead, events: Sequence[Event], plays: Mapping[str, str], tell: Mapping[str, FormatOrder]
) -> list[tuple[str, list[object]]]:
    """What each seat alone would be told."""
    found: list[tuple[str, list[object]]] = []
    for seat, words in tell.items():
        told = chapters(lead.turn, events, StoryReader(lead.game, seat, plays, words, lead.zone))
        private: list[object] = [telling for chapter in told for telling in chapter.private]
        if private:
            found.append((proper_name(seat), private))
    return found


def _holds(state: State, name: str) -> _Holds:
    known = view(state, name)
    own = next(s for s in structures(known) if s.person.is_you)
    me = next(seat for seat in known.seats if seat.name == name)
    hand = listed([SPECIALS[card].name for card in known.hand if card in SPECIALS])
    return _Holds(
        proper_name(name),
        replace(own, person=person(name, NOBODY)),
        sum(card.money or 0 for card in me.cards),
        hand or "nothing",
        card_name(known.goal) if known.goal in CARDS else known.goal or "",
    )
