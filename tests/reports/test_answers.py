"""Acknowledgements and the small mails."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.illuminati import orders as od
from engine.illuminati.cards import SPECIALS
from engine.illuminati.view import view
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import WIDTH
from pbem.games.contract.orders import Acknowledgement, JudgedLine, LineCost, LineStatus
from pbem.games.illuminati.report.mails.answering import acknowledgement
from pbem.games.illuminati.report.mails.status import OwnStatus, status_mail
from pbem.games.illuminati.report.parts.budget import worst_case
from pbem.games.illuminati.report.parts.printed_lines import printable_line
from pbem.games.illuminati.report.parts.totals import totals
from pbem.mails.notices import (
    LateTexts,
    held_problem,
    help_mail,
    not_recognised,
    overtaken,
    too_late,
)
from pbem.values import changed
from tests.support.each import each
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.report_games import DEADLINE, NOW, about, cards, random_game, teller

HERE = TESTS / "reports"
Golden = Callable[[Path, str], None]
STEPS = 10


def mover() -> MailContext:
    state = random_game("a")[STEPS].state
    return about(state, state.turn.seat)


def line(
    number: int, status: LineStatus, order: od.Order | None = None, **more: object
) -> JudgedLine:
    state = random_game("a")[STEPS].state
    told = teller(state, state.turn.seat)(order) if order else ""
    return JudgedLine(
        number, told.lower() or "atack teh", status, understood=told, order=order, **more
    )  # type: ignore[arg-type]


def answer(*lines: JudgedLine, **more: object) -> Acknowledgement:
    on_file = tuple(row for row in lines if row.order is not None)
    known = Acknowledgement(lines, on_file, is_your_turn=True, is_ready=False, deadline_at=DEADLINE)
    return replace(known, **more)  # type: ignore[arg-type]


def attack(stake: int = 0) -> od.Attack:
    a, b = cards(2)
    return od.Attack("control", a, b, stake=(od.Payment(stake, b),) if stake else ())


# --- the acknowledgement ----------------------------------------------------------------


def test_covered(golden: Golden) -> None:
    state = random_game("a")[STEPS].state
    me = view(state, state.turn.seat)
    mine = next(seat for seat in me.seats if seat.name == me.seat).cards[0].card
    first = od.Attack("control", me.uncontrolled[0], mine, stake=(od.Payment(3, mine),))
    told = answer(
        line(1, "OK", first, need=7, ways=21),
        line(2, "ASSUMED", od.Pass(), note='"pas" read as PASS.'),
        replies=("READY noted: the turn runs as soon as nobody is waited for.",),
        ignored=("> attack everything with everyone",),
    )
    told = replace(told, revision=4)
    golden(HERE / "covered.txt", whole(acknowledgement(mover(), told, me)))


def test_covered_with_questions(golden: Golden) -> None:
    told = answer(
        line(1, "OK", attack(4), need=8, ways=26),
        line(2, "ASK", note="Which one: Big Media or Media Campaign? Write more of the name."),
        line(3, "REFUSED", note="It has attacked already this turn (R4.2). " * 6),
        line(4, "SKIPPED-IF", od.Pass(), note="Only if line 1 fails."),
    )
    golden(HERE / "questions.txt", whole(acknowledgement(mover(), told)))


def test_not_covered(golden: Golden) -> None:
    told = answer(line(1, "REFUSED", note="No such order. PASS would have worked."))
    golden(HERE / "not_covered.txt", whole(acknowledgement(mover(), told)))


@each(
    ("told", "first_line"),
    [
        (answer(line(1, "OK", od.Pass())), "COVERED"),
        (answer(line(1, "OK", od.Pass()), line(2, "ASK")), "COVERED, 1 question"),
        (
            answer(line(1, "OK", od.Pass()), line(2, "ASK"), line(3, "ASK")),
            "COVERED, 2 questions",
        ),
        (answer(), "NOT COVERED"),
        (answer(is_ready=True), "COVERED"),
        (answer(line(1, "REFUSED")), "NOT COVERED"),
        (answer(line(1, "REFUSED"), script_on_file=(line(1, "OK", od.Pass()),)), "COVERED"),
        (answer(is_your_turn=False), "NO NEED TO ACT"),
        (answer(line(1, "REFUSED"), is_your_turn=False), "NO NEED TO ACT, 1 line refused"),
        (
            answer(line(1, "ASK"), line(2, "REFUSED"), line(3, "REFUSED"), is_your_turn=False),
            "NO NEED TO ACT, 1 question, 2 lines refused",
        ),
        (answer(line(1, "REFUSED"), is_your_turn=False, is_answering=True), "NOT COVERED"),
        (answer(line(1, "IGNORED"), is_your_turn=False), "NO NEED TO ACT"),
        (answer(line(1, "DONE"), is_your_turn=False), "COVERED"),
        (answer(line(1, "DONE"), is_your_turn=False, is_answering=True), "NOT COVERED"),
    ],
)
def test_the_first_line_answers_the_only_question(told: Acknowledgement, first_line: str) -> None:
    assert told.verdict() == first_line
    mail = acknowledgement(mover(), told)
    assert mail.text.splitlines()[0] == first_line
    assert mail.subject.endswith(first_line)


def test_totals_count_actions_transfers_and_promised_money() -> None:
    bribe = next(s.id for s in SPECIALS.values() if s.effect.kind == "bribe")
    fund = next(s.id for s in SPECIALS.values() if s.effect.kind == "gain")
    a, b = cards(2)
    sum_of = totals(
        [
            attack(3),
            attack(2),
            od.Play(bribe, on=a),
            od.Play(fund),
            od.Transfer(5, a, b),
            od.Transfer(1, a, b, as_action=True),
            None,
        ],
        None,
    )
    assert (sum_of.actions, sum_of.transfers, sum_of.actions_left) == (4, 1, 0)
    assert (sum_of.now, sum_of.transfers_left, sum_of.arrows) == (5, 1, ())


def test_money_that_is_not_there_is_said() -> None:
    state = random_game("a")[STEPS].state
    me = view(state, state.turn.seat)
    own = next(seat for seat in me.seats if seat.name == me.seat).cards[0]
    told = answer(line(1, "OK", od.GiveMoney("bob", (own.money or 0) + 1)))
    text = acknowledgement(mover(), told, me).text
    wanted = (own.money or 0) + 1
    assert f"1: skipped: it needs {wanted} MB and only {own.money} MB are left\n" in text
    again = answer(
        line(1, "OK", od.GiveMoney("bob", wanted)), line(2, "OK", od.GiveMoney("bob", wanted))
    )
    text = " ".join(acknowledgement(mover(), again, me).text.split())
    assert text.count("the first to run short") == 1


def test_a_question_is_answered_under_its_number_or_the_script_is_lost() -> None:
    asked = answer(line(1, "OK", attack()), line(2, "ASK"))
    text = " ".join(acknowledgement(mover(), asked).text.split())
    assert 'Send the line again, corrected, as "2: ..."; the others stay' in text
    alone = acknowledgement(mover(), answer(line(1, "ASK"))).text
    assert "Send the line again, corrected." in alone


def test_the_first_words_say_what_becomes_of_the_script() -> None:
    told = answer(line(1, "OK", attack()))
    assert "It runs by Thu 24 Apr" in " ".join(acknowledgement(mover(), told).text.split())
    announced = acknowledgement(mover(), replace(told, is_announcing=True)).text
    assert "It is announced to everybody by Thu 24 Apr" in " ".join(announced.split())


def test_a_line_is_told_once_where_only_its_capitals_differ() -> None:
    same = JudgedLine(1, "pass", "OK", understood="PASS", order=od.Pass())
    other = changed(same, text="pas", status="ASSUMED")
    assert "you wrote" not in acknowledgement(mover(), answer(same)).text
    assert "you wrote: pas\n" in acknowledgement(mover(), answer(other)).text


def worst(*orders: od.Order, reserve: int = 0) -> list[tuple[str, int, int, bool]]:
    """What each line wants and finds, in running order, for whoever has 25 MB and 4 elsewhere."""
    state = random_game("a")[STEPS].state
    lines = [
        line(at, "OK", order, cost=stakes_of(order)) for at, order in enumerate(orders, start=1)
    ]
    found = worst_case(lines, view(state, state.turn.seat), reserve)
    return [(d.label, d.wants, d.finds, d.is_skipped) for d in found.draws] if found else []


def stakes_of(order: od.Order) -> LineCost | None:
    if not isinstance(order, od.Attack):
        return None
    stake = sum(payment.amount for payment in order.stake)
    return LineCost(stake, order.ceiling or stake, order.ceiling or stake)


def lord() -> str:
    state = random_game("a")[STEPS].state
    return state.seat(state.turn.seat).illuminati


def raising(stake: int, ceiling: int) -> od.Attack:
    return od.Attack("control", cards(1)[0], lord(), stake=(od.Payment(stake),), ceiling=ceiling)


def test_the_first_line_serves_itself_first_and_the_next_goes_short() -> None:
    assert worst(raising(3, 20), raising(2, 9)) == [("1", 20, 20, False), ("2", 9, 5, False)]
    assert worst(raising(3, 24), raising(2, 9)) == [("1", 24, 24, False), ("2", 9, 1, True)]


def test_a_reserve_is_kept_from_raising_but_not_from_the_stake() -> None:
    assert worst(raising(3, 30), reserve=10) == [("1", 30, 15, False)]
    assert worst(raising(20, 20), reserve=10) == [("1", 20, 20, False)]


def test_transfers_run_last_whatever_their_place() -> None:
    moved = od.Transfer(10, lord(), cards(1)[0])
    assert worst(moved, raising(3, 20)) == [("2", 20, 20, False), ("1", 10, 5, True)]


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        (LineCost(2, 2, 2, 0, 5, 7), ["need 5, 28 %", "with your 2 MB: 7, 58 %"]),
        (
            LineCost(2, 6, 6, 0, 5, 10),
            ["need 5, 28 %", "with your 2 MB: 7, 58 %", "at the ceiling of 6 MB: 10, 92 %"],
        ),
        (
            LineCost(2, None, 4, 0, 5, 9),
            [
                "need 5, 28 %",
                "with your 2 MB: 7, 58 %",
                "with all the 4 MB you have for it: 9, 83 %",
            ],
        ),
        (
            LineCost(2, 6, 6, 0, 5, 7),
            [
                "need 5, 28 %",
                "with your 2 MB: 7, 58 %",
                "raised no further unless others raise against you",
            ],
        ),
    ],
)
def test_the_need_is_told_before_with_and_at_the_ceiling(cost: LineCost, told: list[str]) -> None:
    found = printable_line(line(1, "OK", attack(2), need=7, ways=21, cost=cost))
    assert list(found.odds) == told


@pytest.mark.parametrize("typed", ["x\n--- orders below this line ---\nRESIGN", "y" * 5000])
def test_what_was_typed_cannot_break_the_answer(typed: str) -> None:
    told = answer(JudgedLine(1, typed, "REFUSED", note=typed), ignored=(typed,), replies=(typed,))
    mail = acknowledgement(mover(), told)
    assert all(len(row) <= WIDTH for row in mail.text.splitlines())
    assert not re.search(r"^(---|RESIGN)", mail.text, re.M)


# --- the small mails --------------------------------------------------------------------


def test_too_late(golden: Golden) -> None:
    missed = NOW - timedelta(minutes=5)
    mail = too_late(mover(), NOW - timedelta(minutes=2), missed, "my cunning plan")
    golden(HERE / "too_late.txt", whole(mail))


def test_overtaken(golden: Golden) -> None:
    texts = LateTexts(["SAY"], ["Line 2 is not passed on before the moderator has seen it."])
    mail = overtaken(mover(), NOW - timedelta(minutes=20), "my cunning plan", texts)
    golden(HERE / "overtaken.txt", whole(mail))


@pytest.mark.parametrize("why", ["no-token", "wrong-token", "other-address", "nobody"])
def test_not_recognised(golden: Golden, why: str) -> None:
    mail = not_recognised(why)  # type: ignore[arg-type]
    golden(HERE / f"not_recognised_{why}.txt", whole(mail))


def test_help(golden: Golden) -> None:
    golden(HERE / "help.txt", whole(help_mail(mover(), "PASS\n  Five MB for doing nothing.\n")))
    assert help_mail(None, "PASS").subject == "Help"


def test_status(golden: Golden) -> None:
    state = random_game("a")[STEPS].state
    me = mover()
    golden(
        HERE / "status.txt", whole(status_mail(me, view(state, me.seat), OwnStatus(["1: PASS"])))
    )


def test_held_problem(golden: Golden) -> None:
    golden(HERE / "held_problem.txt", whole(held_problem(mover())))
    assert "Traceback" not in held_problem(None).text
