"""A structure that is asked about again and again lies as it lay, whoever wrote on a copy."""

from engine.core.geometry import SIDES
from engine.illuminati.state import GameOptions, Holding, SeatState, State, TurnState
from engine.illuminati.structure import ground_of, open_arrows

ROOT = "bavarian-illuminati"


def _state() -> State:
    held = [Holding(ROOT, "ann", None, None), Holding("mafia", "ann", ROOT, "N")]
    holdings = {holding.card: holding for holding in held}
    return State(GameOptions(), (SeatState("ann", ROOT),), 2, TurnState(1, "ann"), holdings)


def test_a_ground_is_the_askers_own() -> None:
    state = _state()
    before = dict(open_arrows(state, "ann"))
    assert before[ROOT] == tuple(side for side in SIDES if side != "N")
    ground = ground_of(state, "ann")
    ground.put("yuppies", ROOT, "E")
    ground.lift("mafia", ROOT, "N")
    assert ground.open_arrows(ROOT) == ("N", "S", "W")
    again = ground_of(state, "ann")
    assert list(again.spots) == [ROOT, "mafia"]
    assert {card: again.open_arrows(card) for card in again.spots} == before
    assert open_arrows(state, "ann") == before


def test_a_structure_that_has_changed_is_another() -> None:
    state = _state()
    before = dict(open_arrows(state, "ann"))
    more = Holding("yuppies", "ann", ROOT, "E")
    later = State(GameOptions(), state.seats, 2, state.turn, {**state.holdings, "yuppies": more})
    assert open_arrows(later, "ann")[ROOT] == ("S", "W")
    assert list(ground_of(later, "ann", without=["mafia"]).spots) == [ROOT, "yuppies"]
    assert open_arrows(state, "ann") == before


def test_before_the_deal_there_are_no_arrows() -> None:
    state = State(GameOptions(), (SeatState("ann", ""),), 2, TurnState(0, ""), {})
    assert open_arrows(state, "ann") == {}
