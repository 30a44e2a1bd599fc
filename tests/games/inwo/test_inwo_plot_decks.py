"""Games with a common Group deck and Plot decks of the players' own, to the end (I30.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import INWO_CARDS, PRESETS, card_id, card_of
from engine.inwo.decks import deck_faults
from engine.inwo.game import advance
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.database import Database
from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.orders import GameInput
from pbem.games.contract.reports import Issue
from pbem.games.contract.values import Filed
from pbem.games.inwo import rules
from pbem.games.inwo.options import format_options, options_from
from pbem.games.inwo.ready_decks import ready_decks
from pbem.games.inwo.simulation import play_inwo
from pbem.games.inwo.world import common_piles, piles
from pbem.games.registry import ruleset
from pbem.service.snapshots import load_game
from tests.pages.test_deck_page import press, text_in
from tests.running.test_web_lobby import Site
from tests.support.each import each
from tests.support.inwo_adjudication import adjudicated, result
from tests.support.lobby_letters import ANN, BOB, Lobby
from tests.support.service_rows import one_line

PLAYED = ruleset("inwo")
DICE = SecretDice(b"plot decks")
SEATS = ("ann", "bob", "cat")
COMMON = options_from({"decks": "common-groups"})
TEN = options_from({"decks": "common-groups", "deck_size": "10"})
PLOTS = tuple(card for card in PRESETS["Green Tide"][1:] if INWO_CARDS[card].is_plot)


def begun(**likes: tuple[str, ...]) -> InwoState:
    return rules.new(SEATS, COMMON, DICE, likes).state


def closed(state: InwoState, **said: od.InwoOrder) -> InwoState:
    lines = {seat: (od.InwoLine(1, order),) for seat, order in said.items()}
    done = advance(state, state.asks[0].key, lines, {}, DICE).state
    assert audit_inwo(done) == []
    return done


def own(state: InwoState, seat: str) -> Counter[str]:
    """The Plots that a seat has brought."""
    holder = state.seat(seat)
    return Counter(map(card_id, (*holder.plots, *holder.plot_deck)))


# --- the start ----------------------------------------------------------------------------------


def test_each_brings_plots_and_the_groups_are_common() -> None:
    brought = (*PLOTS, "hoax", "hoax", "hoax", "gnomes-of-zurich")[-25:]
    state = begun(bob=(f"deck: {' '.join(brought)}",))
    assert own(state, "bob") == Counter(brought)
    assert [own(state, seat).total() for seat in SEATS] == [25] * 3
    first, second, _ = state.seats
    assert first.group_deck == second.group_deck and first.plot_deck != second.plot_deck
    dealt = [copy for seat in state.seats for copy in seat.groups]
    cards = Counter(map(card_id, (*dealt, *first.group_deck)))
    wanted = {card.id for card in INWO_CARDS.values() if card.set == "unlimited"}
    assert cards == Counter(id_ for id_ in wanted if not INWO_CARDS[id_].is_plot)
    assert [(len(seat.plots), len(seat.groups)) for seat in state.seats] == [(3, 10)] * 3


def test_who_he_is_each_says_when_he_has_seen_his_hand() -> None:
    """(I30.1.) Then leads come from the hands, and four Groups are turned up."""
    state = begun(cat=("UFOs",))
    assert state.asks[0].kind == "illuminati"
    assert card_id(state.seat("cat").illuminati) == "ufos"
    named = closed(state, ann=od.NameIlluminati("ufos"))
    assert card_id(named.seat("ann").illuminati) == "ufos"
    led = closed(named)
    assert led.asks[0].kind == "script" and len(led.uncontrolled) == 4
    assert [len(seat.groups) for seat in led.seats if seat.name != led.turn.seat] == [9, 9]


def test_plot_decks_are_shuffled_by_dice_that_can_be_checked() -> None:
    events = rules.new(SEATS, COMMON, DICE, {}).events
    shuffled = [(one.seat, one.deck) for one in events if isinstance(one, ev.DeckShuffled)]
    assert shuffled == [("ann", "group_deck"), *((seat, "plot_deck") for seat in SEATS)]


def test_nobody_sees_the_common_deck_or_anothers_plots() -> None:
    view = inwo_view(begun(), "ann")
    hidden = [*view.seat("ann").plot_deck, *view.seat("ann").group_deck]
    hidden += [*view.seat("bob").plots, *view.seat("bob").plot_deck, *view.seat("bob").groups]
    assert not any(card_id(copy) in INWO_CARDS for copy in hidden)


def test_who_leaves_takes_his_plots_and_leaves_the_groups() -> None:
    """(I27.2.)"""
    state = closed(closed(begun()))
    left = PLAYED.rules.leave(state, "ann", Filed({}, {}), DICE)
    assert left is not None and audit_inwo(left.state) == []
    assert left.state.seat("ann").plot_deck == ()
    rest = state.seat("bob").group_deck
    assert left.state.seat("bob").group_deck in (rest, rest[1:]), "the next has drawn"


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_robots_play_it_to_its_end(players: int) -> None:
    kinds = ["greedy", "random", "planner", "easy"][:players]
    game, _ = play_inwo(b"common", kinds, COMMON)
    assert game.failed == [] and game.winners


# --- the table ----------------------------------------------------------------------------------

HEAD = 'game = "inwo"\nto_move = "ann"\noptions = { decks = "common-groups" }\n'
SEAT = """
[[seat]]
name = "{}"
illuminati = "{}"
tokens = 1
"""


def seat(name: str, root: str, *lines: str) -> str:
    return SEAT.format(name, root) + "\n".join(lines)


def test_leads_of_a_position_come_from_ten_cards_dealt(tmp_path: Path) -> None:
    """(I30.1, I39.2.) Plots come from each seat's own deck."""
    cards = [card.id for card in INWO_CARDS.values() if card.family == "group"][:26]
    head = f"{HEAD}step = 'leads'\ngroup_deck = {cards}\n"
    ann = seat("ann", "ufos", 'plot_deck = ["hoax", "jihad", "martyrs", "bribery"]')
    bob = seat("bob", "gnomes-of-zurich", 'plot_deck = ["infobahn"]')
    found = result(tmp_path, head + ann + bob, "ann: LEAD ANY Peaceful\n", "1+1,2+3")["after"]
    assert found["plots"] == {"ann": ["hoax", "jihad", "martyrs"], "bob": ["infobahn"]}
    assert [len(found["group_hand"][name]) for name in ("ann", "bob")] == [9, 9]
    assert found["decks"] == {"ann": [1, 2], "bob": [0, 2]} and len(found["uncontrolled"]) == 4


def test_a_group_not_taken_lies_open_and_one_thrown_away_lies_in_the_common_pile(
    tmp_path: Path,
) -> None:
    """(I30.2.)"""
    groups = 'groups = [{ id = "the-mafia", master = "ufos", arrow = "N", tokens = 1 }]'
    hand = ('group_hand = ["orbit-one", "texas"]', 'plots = ["jihad"]', groups)
    orders = "ann: DISCARD Texas\nann: DISCARD Jihad\nann: ATTACK Orbit One FROM HAND WITH Mafia\n"
    kkk = 'groups = [{ id = "kkk", master = "gnomes-of-zurich", arrow = "N" }]'
    text = HEAD + seat("ann", "ufos", *hand) + seat("bob", "gnomes-of-zurich", kkk)
    found = result(tmp_path, text, orders, "6+6")["after"]
    assert found["uncontrolled"] == ["orbit-one"]
    assert found["piles"]["ann"] == ["jihad", "texas"]


def test_a_position_with_decks_of_ones_own_has_no_common_deck(tmp_path: Path) -> None:
    text = HEAD.replace("common-groups", "own") + 'group_deck = ["texas"]\n'
    text += seat("ann", "ufos") + seat("bob", "gnomes-of-zurich")
    code, output = adjudicated(tmp_path, text, "")
    assert code == 2 and "group_deck: without a common deck each" in output


def test_piles_tell_the_common_deck_once() -> None:
    """(I7.5.)"""
    state = closed(closed(begun()))
    ann = state.seats[0]
    thrown = (ann.plots[0], ann.groups[0])
    state = replace_seat(state, discards=thrown, plots=ann.plots[1:], groups=ann.groups[1:])
    deck, pile = common_piles(state)
    assert deck == f"For everybody: {len(ann.group_deck)} Group cards in the deck"
    assert pile == f"   discarded: {card_of(thrown[1]).name}"
    rows = [*piles(state, state.seats[0], "bob")]
    assert rows[0] == f"ann: {len(ann.plot_deck)} Plots in the deck"
    assert rows[1] == f"   discarded: {card_of(thrown[0]).name}"


def replace_seat(state: InwoState, **fields: Any) -> InwoState:
    first, *others = state.seats
    return changed(state, seats=(changed(first, **fields), *others))


def test_the_first_mail_says_whose_decks_are_played() -> None:
    state = begun()
    words = PLAYED.language.vocabulary
    game = GameInput(state, lambda who: words(state, who), {}, DICE)
    about = MailContext(
        *("Fnord-9", "bob", "Bob", "UTC", 1, "ann", datetime(2026, 11, 22, 20, tzinfo=UTC)),
        *(datetime(2026, 11, 21, tzinfo=UTC), "", "1"),
        is_first=True,
    )
    mail = PLAYED.reporter.report(game, replace(about, seat="bob"), Issue(events=()))
    assert mail is not None and max(map(len, mail.text.split("\n"))) <= 72
    text = one_line(mail.text)
    assert "Everybody has a Plot deck of his own, and there is one Group deck for all." in text
    assert "NAME YOUR ILLUMINATI" in text and "Groups in your deck" not in text


# --- options ------------------------------------------------------------------------------------


def test_the_form_and_its_size_are_options_told_in_words() -> None:
    """(I30.4, I30.6.)"""
    told = " ".join(format_options(PLAYED.codec.encode_options(COMMON)))
    assert "Everybody brings a Plot deck of 25 cards, and draws from one Group deck" in told
    assert "a Plot deck of 10 cards" in " ".join(format_options(PLAYED.codec.encode_options(TEN)))
    assert PLAYED.joining is not None and PLAYED.joining.is_for(COMMON)
    assert PLAYED.players_with(COMMON) == range(2, 9)


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({"deck_size": "30"}, "only decks common-groups has Plot decks of a size"),
        ({"decks": "common-groups", "deck_size": "9"}, "'9' is not from 10 to 45"),
        ({"decks": "common-groups", "game_form": "one-big-deck"}, "all decks are common"),
        ({"decks": "shared"}, "decks"),
    ],
)
def test_options_that_do_not_agree_are_refused(texts: dict[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        options_from(texts)


# --- decks by mail and on the web ---------------------------------------------------------------


@each("size", [10, 25, 45])
@each("limits", [{}, {"copies": "1"}, {"sets": "subgenius"}])
def test_ready_plot_decks_keep_the_limits_of_a_table(size: int, limits: dict[str, str]) -> None:
    table = options_from({"decks": "common-groups", "deck_size": str(size), **limits})
    decks = ready_decks(table)
    assert set(decks) == set(PRESETS)
    assert all(deck_faults(cards, table) == [] for cards in decks.values())


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    lobby = Lobby(sqlite_database)
    told = lobby.answer(ANN, "CREATE Fnord-9 GAME inwo decks common-groups PLAYERS 2 CLOCK 24h")
    assert "You can bring a Plot deck of your own: a line DECK, then 25 Plots, and END." in told
    return lobby


def test_a_plot_deck_by_mail_is_what_its_player_plays(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "DECK\n20 Hoax!; 4 Jihad\nUFOs\nEND")
    assert "Your deck is legal and on file: 25 Plots." in told
    shown = lobby.answer(ANN, "DECK SHOW")
    assert "Plots, 25: 20 Hoax!; 4 Jihad; UFOs" in shown and "Illuminati yet" not in shown
    joined = lobby.answer(BOB, "JOIN Fnord-9 AS bob\nDECK PRESET old money")
    assert "DECK PRESET old money: done" in joined and "Fnord-9 has begun" in joined
    (game,) = lobby.games()
    assert game.id is not None
    with lobby.service.database.read() as session:
        state = load_game(session, game.id).state
    assert own(state, "Ann") == Counter({"hoax": 20, "jihad": 4, "ufos": 1})
    assert own(state, "bob") == Counter(ready_decks(COMMON)["Old Money"][1:])


def test_every_fault_of_a_plot_deck_is_told_with_its_rule(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "DECK\nUFOs LEADER\n20 Hoax!\nTexas\nEND")
    assert "22 of 25 cards could be read and are kept" in told
    assert "Line 1, UFOs LEADER: a Plot deck has no LEADER; you name your Illuminati once" in told
    assert "Line 3: Texas is no Plot, and this table has one Group deck for all (I30.4)." in told
    assert "22 cards are 3 too few; a Plot deck of this table has 25 (I30.4)." in told
    assert "# DECK DROP 2 Jihad" in told
    told = lobby.answer(ANN, "DECK DROP Texas\nDECK ADD 4 Jihad")
    assert "DECK ADD 4 Jihad: done" in told and "legal and on file: 25 Plots" in told


def test_a_name_given_to_a_deck_is_told_where_it_stands(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "DECK Owls\n20 Hoax!\n5 Jihad\nEND")
    assert "Beside DECK, Owls: no card has that name" in told and "Line 0" not in told


def test_the_list_of_ready_decks_tells_their_plots(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "DECK LIST")
    assert "Green Tide: Plots such as" in told and "Discordian" not in told


def test_what_somebody_prefers_is_an_illuminati_or_a_ready_deck(lobby: Lobby) -> None:
    told = lobby.answer(BOB, "JOIN Fnord-9 AS bob PREFER Xyzzy")
    assert "'Xyzzy' is not a preset deck" in told
    assert "done" in lobby.answer(BOB, "JOIN Fnord-9 AS bob PREFER UFOs")


def test_the_page_builds_plot_decks_for_such_a_game(sqlite_database: Database) -> None:
    site = Site(sqlite_database)
    lobby = Lobby(sqlite_database)
    lobby.answer(ANN, "CREATE Fnord-9 GAME inwo decks common-groups PLAYERS 2")
    page = press(site, game="Fnord-9", ready="Green Tide")
    assert "25 Plots; you name your Illuminati once you have seen your hand" in page
    assert "This deck is legal." in page and "Plots, 25" in page
    drawn = press(site, game="Fnord-9", deck="\n".join(text_in(page)), do="draw")
    assert "Groups and Resources: " not in drawn and "Plots: " in drawn
    assert "No card matches." in press(site, game="Fnord-9", do="search", q="Fickle", kind="Groups")
    assert "<b>Trekkies</b>" not in press(site, game="Fnord-9", do="search", q="trekkies")
