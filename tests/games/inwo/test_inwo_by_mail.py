"""INWO by mail: a lead, a script, an attack announced and answered, deals, what stays secret."""

from __future__ import annotations

import re

import pytest
from sqlmodel import col, select

from engine.core.rulings import Reason
from engine.inwo import rulings
from engine.inwo.cards import INWO_CARDS
from engine.inwo.orders import InwoPolicy
from pbem.database import Database
from pbem.documents.layout.plain import plain_text
from pbem.games.inwo.adjudication.lines import read_order
from pbem.games.inwo.formats import TypedOrder, format_order
from pbem.games.inwo.labels import NOBODY, label
from pbem.games.inwo.reasons import REASON_TEXTS, reason_text
from pbem.games.inwo.verbs import VERBS
from pbem.games.registry import ruleset
from pbem.models import Sheet
from pbem.service.context import ServiceContext
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.turns.founding import Newcomer, NewGame, create_game, robot_newcomer
from pbem.settings import Settings
from tests.support.service_rows import Hands, Table, random_bytes

SEATS = ("ann", "bob", "cat")


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """ann and bob play against a robot; the dice are those of the tests."""
    return table_of(sqlite_database)


def table_of(sqlite_database: Database, **options: str) -> Table:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    clock = Hands()
    service = ServiceContext(sqlite_database, settings, clock)
    people = [Newcomer(seat, f"{seat}@example.org") for seat in SEATS[:2]]
    cast = [*people, robot_newcomer("cat", "greedy")]
    chosen = ruleset("inwo").options_from(options)
    new = NewGame("Fnord-7", cast, random_bytes(seats=3), chosen, ruleset="inwo")
    return Table(service, clock, create_game(service, new))


def told(text: str) -> str:
    return " ".join(text.split())


def write(table: Table, seat: str, body: str) -> str:
    table.clock.on(minutes=5)
    table.sweep()
    return told(table.write(seat, body))


def go_on(table: Table, hours: int) -> None:
    until = table.clock.now.timestamp() + 3600 * hours
    while table.clock.now.timestamp() < until:
        if not table.sweep():
            table.clock.on(hours=1)


def on_file(table: Table, seat: str) -> list[str]:
    """The lines of the sheet that a seat changed last."""
    with table.database.read() as session:
        own = select(Sheet.text).where(Sheet.seat_id == table.seat(seat).id)
        text = session.exec(own.order_by(col(Sheet.id).desc()).limit(1)).one()
    return text.split("\n") if text else []


def begun(table: Table) -> None:
    """Leads are named; bob, who wins the roll, is asked for his script."""
    write(table, "ann", "LEAD Trekkies, California\nREADY")
    write(table, "bob", "lead democrats\nREADY")
    go_on(table, 12)
    assert table.game().turn == 1


def test_a_ready_alone_that_comes_after_the_leads_runs_no_turn(table: Table) -> None:
    """It is meant for the lead, with which the first turn has begun already."""
    write(table, "ann", "LEAD Trekkies, California")
    write(table, "bob", "lead democrats")
    go_on(table, 12)
    assert table.game().turn == 1
    held = "READY is held back: what you were asked before is settled, and your first turn has"
    assert held in write(table, "bob", "READY")
    go_on(table, 1)
    assert table.game().turn == 1 and not table.game().closed_at
    assert "READY: your turn is run" in write(table, "bob", "READY ANYWAY")
    go_on(table, 1)
    assert table.game().turn == 2


def test_a_ready_with_orders_or_in_reply_to_the_turn_is_for_the_turn(table: Table) -> None:
    begun(table)
    assert "READY: your turn is run" in write(table, "bob", "PASS\nREADY")


@pytest.mark.parametrize("options", [{"game_form": "one-big-deck"}, {"decks": "common-groups"}])
def test_illuminati_and_leads_are_asked_before_the_first_turn(
    sqlite_database: Database, options: dict[str, str]
) -> None:
    """(I30.1, I30.4.)"""
    table = table_of(sqlite_database, **options)
    assert "NAME YOUR ILLUMINATI" in told(table.report("ann").text)
    write(table, "ann", "ILLUMINATI UFOs\nREADY")
    write(table, "bob", "illuminati ufos\nREADY")
    go_on(table, 12)
    asked = told(table.report("ann").text).replace("| | ", "")
    assert "NAME YOUR LEAD by " in asked
    assert "left. It is the Group that you begin with." in asked
    write(table, "ann", "READY")
    write(table, "bob", "READY")
    go_on(table, 12)
    assert table.game().phase == "running"
    assert "NAME YOUR" not in told(table.report("ann").text)


def test_the_first_report_says_what_to_do(table: Table) -> None:
    report = table.report("ann")
    text = told(report.text)
    assert report.subject.startswith("[Fnord-7] Your lead by ")
    assert "NAME YOUR LEAD" in text and "LEAD California, Canada, Empty Vee" in text
    assert "Benefit Concert: +10 Power" in text and "bob draws 3 hidden Plots." in text
    assert "Democrats 6" not in text, "bob's deck is his own"
    assert max(map(len, report.text.split("\n"))) <= 72


def test_a_script_has_at_most_a_hundred_lines(table: Table) -> None:
    too_long = "A script has at most 100 lines, so this one is not filed."
    line = "DISCARD Moonbase"
    begun(table)
    assert write(table, "bob", f"{line}\n" * 130 + "READY").count(too_long) == 30
    assert len(on_file(table, "bob")) == 100
    answer = write(table, "bob", f"100: DISCARD Hackers\n101: {line}\n102: {line}")
    assert answer.count(too_long) == 2
    filed = on_file(table, "bob")
    assert len(filed) == 100 and filed[-1].startswith("100: DISCARD") and "Hackers" in filed[-1]
    assert write(table, "bob", f"REPEAT: {line}\n" * 103).count(too_long) == 3


def test_a_script_is_answered_line_by_line_and_played(table: Table) -> None:
    begun(table)
    answer = write(
        table,
        "bob",
        "takeover germany under network\n"
        "attack trekkies with democrats aid the network\n"
        "attack cable tv from hand with network\n"
        "ATTAK hackers from hand with germany\n"
        "READY",
    )
    assert "1 OK TAKEOVER Germany UNDER The Network" in answer
    assert "2 WARNING ATTACK Trekkies WITH Democrats AID The Network" in answer
    assert "that player is protected until he has ended his first turn (I4.7)" in answer
    assert "3 OK ATTACK Cable TV FROM HAND WITH The Network" in answer
    assert "Need 6 before answers, 42 %: Power of The Network +8" in answer
    assert "Takes the token of The Network; tokens left: Democrats" in answer
    go_on(table, 8)
    report = table.report("ann")
    text = told(report.text)
    assert report.subject.startswith("[Fnord-7] Turn 1 - you answer by ")
    assert "left. AID, OPPOSE, DEFEND, PLAY a Plot, or PASS." in text.replace("| | ", "")
    assert "bob attacks Cable TV from the hand" in text
    assert "Power of The Network +8" in text and "The need as it stands 6 (42 %)" in text
    assert "OPPOSE WITH" not in text, "ann's Groups have no token before her first turn"
    answer = write(table, "ann", "DEFEND\nPASS\nREADY")
    assert "WARNING DEFEND" in answer and "OK PASS" in answer
    go_on(table, 60)
    assert "bob leads with Democrats." in told(table.mails("ann", "turn")[1].text)
    assert "bob takes over Germany." in text
    report = told("".join(mail.text for mail in table.mails("ann", "turn")))
    assert (
        "Attack 3, by bob on Cable TV: the need is 6, the dice show 3 and 2. It succeeds." in report
    )
    bobs = told("".join(mail.text for mail in table.mails("bob", "turn")))
    assert "Your line 2 was refused." in bobs
    assert "Your line 2" not in report + text, "what bob tried is his own affair"


def test_standing_orders_are_kept_apart_and_taken_back(table: Table) -> None:
    write(table, "ann", "GUARD ALL UNTIL 5\nDECLARE NEVER")
    write(table, "ann", "GUARD ALL UNTIL 4 ALL IN\nSTATUS")
    status = told(table.mails("ann", "status")[-1].text)
    assert "1: DECLARE NEVER 2: GUARD ALL UNTIL 4 ALL IN" in status
    write(table, "ann", "CANCEL ORDER 1\nSTATUS")
    status = told(table.mails("ann", "status")[-1].text)
    assert "1: GUARD ALL UNTIL 4 ALL IN" in status and "NEVER" not in status


def test_an_order_may_wait_for_what_happens(table: Table) -> None:
    begun(table)
    answer = write(table, "ann", "WHEN bob ATTACKS ME: DEFEND UNTIL 3\nWHEN the moon IS FULL: PASS")
    assert "OK WHEN bob ATTACKS ME: DEFEND UNTIL 3" in answer
    assert "WHEN the moon IS FULL is not something to wait for" in answer
    write(table, "ann", "WHEN bob'S TURN BEGINS: EXPOSE Jihad\nSTATUS")
    status = told(table.mails("ann", "status")[-1].text)
    assert "1: WHEN bob ATTACKS ME: DEFEND UNTIL 3 2: WHEN bob'S TURN BEGINS: EXPOSE" in status


def test_an_offer_is_made_and_accepted_as_its_letters_are_read(table: Table) -> None:
    begun(table)
    assert "DONE OFFER ann Infobahn FOR Jihad" in write(
        table, "bob", "OFFER ann Infobahn FOR Jihad"
    )
    assert "bob offers you Infobahn for Jihad" in told(table.mails("ann", "news")[-1].text)
    # A rival's deeds wait while a turn begins (I31.13); his refusals need no turn.
    answer = write(table, "ann", "ACCEPT 1")
    assert "REFUSED ACCEPT 1" in answer and "(I5.4)" in answer
    assert "REFUSED" in write(table, "bob", "OFFER ann Jihad FOR Jihad")


def test_an_answer_where_nothing_is_asked_is_refused(table: Table) -> None:
    begun(table)
    assert "REFUSED AID WITH Trekkies" in write(table, "ann", "AID WITH Trekkies")


def test_whoever_resigns_says_so_twice(table: Table) -> None:
    answer = write(table, "ann", "RESIGN")
    code = answer.partition("send: RESIGN ")[2].split()[0]
    assert "you leave this game on" in write(table, "ann", f"RESIGN {code}")


def test_any_card_is_told(table: Table) -> None:
    write(table, "ann", "CARD hoax")
    card = told(table.mails("ann", "card")[-1].text)
    assert "Hoax!" in card and "Action and Discard" in card and "I35.15" in card
    assert "no card is called" in write(table, "ann", "CARD xyzzy").lower()


def test_every_example_of_every_verb_is_read_and_told_as_it_is() -> None:
    for verb in VERBS:
        for example in verb.examples:
            # There are no players and no standing orders in a game of nobody.
            if re.search(r"\b(bob|ME|Illuminati|ORDER|STANDING)\b", example):
                continue
            read = read_order(example, NOBODY, "")
            again = format_order(TypedOrder(read.order, read.window))
            order = read_order(again, NOBODY, "")
            assert (order.order, order.window) == (read.order, read.window), example
            assert verb.kind != "standing" or isinstance(read.order, InwoPolicy)


def test_every_card_is_read_by_what_it_is_called_in_a_mail() -> None:
    for card in INWO_CARDS.values():
        read = read_order(f"DISCARD {label(card.id)}", NOBODY, "")
        assert read.order.card == card.id, card.name  # type: ignore[union-attr]


def test_every_reason_is_a_sentence_with_its_rule() -> None:
    reasons = [one for one in vars(rulings).values() if isinstance(one, Reason)]
    assert len(reasons) > 80
    assert {reason.code for reason in reasons} == set(REASON_TEXTS)
    for reason in reasons:
        text = reason_text((reason.code, reason.rule))
        assert text.endswith(f"({reason.rule}).") and text[0].isupper()


def test_options_are_words_and_told(table: Table) -> None:
    game = ruleset("inwo")
    options = game.options_from({"pace": "policies", "basic_goal": "8"})
    told_ = game.format_options(game.codec.encode_options(options))
    assert any("8 Groups" in line for line in told_)
    house = {"pace": "table", "hand_in_play": "true", "devastated_half": "last"}
    options = game.options_from(house)
    assert options.hand_in_play and not game.options_from({"hand_in_play": "false"}).hand_in_play
    assert {"I31.4", "I1.5", "I10.3"} <= {
        line.rpartition("(")[2].rstrip(").")
        for line in game.format_options(game.codec.encode_options(options))
    }
    refused = "pace is announce, table or policies|there are|from 5 to 30"
    for wrong in ({"pace": "fast"}, {"basic_goal": "99"}, {"colour": "red"}):
        with pytest.raises(ValueError, match=refused):
            game.options_from(wrong)


@pytest.mark.long
def test_turns_and_their_parts_can_be_undone(table: Table) -> None:
    begun(table)
    write(table, "bob", "ATTACK Cable TV FROM HAND WITH The Network\nREADY")
    go_on(table, 200)
    assert table.game().turn > 2
    turns = [(turn.number, turn.part) for turn in table.turns()]
    assert turns[:3] == [(1, 0), (1, 1), (1, 2)], "leads, the script, the window"
    line = "ROLLBACK TO TURN 1 PART 2 SAME DICE"
    (done,) = run_commands(table.service, table.game_id, line, OPERATOR)
    assert done.is_done, done.answer
    assert table.game().turn == 1
    assert "YOU ACT" in told(table.report("bob").text)


def test_a_line_may_wait_for_what_came_of_another(table: Table) -> None:
    begun(table)
    lines = "GUARD ALL UNTIL 3\nATTACK Cable TV FROM HAND WITH The Network\n"
    answer = write(table, "bob", f"{lines}IF 1 FAILS: DISCARD Hackers\nELSE DISCARD England")
    assert "2 OK IF 1 FAILS: DISCARD Hackers" in answer
    assert "3 OK IF NOT 1 FAILS: DISCARD England" in answer
    assert "1: ATTACK Cable TV FROM HAND WITH The Network 2: IF 1 FAILS" in answer
    assert "ASK" in write(table, "bob", "IF the moon IS FULL: KNOCK")


def test_nobody_has_more_than_sixty_triggers(table: Table) -> None:
    """I31.14, and a letter may hold many lines."""
    lines = [f"WHEN bob ATTACKS ME: DEFEND UNTIL {number}" for number in range(2, 64)]
    for at in range(0, 62, 31):
        answer = write(table, "ann", "\n".join(lines[at : at + 31]))
    assert "You have 60 WHEN orders on file" in answer
    write(table, "ann", "STATUS")
    status = told(table.mails("ann", "status")[-1].text)
    assert "DEFEND UNTIL 61" in status and "DEFEND UNTIL 62" not in status


def shown(table: Table, seat: str, line: str) -> str:
    """The mail that a word brings, whole."""
    write(table, seat, line)
    mail = table.mails(seat, "look")[-1]
    assert max(map(len, mail.text.split("\n"))) <= 72
    return told(mail.text)


@pytest.mark.long
def test_what_is_asked_for_is_shown(table: Table) -> None:
    begun(table)
    hand = shown(table, "bob", "HAND")
    assert "now: TAKEOVER Germany UNDER The Network" in hand
    assert "Hackers (Power 3, Resistance 4)" in hand
    assert "bob Power token res align The Network 8/8 - - -" in shown(table, "ann", "TABLE")
    assert "cat: 19 Plots and" in shown(table, "ann", "PILES cat")
    count = shown(table, "ann", "COUNT")
    assert "bob: 2 of 12 Groups" in count and "cat: 2 of 12 Groups" in count
    assert "No attack is open now." in shown(table, "ann", "SUM")
    write(table, "ann", "GUARD ALL UNTIL 4")
    assert "1: GUARD ALL UNTIL 4" in shown(table, "ann", "STANDING")


@pytest.mark.long
def test_an_order_is_tried_on_paper(table: Table) -> None:
    begun(table)
    tried = shown(table, "bob", "WHATIF ATTACK Cable TV FROM HAND WITH network")
    assert "ATTACK Cable TV FROM HAND WITH The Network: OK" in tried
    assert "Need 6 before answers, 42 %" in tried
    write(table, "bob", "STATUS")
    assert "On file: nothing yet." in told(table.mails("bob", "status")[-1].text)
    early = shown(table, "ann", "WHATIF ATTACK California WITH Trekkies")
    assert "Tried as if your turn had just begun." in early
    assert "Cable" not in early, "nobody learns what others hold"


def test_the_open_attack_is_summed_up(table: Table) -> None:
    begun(table)
    write(table, "bob", "ATTACK cable tv from hand with network\nREADY")
    table.sweep()
    told_sum = shown(table, "ann", "SUM 1")
    assert "bob attacks Cable TV from the hand with The Network to control it" in told_sum
    assert "The need as it stands 6 (42 %)" in told_sum


def test_rules_are_sent(table: Table) -> None:
    write(table, "ann", "RULES privilege\nRULES I4.7")
    sent = told(table.mails("ann", "rules")[-1].text)
    assert "I16.3 Anybody may play what ends privilege" in sent
    assert "I4.7 Until a player has ended his first turn" in sent


def test_a_card_is_shown_by_a_name_with_a_slip(table: Table) -> None:
    begun(table)
    for typed in ("trek", "trekkeis"):
        answer = write(table, "bob", f"CARD {typed}")
        assert f"Assumed: {typed} read as Trekkies." in answer
        assert "Media attackers have +4 to control it" in told(table.mails()[-1].text)


def test_an_order_within_a_sentence_is_named(table: Table) -> None:
    begun(table)
    answer = write(table, "bob", "I want to attack cable tv with the network")
    assert "is meant as an order, send: ATTACK Cable TV WITH The Network" in answer
    assert "write ATTACK" in write(table, "bob", "angreifen cable tv")
    below = write(table, "bob", "pass\n-- \nBob\nattack cable tv with the network")
    assert "Not read, because it is quoted or below a signature" in below


def test_a_line_with_a_number_changes_that_line_alone(table: Table) -> None:
    begun(table)
    write(table, "bob", "takeover germany\nattack cable tv with network")
    answer = write(table, "bob", "2: attack hackers with network")
    on_file = answer.partition("ON FILE")[2]
    assert "1: TAKEOVER Germany 2: ATTACK Hackers WITH The Network" in on_file
    assert "tokens left: Democrats and Germany" in answer
    answer = write(table, "bob", "1: none\n7: none")
    assert "1 REMOVED" in answer and "No line of this number was on file." in answer
    assert "TAKEOVER" not in answer.partition("ON FILE")[2]
    answer = write(table, "bob", "knock")
    assert "This replaces your script. Gone: 2: ATTACK Hackers WITH The Network." in answer
    assert (
        "2: ATTACK Hackers WITH The Network" in write(table, "bob", "undo").partition("ON FILE")[2]
    )


def test_lines_wait_for_a_turn_to_come(table: Table) -> None:
    begun(table)
    answer = write(
        table, "bob", "pass\nturn 4: draw group\nturn 4: knock\nrepeat: pass\nturn 5: pass"
    )
    assert "Turn 5 will not be yours as things stand. Yours are 1, 4, 7, 10 and so on." in answer
    ahead = answer.partition("ON FILE AHEAD")[2]
    assert "REPEAT: PASS TURN 4: 1: DRAW GROUP TURN 4: 2: KNOCK" in ahead
    answer = write(table, "bob", "turn 4: 2: none\nrepeat: none")
    assert "TURN 4: 1: DRAW GROUP Your REPEAT lines" in answer.partition("ON FILE AHEAD")[2]
    assert "3, 6, 9" in write(table, "ann", "turn 2: pass")


def test_leads_are_wished_for_in_any_words_and_told_if_no_deck_has_them(table: Table) -> None:
    """(I4.3.)"""
    answer = write(table, "ann", "lead mafia or california then trekkies")
    assert "WARNING LEAD The Mafia, California, Trekkies" in answer
    assert "The Mafia is not among the Groups you may lead with." in answer
    answer = write(table, "ann", "lead mafia")
    assert "Without another wish you lead with your strongest." in answer


def test_a_reminder_has_lines_that_answer_what_is_asked(table: Table) -> None:
    go_on(table, 40)
    (reminder,) = table.mails("ann", "reminder")
    assert "LEAD California, Canada, Empty Vee" in told(reminder.text)
    assert " PASS " not in told(reminder.text)


def test_a_preview_tells_the_moderator_all_in_sentences(table: Table) -> None:
    for lines in ("", "discard moonbase\nattack hackers with democrats"):
        if lines:
            begun(table)
            write(table, "bob", lines)
        (done,) = run_commands(table.service, table.game_id, "PREVIEW", OPERATOR)
        (mail,) = done.mails
        text = plain_text(mail.body)
        assert max(map(len, text.split("\n"))) <= 72
        assert "PREVIEW OF TURN 1" in text and "THE STORY" in text and "@" not in text
    assert "Turn 1, bob: 1: DISCARD Moonbase 2: ATTACK Hackers WITH Democrats" in told(text)
    assert "What is not carried out: 1: That card is not in your hand (I7.1)." in told(text)


def test_a_game_that_its_moderator_has_ended_is_over_in_every_answer(table: Table) -> None:
    begun(table)
    write(table, "bob", "attack hackers with democrats")
    (done,) = run_commands(table.service, table.game_id, "TERMINATE BECAUSE two left.", OPERATOR)
    assert done.is_done
    for seat, typed in (
        ("ann", "STATUS"),
        ("bob", "STATUS"),
        ("bob", "well played"),
        ("ann", "hi"),
    ):
        answer = write(table, seat, typed)
        for stale in ("On file", "ON FILE", "bob acts", "YOU ACT", "bob's turn", "A new letter"):
            assert stale not in answer, (typed, stale)
        assert "game is over" in answer.casefold().replace("| |", "")
    assert "the moderator ended it" in write(table, "ann", "STATUS").replace("| | ", "")


def test_a_standing_order_says_how_it_is_taken_back(table: Table) -> None:
    begun(table)
    stays = "A standing order: it stays on file until you send CANCEL ORDER"
    assert f"OPPOSE bob TAKING ANY Weird UNTIL 6 WITH Trekkies {stays} 1." in write(
        table, "ann", "OPPOSE bob TAKING ANY Weird UNTIL 6 WITH Trekkies"
    )
    both = write(table, "ann", "GUARD ALL UNTIL 3\nPASS")
    assert f"GUARD ALL UNTIL 3 {stays} 2." in both
    assert stays not in both.partition("PASS")[2]
    write(table, "ann", "CANCEL ORDER 1")
    assert "1: GUARD ALL UNTIL 3" in write(table, "ann", "STANDING")


def test_the_story_of_an_open_turn_goes_so_far(table: Table) -> None:
    begun(table)
    assert "THE STORY, turn 1 so far" in told(table.report("ann").text)
    write(table, "bob", "ATTACK Cable TV FROM HAND WITH The Network\nREADY")
    go_on(table, 1)
    asked = told(table.report("ann").text)
    assert "YOU ARE ASKED" in asked and "THE STORY, turn 1 so far" in asked
    go_on(table, 30)
    begins = [told(mail.text) for mail in table.mails("ann", "turn") if "TURN 2" in mail.text]
    assert "THE STORY, to the end of turn 1" in begins[0]
