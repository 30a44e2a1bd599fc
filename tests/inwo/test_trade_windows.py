"""Between the acceptance of a trade and its exchange its parties are asked in private (M11)."""

from __future__ import annotations

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import Advanced, act, advance, leave
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_seen, inwo_view
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | plots: jihad, i-lied",
    "bob": "the-network +1 | canada N | plots: bribery, hoax | plot_deck: martyrs",
    "cat": "gnomes-of-zurich +1 | finland N | plots: crusade",
}
DICE = SecretDice(b"trades")


def at_start(seats: dict[str, str] | None = None, *windows: str) -> InwoState:
    options = {"pace": "announce", "windows": windows or ("M11",)}
    return place(position_of({"seats": {**SEATS, **(seats or {})}, "options": options}))


def done(state: InwoState, seat: str, text: str) -> Advanced:
    line = od.InwoLine(1, order_of(text))  # type: ignore[arg-type]
    after = act(state, seat, (line,), DICE)
    assert audit_inwo(after.state) == []
    return after


def agreed(seats: dict[str, str] | None = None, lies: str = "", pays: str = "") -> Advanced:
    """Ann has offered, and bob has accepted, while she is asked for her script."""
    offered = done(at_start(seats), "ann", f"OFFER bob GIVING jihad FOR bribery{lies}").state
    accepted = done(offered, "bob", f"ACCEPT 1{pays}")
    assert [e.status for e in accepted.events if isinstance(e, ev.LineSettled)] == ["ok"]
    return accepted


def on(state: InwoState, kind: str, seat: str = "", *texts: str) -> Advanced:
    """The first ask of that kind, of that seat if one is named, is closed with these lines."""
    asks = (
        ask for ask in state.asks if ask.kind == kind and (kind != "question" or seat in ask.seats)
    )
    ask = next(asks)
    lines = tuple(od.InwoLine(at, order_of(text)) for at, text in enumerate(texts, 1))  # type: ignore[arg-type]
    after = advance(state, ask.key, {seat: lines}, {}, DICE)
    assert audit_inwo(after.state) == []
    return after


def answered(state: InwoState, ann: str = "", bob: str = "") -> Advanced:
    first = on(state, "question", "ann", *([f"CHOOSE {ann}"] if ann else []))
    second = on(first.state, "question", "bob", *([f"CHOOSE {bob}"] if bob else []))
    return Advanced(second.state, (*first.events, *second.events))


def plots(state: InwoState, seat: str) -> list[str]:
    return sorted(card_id(copy) for copy in state.seat(seat).plots)


def test_nothing_moves_before_both_have_answered() -> None:
    state = agreed().state
    assert [ask.kind for ask in state.asks] == ["script", "question", "question"]
    assert plots(state, "ann") == ["i-lied", "jihad"]
    half = on(state, "question", "bob").state
    assert plots(half, "ann") == ["i-lied", "jihad"] and len(half.deals) == 1
    whole = on(half, "question", "ann").state
    assert plots(whole, "ann") == ["bribery", "i-lied"] and plots(whole, "bob") == ["hoax", "jihad"]
    assert [ask.kind for ask in whole.asks] == ["script"] and whole.deals == ()


def test_a_lie_is_announced_to_all_and_then_stands() -> None:
    state = answered(agreed().state, ann="lie").state
    window = state.asks[-1]
    assert (window.kind, window.seats, plots(state, "ann")) == (
        "answers",
        ("bob", "cat"),
        ["jihad"],
    )
    state = on(state, "answers").state
    assert plots(state, "ann") == ["bribery", "jihad"] and plots(state, "bob") == ["hoax"]
    assert [ask.kind for ask in state.asks] == ["script"] and state.segment == ()


def test_one_that_is_cancelled_is_none() -> None:
    state = answered(agreed().state, ann="lie").state
    state = on(state, "answers", "bob", "PLAY hoax ON i-lied PAYING the-network").state
    assert state.asks[-1].round == 2
    state = on(state, "answers").state
    assert plots(state, "ann") == ["bribery"] and "jihad" in plots(state, "bob")


def test_what_was_said_with_the_offer_holds_for_who_says_nothing() -> None:
    state = answered(agreed(lies=" AND LIE").state).state
    assert state.segment
    state = answered(agreed(lies=" AND LIE").state, ann="keep").state
    assert plots(state, "ann") == ["bribery", "i-lied"]


def test_the_script_waits_for_it() -> None:
    state = on(agreed().state, "script", "ann", "KNOCK").state
    assert (state.turn.seat, len(state.questions)) == ("ann", 2)
    state = answered(state).state
    assert state.turn.seat == "bob" and plots(state, "bob") == ["hoax", "jihad", "martyrs"]


def test_who_can_have_no_such_plot_as_all_can_see_is_not_asked() -> None:
    state = agreed({"bob": "the-network +1 | canada N | exposed: bribery"}).state
    assert [one.seat for one in state.questions] == ["ann"]
    state = agreed({"bob": "the-network +1 | al-amarja N | exposed: bribery"}).state
    assert state.questions == () and plots(state, "ann") == ["bribery", "i-lied"]


def test_whoever_is_asked_does_not_depend_on_what_is_hidden() -> None:
    for hidden in ("i-lied", "martyrs"):
        accepted = agreed({"ann": f"ufos +1 | the-mafia N +1 | plots: jihad, {hidden}"})
        assert [one.seat for one in accepted.state.questions] == ["ann", "bob"]
        for event in accepted.events:
            assert "i-lied" not in repr(inwo_seen(event, "bob"))


def test_nobody_else_sees_the_trade_nor_what_a_party_has_answered() -> None:
    before, lie = agreed(lies=" AND LIE"), answered(agreed().state, ann="lie")
    half = on(before.state, "question", "ann", "CHOOSE lie")
    for event in (*before.events, *half.events):
        seen = inwo_seen(event, "cat")
        assert not isinstance(seen, ev.DealAgreed | ev.LieMeant | ev.QuestionAsked | ev.LineSettled)
        assert not isinstance(inwo_seen(event, "bob"), ev.LieMeant)
    kept = on(agreed().state, "question", "ann").state
    assert inwo_view(half.state, "bob") == inwo_view(kept, "bob")
    assert inwo_view(half.state, "cat") == inwo_view(kept, "cat")
    pays = on(agreed().state, "question", "bob").state
    assert inwo_view(pays, "ann").deals[0].accepted == od.AcceptDeal(1)
    assert any(isinstance(event, ev.PlayMade) for event in lie.events)


def test_the_view_of_the_other_hides_an_acceptance_that_lies() -> None:
    seats = {"bob": "the-network +1 | canada N | plots: bribery, i-lied"}
    lied, kept = agreed(seats, pays=" AND LIE"), agreed(seats)
    for seat in ("ann", "cat"):
        assert inwo_view(lied.state, seat) == inwo_view(kept.state, seat)
        assert [inwo_seen(e, seat) for e in lied.events] == [
            inwo_seen(e, seat) for e in kept.events
        ]


def test_an_agreed_trade_is_neither_declined_nor_accepted_again() -> None:
    state = agreed().state
    for seat, text in (("bob", "ACCEPT 1"), ("bob", "DECLINE 1"), ("ann", "DECLINE 1")):
        (settled,) = (e for e in done(state, seat, text).events if isinstance(e, ev.LineSettled))
        assert settled.reason == "no-such-offer"


def test_what_can_no_longer_be_given_ends_it() -> None:
    state = done(agreed().state, "ann", "GIVE jihad TO cat").state
    ended = [e for e in answered(state, ann="lie").events if isinstance(e, ev.DealEnded)]
    assert [e.why for e in ended] == ["gone"]
    assert plots(answered(state, ann="lie").state, "ann") == ["i-lied"]


def test_a_party_that_leaves_takes_the_question_of_the_other_with_it() -> None:
    state = agreed().state
    for seat in ("ann", "bob"):
        gone = leave(state, seat, DICE).state
        assert audit_inwo(gone) == [] and gone.questions == () and gone.deals == ()
        assert [ask.kind for ask in gone.asks] == ["script"]
    waiting = on(state, "script", "ann", "KNOCK").state
    gone = leave(waiting, "bob", DICE).state
    assert gone.turn.seat == "cat"


def test_without_the_option_a_trade_is_carried_out_at_once() -> None:
    state = at_start(None, "M9")
    state = done(
        done(state, "ann", "OFFER bob GIVING jihad FOR bribery").state, "bob", "ACCEPT 1"
    ).state
    assert state.questions == () and plots(state, "ann") == ["bribery", "i-lied"]


def test_a_trade_that_is_accepted_while_an_attack_is_open_waits_for_that() -> None:
    offered = done(at_start(), "ann", "OFFER bob GIVING jihad FOR bribery").state
    struck = on(offered, "script", "ann", "DESTROY canada WITH the-mafia", "KNOCK").state
    assert struck.attack is not None
    accepted = on(struck, "answers", "bob", "ACCEPT 1").state
    assert len(accepted.questions) == 2
    state = answered(accepted, ann="lie").state
    assert state.attack is not None and plots(state, "ann") == ["i-lied", "jihad"]
    while state.attack is not None:
        state = on(state, "answers").state
    assert [card_id(play.card) for play in state.segment] == ["i-lied"]
    state = on(state, "answers").state
    assert plots(state, "ann") == ["bribery", "jihad"] and state.turn.seat == "bob"


WITH_GROUPS = {
    "bob": "the-network +1 | canada N +1 | elvis canada N | texas E | plots: bribery, hoax",
    "cat": "gnomes-of-zurich +1 | finland N | plots: earthquake, sniper",
}


def lied_for(group: str, strike: str) -> InwoState:
    """Ann gets a Group by a lie, and cat strikes in the window of that lie."""
    text = f"OFFER bob GIVING jihad FOR {group} UNDER ufos AT S"
    state = done(done(at_start(WITH_GROUPS), "ann", text).state, "bob", "ACCEPT 1").state
    state = on(answered(state, ann="lie").state, "answers", "cat", strike).state
    assert state.attack is not None and state.segment and held_by(state, group) == "bob"
    return state


def held_by(state: InwoState, group: str) -> str:
    return next((c.seat for c in state.table.values() if card_id(c.copy) == group), "")


def struck(state: InwoState, *rolls: Roll) -> Advanced:
    """Nobody answers the attack; its dice fall."""
    dice = LoadedDice(rolls, DICE)
    after = advance(state, state.asks[-1].key, {}, {}, dice)
    assert audit_inwo(after.state) == []
    return after


def test_an_attack_in_the_window_of_a_lie_is_settled_before_the_exchange() -> None:
    after = struck(lied_for("canada", "PLAY earthquake ON texas"), (1, 1))
    while after.state.attack is not None:
        assert held_by(after.state, "canada") == "bob"
        after = struck(after.state, (1, 1))
    assert held_by(after.state, "canada") == "ann" and plots(after.state, "ann") == ["jihad"]
    assert after.state.deals == after.state.segment == ()
    assert [ask.kind for ask in after.state.asks] == ["script"]


def test_what_it_destroys_can_no_longer_be_given() -> None:
    after = struck(lied_for("elvis", "PLAY sniper ON elvis"), (1, 1))
    while after.state.attack is not None:
        after = struck(after.state, (1, 1))
    assert held_by(after.state, "elvis") == "" and plots(after.state, "ann") == ["jihad"]
    assert after.state.deals == after.state.segment == ()
    assert [e.why for e in after.events if isinstance(e, ev.DealEnded)] == ["gone"]


def test_who_leaves_during_that_attack_ends_no_trade_of_others() -> None:
    for striker in ("bob", "cat"):
        state = lied_for("canada", "PLAY earthquake ON texas")
        gone = leave(state, striker, DICE).state
        assert audit_inwo(gone) == [] and gone.deals == gone.segment == ()
        assert plots(gone, "ann") == ["jihad"]
        assert held_by(gone, "canada") == ("ann" if striker == "cat" else "")
