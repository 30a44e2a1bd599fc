"""Moments that have a window of their own where the table wants it (I23.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import Advanced, act, advance, leave
from engine.inwo.inwotable import InwoTable
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.turn.start import begin_turn_of
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


STRUCK = SEATS | {
    "bob": "bermuda-triangle | finland N +1 | plot_deck: jihad",
    "cat": "gnomes-of-zurich +1 | canada N | plots: earthquake, seize-the-time",
    "ann": "ufos | texas N | the-mafia E",
}


def after_attack(state: InwoState, roll: Roll = (1, 1)) -> Advanced:
    """An attack in a window is answered by nobody; its dice fall."""
    done = on(state, roll)
    while done.state.attack is not None:
        done = on(done.state, roll)
    return done


def test_an_instant_attack_there_is_settled_and_the_window_goes_on() -> None:
    struck = on(begun(seats=STRUCK).state, cat=("PLAY earthquake ON texas",))
    (ask,) = struck.state.asks
    assert (ask.moment, ask.key[:6], drawn(struck)) == ("", "attack", [])
    done = after_attack(struck.state)
    (ask,) = done.state.asks
    assert (ask.moment, ask.round, ask.seats, drawn(done)) == ("M9", 2, ("cat", "bob"), [])
    quiet = on(done.state)
    assert drawn(quiet) == ["bob jihad"] and quiet.state.asks[0].kind == "script"
    seized = on(on(done.state, cat=("PLAY seize-the-time ON bob",)).state)
    assert (seized.state.turn.seat, seized.state.turn.before) == ("cat", "bob")


def test_who_has_passed_in_all_rounds_of_it_is_waited_for_in_the_attack_alone() -> None:
    state = begun(seats=STRUCK | {"cat": STRUCK["cat"] + ", jake-day"}).state
    play = od.InwoLine(1, order_of("DISCARD jake-day"))  # type: ignore[arg-type]
    lines = {"cat": (play,), "bob": (od.InwoLine(1, od.PassRound(all_rounds=True)),)}
    played = advance(state, state.asks[0].key, lines, {}, SecretDice(b"moments")).state
    assert played.asks[0].passed == ("bob",)
    struck = on(played, cat=("PLAY earthquake ON texas",)).state
    assert (struck.asks[0].moment, struck.asks[0].passed) == ("", ())
    (ask,) = after_attack(struck).state.asks
    assert (ask.moment, ask.round, ask.passed) == ("M9", 3, ("bob",))


def test_standing_orders_go_on_there_after_an_attack_too() -> None:
    seats = STRUCK | {"ann": "ufos | texas N | canada E | plots: tidal-wave"}
    lines = {
        seat: (od.InwoLine(1, order_of(text)),)  # type: ignore[arg-type]
        for seat, text in {
            "cat": "PLAY earthquake ON texas",
            "ann": "PLAY tidal-wave ON canada",
        }.items()
    }
    state = place(position_of({"seats": seats, "options": {"windows": ["M9"], "pace": "policies"}}))
    table = InwoTable(state, SecretDice(b"moments"), {}, lines)
    begin_turn_of(table, "bob")
    struck = [
        card_id(one.attack.target) for one in table.events if isinstance(one, ev.AttackAnnounced)
    ]
    assert struck == ["texas", "canada"] and table.state.turn.step == "b3"


def test_who_leaves_while_the_attack_is_open_takes_no_window_with_him() -> None:
    struck = on(begun(seats=STRUCK).state, cat=("PLAY earthquake ON texas",)).state
    for seat, mover, moment in (("ann", "bob", "M9"), ("cat", "bob", "M9"), ("bob", "cat", "M9")):
        gone = leave(struck, seat, SecretDice(b"moments")).state
        assert audit_inwo(gone) == [] and gone.turn.seat == mover
        assert [ask.moment for ask in gone.asks] == [moment] and gone.attack is None


def test_a_standing_order_that_strikes_as_a_turn_begins_is_answered_before_he_draws() -> None:
    state = place(position_of({"seats": STRUCK, "options": {"pace": "announce"}}))
    filed = od.Trigger("turn-begins", (od.PlayPlot("earthquake", ("texas",)),), who="bob")
    lines = {"ann": (od.InwoLine(1, od.Knock()),)}
    done = advance(state, state.asks[0].key, lines, {"cat": (filed,)}, SecretDice(b"moments"))
    assert done.state.attack is not None and drawn(done) == []
    done = after_attack(done.state)
    assert drawn(done) == ["bob jihad"] and done.state.asks[0].kind == "script"


def test_who_leaves_meanwhile_does_not_leave_the_others_waiting() -> None:
    state = begun().state
    gone = leave(state, "cat", SecretDice(b"moments")).state
    assert audit_inwo(gone) == [] and gone.turn.seat == "bob"
    gone = leave(state, "bob", SecretDice(b"moments")).state
    assert audit_inwo(gone) == [] and gone.turn.seat == "cat"


# --- draws (M5) -----------------------------------------------------------------------------

THIEF = {
    "ann": "ufos | the-mafia N",
    "bob": "bermuda-triangle +1 | finland N +1 | plot_deck: jihad, hoax, martyrs"
    " | group_deck: texas",
    "cat": "gnomes-of-zurich +1 | liquor-companies N +1 | plots: embezzlement, jake-day",
}


def at(done: Advanced) -> tuple[str, str]:
    """The moment whose window is open, and the step."""
    (ask,) = done.state.asks
    return ask.moment or ask.kind, done.state.turn.step


def test_each_draw_of_the_turn_has_a_window_before_it_and_a_plot_one_after_it() -> None:
    done = begun(windows=("M5",))
    assert (at(done), drawn(done)) == (("M5", "b1"), [])
    done = on(done.state)
    assert (at(done), drawn(done)) == (("M5", "b1-drawn"), ["bob jihad"])
    done = on(done.state)
    assert (at(done), drawn(done)) == (("M5", "b2"), [])
    done = on(done.state)
    assert (at(done), drawn(done)) == (("script", "b3"), ["bob texas"])


def test_the_draw_is_lost_to_who_answers_before_it() -> None:
    done = begun(windows=("M5",), seats=THIEF)
    done = on(done.state, cat=("USE liquor-companies",))
    assert (at(done), done.state.asks[0].round) == (("M5", "b1"), 2)
    done = on(done.state)
    assert (at(done), drawn(done)) == (("M5", "b2"), []), "nothing was drawn: there is no window"


def test_the_plot_is_lost_to_who_answers_after_it() -> None:
    done = on(begun(windows=("M5",), seats=THIEF).state)
    done = on(done.state, cat=("PLAY embezzlement DISCARDING jake-day",))
    while at(done)[1] == "b1-drawn":
        done = on(done.state)
    assert [card_id(card) for card in done.state.seat("cat").plots] == ["jihad"]
    assert done.state.seat("bob").plots == ()


def test_a_draw_that_is_paid_for_has_its_windows_too() -> None:
    done = begun(windows=("M5",), seats=THIEF)
    for _ in range(3):
        done = on(done.state)
    assert at(done) == ("script", "b3")
    done = on(done.state, bob=("BUY PLOT WITH bermuda-triangle", "KNOCK"))
    assert (at(done), len(done.state.seat("bob").plots)) == (("M5", "b3"), 1)
    lost = on(on(done.state, cat=("USE liquor-companies",)).state)
    assert len(lost.state.seat("bob").plots) == 1 and lost.state.turn.seat == "cat"
    done = on(done.state)
    assert (at(done), len(done.state.seat("bob").plots)) == (("M5", "b3"), 2)
    taken = on(done.state, cat=("PLAY embezzlement DISCARDING jake-day",))
    assert at(taken) == ("M5", "b3")
    taken = on(taken.state)
    assert [card_id(card) for card in taken.state.seat("cat").plots] == ["hoax"]
    quiet = on(done.state)
    assert (at(quiet), quiet.state.turn.seat) == (("M5", "b1"), "cat")


def test_who_buys_out_of_turn_is_answered_before_and_once_he_has_drawn() -> None:
    seats = THIEF | {"ann": "ufos +1 | the-mafia N | plot_deck: hoax"}
    done = begun(windows=("M5",), seats=seats)
    for _ in range(3):
        done = on(done.state)
    move = od.InwoLine(1, order_of("MOVE finland UNDER ufos"))  # type: ignore[arg-type]
    script = {"bob": (move, od.InwoLine(2, od.EndSegment()))}
    done = advance(done.state, done.state.asks[0].key, script, {}, SecretDice(b"moments"))
    assert at(done) == ("script", "main")
    line = od.InwoLine(1, order_of("BUY PLOT WITH ufos"))  # type: ignore[arg-type]
    bought = act(done.state, "ann", (line,), SecretDice(b"moments"))
    assert [ask.moment for ask in bought.state.asks] == ["", "M5"]
    key, before = bought.state.asks[1].key, len(bought.state.seat("ann").plots)
    drew = advance(bought.state, key, {}, {}, SecretDice(b"moments")).state
    assert len(drew.seat("ann").plots) == before + 1 and drew.asks[1].round == 2
    closed = advance(drew, drew.asks[1].key, {}, {}, SecretDice(b"moments")).state
    assert [ask.kind for ask in closed.asks] == ["script"] and closed.turn.seat == "bob"


def bought_first(**said: tuple[str, ...]) -> Advanced:
    """Ann knocks; bob has a standing order to buy a Plot as his turn begins."""
    state = place(position_of({"seats": THIEF, "options": {"windows": ["M5"], "pace": "announce"}}))
    filed = {"bob": (od.BuyPolicy(),)}
    lines = {"ann": (od.InwoLine(1, od.Knock()),)}
    done = advance(state, state.asks[0].key, lines, filed, SecretDice(b"moments"))
    assert (at(done), done.state.seat("bob").plots) == (("M5", "b0-buy"), ())
    for text in said.get("cat", ()):
        line = {"cat": (od.InwoLine(1, order_of(text)),)}  # type: ignore[arg-type]
        key = done.state.asks[0].key
        done = advance(done.state, key, line, filed, SecretDice(b"moments"))
    return advance(done.state, done.state.asks[0].key, {}, filed, SecretDice(b"moments"))


def test_what_a_standing_order_buys_as_his_turn_begins_has_its_windows_too() -> None:
    done = bought_first()
    assert (at(done), len(done.state.seat("bob").plots)) == (("M5", "b0-drawn"), 1)
    done = on(done.state)
    assert (at(done), drawn(done)) == (("M5", "b1"), [])
    assert done.state.tokens[done.state.seat("bob").illuminati] == 0


def test_it_is_lost_to_who_answers_before_it() -> None:
    done = bought_first(cat=("USE liquor-companies",))
    assert (at(done), done.state.seat("bob").plots) == (("M5", "b1"), ())
    assert len(done.state.seat("bob").plot_deck) == 3, "what was lost stays in the deck"
    assert drawn(on(done.state)) == ["bob jihad"]


def attacked(*bobs: str, **cats: tuple[str, ...]) -> Advanced:
    """Ann attacks; bob answers, and cat in the same round or the next."""
    seats = THIEF | {"ann": "ufos +1 | the-mafia N +1"}
    state = place(position_of({"seats": seats, "options": {"windows": ["M5"], "pace": "announce"}}))
    state = on(state, ann=("DESTROY finland WITH the-mafia", "KNOCK")).state
    return on(state, bob=bobs, cat=cats.get("cat", ()))


def test_who_buys_in_a_window_draws_once_that_can_be_answered_no_more() -> None:
    done = attacked("BUY PLOT WITH bermuda-triangle")
    assert done.state.seat("bob").plots == () and done.state.attack is not None
    assert done.state.tokens[done.state.seat("bob").illuminati] == 0
    assert done.state.asks[0].round == 2
    drew = on(done.state)
    assert len(drew.state.seat("bob").plots) == 1 and drew.state.asks[0].round == 3
    taken = on(drew.state, cat=("PLAY embezzlement DISCARDING jake-day",)).state
    assert taken.attack is not None and taken.asks[0].round == 4
    taken = on(taken).state
    assert taken.seat("bob").plots == () and len(taken.seat("cat").plots) == 1


def test_it_is_lost_to_an_answer_of_the_same_round_or_of_the_next() -> None:
    for cats in ((("USE liquor-companies ON bob",), ()), ((), ("USE liquor-companies ON bob",))):
        done = attacked("BUY PLOT WITH bermuda-triangle", cat=cats[0])
        done = on(done.state, cat=cats[1])
        assert done.state.seat("bob").plots == () and done.state.attack is not None
        assert len(done.state.seat("bob").plot_deck) == 3
        done = on(done.state)
        assert done.state.seat("bob").plots == ()


# --- losses (M6) ----------------------------------------------------------------------------

LOSERS = {
    "ann": "ufos +1 | the-mafia N +1 | plots: hoax | group_hand: texas",
    "bob": "bermuda-triangle | finland N | plots: vultures, martyrs",
    "cat": "gnomes-of-zurich +1 | canada N +1 | plots: stealing-the-plans",
}


def playing(seats: dict[str, str], *script: str) -> Advanced:
    """The script of ann with a window for losses."""
    options = {"pace": "announce", "windows": ["M6"]}
    return on(place(position_of({"seats": seats, "options": options})), ann=script)


def test_a_discard_has_a_window_and_the_script_waits() -> None:
    done = playing(LOSERS, "DISCARD hoax", "KNOCK")
    assert at(done) == ("M6", "main") and done.state.asks[0].seats == ("bob", "cat", "ann")
    quiet = on(done.state)
    assert (at(quiet)[0], quiet.state.turn.seat) == ("script", "bob")
    taken = on(done.state, cat=("PLAY stealing-the-plans ON hoax PAYING canada",))
    assert (at(taken), taken.state.asks[0].round) == (("M6", "main"), 2)
    taken = on(taken.state)
    assert [card_id(card) for card in taken.state.seat("cat").plots] == ["hoax"]
    assert (at(taken)[0], taken.state.turn.seat) == ("script", "bob")


def test_what_he_failed_to_take_has_one_at_the_end_of_his_turn() -> None:
    done = on(playing(LOSERS, "ATTACK texas WITH the-mafia", "KNOCK").state, (6, 6))
    assert at(done) == ("M6", "e1")
    done = on(on(done.state, bob=("PLAY vultures ON texas",)).state)
    assert [card_id(card) for card in done.state.seat("bob").groups] == ["texas"]
    assert (at(done)[0], done.state.turn.seat) == ("script", "bob")


def test_plots_beyond_the_limit_have_one_before_the_next_turn_begins() -> None:
    many = "hoax, martyrs, jihad, crusade, jake-day, law-and-order"
    seats = LOSERS | {"ann": f"ufos +1 | the-mafia N +1 | plots: {many}"}
    options = {"pace": "announce", "windows": ["M6"]}
    state = place(position_of({"seats": seats, "options": options}))
    done = advance(
        state,
        state.asks[0].key,
        {},
        {"ann": (od.ShedPolicy((od.ShedChoice("hoax", to="discards"),)),)},
        SecretDice(b"moments"),
    )
    assert at(done) == ("M6", "e4")
    for seat in ("ann", "bob"):
        gone = leave(done.state, seat, SecretDice(b"moments")).state
        assert audit_inwo(gone) == []
    done = on(done.state)
    assert (at(done)[0], done.state.turn.seat) == ("script", "bob")


def test_an_instant_attack_in_a_window_for_losses_leaves_it_open() -> None:
    seats = LOSERS | {"bob": "bermuda-triangle | finland N | texas E | plots: earthquake, martyrs"}
    done = playing(seats, "DISCARD hoax", "KNOCK")
    done = after_attack(on(done.state, bob=("PLAY earthquake ON canada",)).state)
    assert (at(done), done.state.asks[0].round) == (("M6", "main"), 2)
    played = on(done.state, cat=("PLAY stealing-the-plans ON hoax PAYING gnomes-of-zurich",))
    assert at(played) == ("M6", "main")
    done = on(done.state)
    assert (at(done)[0], done.state.turn.seat) == ("script", "bob")


def test_an_instant_attack_in_a_window_for_draws_leaves_it_open() -> None:
    seats = THIEF | {
        "ann": "ufos | the-mafia N | texas E",
        "bob": THIEF["bob"] + " | plots: earthquake",
    }
    done = begun(windows=("M5",), seats=seats)
    done = after_attack(on(done.state, bob=("PLAY earthquake ON texas",)).state)
    assert (at(done), done.state.asks[0].round, drawn(done)) == (("M5", "b1"), 2, [])
    lost = on(on(done.state, cat=("USE liquor-companies",)).state)
    assert (at(lost), drawn(lost)) == (("M5", "b2"), [])
    done = on(done.state)
    assert (at(done), drawn(done)) == (("M5", "b1-drawn"), ["bob jihad"])


def test_a_script_waits_for_a_window_that_is_open_beside_it() -> None:
    seats = THIEF | {"ann": "ufos +1 | the-mafia N | plot_deck: hoax"}
    done = begun(windows=("M5",), seats=seats)
    for _ in range(3):
        done = on(done.state)
    line = od.InwoLine(1, order_of("BUY PLOT WITH ufos"))  # type: ignore[arg-type]
    move = od.InwoLine(1, order_of("MOVE finland UNDER ufos"))  # type: ignore[arg-type]
    script = {"bob": (move, od.InwoLine(2, od.EndSegment()))}
    moved = advance(done.state, done.state.asks[0].key, script, {}, SecretDice(b"moments"))
    bought = act(moved.state, "ann", (line,), SecretDice(b"moments"))
    assert [ask.moment for ask in bought.state.asks] == ["", "M5"]
    script = on(bought.state, bob=("DESTROY the-mafia WITH finland", "KNOCK"))
    assert [ask.moment for ask in script.state.asks] == ["M5"] and script.state.attack is None
    done = on(on(script.state).state)
    assert done.state.attack is not None
