"""A moment of which nobody may know opens no window (I23.4)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.game import Advanced, advance
from engine.inwo.placing import place
from tests.support.inwo_cases import position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | resources: ark-of-the-covenant, the-holy-grail",
    "bob": "the-network +1 | dentists N +1 | plots: hoax | plot_deck: jihad",
}


def after(line: od.InwoOrder) -> Advanced:
    state = place(position_of({"seats": SEATS, "options": {"pace": "table"}}))
    script = {"ann": (od.InwoLine(1, line),)}
    return advance(state, state.asks[0].key, script, {}, SecretDice(b"notes"))


def test_a_note_that_is_written_is_answered_by_nobody() -> None:
    done = after(od.WriteNote("ark-of-the-covenant", "the-mafia"))
    assert [*done.state.seats[0].notes.values()] == ["the-mafia"]
    assert (done.state.asks[0].kind, done.state.turn.seat) == ("script", "bob")


def test_an_attack_in_its_place_is_answered() -> None:
    done = after(od.LaunchAttack("destroy", "the-mafia", "dentists"))
    assert (done.state.asks[0].kind, done.state.asks[0].seats) == ("answers", ("bob",))
