"""Ways in which a secret could once be asked for, each kept shut (R9.3, R11.3, R11.5, R12.6)."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.game import play_turn
from engine.illuminati.state import OfferObject, Scheme, State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.checking import check
from engine.illuminati.view import seen
from pbem.database import Database
from pbem.games.illuminati.position import read_position
from pbem.settings import Settings
from tests.support.service_rows import FNORD, Table, new_table, set_state

DICE = SecretDice(b"cases")
ANNS, BOBS = "servants-of-cthulhu", "gnomes-of-zurich"
NOT_DEALT = "bermuda-triangle"
CARD = "swiss-bank-account"
"""What bob holds."""


def fnord(**options: object) -> State:
    state = read_position(FNORD)
    return changed(state, options=changed(state.options, **options))  # type: ignore[arg-type]


def hidden() -> State:
    return fnord(hidden_illuminati=True)


def ruled(state: State, line: od.Line) -> ev.LineRuled:
    """What ann is shown of the status of a line of her script."""
    outcome = play_turn(state, (line,), DICE)
    told = [seen(event, "ann", outcome.state) for event in outcome.events]
    (found,) = [event for event in told if isinstance(event, ev.LineRuled)]
    return found


@pytest.mark.parametrize("illuminati", [BOBS, NOT_DEALT])
def test_a_refusal_names_an_illuminati_as_the_order_did(illuminati: str) -> None:
    """Else an order about each Illuminati in turn would tell whose it is."""
    order = od.Transfer(1, illuminati, ANNS)
    assert ruled(hidden(), od.Line(1, order)).facts == (("card", illuminati),)


@pytest.mark.parametrize("illuminati", [BOBS, NOT_DEALT])
def test_a_condition_does_not_know_whose_a_hidden_illuminati_is(illuminati: str) -> None:
    line = od.Line(1, od.Drop("mafia"), (od.HeldBy(illuminati, "bob"),))
    assert ruled(hidden(), line).reason == "condition-false"


def test_a_condition_knows_an_illuminati_that_is_not_hidden() -> None:
    line = od.Line(1, od.Drop("mafia"), (od.HeldBy(BOBS, "bob"),))
    assert ruled(fnord(), line).reason == ""


@pytest.mark.parametrize("illuminati", [BOBS, NOT_DEALT])
def test_an_offer_about_an_illuminati_is_refused_for_one_reason(illuminati: str) -> None:
    offer = od.Offer("bob", od.Goods(1), od.Goods(groups=(illuminati,)))
    (ruling,) = act(hidden(), "ann", (od.Line(1, offer),), DICE).rulings
    assert ruling.reason == "not-theirs"
    assert dict(ruling.facts) == {"card": illuminati, "seat": "bob"}


def with_offer(state: State) -> State:
    """Bob offers ann his Special for 1 MB."""
    offer = OfferObject(1, "bob", "ann", od.Goods(specials=(CARD,)), od.Goods(1))
    return changed(state, offers=(offer,))


def with_hand(state: State, hand: tuple[str, ...]) -> State:
    seats = tuple(changed(s, hand=hand) if s.name == "bob" else s for s in state.seats)
    return changed(state, seats=seats)


def test_a_check_takes_what_is_promised_as_there() -> None:
    state = with_offer(fnord())
    lines = (od.Line(1, od.Accept(1)), od.Line(2, od.Play(CARD)))
    rulings = check(state, "ann", lines)
    assert [row.status for row in rulings] == ["ok", "ok"]
    assert check(with_hand(state, ()), "ann", lines) == rulings


@pytest.mark.parametrize(
    "guess", [od.Catch(4, 2), od.Accuse("bob", BOBS)], ids=lambda order: type(order).__name__
)
def test_a_check_does_not_know_whether_a_guess_is_right(guess: od.Order) -> None:
    state = fnord(hidden_illuminati=True, cheating=True)
    schemes = (Scheme(4, 2, "bank", 3),)
    cheated = changed(
        state,
        seats=tuple(changed(s, schemes=schemes) if s.name == "bob" else s for s in state.seats),
    )
    lines = (
        od.Line(1, guess),
        od.Line(2, od.GiveMoney("cat", 1), (od.LineResult(1, True),)),
        od.Line(3, od.GiveMoney("cat", 1), (od.LineResult(1, False),)),
    )
    rulings = check(cheated, "ann", lines)
    assert [row.status for row in rulings] == ["ok", "ok", "ok"]
    assert check(state, "ann", lines) == rulings


def test_a_card_kept_for_a_window_is_not_played_at_once() -> None:
    order = od.Play(CARD, line=1, window="W2")
    state = fnord()
    outcome = act(state, "bob", (od.Line(1, order),), DICE)
    assert (outcome.rulings[0].reason, outcome.state) == ("not-playable", state)


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def test_a_preview_does_not_tell_whether_a_promise_can_be_kept(table: Table) -> None:
    """Accepting tells it, and is the deed; a preview would tell it for nothing."""
    answers = []
    for hand in ((CARD,), ()):
        before = with_offer(fnord())
        deck = before.deck if hand else (*before.deck, CARD)
        set_state(table, with_hand(changed(before, deck=deck), hand))
        answers.append(table.write("ann", "PREVIEW\nACCEPT 1"))
    assert answers[0] == answers[1]
    assert "It would be done at once." in answers[0]
    assert "no longer has" in table.write("ann", "ACCEPT 1")
