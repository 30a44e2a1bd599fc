"""Who leaves while others are asked: what is his ends, and all else goes on (I27.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.game import Advanced, advance, leave
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | group_hand: hackers | plots: bribery",
    "bob": "the-network +1 | canada N +1 | plots: murphys-law",
    "cat": "bermuda-triangle +1 | england N | trekkies england E +1",
    "dan": "gnomes-of-zurich +1 | finland N +1",
}
FROM_HAND = "ATTACK hackers WITH the-mafia"
ON_CAT = "ATTACK trekkies WITH the-mafia AID ufos"


def dice(*rolls: Roll) -> Any:
    return LoadedDice(rolls, SecretDice(b"leaving"))


def on(state: InwoState, *rolls: Roll, **said: tuple[str, ...]) -> Advanced:
    lines = {
        seat: tuple(od.InwoLine(at, order_of(text)) for at, text in enumerate(texts, 1))  # type: ignore[arg-type]
        for seat, texts in said.items()
    }
    done = advance(state, state.asks[0].key, lines, {}, dice(*rolls))
    assert audit_inwo(done.state) == []
    return done


def begun(line: str, seats: dict[str, str] | None = None, **options: str) -> InwoState:
    """Ann has announced an attack."""
    options = {"pace": "announce", **options}
    return on(place(position_of({"seats": seats or SEATS, "options": options})), ann=(line,)).state


def gone(state: InwoState, seat: str, *rolls: Roll) -> Advanced:
    done = leave(state, seat, dice(*rolls))
    assert audit_inwo(done.state) == [] and done.state.seat(seat).is_out
    return done


def results(done: Advanced) -> list[str]:
    return [one.result for one in done.events if isinstance(one, ev.AttackEnded)]


def test_an_attack_of_others_goes_on_without_a_bystander() -> None:
    state = begun(ON_CAT)
    assert state.asks[0].seats == ("bob", "cat", "dan")
    after = gone(state, "bob")
    assert results(after) == [] and after.state.attack is not None
    (ask,) = after.state.asks
    assert (ask.key, ask.seats) == (state.asks[0].key, ("cat", "dan"))
    assert results(on(after.state, (6, 6))) == ["none"]


def test_where_he_alone_was_asked_the_window_closes_and_the_dice_are_rolled() -> None:
    seats = SEATS | {"cat": "bermuda-triangle | trekkies N", "dan": "gnomes-of-zurich | finland N"}
    state = begun(FROM_HAND, seats)
    assert state.asks[0].seats == ("bob",)
    after = gone(state, "bob", (1, 1))
    assert results(after) == ["captured"]
    assert (after.state.asks[0].kind, after.state.turn.seat) == ("script", "cat")


def test_a_helper_who_leaves_takes_his_power_with_him() -> None:
    state = on(begun(ON_CAT), bob=("AID 1 WITH the-network",)).state
    after = gone(state, "bob")
    done = on(after.state, (1, 1))
    (resolved,) = (one for one in done.events if isinstance(one, ev.AttackResolved))
    aid = [term.who for term in resolved.terms if term.what == "aid"]
    assert aid == [state.seat("ann").illuminati]


@pytest.mark.parametrize("window", ["orders", "open"])
def test_what_he_is_attacked_by_falls_and_helpers_get_their_tokens_back(window: str) -> None:
    state = on(begun(ON_CAT, roll_window=window), dan=("AID 1 WITH gnomes-of-zurich",)).state
    gnomes = state.seat("dan").illuminati
    assert state.tokens[gnomes] == 0
    after = gone(state, "cat")
    assert results(after) == ["none"] and after.state.attack is None
    assert after.state.tokens[gnomes] == 1
    assert (after.state.asks[0].kind, after.state.turn.seat) == ("script", "bob")


def test_dice_that_lie_are_changed_by_who_is_left_unless_the_attack_was_his_or_on_him() -> None:
    helped = on(begun(ON_CAT, roll_window="open"), dan=("AID 1 WITH gnomes-of-zurich",)).state
    rolled = on(helped, (1, 1)).state
    assert rolled.asks[0].kind == "rolls"
    after = gone(rolled, "bob")
    assert (after.state.asks[0].kind, after.state.asks[0].seats) == ("rolls", ("cat", "dan", "ann"))
    assert results(gone(rolled, "cat")) == ["none"]
    mover = gone(rolled, "ann")
    assert results(mover) == ["none"] and mover.state.turn.seat == "bob"


def test_the_standing_orders_of_the_others_hold_as_the_next_turn_begins() -> None:
    state = place(
        position_of(
            {
                "seats": SEATS | {"bob": "the-network | canada N | plot_deck: jihad, hoax"},
                "options": {"pace": "announce"},
            }
        )
    )
    policies = {"bob": (od.DrawPolicy(plots=False),)}
    done = leave(state, "ann", dice(), policies)
    assert done.state.turn.seat == "bob" and done.state.seat("bob").plots == ()


def test_an_attack_goes_on_outside_one_that_has_fallen() -> None:
    seats = {
        "ann": "ufos | pentagon N | big-media pentagon W +1 | elvis big-media E +1"
        " | group_hand: dan-quayle",
        "bob": "the-network | hackers N +1 | plots: sniper",
        "cat": "bavarian-illuminati | canada N +1 | plots: hoax",
    }
    state = begun("ATTACK dan-quayle WITH elvis AID big-media", seats)
    struck = on(state, bob=("PLAY sniper ON elvis",)).state
    assert struck.paused is not None
    after = gone(struck, "bob")
    assert results(after) == ["none"]
    assert after.state.attack is not None and after.state.paused is None
    assert [ask.key for ask in after.state.asks] == ["attack-1.1-1"]
