"""What a seat knows of the open turn: enough to see what it could play (I31.16)."""

from __future__ import annotations

import pytest

from engine.core.dice import LoadedDice
from engine.core.values import changed
from engine.inwo.game import advance
from engine.inwo.orders import EndSegment, InwoLine, PlayPlot
from engine.inwo.placing import place
from engine.inwo.state import InwoOptions
from engine.inwo.turn.lines import refuse_line
from engine.inwo.view import inwo_view
from pbem.games.inwo.adjudication.lines import read_order
from pbem.games.inwo.adjudication.turn import InOrder
from tests.support.inwo_cases import position_of

BOB = "the-network | canada S | trekkies N"
NUKE = "DESTROY trekkies WITH the-mafia BOOST terrorist-nuke"


@pytest.mark.parametrize(
    ("plot", "order", "refusal"),
    [("you-are-what-you-eat", NUKE, None), ("repent", "BUY PLOT WITH ufos", "not-after-tokens")],
)
def test_the_mover_sees_what_his_turn_allows(plot: str, order: str, refusal: str | None) -> None:
    ann = f"ufos +1 | the-mafia N +1 | plots: terrorist-nuke, {plot} | plot_deck: jihad"
    begun = place(position_of({"seats": {"ann": ann, "bob": BOB}}))
    begun = changed(begun, options=InwoOptions(pace="policies"))
    lines = (InwoLine(1, read_order(order, begun, "ann").order), InwoLine(2, EndSegment()))
    dice = LoadedDice([(1, 1)], InOrder())
    after = advance(begun, begun.asks[0].key, {"ann": lines}, {}, dice).state
    for state in (after, inwo_view(after, "ann")):
        found = refuse_line(state, "ann", PlayPlot(plot))
        assert (found.reason.code if found else None) == refusal
