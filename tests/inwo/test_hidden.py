"""Resources that lie hidden: who knows of them, and what becomes of them (I8.7, I33.13, I37)."""

from __future__ import annotations

from engine.core.dice import LoadedDice, SecretDice
from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.events import InwoEvent
from engine.inwo.game import advance
from engine.inwo.placing import place
from engine.inwo.state import InwoOptions, InwoState
from engine.inwo.view import inwo_seen, inwo_view
from tests.support.inwo_cases import order_of, position_of

BOB = "the-network | the-mafia N"
ANN = "ufos +1 | joggers N | resources: warehouse-23"


def state_of(ann: str, bob: str = BOB, pace: str = "policies", **row: object) -> InwoState:
    begun = place(position_of({"seats": {"ann": ann, "bob": bob}, **row}))
    options = InwoOptions(pace=pace, sets=("unlimited", "assassins"))  # type: ignore[arg-type]
    return changed(begun, options=options)


def run(
    state: InwoState, *texts: str, policies: dict[str, tuple[od.InwoPolicy, ...]] | None = None
) -> tuple[InwoState, list[InwoEvent]]:
    orders = (order_of(text) for text in texts)
    lines = tuple(od.InwoLine(n, one) for n, one in enumerate(orders, 1))  # type: ignore[arg-type]
    done = advance(state, state.asks[0].key, {"ann": lines}, policies or {}, SecretDice(b"hidden"))
    return done.state, list(done.events)


def hidden(state: InwoState, seat: str) -> list[str]:
    return [card_id(copy) for copy in state.seat(seat).hidden]


def resources(state: InwoState, seat: str) -> list[str]:
    mine = [copy for copy, card in state.table.items() if card.seat == seat]
    return sorted(card_id(copy) for copy in mine if state.table[copy].host)


def test_nobody_else_learns_what_is_hidden() -> None:
    """Two games that differ in the hidden card alone look the same to all others (I31.16)."""
    seen = []
    for name in ("eliza", "cyborg-soldiers"):
        begun = state_of(f"{ANN} | group_hand: {name}", step="b3")
        state, events = run(begun, f"STORE {name} UNDER warehouse-23", "KNOCK")
        assert hidden(state, "ann") == [name]
        assert hidden(inwo_view(state, "ann"), "ann") == [name]
        told = [inwo_seen(event, "bob") for event in events]
        seen.append((inwo_view(state, "bob"), [one for one in told if one is not None]))
        assert len(inwo_view(state, "bob").seat("ann").hidden) == 1
    assert seen[0] == seen[1]


def test_what_comes_to_light_is_in_play() -> None:
    begun = state_of(f"{ANN} | group_hand: eliza")
    state, _ = run(begun, "STORE eliza UNDER warehouse-23", "EXPOSE eliza")
    assert hidden(state, "ann") == []
    assert resources(state, "ann") == ["eliza", "warehouse-23"]


def test_one_that_has_just_come_may_be_hidden() -> None:
    begun = state_of(f"{ANN} | group_hand: eliza")
    state, _ = run(begun, "BRING eliza", "STORE eliza UNDER warehouse-23")
    assert hidden(state, "ann") == ["eliza"]
    assert resources(state, "ann") == ["warehouse-23"]


def test_with_it_comes_a_card_of_the_hand_or_the_deck() -> None:
    begun = state_of(
        "ufos | joggers N | group_hand: warehouse-23 | group_deck: kkk, eliza", step="b3"
    )
    state, _ = run(begun, "TAKEOVER warehouse-23", "KNOCK")
    assert resources(state, "ann") == ["eliza", "warehouse-23"]


def test_where_the_game_waits_its_player_is_asked_when_nobody_cancels_it() -> None:
    begun = state_of("ufos | joggers N | group_hand: warehouse-23, eliza", step="b3", pace="table")
    state, _ = run(begun, "TAKEOVER warehouse-23", "KNOCK")
    while state.asks[0].kind == "answers":
        done = advance(state, state.asks[0].key, {}, {}, SecretDice(b"hidden"))
        state = done.state
    assert [(ask.kind, ask.seats) for ask in state.asks] == [("question", ("ann",))]


HIDER = "the-network +1 | the-mafia N | resources: warehouse-23"


def with_hidden(state: InwoState, seat: str, copy: str) -> InwoState:
    seats = tuple(changed(one, hidden=(copy,)) if one.name == seat else one for one in state.seats)
    return changed(state, seats=seats)


def test_a_unique_one_is_shown_when_a_rival_plays_a_copy() -> None:
    """I8.7: then the rival's does not come."""
    card = "the-holy-grail"
    begun = with_hidden(
        state_of(f"ufos +1 | joggers N | group_hand: {card}", HIDER), "bob", f"{card}@b7"
    )
    state, _ = run(begun, f"BRING {card}")
    assert resources(state, "bob") == sorted([card, "warehouse-23"])
    assert [card_id(copy) for copy in state.seat("ann").groups] == [card]


def test_who_keeps_it_hidden_loses_it_when_it_comes_to_light() -> None:
    """I8.7: the rival's stands."""
    card = "the-holy-grail"
    begun = with_hidden(
        state_of(f"ufos +1 | joggers N | group_hand: {card}", HIDER), "bob", f"{card}@b7"
    )
    state, _ = run(begun, f"BRING {card}", policies={"bob": (od.HiddenPolicy(card),)})
    assert card in resources(state, "ann")
    assert hidden(state, "bob") == [card]


def test_what_lies_hidden_goes_with_its_store_to_who_eliminates_his_own_kind() -> None:
    """Of the same Illuminati he gets the Resources (I27.2), hidden ones too."""
    change = {"on": "ann", "stat": "power", "op": "add", "value": 20, "until": "turn"}
    bob = "ufos | hackers N | resources: warehouse-23"
    begun = state_of("ufos +1 | the-mafia N", bob, changes=[change])
    begun = with_hidden(begun, "bob", "eliza@b9")
    lines = (od.InwoLine(1, order_of("DESTROY hackers WITH ufos")),)  # type: ignore[arg-type]
    dice = LoadedDice([(1, 1)], SecretDice(b"hidden"))
    state = advance(begun, begun.asks[0].key, {"ann": lines}, {}, dice).state
    assert state.seat("bob").is_out
    assert resources(state, "ann") == ["warehouse-23"]
    assert hidden(state, "ann") == ["eliza"]


def test_what_lies_hidden_is_captured_with_the_last_puppet_that_its_store_is_linked_to() -> None:
    """Its player is out, and it is the captor's (I37)."""
    change = {"on": "ann", "stat": "power", "op": "add", "value": 20, "until": "turn"}
    bob = "the-network | hackers N | resources: warehouse-23 > hackers"
    begun = with_hidden(state_of("ufos +1 | the-mafia N", bob, changes=[change]), "bob", "eliza@b9")
    lines = (od.InwoLine(1, order_of("ATTACK hackers WITH ufos")),)  # type: ignore[arg-type]
    dice = LoadedDice([(1, 1)], SecretDice(b"hidden"))
    state = advance(begun, begun.asks[0].key, {"ann": lines}, {}, dice).state
    assert state.seat("bob").is_out
    assert resources(state, "ann") == ["warehouse-23"]
    assert hidden(state, "ann") == ["eliza"]


def test_go_fish_finds_no_plot_that_lies_under_a_group() -> None:
    """Nothing exposes it (I38.29): neither the one asked for nor, in return, one's own."""
    ann = "ufos | fidel-castro N | plots: go-fish, hoax, bribery"
    begun = state_of(ann, "the-network | texas N | plots: jihad, crusade")
    for name, plot, store in (("ann", "hoax", "fidel-castro"), ("bob", "jihad", "texas")):
        under = next(copy for copy in begun.table if card_id(copy) == store)
        kept = {next(c for c in begun.seat(name).plots if card_id(c) == plot): under}
        rows = tuple(changed(s, stored=kept) if s.name == name else s for s in begun.seats)
        begun = changed(begun, seats=rows)
    state, _ = run(begun, "PLAY go-fish ON bob CHOOSING jihad")
    assert [card_id(copy) for copy in state.seat("bob").plots] == ["jihad", "crusade"]
    assert [card_id(copy) for copy in state.seat("ann").exposed] == ["bribery"]
