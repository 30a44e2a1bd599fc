"""Moderators' commands as they are obeyed: log, telling, refusals, blindness, races."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Database, Session
from pbem.grammar.commands import MODERATORS
from pbem.grammar.game_settings import GameSettings
from pbem.models import FINISHED, Act, Game, Moderator, Person
from pbem.service.game_settings import save_game_settings
from pbem.service.moderating.actors import OPERATOR, actor_for
from pbem.service.moderating.command_context import HANDLERS, Actor
from pbem.service.moderating.running import CommandAnswer, run_commands
from pbem.service.seats.moderators import add_moderator
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def game_in(table: Table, session: Session) -> Game:
    """The game's row in an open transaction."""
    return session.exec(select(Game).where(Game.id == table.game_id)).one()


def moderator(table: Table, email: str = "eve@example.org", name: str = "Eve") -> Actor:
    """Somebody made a moderator of the game just now."""
    with table.database.write() as session:
        tx = GameTx(table.service, session, table.clock(), game_in(table, session))
        row = add_moderator(tx, email, name)
    return actor(table, row)


def actor(table: Table, row: Moderator) -> Actor:
    with table.database.read() as session:
        return actor_for(session, game_in(table, session), row, table.clock())


def acts(table: Table) -> list[Act]:
    with table.database.read() as session:
        return list(session.exec(select(Act).order_by(col(Act.number))).all())


def do(table: Table, text: str, by: Actor = OPERATOR, **more: int) -> CommandAnswer:
    (obeyed,) = run_commands(table.service, table.game_id, text, by, **more)
    return obeyed


def test_an_act_is_logged_told_to_all_and_changes_the_version(table: Table) -> None:
    eve = moderator(table)
    before = table.game()
    done = do(table, "EXTEND 24h BECAUSE bob is ill", eve)
    assert done.is_done and done.number == 1
    (act,) = acts(table)
    assert (act.by, act.verb, act.why) == ("Eve", "EXTEND", "bob is ill")
    assert act.command == "EXTEND 24h BECAUSE bob is ill"
    assert table.game().version > before.version
    told = table.mails(kind="act")
    assert {mail.key for mail in told} == {
        f"notice:{table.game_id}:1:{seat}" for seat in ("ann", "bob", "cat", "dee")
    }
    assert all("bob is ill" in mail.text and "Eve" in mail.text for mail in told)


def test_the_other_moderators_are_told_with_the_command(table: Table) -> None:
    eve = moderator(table)
    moderator(table, "fay@example.org", "Fay")
    do(table, "EXTEND 24h BECAUSE bob is ill", eve)
    (mail,) = table.mails(kind="moderator_act")
    assert mail.rcpt == "fay@example.org"
    assert "EXTEND 24h BECAUSE bob is ill" in mail.text


def test_a_refused_command_leaves_nothing_behind(table: Table) -> None:
    before, mails = table.game(), len(table.mails())
    done = do(table, "SET DEADLINE yesterday 12:00")
    assert not done.is_done and done.number is None
    assert table.game() == before
    assert not acts(table) and len(table.mails()) == mails


def test_who_looked_at_an_older_state_is_asked_to_look_again(table: Table) -> None:
    seen = table.game().version
    assert do(table, "NOTICE one", expected_version=seen).is_done
    late = do(table, "NOTICE two", expected_version=seen)
    assert late.is_outdated
    assert "NOTICE by operator" in late.answer
    assert [act.said for act in acts(table)] == ["one"]


def test_the_lines_of_one_text_follow_each_other(table: Table) -> None:
    seen = table.game().version
    both = run_commands(
        table.service, table.game_id, "NOTICE one\n\nNOTICE two", OPERATOR, expected_version=seen
    )
    assert [one.is_done for one in both] == [True, True]
    (mail,) = table.mails("bob", "acts")
    assert mail.text.index("one") < mail.text.index("two")


@pytest.mark.parametrize(
    "verb", ["PREVIEW", "EDIT MONEY OF Mafia 7 BECAUSE so", "BECOME bob: PASS"]
)
def test_what_is_hidden_is_kept_from_a_moderator_who_plays(table: Table, verb: str) -> None:
    bob = moderator(table, "bob@example.org")
    assert bob.is_blind
    done = do(table, verb, bob)
    assert not done.is_done and "hidden from you" in done.answer
    assert not acts(table)


def test_a_blind_game_hides_until_it_is_over(table: Table) -> None:
    eve = moderator(table)
    assert not eve.is_blind
    with table.database.write() as session:
        game = game_in(table, session)
        save_game_settings(game, GameSettings(blind=True))
        session.add(game)
    # The actor was made before; what he may see is looked at again with each command.
    assert "hidden from you" in do(table, "PREVIEW", eve).answer
    with table.database.write() as session:
        game = game_in(table, session)
        game.phase = FINISHED
        session.add(game)
    assert not actor(table, eve.moderator).is_blind  # type: ignore[arg-type]


def test_the_operator_is_never_blind(table: Table) -> None:
    assert not OPERATOR.is_blind and OPERATOR.is_operator


def test_who_moderates_no_longer_does_nothing(table: Table) -> None:
    eve = moderator(table)
    assert do(table, "DEMOTE eve@example.org").is_done
    late = do(table, "NOTICE hello", eve)
    assert late.answer == "You do not moderate this game any more."


def test_the_only_moderator_cannot_demote_himself(table: Table) -> None:
    eve = moderator(table)
    done = do(table, "DEMOTE eve@example.org", eve)
    assert not done.is_done and "PROMOTE somebody else" in done.answer


def test_a_finished_game_takes_only_what_makes_sense(table: Table) -> None:
    with table.database.write() as session:
        game = game_in(table, session)
        game.phase = FINISHED
        session.add(game)
    assert "is over" in do(table, "EXTEND 24h").answer
    assert do(table, "NOTICE well played, all").is_done


def test_an_archived_game_is_only_looked_at(table: Table) -> None:
    with table.database.write() as session:
        game = game_in(table, session)
        game.phase, game.archived_at = FINISHED, table.clock()
        session.add(game)
    assert "UNARCHIVE brings it back" in do(table, "NOTICE hello").answer
    assert do(table, "LOG").is_done
    assert do(table, "UNARCHIVE").is_done
    assert do(table, "NOTICE hello").is_done


def test_a_notice_comes_at_once_and_in_the_next_report(table: Table) -> None:
    do(table, "NOTICE The referee moves house on Friday.\nMail may be slow.")
    notices = table.mails(kind="notice")
    assert len(notices) == 4
    assert "| Mail may be slow." in notices[0].text
    table.clock.on(minutes=5)
    reports = [mail for mail in table.run_turn() if mail.kind == "turn"]
    assert all("The referee moves house on Friday." in mail.text for mail in reports)
    again = [mail for mail in table.run_turn() if mail.kind == "turn"]
    assert not any("moves house" in mail.text for mail in again)


def test_rulings_are_numbered_for_the_game(table: Table) -> None:
    do(table, "RULE A pass said by mistake stands.")
    do(table, "NOTICE hello")
    second = do(table, "RULE Ties go to the defender.")
    assert "ruling 2" in second.answer
    assert "RULING 2" in table.mails("ann", "ruling")[-1].text
    assert "2. Ties go to the defender." in do(table, "RULES").answer


def test_a_text_of_a_moderator_passes_for_nothing_else(table: Table) -> None:
    do(table, "NOTICE == YOUR OPTIONS ==\n# ATTACK bob\n-- \nOn Monday, ann wrote:\n> fnord")
    text = table.mails("ann", "notice")[0].text
    assert "| == YOUR OPTIONS ==" in text and "| # ATTACK bob" in text


def test_an_unknown_seat_reaches_no_handler(table: Table) -> None:
    done = do(table, "EJECT zoe BECAUSE so")
    assert 'Nobody is called "zoe"' in done.answer and "ann, bob" in done.answer


def test_a_slip_in_a_seat_is_asked_about_where_it_would_destroy(table: Table) -> None:
    done = do(table, "EJECT bobb BECAUSE so")
    assert not done.is_done and "Did you mean bob?" in done.answer


def test_moderators_can_be_made_by_seat_or_address(table: Table) -> None:
    assert "hidden things stay hidden" in do(table, "PROMOTE bob").answer
    assert do(table, "PROMOTE eve@example.org NAMED Eve Adams").is_done
    assert not do(table, "PROMOTE eve@example.org").is_done
    welcome = table.mails(kind="moderator_welcome")
    assert [mail.rcpt for mail in welcome] == ["bob@example.org", "eve@example.org"]
    with table.database.read() as session:
        names = session.exec(select(Person.name).where(Person.email == "eve@example.org")).all()
    assert names == ["Eve Adams"]


def test_who_moderates_again_is_somebody_new(table: Table) -> None:
    first = moderator(table).moderator
    assert do(table, "DEMOTE eve@example.org").is_done
    second = moderator(table, "fay@example.org", "Fay").moderator
    assert first is not None and second is not None and first.id != second.id
    assert do(table, "PROMOTE eve@example.org").is_done
    assert [mail.rcpt for mail in table.mails(kind="moderator_gone")] == ["eve@example.org"]


def test_a_rivals_address_is_not_shown_to_a_moderator_who_plays(table: Table) -> None:
    assert "ann@example.org" in do(table, "WHO", moderator(table)).answer
    assert "ann@example.org" not in do(table, "WHO", moderator(table, "bob@example.org")).answer


def test_the_log_says_all_to_moderators_and_hides_from_the_blind(table: Table) -> None:
    with table.database.write() as session:
        session.add(_edit(table))
    bob = moderator(table, "bob@example.org")
    (whole,) = do(table, "LOG").mails
    (blind,) = do(table, "LOG", bob).mails
    assert "EDIT HAND OF cat" in whole.text
    assert "EDIT HAND OF cat" not in blind.text and "Something hidden" in blind.text
    assert "Bribery" in do(table, "LOG 1").answer
    assert "Bribery" not in do(table, "LOG 1", bob).answer


def _edit(table: Table) -> Act:
    return Act(
        game_id=table.game_id,
        number=1,
        at=table.clock(),
        by="Eve",
        turn=5,
        verb="EDIT",
        command="EDIT HAND OF cat ADD Bribery BECAUSE of a slip",
        said="Something hidden was put right.",
        why="of a slip",
        before={"hand": []},
        after={"hand": ["Bribery"]},
    )


def test_times_in_the_log_are_in_the_readers_zone(table: Table) -> None:
    eve = moderator(table)
    with table.database.write() as session:
        session.exec(select(Person).where(Person.name == "Eve")).one().zone = "Asia/Tokyo"
    do(table, "EXTEND 24h", eve)
    told = do(table, "LOG 1", eve).answer
    assert "Before: deadline Tue 24 Nov 2026, 21:00 JST" in told


def test_status_tells_the_clock_in_the_moderators_zone(table: Table) -> None:
    done = do(table, "STATUS", moderator(table))
    assert "Deadline: " in done.answer and "<20" not in done.answer
    assert "Waited for: ann." in done.answer


@pytest.mark.parametrize("line", ["PROCESS", "PROCESS TURN NOW", "next turn", "ROLLBACK"])
def test_the_line_to_send_names_the_open_turn(table: Table, line: str) -> None:
    answer = do(table, line).answer
    assert f"TURN {table.game().turn}" in answer and "TURN 12" not in answer


def test_a_due_turn_is_hinted_at(table: Table) -> None:
    table.to_deadline(-10)
    told: list[tuple[str, int]] = []
    table.database.publish = lambda name, row: told.append((name, row))
    table.clock.on(minutes=1)
    do(table, "NOTICE hello")
    assert ("adjudicate", table.game_id) in told


def test_there_is_no_such_game(table: Table) -> None:
    (done,) = run_commands(table.service, 999, "STATUS", OPERATOR)
    assert not done.is_done and "no game 999" in done.answer


def test_greetings_are_ignored_and_said(table: Table) -> None:
    done = run_commands(
        table.service, table.game_id, "Dear referee,\nSTATUS\nSIGNOFF\nEve", OPERATOR
    )
    assert [(one.is_ignored, one.is_done) for one in done] == [(True, False), (False, True)]


def test_two_moderators_follow_each_other(table: Table) -> None:
    eve, fay = moderator(table), moderator(table, "fay@example.org", "Fay")
    first = table.game().deadline_at
    do(table, "EXTEND 24h", eve)
    do(table, "EXTEND 24h", fay)
    assert first is not None and table.game().deadline_at == first + timedelta(hours=48)
    assert [(act.number, act.by) for act in acts(table)] == [(1, "Eve"), (2, "Fay")]


def test_players_read_the_log_in_general_terms_and_whole_when_it_is_over(table: Table) -> None:
    with table.database.write() as session:
        session.add(_edit(table))
    running = table.write("bob", "LOG")
    assert "Something hidden was put right." in running
    assert "Bribery" not in running and "EDIT" not in running
    with table.database.write() as session:
        game = game_in(table, session)
        game.phase = FINISHED
        session.add(game)
    over = table.write("bob", "LOG")
    assert "EDIT HAND OF cat ADD Bribery" in over and "After: hand Bribery" in over


def test_players_read_the_rulings_with_the_rules(table: Table) -> None:
    assert "RULINGS OF THIS GAME" not in table.write("bob", "RULES")
    do(table, "RULE Ties go to the defender.")
    assert "1. Ties go to the defender." in table.write("bob", "RULES")


@pytest.mark.parametrize("line", ["EXTEND 24h", "PROCESS TURN 5", "SET DEADLINE Fri 18:00"])
def test_a_player_who_commands_is_told_what_he_may_write(table: Table, line: str) -> None:
    before = table.game().deadline_at
    text = " ".join(table.write("bob", line).split())
    assert "is a command of moderators" in text and "AWAY UNTIL day" in text
    assert table.game().deadline_at == before and not acts(table)


def test_every_verb_has_a_handler() -> None:
    assert set(HANDLERS) == set(MODERATORS.by_name)


def test_who_moderates_and_plays_is_told_once(table: Table) -> None:
    moderator(table, "bob@example.org")
    for line in ("EXTEND 24h", "NOTICE The referee moves house.", "OFFER ann"):
        before = len(table.mails())
        assert do(table, line).is_done
        told = [mail.rcpt for mail in table.mails()[before:]]
        assert sorted(told) == sorted(set(told)), line


def test_a_paused_game_names_no_deadline(table: Table) -> None:
    do(table, "PAUSE BECAUSE of snow")
    notice = table.mails("bob", "act")[-1]
    assert "the game is paused" in notice.subject
    assert "The deadline is" not in notice.text
    table.write("bob", "STATUS")
    assert "The game is paused; what you send is read" in " ".join(
        table.mails("bob")[-1].text.split()
    )
