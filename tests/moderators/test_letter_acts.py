"""The moderator's letters: listed, held, tried again, let through; those of his game alone."""

from __future__ import annotations

import pytest

from pbem.database import Database
from pbem.models import DEAD, DONE, NEW, Game, Letter
from pbem.service.arriving.intake import accept
from pbem.service.moderating.actors import OPERATOR, actor_for
from pbem.service.moderating.command_context import Actor, Applied
from pbem.service.moderating.running import run_commands
from pbem.service.seats.moderators import add_moderator
from pbem.service.transaction import GameTx
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.errands import do, done, moderator, refused
from tests.support.service_rows import CAST, NOON, Table, new_table, one_line, random_bytes


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def fail(table: Table, letter_id: int) -> None:
    """A letter that was tried three times."""
    with table.database.write() as session:
        letter = session.get_one(Letter, letter_id)
        letter.state, letter.attempts = DEAD, 3
        letter.error = "Traceback\nKeyError: 'fnord'"


def rival(table: Table) -> Actor:
    """ann, who plays, as a moderator too."""
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        row = add_moderator(GameTx(table.service, session, NOON, game), "ann@example.org", "")
        return actor_for(session, game, row, NOON)


def listed(table: Table) -> str:
    found = do(table, "LETTERS", actor=moderator())
    assert isinstance(found, Applied) and not found.is_act
    return found.answer


def test_letters_are_listed_without_what_they_say(table: Table) -> None:
    assert "No letter" in listed(table)
    read = table.send("bob", "GIVE 3 TO ann")
    table.read(read)
    dead = table.send("cat", "PASS")
    fail(table, dead)
    held = table.send("dee", "PASS", sender="mallory@example.net")
    table.read(held)
    table.send("ann", "PASS")
    told = listed(table)
    assert [line.split()[0] for line in told.splitlines() if "Sat 21 Nov 13:00" in line] == [
        str(number) for number in (read, dead, held, held + 1)
    ]
    assert f"set aside, RETRY {dead}: KeyError" in told and f"LET {held}" in told
    assert "to be read" in told and "GIVE" not in told
    assert all(len(line) <= 100 for line in told.splitlines())


def test_a_held_letter_is_not_read_and_let_through_counts(table: Table) -> None:
    letter = table.send("ann", "ATTACK Yuppies WITH Mafia")
    done(table, f"HOLD {letter}")
    assert table.read(letter) == [] and table.filed("ann") == []
    assert table.letter(letter).state == DONE
    assert "already" in refused(table, f"HOLD {letter}")
    table.clock.on(hours=2)
    assert "as of when it came" in done(table, f"LET {letter}").answer
    assert table.letter(letter).state == NEW
    table.read(letter)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "no longer unread" in refused(table, f"HOLD {letter}")
    assert "not held" in refused(table, f"LET {letter}")


def test_a_letter_that_is_held_is_no_secret(table: Table) -> None:
    letter = table.send("ann", "ATTACK Yuppies WITH Mafia")
    (held,) = run_commands(
        table.service, table.game_id, f"HOLD {letter} BECAUSE of a slip", OPERATOR
    )
    assert "its writer is told" in held.answer
    for seat in CAST:
        (mail,) = table.mails(seat, "act")
        told = one_line(mail.text)
        assert mail.subject.endswith("a letter is held") and "of a slip" in told
        whose = "Your letter of Sat 21 Nov 2026, 12:00 UTC" if seat == "ann" else "A letter"
        assert f"{whose} is held before it was read: nothing in it counts" in told
        assert seat == "ann" or "ann" not in told, "nobody else is told who has written"
    assert "A letter is held" in one_line(table.write("bob", "LOG"))
    table.run_turn()
    assert run_commands(table.service, table.game_id, f"LET {letter}", OPERATOR)[0].is_done
    told = one_line(table.mails("ann", "act")[-1].text)
    assert "is let through. It is not used: a turn has been run since it came." in told
    assert len(table.mails("bob", "act")) == 2


def test_who_holds_his_own_letter_is_not_told(table: Table) -> None:
    ann = rival(table)
    letter = table.send("ann", "PASS")
    assert run_commands(table.service, table.game_id, f"HOLD {letter}", OPERATOR)[0].is_done
    assert len(table.mails("ann", "act")) == 1
    (shown,) = run_commands(table.service, table.game_id, "LETTERS", ann)
    assert run_commands(table.service, table.game_id, f"LET {number_in(shown.answer)}", ann)[
        0
    ].is_done
    assert len(table.mails("ann", "act")) == 1 and len(table.mails("bob", "act")) == 2


def number_in(answer: str) -> int:
    """What the first letter of a list is called."""
    return int(answer.split()[0])


def test_who_plays_is_shown_only_letters_that_need_a_moderator(table: Table) -> None:
    ann = rival(table)
    unread = table.send("bob", "GUARD ALL")
    (shown,) = run_commands(table.service, table.game_id, "LETTERS", ann)
    assert "No letter needs you" in shown.answer
    (status,) = run_commands(table.service, table.game_id, "STATUS", ann)
    assert "unread" not in status.answer
    for verb in ("HOLD", "RETRY", "LET"):
        (refused,) = run_commands(table.service, table.game_id, f"{verb} {unread}", ann)
        assert f"This game has no letter {unread}" in refused.answer
    (whole,) = run_commands(table.service, table.game_id, "LETTERS", OPERATOR)
    assert "bob " in whole.answer and f"{unread}" in whole.answer
    assert run_commands(table.service, table.game_id, f"HOLD {unread}", OPERATOR)[0].is_done
    (held,) = run_commands(table.service, table.game_id, "LETTERS", ann)
    number = number_in(held.answer)
    assert number != unread and "bob " in held.answer and f"LET {number}" in held.answer
    assert run_commands(table.service, table.game_id, f"LET {number}", ann)[0].is_done
    table.read(unread)
    (over,) = run_commands(table.service, table.game_id, "LETTERS", ann)
    assert "No letter needs you" in over.answer


def test_who_plays_is_not_shown_whose_letters_came_where_nobody_is(table: Table) -> None:
    ann = rival(table)
    letter = table.send("bob", "GUARD ALL")
    assert run_commands(table.service, table.game_id, f"HOLD {letter}", OPERATOR)[0].is_done
    (_, hidden) = run_commands(table.service, table.game_id, "SET HIDE WAITED on\nLETTERS", ann)
    assert "bob" not in hidden.answer and "a player " in hidden.answer
    (whole,) = run_commands(table.service, table.game_id, "LETTERS", OPERATOR)
    assert "bob " in whole.answer


def test_a_turn_does_not_wait_for_a_letter_that_is_held(table: Table) -> None:
    letter = table.send("ann", "ATTACK Yuppies WITH Mafia")
    done(table, f"HOLD {letter}")
    table.run_turn()
    assert table.turns()[0].sheet == []
    assert "a turn has been run since" in done(table, f"LET {letter}").answer
    assert table.letter(letter).state == DONE


def test_the_letters_behind_a_held_one_are_read(table: Table) -> None:
    first = table.send("ann", "PASS")
    table.clock.on(minutes=1)
    second = table.send("ann", "ATTACK Yuppies WITH Mafia")
    assert table.read(second) == []
    done(table, f"HOLD {first}")
    table.read(second)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "later letter" in done(table, f"LET {first}").answer


def test_a_letter_set_aside_is_tried_again(table: Table) -> None:
    letter = table.send("ann", "PASS")
    fail(table, letter)
    assert "as of when it came" in done(table, f"RETRY {letter}").answer
    assert (table.letter(letter).state, table.letter(letter).attempts) == (NEW, 0)
    table.read(letter)
    assert table.filed("ann") == ["1: PASS"]
    assert "not set aside" in refused(table, f"RETRY {letter}")


def test_letters_of_other_games_are_none(table: Table) -> None:
    newcomers = [Newcomer(seat, f"{seat}@example.com") for seat in CAST]
    other = Table(table.service, table.clock, 0)
    other.game_id = create_game(table.service, NewGame("Hodge", newcomers, random_bytes(9)))
    raw = b"From: ann@example.com\r\n\r\nPASS\r\n"
    letter = accept(table.service, raw, other.address("ann"), "ann@example.com")
    for verb in ("HOLD", "RETRY", "LET"):
        assert f"no letter {letter}" in refused(table, f"{verb} {letter}")
        assert "no letter 999" in refused(table, f"{verb} 999")
    assert f"{letter:>6}" not in listed(table)


def test_what_is_nobodys_is_not_held(table: Table) -> None:
    letter = table.send("ann", "PASS")
    with table.database.write() as session:
        session.get_one(Letter, letter).seat_id = None
    assert "no player's" in refused(table, f"HOLD {letter}")
