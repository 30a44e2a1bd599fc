"""Decks by mail, before a game starts: sent, checked, mended, locked (I3.1, I3.3, I3.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.inwo.cards import INWO_CARDS, PRESETS, card_id
from pbem.database import Database
from pbem.games.registry import ruleset
from pbem.service.lobby.vacating import end_wait
from pbem.service.snapshots import load_game
from tests.support.lobby_letters import ANN, BOB, Lobby
from tests.support.service_rows import one_line

GREEN = PRESETS["Green Tide"]


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    lobby = Lobby(sqlite_database)
    told = lobby.answer(ANN, "CREATE Fnord-9 GAME inwo PLAYERS 2 CLOCK 24h")
    assert "You can bring a deck of your own" in told and "# DECK PRESET Green Tide" in told
    return lobby


def typed(cards: tuple[str, ...]) -> str:
    """A deck as somebody types it."""
    counts = {card: cards.count(card) for card in dict.fromkeys(cards)}
    rows = [
        f"{number if number > 1 else ''} {INWO_CARDS[card].name}" for card, number in counts.items()
    ]
    return "\n".join(["DECK", *rows, "END"])


def own_cards(lobby: Lobby, seat: str) -> list[str]:
    """What lies in a seat's decks and hand once the game has begun."""
    (game,) = lobby.games()
    with lobby.service.database.read() as session:
        assert game.id is not None
        state = load_game(session, game.id).state
    own = state.seat(seat)
    return sorted(map(card_id, (own.illuminati, *own.plots, *own.plot_deck, *own.group_deck)))


def test_a_deck_by_mail_is_what_its_player_plays(lobby: Lobby) -> None:
    told = lobby.answer(ANN, typed(GREEN))
    assert "Fnord-9: Your deck is legal and on file: Discordian Society and 44 other cards." in told
    joined = lobby.answer(BOB, "JOIN Fnord-9 AS bob\nDECK PRESET old money")
    assert "DECK PRESET old money: done" in joined and "Fnord-9 has begun" in joined
    (game,) = lobby.games()
    assert own_cards(lobby, "Ann") == sorted(GREEN)
    assert own_cards(lobby, "bob") == sorted(PRESETS["Old Money"])
    assert game.name == "Fnord-9"


def test_every_fault_is_told_at_once_and_the_rest_is_kept(lobby: Lobby) -> None:
    body = (
        "DECK\nDiscordian Society\n3 Jihad; Goldfish Fancierz\nUFOs LEADER\n"
        "60 Trekkies\nBlack\nSister Hive Xyzzy\nEND\nGAMES"
    )
    told = lobby.answer(ANN, body)
    assert "DECK: NOT DONE" in told and "5 of 45 cards could be read and are kept" in told
    assert (
        "Line 2, Goldfish Fancierz: no card has that name; did you mean Goldfish Fanciers?" in told
    )
    assert "60 Trekkies: 60 copies are impossible; a deck has at most 45 cards (I3.1)." in told
    assert "Line 5, Black: this may be Albino" not in told and "Line 5, Black: this may be" in told
    assert "Line 6, Sister Hive Xyzzy: no card has that name." in told
    assert "5 cards are 40 too few; a deck has 45 with its Illuminati (I3.1)." in told
    assert "A deck needs a Group" in told
    assert "GAMES: done" not in told and "WAITING FOR PLAYERS" in told, "END ends the deck"
    shown = lobby.answer(ANN, "DECK SHOW")
    assert "UFOs LEADER" in shown and "Plots, 4: Discordian Society; 3 Jihad" in shown


def test_a_deck_is_repaired_by_lines(lobby: Lobby) -> None:
    told = lobby.answer(ANN, typed((*GREEN[:-1], "texas")))
    assert "legal and on file" in told
    told = lobby.answer(ANN, "DECK DROP 2 Jihad\nDECK ADD 3 Hoax!")
    assert "Your last legal deck stays on file." in told
    assert "43 cards are 2 too few" in told and "46 cards are 1 too many" in told
    told = lobby.answer(ANN, "DECK DROP 2 Texas; Xyzzy; Trekkies")
    assert "2 Texas: your deck has 1 of it." in told and "Xyzzy: no card has that name." in told
    told = lobby.answer(ANN, "DECK ADD Trekkies")
    assert "legal and on file" in told
    lobby.answer(BOB, "JOIN Fnord-9 AS bob\nHERE Fnord-9")
    assert own_cards(lobby, "Ann").count("hoax") == 3


def test_the_last_legal_deck_counts_at_the_start(lobby: Lobby) -> None:
    lobby.answer(ANN, "DECK PRESET Strong Arm")
    lobby.answer(ANN, "DECK\nUFOs\nTexas\n")
    lobby.answer(BOB, "JOIN Fnord-9 AS bob PREFER Strong Arm\nHERE Fnord-9")
    assert own_cards(lobby, "Ann") == sorted(PRESETS["Strong Arm"])
    assert own_cards(lobby, "bob") == sorted(PRESETS["Strong Arm"]), "what he prefers is no lot"


def test_a_full_game_waits_for_decks_and_says_so(lobby: Lobby) -> None:
    joined = lobby.write(BOB, "JOIN Fnord-9 AS bob")
    assert "You are ready when you have brought something, or have sent HERE Fnord-9." in one_line(
        joined[-1].text
    )
    (asked,) = [mail for mail in joined if mail.kind == "lobby_full"]
    assert asked.rcpt == "ann@example.com" and "You can bring a deck" in asked.text
    assert "HERE Fnord-9: done" in lobby.answer(BOB, "HERE Fnord-9")
    told = lobby.send(ANN, "DECK PRESET Green Tide", subject=f"Re: {asked.subject}")
    assert "Fnord-9 has begun" in one_line(told[-1].text) or lobby.games()
    assert own_cards(lobby, "Ann") == sorted(GREEN)


def test_who_brings_nothing_in_two_days_plays_a_ready_deck(lobby: Lobby) -> None:
    lobby.answer(BOB, "JOIN Fnord-9 AS bob")
    assert lobby.games() == []
    lobby.clock.on(hours=48)
    assert end_wait(lobby.service, 1, lobby.clock.now)
    assert own_cards(lobby, "bob") in [sorted(cards) for cards in PRESETS.values()]


def test_a_deck_is_locked_by_the_start(lobby: Lobby) -> None:
    lobby.answer(BOB, "JOIN Fnord-9 AS bob")
    lobby.answer(ANN, "START Fnord-9 WITH ROBOTS")
    assert lobby.games()
    assert "what was brought to it is locked" in lobby.answer(BOB, "DECK PRESET Green Tide")
    assert "These decks are ready" in lobby.answer(BOB, "DECK LIST"), "which anybody may ask"


def test_a_table_sets_limits(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    told = lobby.answer(
        ANN, "CREATE Cup-1 GAME inwo PLAYERS 2 CLOCK 24h copies 1 table_cards false sets all"
    )
    assert "Cup-1 waits" in told
    told = lobby.answer(ANN, "DECK PRESET Green Tide")
    assert "Green Tide breaks the limits of this table, and is not taken" in told
    assert "2 copies of Benefit Concert are more than this table allows (I3.1)." in told
    told = lobby.answer(ANN, typed(("the-network", "i-lied", *GREEN[1:23], *GREEN[24:25])))
    assert "Line 2: I Lied is made for players at one table" in told
    assert "too few" in told and "copies of" not in told


def test_nobody_brings_a_deck_where_all_have_the_same(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    line = "CREATE Slack-1 GAME inwo game_form subgenius CLOCK 24h PLAYERS"
    assert "for 2 to 4 players with these options." in lobby.answer(ANN, f"{line} 5")
    told = lobby.answer(ANN, f"{line} 2")
    assert "Slack-1 waits" in told and "DECK" not in told
    assert "The SubGenius game" in told
    told = lobby.answer(ANN, "DECK PRESET Green Tide FOR Slack-1")
    assert "You have joined no game that waits for a DECK" in told
    lobby.answer(ANN, "START Slack-1 WITH ROBOTS")
    assert lobby.games()


def test_a_player_in_two_games_says_for_which_it_is(lobby: Lobby) -> None:
    lobby.answer(ANN, "CREATE Zap-2 GAME inwo PLAYERS 2 CLOCK 24h")
    told = lobby.answer(ANN, "DECK PRESET Green Tide")
    assert "You wait in Fnord-9 and Zap-2" in told and "# DECK PRESET Green Tide FOR Zap-2" in told
    assert "Zap-2: Your deck is legal" in lobby.answer(ANN, "deck preset green tide for zap-2")
    assert "no deck on file" in lobby.answer(ANN, "DECK SHOW FOR Fnord-9")


def test_nobody_else_sees_a_deck(lobby: Lobby) -> None:
    lobby.answer(ANN, "DECK PRESET Strong Arm")
    lobby.answer(BOB, "JOIN Fnord-9 AS bob\nDECK PRESET Old Money")
    assert lobby.games()
    texts = [mail.text for mail in lobby.mails() if mail.rcpt == BOB]
    assert all("Strong Arm" not in text and "Terrorist Nuke" not in text for text in texts)


def test_the_start_checks_a_deck_again() -> None:
    inwo = ruleset("inwo")
    with pytest.raises(ValueError, match="the deck of ann: 2 cards are 43 too few"):
        inwo.rules.new(["ann", "bob"], None, inwo.dice(b"x"), {"ann": ("deck:ufos texas",)})


def test_who_brings_a_deck_is_told_of_the_page_that_builds_one(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    web = lobby.service.settings.web.model_copy(update={"url": "https://play.example.org"})
    settings = lobby.service.settings.model_copy(update={"web": web})
    lobby.service = replace(lobby.service, settings=settings)
    told = lobby.answer(ANN, "CREATE Fnord-9 GAME inwo")
    assert "There is a page to build one: https://play.example.org/decks/inwo" in told


def test_an_option_may_stand_behind_the_name_of_the_game(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    lobby.answer(ANN, "CREATE Fnord-9 GAME inwo copies 1 PLAYERS 2")
    assert "2 copies of Jihad are more than this table allows" in lobby.answer(ANN, typed(GREEN))


def test_a_card_may_be_called_a_leader(lobby: Lobby) -> None:
    wired = PRESETS["Wired World"]
    assert "charismatic-leader" in wired
    assert "legal and on file: The Network and 44 other cards" in lobby.answer(ANN, typed(wired))
    told = lobby.answer(ANN, typed(wired[1:]).replace("END", "Network LEADER\nEND"))
    assert "legal and on file: The Network and 44 other cards" in told
