"""What a line of INWO does in the run that it is typed for: answers, deals, victory, defense."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll
from engine.inwo import events as ev
from engine.inwo import game
from engine.inwo import orders as od
from engine.inwo.evolve import evolve_inwo
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.turn.entitlement import finish_start
from engine.inwo.turn.lines import carry_out
from engine.inwo.turn.start import begin_turn_of
from engine.inwo.view import inwo_seen, inwo_view
from pbem.games.inwo.adjudication.lines import read_line
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.adjudication.result import as_plain
from pbem.games.inwo.adjudication.turn import InOrder, InwoRun, adjudicate_turn
from tests.support.inwo_cases import position_of

ANN = "ufos +1 | the-mafia N +1 | plots: jihad, martyrs | plot_deck: hoax"
BOB = "the-network +1 | c-i-a N +1 | f-b-i E +1 | plots: hoax, martial-law | plot_deck: crusade"


def run(orders: str, *rolls: Roll, step: str = "main", **more: Any) -> InwoRun:
    seats = {
        "ann": ANN,
        "bob": BOB,
        **{k: v for k, v in more.items() if k in ("ann", "bob", "cat")},
    }
    others = {name: value for name, value in more.items() if name not in seats}
    state = place(position_of({"seats": seats, **others}))
    return adjudicate_turn(state, step, orders, LoadedDice(rolls, InOrder()))


def rulings(run: InwoRun) -> dict[str, tuple[str, str]]:
    return {row["text"]: (row["status"], row["reason"]) for row in as_plain(run)["rulings"]}


def needs(run: InwoRun) -> list[int]:
    return [attack["need"] for attack in as_plain(run)["attacks"]]


def tokens(run: InwoRun, card: str) -> int:
    return run.after.tokens[on_table(run.after, card) or ""]


def test_a_group_is_offered_with_the_token_that_moves_it() -> None:
    """I9.7."""
    ann = "ufos +1 | the-mafia N +1 | pentagon E"
    done = run("ann: MOVE Mafia TO bob PAYING Illuminati\nbob: ACCEPT 1 UNDER CIA", ann=ann)
    assert done.after.controller(on_table(done.after, "the-mafia") or "") == "bob"
    assert (tokens(done, "ufos"), tokens(done, "the-mafia")) == (0, 1)
    spent = "ufos | the-mafia N +1 | pentagon E +1"
    refused = run("ann: MOVE Mafia TO bob PAYING Illuminati\nbob: ACCEPT 1", ann=spent)
    assert rulings(refused)["ACCEPT 1"] == ("illegal", "no-token")


def test_a_plot_is_shown_to_one_player() -> None:
    """I7.2."""
    done = as_plain(run("ann: SHOW Jihad TO bob", cat="gnomes-of-zurich | texas N"))
    seen = {seat: view["seen"] for seat, view in done["views"].items()}
    assert seen == {"ann": [], "bob": ["jihad"], "cat": []}
    assert done["after"]["exposed"]["ann"] == []
    wrong = run("ann: SHOW Hoax TO bob\nann: SHOW Jihad TO ann")
    assert list(rulings(wrong).values()) == [
        ("illegal", "not-in-hand"),
        ("illegal", "no-such-player"),
    ]


def test_an_offer_is_countered() -> None:
    """I21.4: each counts the offers that he made or got."""
    done = run("ann: OFFER bob Jihad FOR Hoax\nbob: COUNTER 1 Martial Law FOR Jihad\nann: ACCEPT 2")
    assert [card.partition("@")[0] for card in done.after.seat("ann").plots] == [
        "martyrs",
        "martial-law",
    ]
    wrong = run("ann: OFFER bob Jihad FOR Hoax\nann: COUNTER 1 Martyrs FOR Hoax")
    assert rulings(wrong)["COUNTER 1 Martyrs FOR Hoax"] == ("illegal", "no-such-offer")


WON: dict[str, Any] = {"players_began": 3, "options": {"basic_goal": 2}}


def test_victory_is_declared_for_this_turn() -> None:
    """I26.13: whatever stands on file."""
    never = run("ann: DECLARE NEVER\nbob: DECLARE NEVER", **WON)
    assert as_plain(never)["winners"] == []
    now = run("ann: DECLARE NEVER\nbob: DECLARE NEVER\nann: DECLARE NOW", **WON)
    assert as_plain(now)["winners"] == ["ann"]


def test_nobody_learns_before_the_knock_who_will_declare() -> None:
    """I26.13."""
    done = run("ann: DECLARE NOW")
    (said,) = (e for e in done.events if isinstance(e, ev.OnceUsed))
    assert inwo_seen(said, "ann") == said and inwo_seen(said, "bob") is None
    state = evolve_inwo(done.before, said)
    assert inwo_view(state, "ann") != inwo_view(done.before, "ann")
    assert inwo_view(state, "bob") == inwo_view(done.before, "bob")


def test_victory_is_declared_in_the_window_of_another() -> None:
    """I26.8: both win."""
    line = "bob: DECLARE NEVER\nbob: DECLARE NOW"
    assert as_plain(run(line, **WON))["winners"] == ["ann", "bob"]
    poor = run(line, bob="the-network +1", **WON)
    assert rulings(poor)["DECLARE NOW"] == ("illegal", "no-goal-met")


def test_a_declaration_is_taken_back() -> None:
    """I26.7: while its window is open, by who has declared."""
    done = run("ann: WITHDRAW\nbob: DECLARE NEVER", **WON)
    assert as_plain(done)["winners"] == []
    assert rulings(run("bob: DECLARE NEVER\nbob: WITHDRAW", **WON))["WITHDRAW"] == (
        "illegal",
        "not-declared",
    )


def test_the_groups_and_plots_of_a_guard_come_one_by_one() -> None:
    """I31.7."""
    attack = "ann: DESTROY CIA WITH Mafia BOOST The Big Score"
    seats = {
        "ann": "ufos +1 | the-mafia N +1 | plots: the-big-score",
        "bob": "the-network | f-b-i N +1 | texas f-b-i E | c-i-a texas S +1 | plots: martial-law",
    }
    guard = f"{attack}\nbob: GUARD CIA UNTIL {{}} WITH FBI, PLAY Martial Law"
    before = needs(run(attack, (6, 6), **seats))[0]
    for until, lower, left in ((before, 0, 1), (before - 1, 4, 0), (before - 5, 14, 0)):
        done = run(guard.format(until), (6, 6), **seats)
        assert needs(done)[0] == before - lower
        assert (tokens(done, "f-b-i"), tokens(done, "c-i-a")) == (left, 1)


def test_a_boost_for_defense_holds_until_the_turn_ends() -> None:
    """I35.1: for the value attacked, once for each defense, of the Group that is named."""
    ann = "ufos +1 | the-mafia N +1 | pentagon E +1"
    attacks = "ann: DESTROY CIA WITH Mafia\nann: DESTROY CIA WITH Pentagon"
    plain = needs(run(attacks, (6, 6), (6, 6), ann=ann))
    done = run(f"{attacks}\nbob@1: BOOST CIA WITH Martial Law", (6, 6), (6, 6), ann=ann)
    assert needs(done) == [need - 10 for need in plain]
    other = run(f"{attacks}\nbob@1: BOOST FBI WITH Martial Law", (6, 6), (6, 6), ann=ann)
    assert rulings(other)["BOOST FBI WITH Martial Law"] == ("illegal", "boost-unfit")


def test_a_card_in_play_lends_its_points_to_the_attack_that_names_it() -> None:
    """I11, I38.93: what costs something counts only if it is named."""
    ann = "ufos +1 | the-mafia N +1 | resources: mercenaries"
    plain = "DESTROY CIA WITH Mafia"
    free, named, unnamed = (
        run(f"ann: {plain} {more}", (6, 6), ann=ann)
        for more in ("", "USE Mercenaries", "USE NO Mercenaries")
    )
    assert needs(named)[0] == needs(free)[0] + 4
    assert needs(unnamed) == needs(free) and tokens(named, "mercenaries") == 0


def test_of_several_ways_to_pay_one_is_named() -> None:
    """I34.5: else the first is taken."""
    secrets = "secrets-man-was-not-meant-to-know"
    bob = f"the-network +1 | c-i-a N | plots: {secrets} | plot_deck: jihad, hoax"
    ann = "ufos +1 | the-mafia N +1 | plots: crackdown-on-crime"
    play = "ann: PLAY Crackdown on Crime ON Mafia\nbob: PLAY Secrets Man ON Crackdown"
    first, named = run(play, ann=ann, bob=bob), run(f"{play} DISCARDING 2 PLOTS", ann=ann, bob=bob)
    assert tokens(first, "the-network") == 0 and tokens(named, "the-network") == 1
    assert len(named.after.seat("bob").plot_deck) == 0
    one = run(f"{play} DISCARDING 1 PLOT", ann=ann, bob=bob)
    assert ("illegal", "cost-not-met") in rulings(one).values()


def test_the_play_of_one_player_is_meant() -> None:
    """I38.3."""
    ann = "ufos +1 | the-mafia N +1 | plots: crackdown-on-crime"
    play = "ann: PLAY Crackdown on Crime ON Mafia"
    done = run(f"{play}\nbob: PLAY Hoax ON Crackdown BY ann PAYING CIA", ann=ann)
    wrong = run(f"{play}\nbob: PLAY Hoax ON Crackdown BY bob PAYING CIA", ann=ann)
    assert ("ok", "") in [row for text, row in rulings(done).items() if "Hoax" in text]
    assert ("illegal", "no-open-play") in rulings(wrong).values()


@pytest.mark.parametrize(("orders", "is_met"), [("", True), ("nwos", False)], ids=["free", "taken"])
def test_a_colour_is_free_while_no_order_of_it_is_in_force(orders: str, *, is_met: bool) -> None:
    """I24.1."""
    more: dict[str, Any] = {"nwos": ["military-industrial-complex"]} if orders else {}
    state = place(position_of({"seats": {"ann": ANN, "bob": BOB}, **more}))
    colours = [
        colour
        for colour in ("red", "blue", "yellow")
        if read_line(f"IF COLOR {colour} IS FREE: KNOCK", state, "ann").conditions
    ]
    assert colours == ["red", "blue", "yellow"]
    done = [
        run(f"ann: IF COLOR {colour} IS FREE: EXPOSE Jihad", **more).after.seat("ann").exposed
        for colour in colours
    ]
    assert all(map(bool, done)) is is_met and any(map(bool, done))


def test_tokens_left_over_become_plots() -> None:
    """I6.6, I31.1: as a turn begins, before the new tokens come."""
    left = "ufos +1 | the-mafia N +1 | pentagon E +1 | plot_deck: hoax, jihad, crusade, martyrs"
    text = "ann: BUY PLOTS BEFORE TOKENS"
    assert len(run("ann: PASS", step="b0", ann=left).after.seat("ann").plots) == 1
    assert len(run(text, step="b0", ann=left).after.seat("ann").plots) == 3
    assert len(run(f"{text} KEEP 2", step="b0", ann=left).after.seat("ann").plots) == 2
    assert len(run(f"{text} NOT Illuminati", step="b0", ann=left).after.seat("ann").plots) == 2
    with pytest.raises(NoSuchLine, match="KEEP 2"):
        read_line("BUY PLOTS BEFORE TOKENS KEEP some", run("ann: PASS").after, "ann")


def test_who_yields_unless_another_plays_is_asked_if_he_does() -> None:
    """I26.14."""
    seats = {
        "ann": "ufos +1 | the-mafia N +1",
        "bob": BOB,
        "cat": "",
    }
    seats["cat"] = "gnomes-of-zurich +1 | texas N +1 | plots: jihad"
    options = {"pace": "announce", "basic_goal": 2}
    given = {"seats": seats, "options": options, "players_began": 3}
    state = place(position_of(given))

    def ask(state: InwoState) -> str:
        return next(one.key for one in state.asks if one.kind in ("script", "victory"))

    never = {"bob": (od.DeclarePolicy(False),), "cat": (od.DeclarePolicy(False),)}
    state = game.advance(state, ask(state), {}, never, InOrder()).state
    given_way = (od.InwoLine(1, od.PassRound(all_rounds=True, unless="cat")),)
    exposes = (od.InwoLine(1, od.ExposePlot("jihad")),)
    said = {"bob": given_way, "cat": exposes}
    state = game.advance(state, ask(state), said, never, InOrder()).state
    (again,) = (one for one in state.asks if one.kind == "victory")
    assert again.round == 2 and again.passed == () and again.unless == (("bob", "cat"),)
    assert "bob" in again.seats and inwo_view(state, "ann").asks != ()


def test_a_group_that_is_marked_misses_its_token_once() -> None:
    """I36.9: Phlegm Elementals."""
    seats = {
        "ann": "ufos | the-mafia N +1 | phlegm-elementals E +1 | plots: the-big-score",
        "bob": "the-network | hackers N | canada E",
    }
    attack = "ann: ATTACK Hackers WITH Mafia BOOST The Big Score AID Phlegm Elementals"
    done = run(attack, (6, 6), **seats).after
    assert [change.on.partition("@")[0] for change in done.changes] == ["hackers"]
    table = InwoTable(done, InOrder())
    placed: list[list[str]] = []
    for _ in range(2):
        begin_turn_of(table, "bob")
        table.events.clear()
        finish_start(table)
        rows = [row for e in table.events if isinstance(e, ev.TokensPlaced) for row in e.rows]
        placed.append([copy.partition("@")[0] for copy, _ in rows])
        for copy, _ in rows:
            table.spend("bob", copy, "removed")
    assert placed == [["the-network", "canada"], ["the-network", "hackers", "canada"]]


def test_of_a_free_ability_and_an_action_the_action_is_taken_at_once() -> None:
    """I34.2, I34.7: several parts of one card are several abilities."""
    ann = "ufos | phone-company N +1"
    free = run("ann: USE Phone Company ON bob", ann=ann)
    assert tokens(free, "phone-company") == 1 and not free.after.seat("bob").exposed
    action = run("ann: USE Phone Company ACTION ON bob", ann=ann)
    assert tokens(action, "phone-company") == 0 and len(action.after.seat("bob").exposed) == 2


@pytest.mark.parametrize(("end", "seen"), [("TOP", "hoax"), ("BOTTOM", "crusade")])
def test_a_look_into_a_deck_is_at_the_end_that_is_named(end: str, seen: str) -> None:
    """I35.21."""
    bob = "the-network | c-i-a N | plot_deck: hoax, jihad, martyrs, crusade"
    done = run(f"ann: USE N.S.A. ON bob {end}", ann="ufos | n-s-a N +1", bob=bob)
    shown = as_plain(done)["views"]["ann"]["seen"]
    assert seen in shown and len(shown) == 3


def test_a_deck_that_was_looked_through_is_shuffled_unless_its_owner_says_no() -> None:
    """I36.16: Bar Codes."""
    ann, play = "ufos | hackers N +1 | plots: bar-codes", "ann: PLAY Bar Codes ON bob"
    bob = "the-network | c-i-a N | group_deck: texas, germany"
    done = run(play, ann=ann, bob=bob)
    assert as_plain(done)["views"]["ann"]["seen"] == ["germany", "texas"]
    assert any(isinstance(event, ev.DeckShuffled) for event in done.events)
    kept = run(f"{play}\nbob: NO SHUFFLE", ann=ann, bob=bob)
    assert as_plain(kept)["views"]["ann"]["seen"] == ["germany", "texas"]
    assert not any(isinstance(event, ev.DeckShuffled) for event in kept.events)


@pytest.mark.parametrize(
    ("card", "orders", "left"),
    [
        ("rain-of-prairie-squid", ("hackers", "hawaii"), ()),
        ("mutual-betrayal", ("bob", "jihad"), ("bob",)),
    ],
)
def test_cards_of_a_hand_that_a_play_names_are_seen_by_nobody_before_it_takes_effect(
    card: str, orders: tuple[str, ...], left: tuple[str, ...]
) -> None:
    """I31.16: it may still be cancelled."""
    seats = {
        "ann": f"ufos | the-mafia N +1 | plots: {card}, jihad | group_hand: hackers, hawaii",
        "bob": "the-network +1 | c-i-a N +1 | plots: hoax",
    }
    state = place(position_of({"seats": seats, "options": {"pace": "announce"}}))
    script = next(ask for ask in state.asks if ask.kind == "script")
    lines = {"ann": (od.InwoLine(1, od.PlayPlot(card, orders)),)}
    table = InwoTable(state, InOrder(), {}, lines)
    table.emit(ev.AskClosed(script.key))
    assert carry_out(table, "ann", lines["ann"][0]) is None
    (made,) = (event for event in table.events if isinstance(event, ev.PlayMade))
    for reader, on in (("ann", orders), ("bob", left), (None, left)):
        seen = inwo_seen(made, reader)
        assert isinstance(seen, ev.PlayMade) and seen.play.order is not None
        assert seen.play.order.on == on
        (play,) = inwo_view(table.state, reader).segment
        assert play.order is not None and play.order.on == on
