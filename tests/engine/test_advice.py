"""What a report advises: attacks that bring the reader nearer to his own goal, paid for at once."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advice.advising import advised
from engine.illuminati.cards import CARDS
from engine.illuminati.game import resolve
from engine.illuminati.odds import HIGHEST
from engine.illuminati.robots import chooser, random_script
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.setup import new_game
from engine.illuminati.winning import special_goal
from pbem.games.illuminati.position import read_position

CAST = ("ann", "bob", "cat", "dee")
TABLE = """
to_move = "ann"
turn_number = 9
uncontrolled = [{free}]
[[seat]]
name = "ann"
illuminati = "{illuminati}"
money = {money}
turns_taken = 2
groups = [
    {{ id = "mafia", master = "{illuminati}", arrow = "N" }},
    {{ id = "cia", master = "{illuminati}", arrow = "E" }},
]
[[seat]]
name = "bob"
illuminati = "bavarian-illuminati"
money = 5
turns_taken = 2
groups = [{{ id = "kgb", master = "bavarian-illuminati", arrow = "N" }}]
"""


def table(illuminati: str, *free: str, money: int = 20) -> State:
    named = ", ".join(f'"{card}"' for card in free)
    return read_position(TABLE.format(illuminati=illuminati, free=named, money=money))


def attacks(state: State) -> list[od.Attack]:
    """The attacks advised to ann, best first."""
    found = [option.order for option in advised(state, "ann")]
    return [order for order in found if isinstance(order, od.Attack)]


@pytest.mark.parametrize(
    ("illuminati", "alignment"),
    [("discordian-society", "weird"), ("society-of-assassins", "violent")],
)
def test_the_group_that_the_goal_needs_comes_first(illuminati: str, alignment: str) -> None:
    state = table(illuminati, "trekkies", "cycle-gangs", "boy-sprouts", "yuppies")
    first = attacks(state)[0]
    assert first.form == "control" and alignment in CARDS[first.target].alignments


def test_the_stake_makes_the_highest_need_or_is_all_there_is() -> None:
    for money in (20, 2):
        state = table("network", "yuppies", "hackers", money=money)
        for option in advised(state, "ann"):
            if not isinstance(option.order, od.Attack):
                continue
            spent = sum(payment.amount for payment in option.order.stake)
            assert option.need is not None
            assert option.need >= HIGHEST or spent == money
            assert spent == 0 or option.need <= HIGHEST


def test_nobody_is_advised_to_destroy_what_is_his_but_who_wins_by_it() -> None:
    own = {"mafia", "cia"}
    for illuminati in ("network", "gnomes-of-zurich", "discordian-society", "bermuda-triangle"):
        found = attacks(table(illuminati, "yuppies", "hackers"))
        assert found and all(order.form == "control" for order in found)
        assert not own & {order.target for order in found}
    killer = attacks(table("servants-of-cthulhu", "yuppies", "hackers"))
    assert "destroy" in {order.form for order in killer}


def test_what_is_advised_would_be_accepted_and_is_an_own_group_for_killers_only() -> None:
    dice = SecretDice(b"advice")
    state = new_game(CAST, GameOptions(), dice).state
    seen = 0
    for number in range(30):
        seat = state.turn.seat
        me = state.seat(seat)
        kills = isinstance(special_goal(me, state.options), ab.Kills)
        for option in advised(state, seat):
            line = od.Line(1, option.order)
            (ruling,) = check(state, seat, (line,))
            assert ruling.status == "ok", option
            if isinstance(option.order, od.Attack):
                seen += 1
                assert ruling.need == option.need
                assert kills or state.owner(option.order.target) != seat
        script = random_script(state, seat, chooser(SecretDice(b"%d" % number), "robot"))
        state = resolve(state, script, dice).state
        if state.winners:
            break
    assert seen > 100
