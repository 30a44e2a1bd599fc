"""The newspaper of INWO: what players say stands in it, each text in its frame."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.inwo import events as ev
from engine.inwo.state import Ruin
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.player_texts import PlayerText, PlayerTextKind
from pbem.games.contract.orders import GameInput
from pbem.games.contract.reports import Issue
from pbem.games.inwo.newspaper import newspaper
from pbem.games.registry import ruleset

AT = datetime(2026, 11, 21, tzinfo=UTC)
ABOUT = MailContext("Fnord-9", "bob", "Bob", "UTC", 3, "ann", None, AT, "", "1", last_turn=2)


def said(kind: PlayerTextKind, to: tuple[str, ...] | None, text: str) -> PlayerText:
    return PlayerText(kind, "ann", to, text, 2)


TALK = (
    said("say", None, "hear me"),
    said("letter", None, "Sir, the lasers are too loud."),
    said("rumour", None, "bob is the Network"),
    said("promise", ("bob",), "I leave you alone"),
)


def test_what_players_say_stands_in_a_report() -> None:
    """Talk once stopped every report of INWO."""
    played = ruleset("inwo")
    seats = ("ann", "bob")
    state = played.rules.new(seats, None, played.dice(b"paper"), dict.fromkeys(seats, ())).state
    names = {seat: played.language.vocabulary(state, seat) for seat in seats}
    given = GameInput(state, names.__getitem__, dict.fromkeys(seats, ()), played.dice(b"x"))
    mail = played.reporter.report(given, ABOUT, Issue(talk=TALK, notices=("cat is away.",)))
    assert mail is not None
    for told in (
        *("THE NEW WORLD OBSERVER", "Said aloud", "| hear me", "Letters to the editor"),
        *("Rumours, unsigned", "Personals, in your copy alone", "cat is away."),
    ):
        assert told in mail.text


def test_the_news_are_the_same_for_everybody() -> None:
    gone = ev.GroupDestroyed("ann", Ruin("the-mafia@b1"), "bob")
    copies = {
        newspaper(ABOUT, Issue(events=(gone,)), is_over=False).news,
        newspaper(
            MailContext("Fnord-9", "ann", "", "UTC", 3, "", None, AT, "", "1"),
            Issue(events=(gone,)),
            is_over=False,
        ).news,
    }
    (news,) = copies
    assert len(news) == 1 and "Mafia" in news[0]
