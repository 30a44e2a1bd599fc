"""Moments that have a window of their own where the table wants it (I23.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import Advanced, act, advance, leave
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos | the-mafia N",
    "bob": "bermuda-triangle | finland N +1 | plot_deck: jihad, hoax | group_deck: texas",
    "cat": "gnomes-of-zurich +1 | canada N | plots: seize-the-time, jake-day",
}


def begun(
    windows: Sequence[str] = ("M9",), pace: str = "announce", seats: dict[str, str] | None = None
) -> Advanced:
    """Ann has knocked, so that the turn of bob begins."""
    options = {"pace": pace, "windows": list(windows)}
    return on(place(position_of({"seats": seats or SEATS, "options": options})), ann=("KNOCK",))


def on(state: InwoState, *rolls: Roll, **said: tuple[str, ...]) -> Advanced:
    lines = {
        seat: tuple(od.InwoLine(at, order_of(text)) for at, text in enumerate(texts, 1))  # type: ignore[arg-type]
        for seat, texts in said.items()
    }
    done = advance(state, state.asks[0].key, lines, {}, LoadedDice(rolls, SecretDice(b"moments")))
    assert audit_inwo(done.state) == []
    return done


def drawn(done: Advanced) -> list[str]:
    """Who has drawn what as his turn began."""
    moved = (one for one in done.events if isinstance(one, ev.CardsMoved) and one.why == "turn")
    return [f"{one.seat} {card_id(card)}" for one in moved for card in one.cards]


def test_as_a_turn_begins_all_with_means_are_asked_before_any_draw_the_mover_last() -> None:
    done = begun()
    (ask,) = done.state.asks
    assert (ask.kind, ask.moment, ask.seats) == ("answers", "M9", ("cat", "bob"))
    assert (done.state.turn.seat, done.state.turn.step) == ("bob", "b0")
    assert drawn(done) == []


def test_a_quiet_round_closes_it_and_he_draws() -> None:
    done = on(begun().state)
    assert drawn(done) == ["bob jihad", "bob texas"]
    assert (done.state.asks[0].kind, done.state.asks[0].seats) == ("script", ("bob",))


def test_what_is_played_there_opens_another_round() -> None:
    done = on(begun().state, cat=("PLAY seize-the-time ON bob",))
    (ask,) = done.state.asks
    assert (ask.moment, ask.round, done.state.turn.seat) == ("M9", 2, "bob")
    done = on(done.state)
    assert (done.state.turn.seat, done.state.turn.before) == ("cat", "bob")


def test_a_turn_that_was_seized_begins_with_a_window_too() -> None:
    done = on(on(begun().state, cat=("PLAY seize-the-time ON bob",)).state)
    (ask,) = done.state.asks
    assert (ask.moment, ask.seats) == ("M9", ("bob", "cat"))
    assert on(done.state).state.asks[0].kind == "script"


def test_without_the_option_the_moment_closes_at_once() -> None:
    done = begun(windows=())
    assert done.state.asks[0].kind == "script" and drawn(done) == ["bob jihad", "bob texas"]


def test_standing_orders_alone_never_open_one() -> None:
    done = begun(pace="policies")
    assert done.state.asks[0].kind == "script" and drawn(done) == ["bob jihad", "bob texas"]


def test_where_nobody_has_means_none_is_opened() -> None:
    seats = {"ann": "ufos | the-mafia N", "bob": "bermuda-triangle | finland N"}
    assert begun(seats=seats).state.asks[0].kind == "script"


def test_an_interrupt_waits_while_it_is_open() -> None:
    state = begun().state
    for seat in ("bob", "cat"):
        line = od.InwoLine(1, order_of("PLAY jake-day"))  # type: ignore[arg-type]
        done = act(state, seat, (line,), SecretDice(b"moments"))
        (settled,) = (one for one in done.events if isinstance(one, ev.LineSettled))
        assert settled.reason == "not-now"


def test_an_instant_attack_there_is_settled_before_he_draws() -> None:
    seats = SEATS | {
        "bob": "bermuda-triangle | finland N +1 | plot_deck: jihad",
        "cat": "gnomes-of-zurich +1 | canada N | plots: earthquake",
        "ann": "ufos | texas N | the-mafia E",
    }
    struck = on(begun(seats=seats).state, cat=("PLAY earthquake ON texas",))
    (ask,) = struck.state.asks
    assert (ask.moment, ask.key[:6], drawn(struck)) == ("", "attack", [])
    done = on(struck.state, (1, 1))
    while done.state.asks[0].kind == "answers":
        done = on(done.state, (1, 1))
    assert drawn(done) == ["bob jihad"] and done.state.asks[0].kind == "script"


def test_who_leaves_meanwhile_does_not_leave_the_others_waiting() -> None:
    state = begun().state
    gone = leave(state, "cat", SecretDice(b"moments")).state
    assert audit_inwo(gone) == [] and gone.turn.seat == "bob"
    gone = leave(state, "bob", SecretDice(b"moments")).state
    assert audit_inwo(gone) == [] and gone.turn.seat == "cat"
