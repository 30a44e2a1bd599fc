"""The lobby by mail: strangers are helped, confirm, create, join and play."""

from __future__ import annotations

import re
from base64 import b64encode
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import FINISHED, Address, Letter, OpenGame, Person, Seat
from pbem.service.lobby.places import MOST_LISTED, listed_games
from pbem.service.lobby.vacating import end_wait
from pbem.service.lobby.visits import is_proved
from pbem.service.players.refusals import (
    accept_address,
    refuse_address,
    restore_person,
    suspend,
)
from pbem.service.sweep import claim_waiting
from pbem.settings import Settings
from tests.support.lobby_letters import ANN, BOB, CAT, Lobby
from tests.support.rows import add_game
from tests.support.service_rows import new_table, one_line

VOUCHED = "Authentication-Results: mx.example.org; dmarc=pass header.from="
REFUSED = "Authentication-Results: mx.example.org; dmarc=fail header.from="


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    return Lobby(sqlite_database)


@pytest.mark.parametrize("body", ["HELP", "", "How do I play?", "JOIN us, they said, and I came"])
def test_a_stranger_is_told_what_this_is_and_what_he_can_write(lobby: Lobby, body: str) -> None:
    (mail,) = lobby.send(ANN, body)
    assert (mail.kind, mail.rcpt) == ("lobby_help", "ann@example.com")
    for line in ("TUTORIAL", "GAMES", "JOIN Fnord-8 AS bob", "CREATE Fnord-8 PLAYERS 4"):
        assert line in mail.text
    assert "ILLUMINATI: NEW WORLD ORDER" in mail.text and "GAME inwo" in mail.text
    assert "== ILLUMINATI ==" in mail.text and all(
        len(line) <= 72 for line in mail.text.split("\n")
    )
    assert lobby.send(ANN, "Hello?") == [], "once a day to an address that nobody has proved"
    lobby.clock.on(days=1)
    assert [mail.kind for mail in lobby.send(ANN, "Hello?")] == ["lobby_help"]


def test_a_command_may_stand_in_the_subject_of_an_empty_letter(lobby: Lobby) -> None:
    (mail,) = lobby.send(ANN, "", subject="Games")
    assert "No game waits for players." in mail.text
    (mail,) = lobby.send(BOB, "What is this about?", subject="Join our newsletter")
    assert mail.kind == "lobby_help"


def test_a_machine_and_a_forged_letter_get_nothing(lobby: Lobby) -> None:
    assert lobby.send(ANN, "HELP", headers=("Auto-Submitted: auto-replied",)) == []
    assert lobby.send(ANN, "JOIN Fnord-8", headers=(f"{REFUSED}example.com",)) == []
    assert "no mail server vouches" in lobby.note()


def test_nothing_is_done_before_its_writer_has_replied(lobby: Lobby) -> None:
    (question,) = lobby.send(ANN, "CREATE Rude-Words PLAYERS 3")
    assert "Rude" not in question.subject + question.text, "nobody writes to others through us"
    assert "No game waits for players." in lobby.send("eve@example.org", "GAMES")[0].text
    assert lobby.send(BOB, "", subject=f"Re: {question.subject}") != [], "another's code is none"
    with lobby.service.database.read() as session:
        assert session.exec(select(OpenGame)).all() == []
        assert session.exec(select(Person)).all() == []
    (answer,) = lobby.send(ANN, "yes", subject=f"Re: {question.subject}")
    assert "Rude-Words waits for 2 more players. You play as Ann." in one_line(answer.text)
    with lobby.service.database.read() as session:
        (address,) = session.exec(select(Address)).all()
        assert address.email == "ann@example.com" and address.proved_at is not None
    assert lobby.send(ANN, "again", subject=f"Re: {question.subject}") != []
    with lobby.service.database.read() as session:
        assert len(session.exec(select(OpenGame)).all()) == 1, "a code does its work once"


def test_a_letter_that_our_edge_vouches_for_is_done_at_once(lobby: Lobby) -> None:
    (answer,) = lobby.send(ANN, "CREATE Fnord-8", headers=(f"{VOUCHED}example.com",))
    assert "CREATE Fnord-8: done" in answer.text


def test_what_is_written_in_a_reply_to_a_mail_of_ours_is_done_at_once(lobby: Lobby) -> None:
    (help_mail,) = lobby.send(ANN, "HELP")
    (answer,) = lobby.reply(ANN, help_mail, "CREATE Fnord-8 PLAYERS 3")
    assert "CREATE Fnord-8: done" in answer.text
    (asked,) = lobby.reply(BOB, help_mail, "JOIN Fnord-8 AS bob")
    assert asked.kind == "lobby_confirm", "the mail that he names did not go to him"
    forged = (f"In-Reply-To: {answer.message_id}", f"{REFUSED}example.com")
    assert lobby.send(ANN, "CANCEL Fnord-8", headers=forged) == []
    lobby.clock.on(days=61)
    (asked,) = lobby.reply(ANN, answer, "CANCEL Fnord-8")
    assert asked.kind == "lobby_confirm", "an old mail proves nothing"


def test_who_only_looks_is_not_asked_once_his_address_is_proved(lobby: Lobby) -> None:
    assert lobby.send(ANN, "MINE")[0].kind == "lobby_confirm"
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    told = one_line(lobby.send(ANN, "MINE\nPROFILE")[0].text)
    assert "Fnord-8, as Ann: waits for 2 more players." in told and "Name: Ann Lee." in told
    assert lobby.send(ANN, "MINE\nPROFILE NAME Eve")[0].kind == "lobby_confirm"


def test_who_replies_each_time_is_asked_as_often_as_he_writes(lobby: Lobby) -> None:
    for turn in range(9):
        (question,) = lobby.send(ANN, "REGISTER Ann Lee")
        assert question.kind == "lobby_confirm", turn
        (answer,) = lobby.send(ANN, "", subject=f"Re: {question.subject}")
        assert answer.kind == "lobby"
    # What he need not confirm comes at once, and is asked about when he has had that often.
    kinds = [lobby.send(ANN, "MINE")[0].kind for _ in range(7)]
    assert kinds == ["lobby"] * 6 + ["lobby_confirm"]


def test_a_misspelt_line_is_offered_whole(lobby: Lobby) -> None:
    lobby.write(ANN, "MINE")
    (mail,) = lobby.write(ANN, "CRAETE Fnord-8 PLAYERS 3 CLOCK 24h.")
    assert "Did you mean CREATE Fnord-8 PLAYERS 3 CLOCK 24h? Then send" in one_line(mail.text)
    assert "# CREATE Fnord-8 PLAYERS 3 CLOCK 24h" in mail.text.split("\n")
    (done,) = lobby.reply(ANN, mail, "CREATE Fnord-8 PLAYERS 3 CLOCK 24h")
    assert "1 day a turn" in one_line(done.text)


@pytest.mark.parametrize(
    "line",
    [
        "JION Fnord-8 AS ann PASSWORD grey owl",
        "JOIN Fnord-8 AS 12 PASSWORD owl",
        "JOIN Fnord-8 PASWORD: owl",
        "CREATE 12 PASSWORD owl",
        "CREATE Fnord-8 PASSWRD owl",
        "WEBHOK Fnord-8 discord https://chat.example/owl",
        "WEBHOOK Fnord-8 dicsord https://chat.example/owl",
        "WEBHOOK Fnord-8 https://chat.example/owl",
        "WEBOHOK Fnord-8 discord\nhttps://chat.example/owl",
        "Please WEHBOOK Fnord-8 discord chat.example/owl",
    ],
)
def test_no_mail_or_stored_letter_shows_what_stands_behind_a_misspelt_word(
    lobby: Lobby, line: str
) -> None:
    lobby.write(ANN, "MINE")
    mails = lobby.write(ANN, line)
    assert mails and not any(re.search(r"owl\b", mail.subject + mail.text) for mail in mails)
    with lobby.service.database.read() as session:
        letters = session.exec(select(Letter)).all()
    assert [letter.id for letter in letters if b"owl" in letter.raw] == []


@pytest.mark.parametrize("line", ["GAMES", "HELP", "TUTORAIL", "JOIN"])
def test_who_was_helped_today_is_asked_about_a_line_of_his(lobby: Lobby, line: str) -> None:
    assert [mail.kind for mail in lobby.send(ANN, "Hello?")] == ["lobby_help"]
    assert lobby.send(ANN, "Hello again?") == [], "prose asks for nothing"
    (question,) = lobby.send(ANN, line)
    assert question.kind == "lobby_confirm"
    (answer,) = lobby.send(ANN, "", subject=f"Re: {question.subject}")
    assert answer.kind == ("lobby_help" if line == "HELP" else "lobby")


@pytest.mark.long
def test_a_storm_of_letters_asks_an_address_three_times_and_a_domain_ten(lobby: Lobby) -> None:
    asked = [lobby.send(ANN, "CREATE Fnord-8") for _ in range(5)]
    assert [len(mails) for mails in asked] == [1, 1, 1, 0, 0]
    asked = [lobby.send(f"x{n}@example.com", "CREATE Fnord-8") for n in range(9)]
    assert sum(map(len, asked)) == 7, "with those before ten in an hour"
    others = [lobby.send(f"x@d{n}.example", "CREATE Fnord-8") for n in range(60)]
    assert sum(map(len, others)) == 50, "sixty in an hour in all"
    lobby.clock.on(hours=1)
    assert len(lobby.send("x@example.com", "CREATE Fnord-8")) == 1


def test_friends_fill_a_game_and_it_starts(lobby: Lobby) -> None:
    created = lobby.answer(ANN, "CREATE Fnord-8 PLAYERS 3 CLOCK 24h pace table")
    joined = lobby.answer(BOB, "JOIN fnord-8 AS bob")
    assert "It starts when one more player has joined." in joined
    mails = lobby.write(CAT, "JOIN Fnord-8 AS Cat Ballou")
    assert [mail.kind for mail in mails] == ["turn", "turn", "turn", "lobby"]
    assert "The game has begun" in one_line(mails[-1].text)
    (game,) = lobby.games()
    assert game.name == "Fnord-8" and '"pace":"table"' in game.options.replace(" ", "")
    listed = one_line(lobby.send("eve@example.org", "GAMES")[0].text)
    assert all(game.secret_hash in told for told in (created, joined, mails[-1].text))
    assert game.secret_hash not in listed, "an open game's stands there, and it is none any more"
    with lobby.service.database.read() as session:
        seats = session.exec(select(Seat, Person).where(Seat.person_id == Person.id)).all()
        cast = {seat.name: person.email for seat, person in seats}
    assert cast == {"Ann": "ann@example.com", "bob": BOB, "Cat-Ballou": CAT}
    assert "You can watch it. " in lobby.answer("dee@example.org", "JOIN Fnord-8 AS d")


def test_who_joined_long_ago_is_asked_and_loses_his_place_to_who_waits(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2")
    lobby.clock.on(days=3)
    (asked, answer) = lobby.write(BOB, "JOIN Fnord-8 AS bob")
    assert (asked.kind, asked.rcpt) == ("lobby_full", "ann@example.com")
    assert "when everybody has said that he is there" in one_line(answer.text)
    assert "number 1 on its waiting list" in lobby.answer(CAT, "JOIN Fnord-8 AS cat")
    assert "They are" not in lobby.note() and lobby.games() == []
    lobby.clock.on(hours=47)
    early = claim_waiting(lobby.service.database, lobby.clock(), grace=timedelta())
    assert early.ids("end_wait") == ()
    lobby.clock.on(hours=2)
    (due,) = claim_waiting(lobby.service.database, lobby.clock(), grace=timedelta()).ids("end_wait")
    before = len(lobby.mails())
    assert end_wait(lobby.service, due, lobby.clock())
    kinds = {(mail.kind, mail.rcpt) for mail in lobby.mails()[before:]}
    assert ("lobby_news", "ann@example.com") in kinds
    assert not end_wait(lobby.service, due, lobby.clock()), "once"


def test_a_reply_to_the_question_starts_the_game(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2")
    lobby.clock.on(days=3)
    asked, _ = lobby.write(BOB, "JOIN Fnord-8 AS bob")
    mails = lobby.send(ANN, "I am", subject=f"Re: {asked.subject}")
    assert [mail.kind for mail in mails] == ["turn", "turn", "lobby"]
    assert len(lobby.games()) == 1


def test_who_tells_no_name_is_called_as_he_plays(lobby: Lobby) -> None:
    lobby.write(BOB, "CREATE Fnord-8 PLAYERS 2 AS bob")
    mails = lobby.write(BOB, "START WITH ROBOTS")
    assert "For bob, known everywhere as" in one_line(mails[0].text)
    assert "Guest" in lobby.write("zed@example.org", "TUTORIAL")[0].text


def test_whoever_has_created_a_game_has_no_rights_in_it_once_it_has_begun(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2 AS ann")
    lobby.write(ANN, "START WITH ROBOTS random")
    vouched = (f"{VOUCHED}example.com",)
    for line in (
        "CANCEL Fnord-8",
        "START Fnord-8 WITH ROBOTS",
        "INVITE eve@example.org TO Fnord-8",
    ):
        (mail,) = lobby.send(ANN, line, headers=vouched)
        assert "NOT DONE" in mail.text and "Fnord-8 has begun" in mail.text
        assert "RESIGN" in mail.text and "VOTE" in one_line(mail.text)
    (mail,) = lobby.send(ANN, "EXTEND 24h", headers=vouched)
    assert mail.kind == "acknowledgement" and "is a command of moderators" in one_line(mail.text)


def test_a_private_game_that_has_begun_is_unknown_to_others(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2 AS ann INVITED only")
    lobby.write(ANN, "START WITH ROBOTS random")
    assert "No game called Fnord-8 waits" in lobby.answer(BOB, "JOIN Fnord-8 AS bob")


def test_open_games_are_listed_with_the_hash_of_their_secret(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2")
    with lobby.service.database.read() as session:
        (game,) = session.exec(select(OpenGame)).all()
    assert game.secret_hash in lobby.send("eve@example.org", "GAMES")[0].text


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("CREATE My Big Game PLAYERS 3", "My-Big-Game"),
        ("create game called The Zork players 3", "The-Zork"),
        ("CREATE Fnord 9", "Fnord-9"),
        ("CREATE Night Owls pace table PLAYERS 3", "Night-Owls"),
    ],
)
def test_a_name_may_have_several_words(lobby: Lobby, line: str, name: str) -> None:
    told = lobby.answer(ANN, line)
    assert f"CREATE {name}: done" in told
    assert "It is a game of Illuminati. The clock: 3 days a turn;" in told
    assert "You play" in lobby.answer(BOB, f"JOIN {name.replace('-', ' ')} AS bob")


def test_whoever_tells_no_name_keeps_what_he_has_typed(lobby: Lobby) -> None:
    told = lobby.write(BOB, "CREATE Fnord-8 PLAYERS 3 CLOCK 24h PASSWORD swordfish")[-1].text
    assert "Under which name do you want to play?" in told and "swordfish" not in told
    line = "CREATE Fnord-8 PLAYERS 3 CLOCK 24h PASSWORD word AS"
    assert f"# {line} yourname" in told
    assert "You play as bob." in lobby.answer(BOB, f"{line} bob")


@pytest.mark.parametrize("line", ["create a game", "Create new game", "CREATE an inwo game"])
def test_whoever_names_no_game_is_told_how(lobby: Lobby, line: str) -> None:
    (mail,) = lobby.send(ANN, line, headers=(f"{VOUCHED}example.com",))
    assert "such as CREATE Fnord-8 PLAYERS 4" in one_line(mail.text)


def test_options_may_stand_behind_a_name(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "CREATE Fnord-8 AS ann neutralize_needs_arrow false pace table")
    assert "CREATE Fnord-8: done" in told and "You play as ann." in told


def test_robots_take_the_free_places_at_once(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 4 ROBOTS random")
    assert "is not yours" in lobby.answer(BOB, "START Fnord-8 WITH ROBOTS")
    told = lobby.answer(ANN, "START WITH ROBOTS")
    assert "Fnord-8 has begun" in told
    with lobby.service.database.read() as session:
        robots = [seat.robot for seat in session.exec(select(Seat)).all()]
    assert sorted(robots) == ["-", "random", "random", "random"]


def test_a_stranger_learns_in_a_tutorial(lobby: Lobby) -> None:
    mails = lobby.write("zed@example.org", "TUTORIAL")
    assert [mail.kind for mail in mails] == ["turn", "lobby"]
    assert "LESSON 1" in mails[0].text


def test_a_password_keeps_others_out_and_is_not_guessed(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "CREATE Fnord-8 PLAYERS 3 PASSWORD swordfish")
    assert "swordfish" not in told and "and its password" in told
    assert "It has a password." in one_line(lobby.send("eve@example.org", "GAMES")[0].text)
    assert "has a password" in lobby.answer(BOB, "JOIN Fnord-8 AS bob")
    vouched = (f"{VOUCHED}example.net",)
    for guess in ("a", "b", "c", "d", "e"):
        *news, mail = lobby.send(BOB, f"JOIN Fnord-8 AS bob PASSWORD {guess}", headers=vouched)
        assert ("5 wrong passwords" if guess == "e" else "not the password") in mail.text
        assert [one.rcpt for one in news] == ["ann@example.com"] * (guess == "e")
    assert "Somebody has tried 5 wrong passwords for Fnord-8" in one_line(news[0].text)
    assert "bob" not in news[0].text, "whom it was is told nobody"
    (mail,) = lobby.send(BOB, "JOIN Fnord-8 AS bob PASSWORD swordfish", headers=vouched)
    assert "5 wrong passwords" in mail.text
    assert "You play Fnord-8 as cat" in lobby.answer(CAT, "JOIN Fnord-8 AS cat PASSWORD swordfish")


@pytest.mark.parametrize(
    "line",
    [
        "CREATE Fnord-8 PLAYERS 3 PASSWORD swordfish AS ann",
        "create Fnord-8 password: swordfish",
        "CREATE Fnord-8 PASSWORD one two three swordfish CLOCK 24h",
        "JOIN Fnord-7 AS ann PASSWORD swordfish",
    ],
)
@pytest.mark.parametrize("is_confirmed", [False, True])
def test_a_password_is_in_no_stored_letter(lobby: Lobby, line: str, is_confirmed: bool) -> None:
    if is_confirmed:
        lobby.write(ANN, line)
    else:
        lobby.send(ANN, line, headers=(f"{VOUCHED}example.com",))
        lobby.send(ANN, "", subject=line, headers=(f"{VOUCHED}example.com",))
    with lobby.service.database.read() as session:
        kept = b"\n".join(letter.raw for letter in session.exec(select(Letter)).all())
    assert b"swordfish" not in kept and b"[hidden]" in kept and b"Fnord-" in kept


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_a_password_is_in_no_stored_letter_however_it_came(lobby: Lobby, encoding: str) -> None:
    body = "JOIN Fnord-7 AS ann PASSWORD swordfish" + " " * 40 + "."
    charset = "Content-Type: text/plain; charset=utf-8"
    packed = b64encode(body.encode()).decode() if encoding == "base64" else body.replace("d", "=64")
    headers = (f"{VOUCHED}example.com", charset, f"Content-Transfer-Encoding: {encoding}")
    (mail,) = lobby.send(ANN, packed, headers=headers)
    assert "NOT DONE" in mail.text
    with lobby.service.database.read() as session:
        (letter,) = session.exec(select(Letter)).all()
    assert b"PASSWORD [hidden]" in letter.raw and packed.encode() not in letter.raw


def test_the_game_may_be_called_the_ruleset_as_operators_do(lobby: Lobby) -> None:
    """It became a part of the name, and the game another one."""
    answer = lobby.answer(ANN, "CREATE Owls ruleset inwo PLAYERS 2 AS ann")
    assert "CREATE Owls: done" in answer and "a game of Illuminati: New World Order" in answer
    assert "CREATE My-Ruleset: done" in lobby.answer(ANN, "CREATE My Ruleset PLAYERS 4 AS ann")


def test_a_name_that_no_game_can_have_comes_back_as_a_line_that_works(lobby: Lobby) -> None:
    better = "CREATE Fnord-8 PLAYERS 4 AS ann"
    assert better in lobby.answer(ANN, "CREATE Pass PLAYERS 4 AS ann")
    assert "CREATE Fnord-8: done" in lobby.answer(ANN, better)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("CREATE Fn0rd-7", "whose name looks like it"),
        ("CREATE Turn", "a word of the referee's"),
        ("CREATE Attack", "a word of the referee's"),
        ("CREATE Fnord-8 PLAYERS 9", "is for 2 to 8 players"),
        ("CREATE Fnord-8 CLOCK 5m", "turns of an hour or more"),
        ("CREATE Fnord-8 CLOCK soon", "write the length of a turn, such as CLOCK 24h"),
        ("CREATE Fnord-8 pace hasty", "PACE is announce"),
        ("CREATE Fnord-8 nonsense 5", "CREATE does not know"),
        ("CREATE Fnord-8 anonymus on", "CREATE does not know"),
        ("CREATE Fnord-8 paswort fish", "CREATE does not know"),
        ("CREATE Fnord-8 GAME chess", "there are: illuminati"),
        ("CREATE Fnord-8 ROBOTS clever", "there are random"),
        ("JOIN Fnord-7 AS Ann", "Somebody in Fnord-7 is called Ann. Choose another name."),
        ("JOIN Fnord-7 AS ANN", "is called Ann, which looks like ANN."),
        ("JOIN Fnord-7 AS all", "a word of the referee's"),
        ("JOIN Fnord-7", "Under which name do you want to play?"),
        ("JOIN Fnord-7 AS bob PREFER The Moon", "Moon"),
        ("JOIN Nowhere AS bob", "No game called Nowhere waits"),
        ("LEAVE Fnord-7", "You have not joined Fnord-7"),
        ("CANCEL Fnord-7", "is not yours"),
        ("START WITH ROBOTS", "No game of yours waits"),
    ],
)
def test_what_cannot_be_done_says_what_would_work(lobby: Lobby, line: str, why: str) -> None:
    lobby.write(ANN, "CREATE Fnord-7 PLAYERS 3")
    told = lobby.answer(BOB, line)
    assert "NOT DONE" in told and why in told


def test_leaving_and_taking_back(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    lobby.write(BOB, "JOIN Fnord-8 AS bob")
    assert "You have left" in lobby.answer(ANN, "LEAVE Fnord-8")
    mails = lobby.write(BOB, "CANCEL Fnord-8")
    assert "Fnord-8 is cancelled" in mails[-1].text, "it is his since its creator has left"


def test_mine_tells_what_waits_in_all_games(lobby: Lobby) -> None:
    assert "You are in no game now." in lobby.answer(ANN, "MINE")
    lobby.clock.on(days=1)
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2 CLOCK 24h")
    lobby.write(ANN, "CREATE Fnord-9 PLAYERS 2")
    lobby.write(BOB, "JOIN Fnord-8 AS bob")
    lobby.clock.on(days=1)
    told = {person: lobby.answer(person, "MINE") for person in (ANN, BOB)}
    assert "Fnord-9, as Ann: waits for" in told[ANN] and "Fnord-9" not in told[BOB]
    waits = [text for text in told.values() if "WAITS FOR YOU until" in text]
    rests = [text for text in told.values() if "nothing is asked of you now (turn 1)" in text]
    assert len(waits) == len(rests) == 1


def test_two_games_at_once_while_one_is_new(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8\nCREATE Fnord-9")
    assert "2 are the most until you have finished one" in lobby.answer(ANN, "CREATE Fnord-10")


def test_a_cancelled_game_gives_its_name_back(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8")
    assert "cancelled" in lobby.answer(ANN, "CANCEL Fnord-8")
    assert "Fnord-8 waits" in lobby.answer(BOB, "CREATE Fnord-8 AS bob")
    assert "You play Fnord-8 as cat" in lobby.answer(CAT, "JOIN Fnord-8 AS cat")


def test_games_that_ended_are_listed_beside_many_that_run(lobby: Lobby) -> None:
    with lobby.service.database.write() as session:
        for number in range(MOST_LISTED + 3):
            add_game(session, f"run-{number}")
        for number in range(MOST_LISTED + 3):
            ended = lobby.clock() + timedelta(seconds=number)
            add_game(session, f"done-{number}", phase=FINISHED, finished_at=ended)
    with lobby.service.database.read() as session:
        told = listed_games(session)
    names = [(game.name, game.is_over) for game in told.played]
    assert sum(is_over for _, is_over in names) == MOST_LISTED == len(names) // 2
    assert names[-1] == ("done-3", True) and names[MOST_LISTED] == (f"done-{MOST_LISTED + 2}", True)


def test_the_oldest_five_hundred_do_not_hide_the_next(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8")
    with lobby.service.database.write() as session:
        first = session.exec(select(OpenGame)).one()
        what = first.model_dump(exclude={"id", "name", "skeleton"})
        for number in range(520):
            session.add(OpenGame(**what, name=f"other-{number}"))
    lobby.write(BOB, "CREATE Newest-1 AS bob")
    assert "You play Newest-1 as cat" in lobby.answer(CAT, "JOIN newest-1 AS cat")
    assert "Newest-1" in one_line(lobby.send(CAT, "GAMES")[0].text)


def test_an_address_is_not_proved_by_another_of_the_same_person(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8")
    with lobby.service.database.write() as session:
        assert is_proved(session, "ann@example.com")
        (row,) = session.exec(select(Address)).all()
        other = Address(**row.model_dump(exclude={"id", "email"}), email="ann@example.org")
        row.proved_at = None
        session.add_all((row, other))
        session.flush()
        assert not is_proved(session, "ann@example.com") and is_proved(session, "ann@example.org")


def test_a_game_is_offered_with_its_press_rules(lobby: Lobby) -> None:
    wrong = lobby.answer(ANN, "CREATE Grey-1 PRESS loud AS ann")
    assert "PRESS is all, public, private or none, not" in wrong
    assert "Grey-1 waits for" in lobby.answer(ANN, "CREATE Grey-1 PRESS private SENDER free AS ann")
    (listed,) = lobby.send(BOB, "GAMES")
    told = one_line(listed.text)
    assert "Talk is private" in told and "A text may go out without a name" in told
    lobby.write(ANN, "START Grey-1 WITH ROBOTS")
    (game,) = lobby.games()
    assert game.settings == {"press": "private", "sender": "free"}


def test_a_person_has_one_profile_for_all_his_games(lobby: Lobby) -> None:
    assert "Your name is Bob van Dyke now" in lobby.answer(BOB, "REGISTER Bob van Dyke")
    lobby.write(BOB, "PROFILE ZONE Berlin\nPROFILE FORMAT text")
    told = lobby.answer(BOB, "PROFILE")
    assert "Name: Bob van Dyke." in told and "ZONE: Europe/Berlin." in told
    assert f"Address: {BOB}, which all mail goes to." in told and "FORMAT: text." in told
    assert "SILENCE" not in told, "what belongs to a game is no part of it"
    lobby.write(BOB, "CREATE Fnord-8 PLAYERS 2 AS bob")
    mails = lobby.write(BOB, "START WITH ROBOTS")
    assert "Bob van Dyke" in one_line(mails[0].text) and mails[0].format == "text"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("REGISTER 12345", "After REGISTER write your name"),
        ("PROFILE ZONE Nowhere-at-all", "PROFILE ZONE Europe/Berlin"),
        ("PROFILE SILENCE bot", "PROFILE does not know"),
        ("PROFILE FORMAT pdf", "takes text or html"),
        ("PROFILE QUIET", "such as 22:00-07:00"),
        ("PROFILE NAME", "PROFILE NAME Ann Lee"),
    ],
)
def test_a_profile_that_cannot_be_says_what_would_work(lobby: Lobby, line: str, why: str) -> None:
    (answer,) = lobby.send(BOB, line, headers=(f"{VOUCHED}example.net",))
    assert why in one_line(answer.text) and "NOT DONE" in answer.text


def test_in_an_anonymous_game_everybody_chooses_a_name(lobby: Lobby) -> None:
    asked = lobby.answer(ANN, "CREATE Grey-2 ANONYMOUS on")
    assert "Under which name do you want to play?" in asked
    lobby.write(ANN, "CREATE Grey-2 ANONYMOUS on AS zed")
    (listed,) = lobby.send(BOB, "GAMES")
    told = one_line(listed.text)
    assert "zed" in told and "Nobody is told who plays which seat" in told
    assert "Ann" not in told and "Lee" not in told
    assert "Under which name" in lobby.answer(BOB, "JOIN Grey-2")


def test_a_storm_of_forged_letters_reaches_a_proved_address_nine_times_a_day(lobby: Lobby) -> None:
    lobby.write(ANN, "MINE")
    lobby.clock.on(days=1)
    kinds = [[mail.kind for mail in lobby.send(ANN, "MINE")] for _ in range(11)]
    assert kinds == [["lobby"]] * 6 + [["lobby_confirm"]] * 3 + [[]] * 2


def test_a_private_game_is_for_who_is_invited(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "CREATE Fnord-8 PLAYERS 3 INVITED only")
    assert "Whom you INVITE joins with JOIN Fnord-8 AS and a name; nobody else can" in told
    assert "No game waits for players." in lobby.send(CAT, "GAMES")[0].text
    assert "Fnord-8 is private" in lobby.answer(BOB, "JOIN Fnord-8 AS bob")
    sent, answer = lobby.write(ANN, f"INVITE {BOB}, eve@example.org TO Fnord-8")[::2]
    assert (sent.kind, sent.rcpt) == ("invitation", BOB)
    told = one_line(sent.text)
    assert "The owner of ann@example.com invites you to Fnord-8, a game of Illuminati" in told
    assert "Lee" not in told and "1 of 3 players has joined" in told
    assert all(len(line) <= 72 for line in sent.text.split("\n"))
    assert "eve@example.org is invited to Fnord-8" in one_line(answer.text)
    (joined,) = lobby.reply(BOB, sent, "JOIN Fnord-8 AS bob")
    assert "You play Fnord-8 as bob." in one_line(joined.text)
    (asked,) = lobby.reply("eve@example.org", sent, "JOIN Fnord-8 AS yourname")
    assert asked.kind == "lobby_confirm", "the mail to another opens nothing"


def test_an_invitation_to_an_anonymous_game_tells_nobody_who_plays(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3 AS sphinx anonymous on")
    sent, answer = lobby.write(ANN, f"INVITE {BOB}")
    assert sent.kind == "invitation" and "Somebody who plays in it invites you" in sent.text
    assert "ann" not in sent.body.casefold() and "Lee" not in sent.body
    assert "nothing in that mail tells who you are" in one_line(answer.text)


def test_who_is_invited_needs_no_password(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3 PASSWORD swordfish")
    lobby.write(ANN, f"INVITE {BOB}")
    assert "You play Fnord-8 as bob." in lobby.answer(BOB, "JOIN Fnord-8 AS bob")


def test_an_address_is_invited_by_mail_once_ever(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3\nCREATE Fnord-9 PLAYERS 3")
    assert lobby.write(ANN, f"INVITE {BOB} TO Fnord-8")[0].kind == "invitation"
    (answer,) = lobby.write(ANN, f"INVITE {BOB} TO Fnord-9")
    assert "no mail goes there: an address is invited by mail once" in one_line(answer.text)
    assert "is invited to Fnord-9 already" in lobby.answer(ANN, f"INVITE {BOB} TO Fnord-9")


def test_five_invitations_a_day(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    many = " ".join(f"x{number}@d{number}.example" for number in range(4))
    assert len([m for m in lobby.write(ANN, f"INVITE {many}") if m.kind == "invitation"]) == 4
    assert "1 more today" in lobby.answer(ANN, "INVITE y@e.example z@e.example")
    lobby.clock.on(days=1, seconds=1)
    assert "is invited" in lobby.answer(ANN, "INVITE y@e.example z@e.example")


def test_stop_ends_invitations_and_is_never_asked_about(lobby: Lobby) -> None:
    assert lobby.send(BOB, "STOP") == []
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    (answer,) = lobby.write(ANN, f"INVITE {BOB}")
    assert answer.kind == "lobby" and "no mail goes there" in one_line(answer.text)
    (told,) = lobby.reply(ANN, answer, "STOP")
    assert "Nobody can invite ann@example.com to a game by mail" in one_line(told.text)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("INVITE bob", "Write INVITE eve@example.org TO Fnord-8"),
        ("INVITE game@example.org", "the referee's own address"),
        ("INVITE ann@example.com", "has joined Fnord-8 already"),
        ("INVITE x@y.example TO Fnord-7", "No game called Fnord-7 waits"),
        ("CREATE Fnord-9 INVITED maybe", "Write INVITED only"),
    ],
)
def test_an_invitation_that_cannot_be(lobby: Lobby, line: str, why: str) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    assert why in lobby.answer(ANN, line)


def test_deleting_takes_a_code_and_forgets_who_it_was(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2\nREGISTER Ann Lee")
    vouched = (f"{VOUCHED}example.com",)
    (asked,) = lobby.send(ANN, "DELETE MY DATA", headers=vouched)
    assert asked.kind == "lobby_confirm", "whoever vouches for the letter"
    (answer,) = lobby.send(ANN, "", subject=f"Re: {asked.subject}")
    assert "Fnord-8 has not started yet: LEAVE Fnord-8 first" in one_line(answer.text)
    lobby.reply(ANN, answer, "LEAVE Fnord-8")
    (last,) = lobby.write(ANN, "DELETE MY DATA")
    assert "Your name, addresses, settings and letters are deleted." in one_line(last.text)
    assert last.rcpt == "ann@example.com"
    with lobby.service.database.read() as session:
        (person,) = session.exec(select(Person)).all()
        assert (person.name, person.email) == ("Deleted", "deleted-1@deleted.invalid")
        assert session.exec(select(Address)).all() == []
        assert not any(b"Lee" in letter.raw for letter in session.exec(select(Letter)).all())
    assert not any("ann" in mail.text.casefold() for mail in lobby.mails()[:-1])
    assert [mail.rcpt for mail in lobby.mails()].count("ann@example.com") == 1
    assert lobby.write(ANN, "MINE")[0].rcpt == "ann@example.com", "he may begin anew"


def test_the_operator_shuts_people_and_domains_out(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2")
    assert suspend(lobby.service, "ann@example.com", "rude") is None
    assert lobby.send(ANN, "MINE", headers=(f"{VOUCHED}example.com",)) == []
    assert "its writer is shut out" in lobby.note()
    assert restore_person(lobby.service, "ann@example.com") is None
    assert lobby.send(ANN, "MINE") != []
    assert refuse_address(lobby.service, "@example.net", "spam") is None
    assert lobby.send(BOB, "HELP") == []
    assert "no mail goes there" in lobby.answer(ANN, f"INVITE {BOB}")
    assert accept_address(lobby.service, "@example.net") is None
    assert [mail.kind for mail in lobby.send(BOB, "HELP")] == ["lobby_help"]


def test_reliability_is_shown_and_may_be_asked_for(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3 RELIABLE 80")
    lobby.write(BOB, "PROFILE")
    with lobby.service.database.write() as session:
        for person in session.exec(select(Person)).all():
            is_ann = person.email == "ann@example.com"
            person.turns_in_time = [True] * 9 + [is_ann] * 3
            session.add(person)
    told = one_line(lobby.send(CAT, "GAMES")[0].text)
    assert "Who joins must have sent 80 % of his turns in time." in told
    assert "Ann: 100 % of the last 12 turns in time." in told
    refused = lobby.answer(BOB, "JOIN Fnord-8 AS bob")
    assert "is for players who send 80 % of their turns in time; 75 % of your last" in refused
    assert "You play Fnord-8 as cat" in lobby.answer(CAT, "JOIN Fnord-8 AS cat"), "he is new"
    assert "write 1 to 100" in lobby.answer(CAT, "CREATE Fnord-9 RELIABLE very")


def test_turns_in_time_are_counted(sqlite_database: Database) -> None:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(sqlite_database, settings, position=None)
    first = table.mover()
    table.run_turn()
    second = table.mover()
    table.write(second, "PASS")
    table.run_turn()
    with table.database.read() as session:
        people = {row.email: row.turns_in_time for row in session.exec(select(Person)).all()}
    assert people[f"{first}@example.org"] == [False]
    assert people[f"{second}@example.org"] == [True]


@pytest.mark.parametrize("line", ["MINE", "GAMES", "JOIN Fnord-8 AS ann", "watch Fnord-8"])
def test_who_writes_of_other_games_to_his_seat_is_told_where_to(
    line: str, sqlite_database: Database
) -> None:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(sqlite_database, settings)
    told = one_line(table.write("ann", line))
    assert f'"{line}" is not about this game. Send it in a new mail to game@example.org' in told
    table.clock.on(minutes=10)
    assert "not about this game" not in table.write("ann", "leave that to me, please")
