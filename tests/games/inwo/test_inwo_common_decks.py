"""Games in which all have the same decks, from the offer to the end (I29, I30)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.decks import common_cards
from engine.inwo.game import advance
from engine.inwo.state import InwoOptions, InwoState
from engine.inwo.view import inwo_view
from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.orders import GameInput
from pbem.games.contract.reports import Issue
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Filed
from pbem.games.inwo import rules
from pbem.games.inwo.formats import label
from pbem.games.inwo.options import format_options, options_from
from pbem.games.inwo.simulation import InwoPlay, play_inwo
from pbem.games.inwo.suggestions import suggested
from pbem.games.registry import ruleset

PLAYED = ruleset("inwo")
DICE = SecretDice(b"common")
SEATS = ("ann", "bob", "cat")
BIG = InwoOptions(game_form="one-big-deck")
SMALL = options_from({"game_form": "subgenius"})
OWN_PLOTS = InwoOptions(decks="common-groups")
ABOUT = MailContext(
    *("Fnord-9", "bob", "Bob", "UTC", 1, "ann", datetime(2026, 11, 22, 20, tzinfo=UTC)),
    *(datetime(2026, 11, 21, tzinfo=UTC), "", "1"),
    is_first=True,
)


def begun(options: InwoOptions, **likes: tuple[str, ...]) -> InwoState:
    return rules.new(SEATS, options, DICE, likes).state


def closed(state: InwoState, **said: od.InwoOrder) -> InwoState:
    lines = {seat: (od.InwoLine(1, order),) for seat, order in said.items()}
    done = advance(state, state.asks[0].key, lines, {}, DICE).state
    assert audit_inwo(done) == []
    return done


def names(state: InwoState) -> list[str]:
    return [card_id(seat.illuminati) for seat in state.seats]


def test_one_big_deck_has_one_of_each_card_but_two() -> None:
    """(I30.1, I30.3.)"""
    state = begun(BIG)
    first, second, _ = state.seats
    assert (first.plot_deck, first.group_deck) == (second.plot_deck, second.group_deck)
    dealt = [copy for seat in state.seats for copy in (*seat.plots, *seat.groups)]
    cards = Counter(map(card_id, (*dealt, *first.plot_deck, *first.group_deck)))
    wanted = {card for card in INWO_CARDS.values() if card.set == "unlimited"}
    wanted = {card for card in wanted if card.family != "illuminati" and not card.own_deck}
    assert cards == Counter(card.id for card in wanted)
    out = {"voodoo-economics", "march-on-washington"}
    assert {card.id for card in INWO_CARDS.values() if card.own_deck} == out
    assert [(len(seat.plots), len(seat.groups)) for seat in state.seats] == [(3, 10)] * 3


def test_each_names_his_illuminati_and_same_ones_are_factions() -> None:
    """(I30.1.) Who says nothing keeps the one that he has by lot; nobody sees another's before."""
    state = begun(BIG)
    assert (state.asks[0].kind, state.asks[0].seats) == ("illuminati", SEATS)
    by_lot = names(state)
    assert len(set(by_lot)) == 3
    ufos = od.NameIlluminati("ufos")
    named = closed(state, ann=ufos, cat=ufos)
    assert names(named) == ["ufos", by_lot[1], "ufos"]
    assert named.asks[0].kind == "leads"
    led = closed(named)
    assert led.asks[0].kind == "script"
    lying = [copy for copy in led.uncontrolled if "group" in card_of(copy).words]
    assert len(lying) == len(led.uncontrolled) == 4
    assert [len(seat.groups) for seat in led.seats if seat.name != led.turn.seat] == [9, 9]


def test_who_likes_an_illuminati_begins_with_it() -> None:
    assert names(begun(BIG, bob=("UFOs",)))[1] == "ufos"


def test_subgenius_by_itself_is_played_by_churches_from_its_own_cards() -> None:
    """(I29.1, I29.2.)"""
    state = begun(SMALL)
    assert names(state) == ["church-of-the-subgenius"] * 3
    assert state.asks[0].kind == "leads"
    assert {card_of(id_).set for id_ in common_cards(SMALL)} == {"subgenius"}
    assert [(len(seat.plots), len(seat.groups)) for seat in state.seats] == [(3, 3)] * 3
    more = begun(options_from({"game_form": "subgenius", "sets": "all"}))
    assert more.asks[0].kind == "illuminati"


def test_the_end_of_a_seat_leaves_the_common_decks_to_the_others() -> None:
    """(I27.2.)"""
    state = closed(closed(begun(BIG)))
    left = PLAYED.rules.leave(state, "ann", Filed({}, {}), DICE)
    assert left is not None
    assert len(left.state.seat("bob").plot_deck) == len(state.seat("bob").plot_deck)
    assert audit_inwo(left.state) == []


@pytest.mark.parametrize("options", [BIG, SMALL], ids=["big", "subgenius"])
def test_nobody_sees_a_common_deck_or_anothers_hand(options: InwoOptions) -> None:
    view = inwo_view(begun(options), "bob")
    known = [copy for copy in view.seat("bob").plots + view.seat("bob").groups]
    assert all(card_id(copy) in INWO_CARDS for copy in known)
    hidden = [*view.seat("bob").plot_deck, *view.seat("bob").group_deck, *view.seat("ann").groups]
    assert not any(card_id(copy) in INWO_CARDS for copy in hidden)


@pytest.mark.parametrize(
    ("options", "players"),
    [(BIG, 2), *(pytest.param(*row, marks=pytest.mark.long) for row in ((BIG, 3), (SMALL, 4)))],
    ids=str,
)
def test_robots_play_it_to_its_end(options: InwoOptions, players: int) -> None:
    game, _ = play_inwo(b"common", ["greedy", "random", "planner", "easy"][:players], options)
    assert game.failed == [] and game.winners


@pytest.mark.parametrize("options", [InwoOptions(), BIG, SMALL, OWN_PLOTS], ids=str)
def test_every_pause_has_a_number_of_its_own(options: InwoOptions) -> None:
    """(I31.20.) What is asked before the first turn is a part of it."""
    play = InwoPlay(b"pauses", ["easy", "random", "easy"], options)
    numbers = []
    while play.state.turn.number < 3:
        status = PLAYED.rules.status(play.state)
        numbers.append((status.turn, status.part))
        play.step()
    assert numbers == sorted(set(numbers)) and numbers[0] == (1, 0)


def test_an_empty_deck_is_made_anew_from_its_pile() -> None:
    """(I29.1.)"""
    events = play_inwo(b"renewed", ["random", "random"], SMALL)[1].events
    moved = [one for one in events if isinstance(one, ev.CardsMoved) and one.why == "renewed"]
    assert moved and all(one.target in ("plot_deck", "group_deck") for one in moved)


# --- by mail ------------------------------------------------------------------------------------


def mail_to(state: InwoState, seat: str) -> str:
    words = PLAYED.language.vocabulary
    game = GameInput(state, lambda who: words(state, who), {}, DICE)
    about = replace(ABOUT, seat=seat)
    mail = PLAYED.reporter.report(game, about, Issue(events=()))
    assert mail is not None and max(map(len, mail.text.split("\n"))) <= 72
    return f"{mail.subject}\n{mail.text}"


def test_the_first_mail_asks_for_an_illuminati_and_says_what_silence_means() -> None:
    state = begun(BIG, bob=("UFOs",))
    text = mail_to(state, "bob")
    assert "Your Illuminati by" in text and "NAME YOUR ILLUMINATI" in text
    assert "If you stay silent, you are UFOs." in text
    assert "# ILLUMINATI UFOs    # yours if you stay silent" in text
    assert "Everybody draws from the same decks." in text and "a deck of his own" not in text
    assert "Groups in your deck" not in text, "nobody knows what is in it"


def test_leads_come_from_the_hand() -> None:
    state = closed(begun(BIG))
    (line,) = suggested(state, "bob")
    assert line.about == "the strongest in your hand"
    held = {label(card_id(copy)) for copy in state.seat("bob").groups}
    assert {*line.text.removeprefix("LEAD ").split(", ")} <= held


def test_a_robot_says_who_it_is_and_what_it_leads_with() -> None:
    assert PLAYED.robots is not None
    state = begun(BIG)
    for kind in ("ILLUMINATI", "LEAD"):
        asks = PLAYED.rules.status(state).asks
        said = PLAYED.robots.letter(RobotSeat("bob", "greedy"), state, asks, DICE)
        assert said[0].startswith(kind) and said[-1] == "READY"
        state = closed(state)


def test_the_form_is_an_option_told_in_words_and_subgenius_is_for_four() -> None:
    """(I30.6, I30.7.)"""
    told = format_options(PLAYED.codec.encode_options(BIG))
    assert "Everybody draws from one Plot deck and one Group deck (I30.1)." in told
    assert PLAYED.players_with(SMALL) == range(2, 5)
    assert PLAYED.players_with(BIG) == PLAYED.players_with(None) == range(2, 9)
    assert PLAYED.joining is not None and not PLAYED.joining.is_for(BIG)
    assert PLAYED.joining.is_for(None)
