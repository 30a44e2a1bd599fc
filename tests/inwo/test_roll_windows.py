"""Dice may lie open for rounds of answers of their own (I23.1, I31.12)."""

from __future__ import annotations

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.deeds.dice import refuse_dice
from engine.inwo.game import Advanced, advance
from engine.inwo.options import dice_answers
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | group_hand: hackers | plots: bribery",
    "bob": "the-network +1 | canada N | plots: murphys-law",
    "cat": "bermuda-triangle +1 | trekkies N",
}
ATTACK = "ATTACK hackers WITH the-mafia"


def begun(*, roll: Roll = (1, 1), window: str = "open") -> Advanced:
    """An attack whose first window has closed without an answer."""
    options = {"pace": "announce", "roll_window": window}
    state = place(position_of({"seats": SEATS, "options": options}))
    return on(on(state, ann=(ATTACK,)).state, roll)


def on(state: InwoState, *rolls: Roll, **said: tuple[str, ...]) -> Advanced:
    lines = {
        seat: tuple(od.InwoLine(at, order_of(text)) for at, text in enumerate(texts, 1))  # type: ignore[arg-type]
        for seat, texts in said.items()
    }
    done = advance(state, state.asks[0].key, lines, {}, LoadedDice(rolls, SecretDice(b"rolls")))
    assert audit_inwo(done.state) == []
    return done


def results(done: Advanced) -> list[str]:
    return [one.result for one in done.events if isinstance(one, ev.AttackEnded)]


def refusals(done: Advanced) -> list[tuple[str, str, str]]:
    settled = [one for one in done.events if isinstance(one, ev.LineSettled)]
    return [(one.seat, one.reason, one.rule) for one in settled if one.status == "illegal"]


def test_the_roll_is_told_and_all_with_means_are_asked_the_attacker_last() -> None:
    done = begun()
    (ask,) = done.state.asks
    assert (ask.key, ask.kind, ask.seats) == ("roll-1.1", "rolls", ("bob", "cat", "ann"))
    assert any(isinstance(one, ev.DiceRolled) for one in done.events)
    assert results(done) == [] and done.state.attack is not None


def test_without_the_option_the_dice_count_at_once() -> None:
    done = begun(window="orders")
    assert results(done) == ["captured"] and done.state.asks[0].kind == "script"


def test_a_quiet_round_lets_the_dice_count_and_the_turn_goes_on() -> None:
    done = on(begun().state)
    assert results(done) == ["captured"]
    assert (done.state.asks[0].kind, done.state.turn.seat) == ("script", "bob")


def test_whoever_changes_them_opens_another_round_and_the_last_card_rules() -> None:
    changed_once = on(begun().state, bob=("PLAY murphys-law ON 1",))
    assert results(changed_once) == []
    (ask,) = changed_once.state.asks
    assert (ask.kind, ask.round) == ("rolls", 2)
    changed_again = on(changed_once.state, ann=("PLAY bribery ON 1",))
    assert changed_again.state.asks[0].round == 3
    done = on(changed_again.state)
    assert results(done) == ["captured"]
    assert "hackers" in [card_id(copy) for copy in done.state.table]


def test_what_does_not_change_dice_is_refused_and_stays() -> None:
    done = on(begun().state, bob=("OPPOSE 1 WITH canada",), cat=("OPPOSE 1 WITH bermuda-triangle",))
    assert refusals(done) == [("bob", "dice-lie", "I31.12"), ("cat", "dice-lie", "I31.12")]
    assert results(done) == ["captured"]
    assert done.state.tokens[done.state.seat("cat").illuminati] == 1


def test_an_attack_without_dice_opens_no_such_window() -> None:
    state = place(
        position_of(
            {
                "seats": SEATS | {"ann": "ufos | the-mafia N +1 | group_hand: canada"},
                "options": {"pace": "announce", "roll_window": "open"},
            }
        )
    )
    done = on(on(state, ann=("ATTACK canada WITH the-mafia",)).state)
    assert done.state.asks[0].kind == "script" and results(done) == ["none"]


def test_standing_orders_alone_never_open_one() -> None:
    options = {"pace": "policies", "roll_window": "open"}
    done = on(place(position_of({"seats": SEATS, "options": options})), (1, 1), ann=(ATTACK,))
    assert results(done) == ["captured"] and done.state.asks[0].kind == "script"


def test_a_device_is_offered_once_for_the_same_dice() -> None:
    seats = {**SEATS, "ann": SEATS["ann"].replace(" | group", " | resources: janor-device | group")}
    state = place(
        position_of({"seats": seats, "options": {"pace": "announce", "roll_window": "open"}})
    )
    lying = on(on(state, ann=(ATTACK,)).state, (4, 4)).state
    device = od.UseAbility("janor-device")
    offered = dice_answers(inwo_view(lying, "ann"), "ann")
    assert refuse_dice(inwo_view(lying, "ann"), "ann", device) is None
    assert device.card in [card_id(one.card) for one in offered]
    after = on(lying, ann=("USE janor-device",)).state
    assert after.attack is not None and after.attack.number == "1"
    for known in (after, inwo_view(after, "ann")):
        refusal = refuse_dice(known, "ann", device)
        assert refusal is not None and refusal.reason.code == "once-a-turn"
