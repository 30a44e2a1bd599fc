"""Moderators' powers abused, or used clumsily: what is refused, and what nobody learns by it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlmodel import col, select

from engine.core.values import changed
from pbem.database import Database, lock_game
from pbem.games.illuminati.position import read_position
from pbem.models import (
    FINISHED,
    NEW,
    PAUSED,
    RUNNING,
    Act,
    Game,
    Letter,
    Outbox,
    Person,
    Sitter,
)
from pbem.service.arriving.intake import accept
from pbem.service.letters.reading import read_letter
from pbem.service.mailing.outbox import lock_seat
from pbem.service.moderating.actors import OPERATOR, actor_for
from pbem.service.moderating.command_context import Actor
from pbem.service.moderating.running import CommandAnswer, run_commands
from pbem.service.players.addresses import player_or_new
from pbem.service.players.tokens import with_tokens
from pbem.service.seats.moderators import add_moderator, moderators_address
from pbem.service.seats.takeover import hand_over
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.errands import done, refused
from tests.support.service_rows import (
    FNORD,
    Table,
    letter_text,
    new_table,
    set_state,
    with_moderator,
)

ANN, BOB, EVE = "ann@example.org", "bob@example.org", "eve@example.org"
GNOMES = "The Gnomes of Zurich"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def promoted(table: Table, email: str) -> Actor:
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        row = add_moderator(GameTx(table.service, session, table.clock(), game), email, "")
        return actor_for(session, game, row, table.clock())


def do(table: Table, text: str, by: Actor = OPERATOR) -> CommandAnswer:
    [obeyed] = run_commands(table.service, table.game_id, text, by)
    return obeyed


def become(table: Table, seat: str, *lines: str) -> str:
    """A moderator writes for a seat; the answer the seat's player gets."""
    assert do(table, "\n".join([f"BECOME {seat}:", *lines, "END"])).is_done
    with table.database.read() as session:
        letter = session.exec(select(Letter.id).where(Letter.state == NEW)).one()
    assert letter is not None
    read_letter(table.service, letter)
    return " ".join(table.mails(seat, "acknowledgement")[-1].text.split())


# --- what is hidden ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "EDIT MONEY OF Gnomes 9",
        "EDIT GIVE Yuppies TO bob UNDER Gnomes AT N",
        "EDIT KILLS OF ann ADD Gnomes",
        "EDIT STATE holdings.gnomes-of-zurich.arrow = null",
        'EDIT STATE holdings.cia.arrow = "S"',
    ],
)
def test_an_edit_names_no_illuminati_that_lies_face_down(table: Table, line: str) -> None:
    state = read_position(FNORD)
    set_state(table, changed(state, options=changed(state.options, hidden_illuminati=True)))
    do(table, f"{line} BECAUSE of a slip")
    told = [mail.text for mail in table.mails("cat") if mail.kind == "act"]
    assert not any(GNOMES in text or "gnomes-of-zurich" in text for text in told)
    set_state(table, state)
    if "KILLS" not in line and do(table, f"{line} BECAUSE of one more").is_done:
        assert len(table.mails("cat", "act")) > len(told)


def test_an_edit_does_not_tell_whether_a_gift_waits(database: Database, settings: Settings) -> None:
    said = []
    for number, gift in enumerate(("STATUS", "GIVE 1 TO cat")):
        table = new_table(database, settings, pace="announce", name=f"G{number}", seed=1 + number)
        table.write("ann", "ATTACK Yuppies WITH Mafia")
        table.run_turn()
        assert table.state().announced is not None
        table.write("ann", gift)
        assert do(table, "EDIT MONEY OF Mafia 7 BECAUSE of a slip").is_done
        said.append(table.mails("dee", "act")[-1].text.partition("\n\nDone by")[0])
    assert said[0] == said[1] and "Gifts that waited" in said[0].replace("\n", " ")


@pytest.mark.parametrize("plays", [True, False])
def test_who_may_not_see_cannot_end_a_game_look_and_open_it_again(
    table: Table, *, plays: bool
) -> None:
    mod = promoted(table, ANN if plays else EVE)
    if not plays:
        assert do(table, "SET BLIND on").is_done
    table.run_turn()
    turn = table.game().turn
    assert do(table, "EDIT HAND OF bob ADD Deep Agent BECAUSE of a slip").is_done
    lines = f"TERMINATE BECAUSE so\n\nLOG 2\n\nROLLBACK TO TURN {turn - 1}\n\nROLLFORWARD"
    ended, _looked, back, forward = run_commands(table.service, table.game_id, lines, mod)
    assert ended.is_done
    assert not back.is_done and "You cannot open it again" in " ".join(back.answer.split())
    assert not forward.is_done
    assert table.game().phase == FINISHED
    assert do(table, f"ROLLBACK TO TURN {turn}").is_done


def test_a_moderator_who_plays_is_not_shown_who_is_waited_for(table: Table) -> None:
    ann, eve = promoted(table, ANN), promoted(table, EVE)
    assert "Waited for: ann." in do(table, "STATUS", ann).answer
    assert do(table, "SET HIDE WAITED on").is_done
    assert "Waited for" not in do(table, "STATUS", ann).answer
    assert "Waited for: ann." in do(table, "STATUS", eve).answer
    table.write("ann", "READY")
    assert "waited for" not in do(table, "EXTEND 3h", ann).answer.casefold()


def test_a_sitter_who_moderates_a_blind_game_is_a_rival(table: Table) -> None:
    eve = promoted(table, EVE)
    assert eve.player is not None and eve.player.id is not None
    for line in ("SET HIDE WAITED on", "SET BLIND on"):
        assert do(table, line).is_done
    assert "Waited for: ann." in do(table, "STATUS", eve).answer
    with table.database.write() as session:
        session.add(
            Sitter(
                seat_id=table.seat("bob").id or 0,
                person_id=eve.player.id,
                from_at=table.clock(),
                until_at=table.clock() + timedelta(days=3),
            )
        )
    assert "Waited for" not in do(table, "STATUS", eve).answer


def test_the_words_of_an_error_are_kept_from_a_moderator_who_plays(table: Table) -> None:
    ann, eve = promoted(table, ANN), promoted(table, EVE)
    letter = table.send("bob", "PASS")
    with table.database.write() as session:
        row = session.get_one(Letter, letter)
        row.state, row.error = "dead", "Traceback\nValueError: Swiss Bank"
        session.add(row)
    assert "Swiss" in do(table, "LETTERS", eve).answer
    assert "Swiss" not in do(table, "LETTERS", ann).answer
    assert "set aside, RETRY " in do(table, "LETTERS", ann).answer


@pytest.mark.parametrize(
    "path",
    [
        "seats.bob.turns_taken = -1",
        "seats.bob.turns_taken = 1000000000000000000000000000000",
        "seats.bob.interfered = 10000",
        "holdings.cia.money = 1000000000000",
        'holdings.cia.card = "kgb"',
        'holdings.gnomes-of-zurich.card = "cia"',
        'seats.bob.goal = "cia"',
        'seats.bob.goal = ""',
        'seats.bob.copies = "cia"',
        'seats.bob.bereft_by = "zed"',
        "seats.bob.offers = -4",
        "turn.actions = -1",
    ],
)
def test_no_edit_leads_where_no_game_leads(table: Table, path: str) -> None:
    before = table.game().state
    edited = do(table, f"EDIT STATE {path} BECAUSE of a slip")
    assert not edited.is_done and "breaks what must always hold" in edited.answer, edited.answer
    assert table.game().state == before and not acts(table)


# --- in another's name ---------------------------------------------------------------------


def test_a_moderator_orders_for_a_seat_and_does_nothing_else_for_its_player(table: Table) -> None:
    answer = become(table, "bob", "RESIGN", "DELEGATE TO cat UNTIL Friday", "SET LENGTH brief")
    assert "moderator wrote" in answer
    assert "only bob can say that" in answer and "Only bob can resign" in answer
    assert "RESIGN " + "A" not in answer and "CODE" not in answer
    with table.database.read() as session:
        (player,) = session.exec(select(Person).where(Person.email == BOB)).all()
    assert "brief" not in player.preferences


def test_what_a_moderator_writes_brings_nobody_back(table: Table) -> None:
    assert do(table, "OFFER bob BECAUSE he is silent").is_done
    become(table, "bob", "PASS")
    assert table.seat("bob").offered_at is not None
    table.write("bob", "PASS")
    assert table.seat("bob").offered_at is None


# --- going back --------------------------------------------------------------------------


def test_a_deadline_set_in_a_pause_does_not_end_it_by_a_rollback(table: Table) -> None:
    table.run_turn()
    turn = table.game().turn
    for line in ("PAUSE", "SET DEADLINE in 30h", f"ROLLBACK TO TURN {turn} FRESH DICE"):
        assert do(table, line).is_done
    assert table.game().phase == PAUSED
    table.clock.on(days=30)
    assert not table.adjudicate()
    assert do(table, "RESUME").is_done
    deadline_at = table.game().deadline_at
    assert deadline_at is not None and deadline_at > table.clock()


def test_nobody_waits_for_who_was_ejected_in_a_pause(table: Table) -> None:
    assert do(table, "PAUSE").is_done
    ejected = do(table, "EJECT ann BECAUSE of silence")
    assert ejected.is_done and "at once" not in ejected.answer
    assert do(table, "RESUME").is_done
    assert table.game().due_at == table.clock()
    assert table.adjudicate() and table.mover() == "bob"


def test_nobody_answers_who_was_ejected_in_a_pause(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    table.run_turn()
    for line in ("PAUSE", "EJECT ann BECAUSE of silence", "RESUME"):
        assert do(table, line).is_done
    assert table.game().due_at == table.clock()
    assert table.adjudicate() and table.mover() == "bob"


def test_results_that_are_held_stay_so_when_the_mover_is_to_be_ejected(table: Table) -> None:
    assert do(table, "SET RELEASE on").is_done
    table.to_deadline()
    assert table.adjudicate()
    ejected = do(table, "EJECT ann BECAUSE of silence")
    assert not ejected.is_done and "RELEASE TURN 5 first" in ejected.answer
    game = table.game()
    assert game.closed_at is not None and game.due_at is None
    assert not table.adjudicate()
    assert do(table, f"RELEASE TURN {game.turn}").is_done
    assert table.adjudicate() and table.mover() == "bob"
    assert do(table, "EJECT ann BECAUSE of silence").is_done


def test_results_that_are_held_stay_so_when_somebody_takes_over(table: Table) -> None:
    """They go out as they were previewed: with what was on file when the turn was closed."""
    assert do(table, "SET RELEASE on").is_done
    table.write("ann", "TRANSFER 1 FROM Mafia TO Cthulhu")
    table.to_deadline()
    assert table.adjudicate()
    closed_at = table.game().closed_at
    table.clock.on(hours=3)
    with table.database.write() as session:
        row = lock_game(session, table.game_id)
        assert row is not None
        player = player_or_new(session, EVE, "Eve", table.clock())
        seat = lock_seat(session, table.seat("ann"))
        assert not hand_over(GameTx(table.service, session, table.clock(), row), seat, player)
    game = table.game()
    assert (game.closed_at, game.due_at, game.deadline_at) == (closed_at, None, closed_at)
    assert do(table, f"RELEASE TURN {game.turn}").is_done
    assert table.adjudicate() and table.mover() == "bob"
    assert table.state().holdings["mafia"].money == 2


def test_an_absence_agreed_to_later_opens_no_turn_that_is_closed(table: Table) -> None:
    with_moderator(table)
    assert do(table, "SET RELEASE on").is_done
    assert do(table, "SET AWAY DAYS 1").is_done
    table.write("ann", "AWAY FROM tomorrow TO 5 Dec")
    table.to_deadline()
    assert table.adjudicate()
    closed = table.game()
    assert closed.closed_at is not None
    assert do(table, "APPROVE ann").is_done
    game = table.game()
    assert (game.closed_at, game.due_at, game.deadline_at) == (
        closed.closed_at,
        None,
        closed.deadline_at,
    )


def test_a_rollback_puts_nobody_back_into_a_seat_and_says_so(table: Table) -> None:
    table.run_turn()
    turn = table.game().turn
    assert do(table, f"REPLACE bob BY {EVE} NAMED Eve").is_done
    table.run_turn()
    back = do(table, f"ROLLBACK TO TURN {turn}")
    assert back.is_done and "who plays which seat" in back.answer
    with table.database.read() as session:
        player = session.get_one(Person, table.seat("bob").person_id)
    assert player.email == EVE
    assert "who plays which seat" in " ".join(table.mails("cat", "turn")[-1].text.split())


# --- the referee plays no part -------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "REPLACE bob BY {0}",
        "REPLACE bob BY {1}",
        "PROMOTE {0}",
        "PROMOTE {1}",
        "STANDBY ADD {0}",
    ],
)
def test_the_referee_writes_to_no_address_of_his_own(table: Table, line: str) -> None:
    own = ("Game@Example.org", "game+abcdefghijkmnpqrstuvwxyz23@example.org")
    before = len(table.mails())
    obeyed = do(table, line.format(*own))
    assert not obeyed.is_done and "referee's own" in obeyed.answer
    assert len(table.mails()) == before


@pytest.mark.parametrize("line", ["NOTICE {}", "RULE {}"])
def test_no_words_of_a_moderator_are_cut_without_a_word(table: Table, line: str) -> None:
    """A paragraph is one line where a program or the console wraps none."""
    words = " ".join(f"w{number:04}" for number in range(600))
    assert do(table, line.format(words)).is_done
    assert "w0599" in table.mails("cat")[-1].text
    much = do(table, line.format(2 * words))
    assert not much.is_done and "at most 4000 characters" in much.answer


def test_a_deadline_is_not_moved_to_where_it_is(table: Table) -> None:
    assert done(table, "SET DEADLINE in 30h").said
    assert "That is the deadline already" in refused(table, "SET DEADLINE in 30h")


# --- those who were -------------------------------------------------------------------------


def mails_to(table: Table, email: str) -> list[Outbox]:
    with table.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))
        return list(session.exec(wanted).all())


def test_what_leaves_late_takes_no_new_address_to_a_former_player(table: Table) -> None:
    """Mails wait to be sent while the seat is given to somebody else, or a sitter sent away."""
    table.run_turn()
    assert do(table, f"REPLACE bob BY {EVE} NAMED Eve").is_done
    token = table.token("bob")
    assert any(token in str(with_tokens(table.service, mail)) for mail in mails_to(table, EVE))
    for mail in mails_to(table, BOB):
        assert token not in str(with_tokens(table.service, mail)).casefold()
    told = len(mails_to(table, BOB))
    table.run_turn()
    assert do(table, "NOTICE fnord").is_done
    assert len(mails_to(table, BOB)) == told


@pytest.mark.parametrize("body", ["RESEND\nHISTORY\nSTATUS", "PASS"])
def test_a_former_player_gets_nothing_by_his_old_thread(table: Table, body: str) -> None:
    old = table.mails("bob")[0]
    reply, to = table.reply_to(old), table.address("bob")
    assert do(table, f"REPLACE bob BY {EVE} NAMED Eve").is_done
    before, filed = len(table.mails("bob")), table.filed("bob")
    for rcpt in (to, "game@example.org"):
        raw = letter_text(BOB, rcpt, body, headers=reply)
        letter = accept(table.service, raw, rcpt, BOB, {"dmarc": "pass"})
        read_letter(table.service, letter)
        assert table.letter(letter).seat_id is None or table.letter(letter).outcome != "-"
    assert table.filed("bob") == filed
    assert [mail.rcpt for mail in table.mails("bob")[before:] if mail.rcpt == BOB] == []


def test_the_code_of_one_moderators_letter_releases_no_others(table: Table) -> None:
    eve, fay = promoted(table, EVE), promoted(table, "fay@example.org")
    codes = {}
    for who, line in ((eve, "EXTEND 24h"), (fay, "EXTEND 48h")):
        letter = mod_letter(table, who, line, verdicts={})
        (asked,) = table.read(letter)
        found = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
        assert found is not None
        codes[asked.rcpt] = found[1]
    table.read(mod_letter(table, eve, f"CONFIRM {codes['fay@example.org']}", verdicts={}))
    assert not acts(table)
    table.read(mod_letter(table, eve, f"CONFIRM {codes[EVE]}", verdicts={}))
    table.sweep()
    assert acts(table) == ["EXTEND 24h"]


@pytest.mark.parametrize(
    ("sender", "verdicts", "headers"),
    [
        (BOB, {"dmarc": "pass"}, ()),
        (EVE, {"dmarc": "fail"}, ()),
        (EVE, {}, ()),
        (EVE, {}, ("Authentication-Results: mx.evil.example; dmarc=pass header.from=example.org",)),
        (f"{EVE}, {BOB}", {"dmarc": "fail"}, ()),
    ],
)
def test_who_has_a_moderators_address_alone_commands_nothing(
    table: Table, sender: str, verdicts: dict[str, str], headers: tuple[str, ...]
) -> None:
    eve = promoted(table, EVE)
    letter = mod_letter(table, eve, "PAUSE", sender=sender, verdicts=verdicts, headers=headers)
    mails = table.read(letter)
    assert not acts(table) and table.game().phase == RUNNING
    assert {mail.rcpt for mail in mails} <= {EVE}


def test_a_moderators_command_from_a_player_does_nothing(table: Table) -> None:
    promoted(table, EVE)
    for line in ("PAUSE", "ROLLBACK TO TURN 1", "EXTEND 24h", "EJECT cat BECAUSE so"):
        table.write("bob", line)
    assert not acts(table)


def mod_letter(
    table: Table,
    mod: Actor,
    body: str,
    *,
    sender: str = "",
    verdicts: dict[str, str],
    headers: tuple[str, ...] = (),
) -> int:
    """Store a letter to a moderator's address, by default from his own."""
    assert mod.moderator is not None and mod.player is not None
    with table.database.read() as session:
        to = moderators_address(table.service, session, mod.moderator)
    raw = letter_text(sender or mod.player.email, to, body, headers=headers)
    return accept(table.service, raw, to, sender or mod.player.email, verdicts)


def acts(table: Table) -> list[str]:
    with table.database.read() as session:
        return [act.command for act in session.exec(select(Act).order_by(col(Act.number))).all()]
