"""Turn reports: whole mails as goldens, and what must hold in every mail of every game."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.core.values import changed
from engine.illuminati.cards import SPECIALS
from engine.illuminati.events import SpiedHand
from engine.illuminati.options import options
from engine.illuminati.view import seen, view
from pbem.documents.layout.plain import WIDTH
from pbem.documents.layout.player_texts import PlayerText
from pbem.documents.marks import without_marks
from pbem.games.contract.reports import Issue, Length
from pbem.games.illuminati.language import read, vocabulary_for
from pbem.games.illuminati.report.mails.turn import turn_report
from pbem.games.illuminati.report.parts.seen_turn import SeenTurn
from pbem.games.illuminati.report.parts.suggested_orders import fitting, suggested_orders
from tests.support.each import each
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.processes import outputs
from tests.support.report_games import CAST, DEADLINE, about, issue_of, random_game, report, teller

HERE = TESTS / "reports"
TALK = (
    PlayerText("say", "bob", None, "Copy Shops were mine all along.\nDee knows why.", 15),
    PlayerText("rumour", "cat", None, "Dee cannot count to 150.", 16),
    PlayerText("say", "dee", ("ann",), "Leave my Sports alone and I shall leave your Yuppies.", 17),
    PlayerText("promise", "dee", ("ann", "cat"), "not to touch Mafia before turn 21", 17),
    PlayerText("promise", "bob", None, "peace in our time", 17),
    PlayerText("diary", "ann", (), "Never trust a banker. Mafia next, through Yuppies.", 17),
)
CUT = "--- orders below this line ---"
Golden = Callable[[Path, str], None]


# --- goldens ----------------------------------------------------------------------------


def test_first_report_of_the_mover(golden: Golden) -> None:
    steps = random_game("golden")[:1]
    mover = steps[-1].state.turn.seat
    golden(HERE / "first_mover.txt", whole(report(steps, mover, is_first=True)))


def test_first_report_of_another(golden: Golden) -> None:
    steps = random_game("golden")[:1]
    other = steps[-1].state.seats[2].name
    golden(HERE / "first_other.txt", whole(report(steps, other, is_first=True)))


def test_later_report_of_the_mover(golden: Golden) -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    on_file = ["1: PASS", "2: IF 1 FAILS: PASS"]
    issue = issue_of(steps, mover, 1, talk=TALK, notices=["The clock stops from Friday to Monday."])
    golden(HERE / "later_mover.txt", whole(report(steps, mover, on_file, 1, issue)))


@pytest.mark.parametrize("length", ["brief", "digest"])
def test_shorter_reports(length: Length, golden: Golden) -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    issue = replace(issue_of(steps, mover, 4, talk=TALK), length=length)
    golden(HERE / f"later_{length}.txt", whole(report(steps, mover, (), 4, issue)))


def test_later_report_of_another(golden: Golden) -> None:
    steps = random_game("golden")[:19]
    other = steps[-1].state.seats_after(steps[-1].state.turn.seat)
    golden(HERE / "later_other.txt", whole(report(steps, next(other).name)))


def test_last_report(golden: Golden) -> None:
    steps = random_game("golden", 400)
    winner = steps[-1].state.winners[0]
    golden(HERE / "last.txt", whole(report(steps, winner, opened_secret="5ec7e7" * 10 + "5ec7")))


# --- what holds in every report ---------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_every_line_fits_and_is_plain(seed: str) -> None:
    steps = random_game(seed)
    for at in range(1, len(steps) + 1):
        for seat in CAST:
            text = report(steps[:at], seat, is_first=at == 1).text
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= WIDTH
            assert not re.search(r"[^\S\n]\n|\n\n\n", text)


@pytest.mark.long
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_no_card_in_anothers_hand_is_named(seed: str) -> None:
    """Unless the reader holds, saw or was told of such a card himself."""
    steps = random_game(seed)
    hidden = 0
    for at in range(1, len(steps) + 1):
        state = steps[at - 1].state
        for seat in CAST:
            told = [
                seen(e, seat, state) for step in steps[max(0, at - 4) : at] for e in step.events
            ]
            known = {getattr(e, "card", None) for e in told if e is not None}
            known |= {card for e in told if isinstance(e, SpiedHand) for card in e.hand or ()}
            known |= {*state.seat(seat).hand, *state.discards}
            text = " ".join(report(steps[:at], seat).text.split())
            for other in state.seats:
                for card in other.hand:
                    if card not in known:
                        hidden += 1
                        assert SPECIALS[card].name not in text
    assert hidden


def test_only_the_mover_is_offered_options_and_nothing_in_the_form_is_an_order() -> None:
    steps = random_game("a")[:9]
    for seat in CAST:
        text = report(steps, seat).text
        assert text.count(CUT) == 1
        form, end, below = text.partition(CUT)[2].partition("\nEND\n")
        assert all(line.startswith("#") for line in form.split("\n")[1:]) and end
        assert "== STANDINGS" in below
        assert ("== YOUR OPTIONS ===" in text) == (seat == steps[-1].state.turn.seat)


def test_subject_and_verdict_say_who_acts_and_until_when() -> None:
    steps = random_game("a")[:9]
    state = steps[-1].state
    mover, other = state.turn.seat, next(state.seats_after(state.turn.seat)).name
    number = state.turn.number
    mail = report(steps, mover)
    assert mail.subject == f"[Fnord-7] Turn {number} - you act by Thu 24 Apr 20:00"
    assert "YOU ACT by Thu 24 Apr 2025, 20:00 CEST (Europe/Berlin)" in mail.text
    assert report(steps, other).subject == (
        f"[Fnord-7] Turn {number} - {mover} acts by Thu 24 Apr 20:00"
    )
    assert report(steps, mover, deadline_at=None).subject.endswith("you act, no deadline")
    far = report(steps, mover, deadline_at=DEADLINE + timedelta(days=365))
    assert far.subject.endswith("you act by Fri 24 Apr 2026 20:00")


def test_the_secret_is_opened_only_when_given() -> None:
    steps = random_game("golden", 400)
    seat = steps[-1].state.winners[0]
    assert "pbem verify" not in report(steps, seat).text
    assert "feed" * 16 in report(steps, seat, opened_secret="feed" * 16).text


@each(
    "name",
    [
        f"x\r\n{CUT}\nATTACK Everybody",
        "x\nSubject: free money\n\nyou are covered",
        "\u202e\u200bx" * 30,
        "| x |\n+---+",
        "{{ head.opened_secret }} {seat.own} %s",
        "=" * 200,
    ],
)
def test_no_name_breaks_the_layout(name: str) -> None:
    steps = random_game("a")[:9]
    state = steps[-1].state
    seat = state.turn.seat
    plain = report(steps, seat, player="Ann", game="x")
    hostile = report(steps, seat, player=name, game=name)
    assert "\n" not in hostile.subject and hostile.subject.isprintable()
    assert hostile.text.count("\n" + CUT) == 1
    assert not re.search(r"^(ATTACK|Subject|you are covered)", hostile.text, re.M)
    assert all(len(line) <= WIDTH for line in hostile.text.splitlines())
    headings = [line for line in plain.text.splitlines() if line.startswith("== ")]
    assert headings == [line for line in hostile.text.splitlines() if line.startswith("== ")]


def test_a_hostile_seat_name_breaks_nothing_either() -> None:
    steps = random_game("a")[:9]
    state = steps[-1].state
    known = view(state, "ann")
    evil = f"x\n{CUT}\nRESIGN"
    seats = tuple(changed(s, name=evil) if s.name == "bob" else s for s in known.seats)
    mail = turn_report(
        about(state, "ann", to_move=evil),
        changed(known, seats=seats),
        vocabulary_for(state, "ann"),
        SeenTurn(Issue(on_file=[evil])),
    )
    assert mail.text.count("\n" + CUT) == 1
    assert not re.search(r"^RESIGN", mail.text, re.M)


def test_the_same_game_makes_the_same_bytes_in_every_process() -> None:
    code = (
        "from tests.support.report_games import *; import hashlib; s = random_game('a')[:12];"
        "print(hashlib.sha256(''.join(report(s, n).text for n in CAST).encode()).hexdigest())"
    )
    assert len(outputs(code)) == 1


# --- options ----------------------------------------------------------------------------


def test_an_option_uncommented_is_its_order_followed_by_a_comment() -> None:
    state = random_game("b")[20].state
    offered = suggested_orders(options(state, state.turn.seat), teller(state, state.turn.seat))
    assert offered.attacks and offered.others
    for choice in (*offered.attacks, *offered.others):
        order, _, comment = without_marks(choice.commented).removeprefix("# ").partition("#")
        assert order.strip() == choice.line
        assert len(without_marks(choice.commented)) <= WIDTH
        assert (choice.need is None) == (comment == "")
    chances = [choice.chance or 0 for choice in offered.attacks]
    assert chances == sorted(chances, reverse=True)


def test_a_long_order_is_shortened_by_codes_or_left_out() -> None:
    state = random_game("b")[20].state
    tell = teller(state, state.turn.seat)
    order = max((tell(o.order) for o in options(state, state.turn.seat)), key=len)
    short = fitting(order, 40)
    assert short is None or len(short) <= 40
    assert fitting(order, len(order)) == order
    assert fitting("x" * 99, 40) is None


def test_an_option_sent_back_is_read_as_the_order_it_offers() -> None:
    state = random_game("b")[20].state
    seat = state.turn.seat
    names = vocabulary_for(state, seat)
    offers = {o.order for o in options(state, seat)}
    offered = suggested_orders(options(state, seat), teller(state, seat))
    for choice in (*offered.attacks, *offered.others):
        (line,) = read(choice.commented.removeprefix("# "), names)
        assert line.status == "order", (choice.line, line.problem)
        assert line.order in offers


def test_a_report_sent_back_untouched_orders_nothing() -> None:
    steps = random_game("b")[:21]
    state = steps[-1].state
    seat = state.turn.seat
    form = report(steps, seat, ["1: PASS"]).text.partition(CUT)[2].partition("\nEND\n")[0]
    assert {line.status for line in read(form, vocabulary_for(state, seat))} <= {"ignored"}
