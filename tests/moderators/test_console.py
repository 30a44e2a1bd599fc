"""The console's pages: what a moderator sees of a game, and commands as forms."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from sqlmodel import select

from engine.core.values import changed
from engine.illuminati.state import State
from pbem.database import Database
from pbem.games.illuminati.codec import encode_state
from pbem.games.illuminati.edit_forms import EDITS
from pbem.games.illuminati.position import read_position
from pbem.grammar.commands import MODERATORS, Command, read_commands
from pbem.grammar.game_settings import GameSettings
from pbem.models import (
    BAD,
    FINISHED,
    Act,
    Address,
    Game,
    Letter,
    Moderator,
    Outbox,
    Person,
    Seat,
    Sitter,
    key_of,
)
from pbem.service.arriving.intake import accept
from pbem.service.codes import hide_secrets
from pbem.service.console.access import PAGE, games_of
from pbem.service.console.edits import MOST_SHOWN, differences
from pbem.service.console.letters import HIDDEN
from pbem.service.console.outbox import WITHHELD
from pbem.service.game_settings import save_game_settings
from pbem.settings import Settings
from pbem.web.console_game import all_forms, commands_in, forms_for, line_of, needs_confirmation
from tests.support.console_visits import MO, Visitor, add_moderator, moderated_table, visitor
from tests.support.each import each
from tests.support.rows import add_game, add_mail
from tests.support.service_rows import CAST, FNORD, NOON, Table, letter_text, new_table

EVIL = "<script>alert(1)</script>\"'&"


@pytest.fixture
def mo(quick: Table) -> Visitor:
    """A moderator who has come in."""
    visiting = visitor(quick)
    visiting.enter(MO)
    return visiting


def blind(table: Table) -> None:
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        save_game_settings(game, GameSettings(blind=True))
        session.add(game)


def acts(table: Table) -> list[Act]:
    with table.database.read() as session:
        return list(session.exec(select(Act).order_by(Act.number)).all())  # type: ignore[arg-type]


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


FORMS = tuple(all_forms())


# --- looking ------------------------------------------------------------------------------


def test_the_list_tells_clocks_and_who_is_waited_for(table: Table) -> None:
    mo = visitor(table)
    page = text_of(mo.enter(MO))
    assert "Turn 5, ann to move" in page
    assert "Tue 24 Nov 2026, 12:00 UTC , 3 days left" in page
    assert "Waiting for: ann." in page
    table.send("ann", "PASS")
    assert "1 unread letter " in text_of(mo.get("/console/"))


def test_only_his_own_games_are_listed(table: Table) -> None:
    other = new_table(table.database, table.service.settings, name="Other", seed=9)
    mo = visitor(table)
    assert "Other" not in mo.enter(MO)
    for path in ("", "/letters", "/outbox", "/filed", "/log"):
        mo.get(f"/console/game/{other.game_id}{path}")
        assert mo.code == 404
    mo.get("/console/")
    mo.post(f"/console/game/{other.game_id}/do", line="EXTEND 24h")
    assert mo.code == 404
    assert acts(other) == []


def test_an_operator_sees_all_games_page_by_page(table: Table) -> None:
    with table.database.write() as session:
        numbers = [add_game(session, f"game-{n:02}", phase=FINISHED) for n in range(PAGE)]
    player = add_moderator(table.database, table.service.settings, "op@example.org", None)
    first = games_of(table.service, player)
    assert len(first.rows) == PAGE and first.older is not None
    second = games_of(table.service, player, first.older)
    assert second.older is None
    assert {row.id for row in (*first.rows, *second.rows)} == {table.game_id, *numbers}
    op = visitor(table)
    assert "Older ones" in op.enter("op@example.org")
    assert "Older ones" not in op.get(f"/console/?before={first.older}")


@pytest.mark.long
@pytest.mark.parametrize("before", ["0", "-5", "x", "9" * 40, ""])
def test_any_number_below_which_to_look(mo: Visitor, quick: Table, before: str) -> None:
    for path in ("", f"game/{quick.game_id}/letters", f"game/{quick.game_id}/log"):
        mo.get(f"/console/{path}?before={before}")
        assert mo.code == 200


@pytest.mark.parametrize("path", ["game/999", "game/99999999999999999999", "game/1/letters/77"])
def test_what_is_not_there(mo: Visitor, path: str) -> None:
    mo.get(f"/console/{path}")
    assert mo.code == 404


def test_a_game_tells_its_clock_seats_and_moderators(mo: Visitor, quick: Table) -> None:
    with quick.database.write() as session:
        seat = session.exec(select(Seat).where(Seat.name == "bob")).one()
        seat.late_turns, seat.misses = [2, 2, 5], [False, True]
        session.add(seat)
        bob = session.exec(select(Address).where(Address.email == "bob@example.org")).one()
        bob.state, bob.why = "bad", "550"
        session.add(bob)
    page = text_of(mo.get(f"/console/game/{quick.game_id}"))
    assert "Deadline: Tue 24 Nov 2026, 12:00 UTC , 3 days left." in page
    assert "mail to bob@example.org comes back" in page
    assert "Moderators: Mo &lt;mo@example.org&gt;." in page
    assert "1 of 2 3" in page
    assert "script next 72h" in page


def test_names_with_html_in_them_are_escaped(mo: Visitor, quick: Table) -> None:
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        game.name = EVIL
        session.add(game)
    quick.read(quick.send("ann", f"{EVIL}\nPASS"))
    with quick.database.write() as session:
        for row in session.exec(select(Letter)).all():
            row.note = row.mail_from = EVIL
            session.add(row)
        for mail in session.exec(select(Outbox)).all():
            mail.subject = mail.error = mail.body = EVIL
            session.add(mail)
        session.add(
            Act(
                **{"game_id": quick.game_id, "number": 1, "at": NOON, "by": EVIL, "turn": 5},
                **{
                    "verb": "NOTICE",
                    "command": EVIL,
                    "said": EVIL,
                    "why": EVIL,
                    "before": {"x": EVIL},
                },
            )
        )
    base = f"/console/game/{quick.game_id}"
    paths = ["/console/", base, *(f"{base}/{n}" for n in ("letters", "outbox", "filed", "log"))]
    for path in [*paths, f"{base}/letters/1", f"{base}/outbox/1", f"{base}/log/1"]:
        page = mo.get(path)
        assert mo.code == 200
        assert "<script>" not in page and page.count("<script ") == 1, path
    page = mo.do(quick.game_id, form="notice", text="", line=EVIL, why=EVIL)
    assert "<script>" not in page


def test_pages_need_nothing_their_policy_forbids(mo: Visitor, quick: Table) -> None:
    quick.read(quick.send("ann", "PASS"))
    base = f"/console/game/{quick.game_id}"
    for path in ("/console/", "/console/help", base, f"{base}/letters/1", f"{base}/outbox"):
        page = mo.get(path)
        assert not re.search(
            r"<script(?! src=.\S+ defer></script>)|<style|\sstyle=|\son\w+=|javascript:", page
        )
        assert 'name="viewport"' in page


# --- commands -----------------------------------------------------------------------------


def test_a_form_is_one_command(table: Table) -> None:
    mo = visitor(table)
    mo.enter(MO)
    before = table.game().deadline_at
    assert before is not None
    page = mo.do(table.game_id, form="extend", when="24h", why="bob is ill")
    assert mo.code == 200 and "EXTEND" in page
    assert table.game().deadline_at == before + timedelta(hours=24)
    act = acts(table)[-1]
    assert (act.verb, act.why, act.by) == ("EXTEND", "bob is ill", "Mo")
    log = text_of(mo.get(f"/console/game/{table.game_id}/log"))
    assert "EXTEND" in log and "BECAUSE bob is ill" in log and "Mo, turn 5" in log
    assert "<2026" not in log, "moments are on his clock"


def test_the_same_form_sent_twice_does_it_once(mo: Visitor, quick: Table) -> None:
    mo.do(quick.game_id, form="extend", when="24h")
    once, shown = quick.game().deadline_at, mo.version
    mo.get(f"/console/game/{quick.game_id}")
    fields = {"form": "extend", "when": "24h", "version": str(int(mo.version) - 1)}
    answer = mo.send(f"/console/game/{quick.game_id}/do", fields)
    assert answer.status_code == 409
    assert shown == "", "the page of what was done has no form that could be sent again"
    assert quick.game().deadline_at == once


def test_what_has_changed_meanwhile_is_shown_and_what_was_typed_is_kept(
    mo: Visitor, quick: Table
) -> None:
    mo.get(f"/console/game/{quick.game_id}")
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        game.version += 1
        session.add(game)
    page = mo.post(
        f"/console/game/{quick.game_id}/do", form="extend", when="36h", why='"bob" is ill'
    )
    assert mo.code == 409
    assert "The game has changed meanwhile" in page
    assert 'value="36h"' in page and "&#34;bob&#34; is ill" in page
    assert mo.version == str(quick.game().version), "sent again it counts"
    mo.post(f"/console/game/{quick.game_id}/do", form="extend", when="36h")
    assert mo.code == 200


def test_a_refusal_says_why_and_keeps_what_was_typed(mo: Visitor, quick: Table) -> None:
    page = mo.do(quick.game_id, line="EXTEND yesterweek")
    assert mo.code == 422
    assert 'role="alert"' in page and "EXTEND yesterweek</textarea>" in page
    assert acts(quick) == []


@pytest.mark.long
@pytest.mark.parametrize("line", ["", " \n ", "hello", "# nothing", "x" * 60_000, "\0", "é" * 900])
def test_what_is_no_command_is_answered(mo: Visitor, quick: Table, line: str) -> None:
    mo.do(quick.game_id, line=line)
    assert mo.code in (200, 422)
    assert acts(quick) == []


@pytest.mark.long
@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "²"])
def test_a_version_that_is_none_is_another_one(mo: Visitor, quick: Table, version: str) -> None:
    mo.get(f"/console/game/{quick.game_id}")
    answer = mo.send(
        f"/console/game/{quick.game_id}/do", {"line": "EXTEND 24h", "version": version}
    )
    assert answer.status_code == 409
    assert acts(quick) == []


def test_what_cannot_be_taken_back_is_asked_about_first(mo: Visitor, quick: Table) -> None:
    before = quick.game().deadline_at
    page = text_of(mo.do(quick.game_id, form="shorten", when="24h", why="all have\r\nanswered"))
    assert "SHORTEN 24h BECAUSE all have answered" in page
    assert MODERATORS["SHORTEN"].about in page
    assert quick.game().deadline_at == before and acts(quick) == []
    mo.sure(quick.game_id)
    assert mo.code == 200
    assert [act.verb for act in acts(quick)] == ["SHORTEN"]


def test_between_the_two_pages_the_game_may_change(mo: Visitor, quick: Table) -> None:
    mo.do(quick.game_id, line="SHORTEN 24h")
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        game.version += 1
        session.add(game)
    page = mo.sure(quick.game_id)
    assert mo.code == 409 and "SHORTEN 24h</textarea>" in page
    assert acts(quick) == []


def test_several_lines_are_several_commands(mo: Visitor, quick: Table) -> None:
    page = mo.do(quick.game_id, line="EXTEND 24h\r\nNOTICE Hello all\r\n")
    assert mo.code == 200, page
    assert [act.verb for act in acts(quick)] == ["EXTEND", "NOTICE"]


def test_the_help_is_that_of_the_commands(mo: Visitor) -> None:
    page = text_of(mo.get("/console/help"))
    for verb in MODERATORS.rows:
        assert verb.name in page
    assert "The same: " in mo.get("/console/help?verb=EXTEND")
    assert mo.get("/console/help?verb=" + "x" * 999)


# --- forms and lines ----------------------------------------------------------------------

TYPED = {
    "when": "24h",
    "why": "bob is ill",
    "key": "SCRIPT NEXT",
    "own": "ZONE",
    "value": "3d",
    "seat": "bob",
    "turn": "5",
    "number": "7",
    "address": "eve@example.org",
    "named": "Eve",
    "dice": "yes",
    "text": "one\n\ntwo",
    "what": "MONEY OF Mafia 7",
}


@each("form", FORMS, ids=lambda form: form.id)
def test_every_form_builds_a_line_that_is_its_command(form: object) -> None:
    assert form in FORMS
    for typed in (TYPED, TYPED | {"why": "x", "dice": "", "named": ""}):
        one = next(f for f in FORMS if f is form)
        (read,) = read_commands(line_of(one.id, typed).text)
        assert isinstance(read, Command), read
        assert read.verb == one.verb


@each("form", FORMS, ids=lambda form: form.id)
def test_a_field_that_is_needed_must_be_filled(form: object) -> None:
    one = next(f for f in FORMS if f is form)
    for field in one.fields:
        if field.is_needed:
            line, problem = line_of(one.id, TYPED | {field.name: " \n "})
            assert not line and "fill in" in problem


@each(
    ("form", "typed"),
    [
        ("extend", {"when": "24h\nTERMINATE BECAUSE x"}),
        ("extend", {"when": "24h", "why": "x\r\nTERMINATE BECAUSE y"}),
        ("notice", {"text": "hello\nEND\nTERMINATE BECAUSE y"}),
        ("notice", {"text": "hello\n\nTERMINATE BECAUSE y"}),
        ("become", {"seat": "bob", "text": "PASS\nEND\nEXTEND 3d"}),
        ("nonsense", {}),
        ("replace", {"seat": "bob", "address": "{seat}{0}"}),
    ],
)
def test_no_field_can_smuggle_in_a_command(form: str, typed: dict[str, str]) -> None:
    line, problem = line_of(form, typed)
    if problem:
        assert not line
        return
    found = read_commands(line)
    assert len(found) == 1
    verbs = [one.verb for one in found if isinstance(one, Command)]
    assert "TERMINATE" not in verbs


def test_braces_are_only_braces() -> None:
    line = line_of("extend", {"when": "{why} {0}", "why": "{when.__class__}"}).text
    assert line == "EXTEND {why} {0} BECAUSE {when.__class__}"


def test_forms_are_those_that_make_sense() -> None:
    def ids(phase: str, is_blind: bool = False) -> set[str]:
        groups = forms_for(phase, is_blind=is_blind)
        return {form.id for forms in groups.values() for form in forms}

    assert "pause" in ids("running") and "pause" in ids("paused")
    assert "resume" in ids("paused") and "resume" not in ids("running")
    assert "archive" in ids("finished") and "extend" not in ids("finished")
    assert ids("running") - ids("running", is_blind=True) == {"preview", "become", "edit"}


def test_what_is_grave_is_what_the_table_says() -> None:
    for verb in MODERATORS.rows:
        found = [one for one in read_commands(verb.examples[0]) if isinstance(one, Command)]
        assert needs_confirmation(found) == verb.guarded


# --- letters, mails, sheets ---------------------------------------------------------------

REPLY = """Dear referee,

2: PASS

--
ann
Sent from my phone

On Sat, 21 Nov 2026, the referee wrote:
> 1: ATTACK everything"""


def test_each_line_of_a_letter_has_its_label(mo: Visitor, quick: Table) -> None:
    quick.read(quick.send("ann", REPLY))
    page = mo.get(f"/console/game/{quick.game_id}/letters")
    assert text_of(page).count("ann@example.org") == 1
    page = mo.get(f"/console/game/{quick.game_id}/letters/1")
    rows = re.findall(r'<div class="row (\w+)">.*?<code>(.*?)</code>', page)
    assert ("new", "2: PASS") in rows
    assert ("signature", "ann") in rows
    assert ("attribution", "On Sat, 21 Nov 2026, the referee wrote:") in rows
    assert ("quoted", "&gt; 1: ATTACK everything") in rows
    assert "Filed as revision 1 of the script for turn 2 of this player" in text_of(page)
    answer = re.search(r'Answered: <a href="([^"]+)"', page)
    assert answer is not None
    assert "PASS" in mo.get(answer[1])
    assert "PASS" in mo.get(f"/console/game/{quick.game_id}/filed")


def test_letters_and_mails_come_fifty_at_a_time(mo: Visitor, quick: Table) -> None:
    for n in range(PAGE + 1):
        accept(quick.service, letter_text("x@y.org", "z", f"{n}"), quick.address("ann"), "x@y.org")
    page = mo.get(f"/console/game/{quick.game_id}/letters")
    numbers = re.findall(r"/letters/(\d+)\"", page)
    assert len(numbers) == PAGE and "Older ones" in page
    assert numbers == sorted(numbers, key=int, reverse=True)
    older = re.search(r"\?before=(\d+)", page)
    assert older is not None
    page = mo.get(f"/console/game/{quick.game_id}/letters?before={older[1]}")
    assert re.findall(r"/letters/(\d+)\"", page) == ["1"]


def test_mails_come_fifty_at_a_time_and_keep_their_numbers(mo: Visitor, quick: Table) -> None:
    first = len(quick.mails())
    with quick.database.write() as session:
        for n in range(PAGE):
            add_mail(session, f"more:{n}", game_id=quick.game_id)
    page = mo.get(f"/console/game/{quick.game_id}/outbox")
    numbers = [int(n) for n in re.findall(r"/outbox/(\d+)\"", page)]
    assert numbers == list(range(first + PAGE, first, -1)) and "Older ones" in page
    older = re.search(r"\?before=(\d+)", page)
    assert older is not None
    page = mo.get(f"/console/game/{quick.game_id}/outbox?before={older[1]}")
    assert re.findall(r"/outbox/(\d+)\"", page) == [str(n) for n in range(first, 0, -1)]
    oldest = quick.mails()[0]
    assert oldest.subject in unescape(mo.get(f"/console/game/{quick.game_id}/outbox/1"))
    for wrong in ("0", str(first + PAGE + 1)):
        mo.get(f"/console/game/{quick.game_id}/outbox/{wrong}")
        assert mo.code == 404


def test_numbers_of_mails_have_no_gap_where_one_is_hidden(quick: Table) -> None:
    add_moderator(quick.database, quick.service.settings, "cat@example.org", quick.game_id)
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        save_game_settings(game, GameSettings(hide_waited=True))
        add_mail(session, "reminder:1", game_id=quick.game_id, kind="reminder")
        add_mail(session, "later:1", game_id=quick.game_id, subject="After it")
    quick.write("cat", "STATUS")
    cat = visitor(quick)
    cat.enter("cat@example.org")
    quick.write("bob", "STATUS")
    # His own, as a player and as a moderator; others' would tell him when they wrote.
    many = len([mail for mail in quick.mails() if mail.rcpt == "cat@example.org"])
    page = cat.get(f"/console/game/{quick.game_id}/outbox")
    numbers = [int(n) for n in re.findall(r"/outbox/(\d+)\"", page)]
    assert numbers == list(range(many, 0, -1))
    cat.get(f"/console/game/{quick.game_id}/outbox/{many}")
    assert cat.code == 200
    cat.get(f"/console/game/{quick.game_id}/outbox/{many + 1}")
    assert cat.code == 404


def test_a_letter_of_another_game_is_not_shown(mo: Visitor, quick: Table) -> None:
    other = new_table(quick.database, quick.service.settings, name="Other", seed=9)
    letter = other.send("ann", "PASS")
    mo.get(f"/console/game/{quick.game_id}/letters/{letter}")
    assert mo.code == 404


def every_page(mo: Visitor, table: Table) -> dict[str, str]:
    """Every page that there is of a game, by its path."""
    base = f"/console/game/{table.game_id}"
    paths = ["/console/", base, *(f"{base}/{n}" for n in ("letters", "outbox", "filed", "log"))]
    with table.database.read() as session:
        paths += [f"{base}/letters/{n}" for n in session.exec(select(Letter.id)).all()]
        mails = session.exec(select(Outbox.id).where(Outbox.game_id == table.game_id)).all()
        paths += [f"{base}/outbox/{n}" for n in range(1, len(mails) + 1)]
        paths += [f"{base}/log/{n}" for n in session.exec(select(Act.number)).all()]
    return {path: mo.get_bare(path) for path in paths}


def test_no_page_has_a_key_in_it(mo: Visitor, quick: Table) -> None:
    body = f"PASS\n\n> To: {quick.address('ann')}\n> password=hunter2"
    quick.read(quick.send("ann", body))
    quick.read(quick.send("ann", "PASS", sender="stranger@example.org"))
    (asked,) = quick.mails(kind="confirm")
    code = re.search(r"^ +([A-Z2-7]{8})$", asked.text, re.M)
    assert code is not None
    pages = every_page(mo, quick)
    assert len(pages) > 8
    keys = [*(quick.token(seat) for seat in CAST), "hunter2", code[1], quick.game().secret]
    for path, page in pages.items():
        for key in keys:
            assert key not in page, path
    assert WITHHELD in unescape(pages[f"/console/game/{quick.game_id}/outbox/{len(quick.mails())}"])
    assert asked.id == quick.mails()[-1].id


@each(
    ("text", "kept"),
    [
        ("CONFIRM ABCDEFGH", "CONFIRM [hidden]"),
        ("CONFIRM ALWAYS ABCDEFGH", "CONFIRM ALWAYS [hidden]"),
        ("see\n   ABCDEFGH\nthere", "see\n[hidden]\nthere"),
        ("A2CDEFGH.", "[hidden]."),
        ("SUPERIOR powers", "SUPERIOR powers"),
        ("at 20261121", "at 20261121"),
    ],
)
def test_codes_are_taken_out(text: str, kept: str) -> None:
    assert hide_secrets(text) == kept


# --- blind --------------------------------------------------------------------------------

HIDDEN_THINGS = ("Bribery", "BRIB", "Slush", "SWISS-SECRET", "UFOs-SECRET")


def with_secrets(table: Table) -> None:
    """Everything hidden that a page might tell, in every table."""
    table.read(table.send("ann", "PASS\n# SWISS-SECRET"))
    table.read(table.send("bob", "SAY TO ann: SWISS-SECRET"))
    with table.database.write() as session:
        rows = session.exec(select(Letter).order_by(Letter.id)).all()
        for row in rows:
            row.error = "KeyError: 'SWISS-SECRET'"
            session.add(row)
        game = session.exec(select(Game)).one()
        game.error = "KeyError: 'SWISS-SECRET'"
        session.add(game)
        for number, verb in enumerate(("EDIT", "BECOME", "ALLOW", "LATER"), 1):
            session.add(
                Act(
                    **{"game_id": table.game_id, "number": number, "at": NOON, "by": "Eve"},
                    **{"turn": 5, "verb": verb, "command": f"{verb} SWISS-SECRET", "said": "x"},
                    **{"why": "SWISS-SECRET", "before": '"SWISS-SECRET"', "after": "SWISS-SECRET"},
                )
            )
        for mail in session.exec(select(Outbox)).all():
            mail.subject += " SWISS-SECRET"
            session.add(mail)


def test_who_is_not_blind_sees_it(mo: Visitor, quick: Table) -> None:
    with_secrets(quick)
    seen = [path for path, page in every_page(mo, quick).items() if "SWISS-SECRET" in page]
    ends = {path.rpartition("/")[2] for path in seen}
    assert {"letters", "outbox", "log", str(quick.game_id)} <= ends


@pytest.mark.long
@pytest.mark.parametrize("why", ["plays", "chosen", "sits"])
def test_a_blind_moderator_sees_nothing_hidden(quick: Table, why: str) -> None:
    email = "cat@example.org" if why == "plays" else MO
    if why == "plays":
        add_moderator(quick.database, quick.service.settings, email, quick.game_id)
    elif why == "chosen":
        blind(quick)
    else:
        sit_in(quick, MO, "dee")
    with_secrets(quick)
    visiting = visitor(quick)
    visiting.enter(email)
    pages = every_page(visiting, quick)
    for path, page in pages.items():
        for thing in HIDDEN_THINGS:
            assert thing not in page, (path, thing)
        assert "COVERED" not in page and "EMPTY" not in page, path
    outbox = text_of(pages[f"/console/game/{quick.game_id}/outbox"])
    assert ("No mails here" if why == "sits" else HIDDEN) in outbox
    letter = pages[f"/console/game/{quick.game_id}/letters/1"]
    assert ("hidden from you" if why == "chosen" else "no such page") in letter
    page = visiting.get(f"/console/game/{quick.game_id}")
    assert 'id="form-preview"' not in page and 'id="form-become"' not in page
    visiting.do(quick.game_id, line="PREVIEW")
    assert visiting.code == 422


def test_who_plays_sees_no_address_of_the_others(mo: Visitor, quick: Table) -> None:
    add_moderator(quick.database, quick.service.settings, "cat@example.org", quick.game_id)
    quick.write("bob", "STATUS")
    with quick.database.write() as session:
        bob = session.exec(select(Address).where(Address.email == "bob@example.org")).one()
        bob.state = BAD
        session.add(bob)
        for mail in session.exec(select(Outbox)).all():
            mail.error = f"550 no such user {mail.rcpt}"
            session.add(mail)
    cat = visitor(quick)
    cat.enter("cat@example.org")
    pages = every_page(cat, quick)
    for seat in ("ann", "bob", "dee"):
        assert not [path for path, page in pages.items() if f"{seat}@example.org" in page]
    assert "mail to this player comes back" in pages[f"/console/game/{quick.game_id}"]
    assert "bob@example.org" in mo.get(f"/console/game/{quick.game_id}/letters")


def sit_in(table: Table, email: str, seat: str) -> None:
    with table.database.write() as session:
        player = session.exec(select(Person).where(Person.email == email)).one()
        session.add(
            Sitter(
                seat_id=key_of(table.seat(seat)),
                person_id=key_of(player),
                from_at=NOON,
                until_at=NOON + timedelta(days=9),
            )
        )


def test_a_blind_game_looks_the_same_whatever_is_hidden(sqlite_database: Database) -> None:
    """Twins that differ in what only seats know give the same pages, byte for byte."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = moderated_table(sqlite_database, settings)
    blind(table)
    table.read(table.send("ann", "PASS"))
    mo = visitor(table)
    mo.enter(MO)
    one = every_page(mo, table)
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        for old, new in (("bribery", "market-manipulation"), ("slush-fund", "murphy-s-law")):
            assert old in game.state
            game.state = game.state.replace(old, new)
        session.add(game)
        for letter in session.exec(select(Letter)).all():
            letter.raw = letter.raw.replace(b"PASS", b"ATTACK Hackers WITH Mafia SPEND 3")
            session.add(letter)
        for mail in session.exec(select(Outbox)).all():
            mail.body, mail.subject, mail.kind = "other", "COVERED", "news"
            session.add(mail)
        for seat in session.exec(select(Seat)).all():
            seat.policies = ["OPPOSE ALL"]
            session.add(seat)
    assert every_page(mo, table) == one


def test_when_the_game_is_over_nothing_is_hidden(quick: Table) -> None:
    blind(quick)
    with_secrets(quick)
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        game.phase, game.finished_at = "finished", NOON
        session.add(game)
    mo = visitor(quick)
    mo.enter(MO)
    assert "SWISS-SECRET" in mo.get(f"/console/game/{quick.game_id}/letters/1")


def test_who_plays_is_not_told_who_is_waited_for_where_players_are_not(quick: Table) -> None:
    add_moderator(quick.database, quick.service.settings, "cat@example.org", quick.game_id)
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        save_game_settings(game, GameSettings(hide_waited=True))
        session.add(game)
    cat, mo = visitor(quick), visitor(quick)
    assert "Waiting for: (hidden)" in text_of(cat.enter("cat@example.org"))
    quick.write("bob", "STATUS")
    assert "No letters here" in cat.get(f"/console/game/{quick.game_id}/letters")
    quick.read(quick.send("bob", "STATUS", sender="eve@example.net"))
    came = cat.get(f"/console/game/{quick.game_id}/letters")
    assert "a player<br>" in came and "<td>bob<br>" not in came
    assert "Waiting for: ann." in text_of(mo.enter(MO))
    assert "<td>bob<br>" in mo.get(f"/console/game/{quick.game_id}/letters")


def test_an_early_end_is_not_told_to_the_blind(quick: Table) -> None:
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        assert game.due_at is not None
        game.due_at -= timedelta(hours=5)
        session.add(game)
    mo = visitor(quick)
    assert "Waiting for: nobody." in mo.enter(MO)
    assert "The clock acts" in mo.get(f"/console/game/{quick.game_id}")
    blind(quick)
    assert "The clock acts" not in mo.get(f"/console/game/{quick.game_id}")


def test_demoted_while_he_looks(mo: Visitor, quick: Table) -> None:
    add_moderator(quick.database, quick.service.settings, "eve@example.org", quick.game_id)
    mo.get(f"/console/game/{quick.game_id}")
    with quick.database.write() as session:
        session.delete(session.exec(select(Moderator).order_by(Moderator.id)).first())  # type: ignore[arg-type]
    mo.post(f"/console/game/{quick.game_id}/do", line="EXTEND 24h")
    assert acts(quick) == []
    assert "Mail me a link" in mo.get("/console/")


def test_what_was_put_away_is_out_of_the_way(mo: Visitor, quick: Table) -> None:
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        game.phase, game.archived_at = "finished", NOON
        session.add(game)
    assert "Fnord-7" not in mo.get("/console/")
    assert "Fnord-7" in mo.get("/console/?all=yes")
    assert mo.get(f"/console/game/{quick.game_id}/log") and mo.code == 200


ERRANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("pause", {"when": "", "why": "of the holidays"}),
    ("resume", {}),
    ("set", {"key": "SCRIPT NEXT", "value": "2d"}),
    ("set-deadline", {"when": "in 40h"}),
    ("notice", {"text": "Hello all,\r\n\r\nthe referee moves house."}),
    ("rule", {"text": "A pass is a pass."}),
    ("preview", {"seat": "bob"}),
    ("become", {"seat": "ann", "text": "PASS"}),
    ("process", {"turn": "5"}),
    ("replace", {"seat": "bob", "address": "eve@example.org", "named": "Eve"}),
    ("promote", {"address": "eva@example.org", "named": "Eva"}),
    ("demote", {"address": "eva@example.org"}),
    ("standby", {"address": "fay@example.org", "named": "Fay"}),
    ("standby-off", {"address": "fay@example.org"}),
    ("allow", {"seat": "bob", "why": "they agreed"}),
    ("edit", {"what": "MONEY OF Mafia 7", "why": "of a slip"}),
    ("terminate", {"why": "of this test"}),
    ("archive", {}),
    ("unarchive", {}),
)


def test_the_page_before_an_edit_shows_the_state_now_and_then(mo: Visitor, quick: Table) -> None:
    before = quick.game().state
    page = text_of(mo.do(quick.game_id, form="edit", what="MONEY OF Mafia 7", why="of a slip"))
    assert "The Mafia of ann has 7 MB instead of 3." in page
    assert re.search(r"holdings\.mafia\.money\s+3\s+7\s", page)
    assert quick.game().state == before and acts(quick) == []
    mo.sure(quick.game_id)
    assert [act.command for act in acts(quick)] == ["EDIT MONEY OF Mafia 7 BECAUSE of a slip"]
    assert quick.state().money("mafia") == 7


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "why_not"),
    [
        ("MONEY OF Nobody 7", "not a card that can lie on the table"),
        ("MONEY OF Mafia 3", "Nothing would change"),
        ("STATE holdings.mafia.money = -4", "breaks what must always hold"),
        ("nonsense", "is not an edit"),
    ],
)
def test_an_edit_that_would_be_refused_is_so_at_once(
    mo: Visitor, quick: Table, what: str, why_not: str
) -> None:
    page = mo.do(quick.game_id, form="edit", what=what, why="of a slip")
    assert mo.code == 422 and why_not in text_of(page)
    assert f'value="{what}"' in page, "what was typed is kept"
    assert "cannot easily be taken back" not in page


def test_an_edit_needs_a_reason_and_shows_what_there_is(mo: Visitor, quick: Table) -> None:
    page = mo.do(quick.game_id, form="edit", what="MONEY OF Mafia 7")
    assert mo.code == 422 and "fill in Because" in text_of(page)
    assert all(form in text_of(page) for form in EDITS.forms)


def test_edits_are_shown_one_after_the_other(mo: Visitor, quick: Table) -> None:
    lines = "EDIT MONEY OF Mafia 7 BECAUSE x\nEDIT MONEY OF Mafia 9 BECAUSE y"
    page = text_of(mo.do(quick.game_id, line=lines))
    assert re.search(r"money\s+3\s+7\s", page) and re.search(r"money\s+7\s+9\s", page)


def test_who_may_not_know_is_shown_no_state(quick: Table) -> None:
    blind(quick)
    mo = visitor(quick)
    mo.enter(MO)
    page = mo.do(quick.game_id, line="EDIT MONEY OF Mafia 7 BECAUSE x")
    assert "holdings" not in page and "instead of" not in page
    assert 'id="form-edit"' not in mo.get(f"/console/game/{quick.game_id}")


def differences_of(before: State, after: State) -> list[tuple[str, str, str]]:
    return [*differences(encode_state(before), encode_state(after))]


def test_a_long_list_is_told_by_what_goes_and_comes() -> None:
    state = read_position(FNORD)
    deck = state.deck
    assert len(deck) > MOST_SHOWN
    [(path, now, then)] = differences_of(state, changed(state, deck=deck[1:]))
    assert (path, now, then) == ("deck", f"with {deck[0]}", "without")
    [(_, now, then)] = differences_of(state, changed(state, deck=deck[::-1]))
    assert (now, then) == ("in its order", "in another order")
    first = changed(state.seats[0], hand=())
    [(path, now, then)] = differences_of(state, changed(state, seats=(first, *state.seats[1:])))
    assert (path, now, then) == ("seats.ann.hand", "bribery, slush-fund", "-")


def test_what_is_put_away_can_only_be_taken_out(mo: Visitor, quick: Table) -> None:
    with quick.database.write() as session:
        game = session.exec(select(Game)).one()
        game.phase, game.archived_at = "finished", NOON
        session.add(game)
    page = mo.get(f"/console/game/{quick.game_id}")
    assert 'id="form-unarchive"' in page and 'id="form-archive"' not in page
    mo.do(quick.game_id, form="unarchive")
    assert mo.code == 200 and quick.game().archived_at is None


def test_the_page_names_moderators_and_standby_players(mo: Visitor, quick: Table) -> None:
    mo.do(quick.game_id, form="standby", address="fay@example.org", named="Fay")
    page = unescape(mo.get(f"/console/game/{quick.game_id}"))
    assert "Standby players, in the order they are asked: Fay <fay@example.org>." in page
    assert f'<option value="{MO}">' in page


@pytest.mark.long
def test_a_long_evening_of_forms(mo: Visitor, quick: Table) -> None:
    """Every sort of command, as its form sends it, does what it says."""
    for form, fields in ERRANDS:
        page = mo.do(quick.game_id, form=form, **fields)
        if "cannot easily be taken back" in page:
            page = mo.sure(quick.game_id)
        assert mo.code == 200, (form, text_of(page))
    logged = [act.verb for act in acts(quick)]
    looks = {form.verb for form in FORMS if MODERATORS[form.verb].looks}
    by_id = {form.id: form.verb for form in FORMS}
    assert logged == [by_id[form] for form, _ in ERRANDS if by_id[form] not in looks]
    every_page(mo, quick)


def test_what_is_done_only_if_it_is_meant_has_a_box_to_tick() -> None:
    typed = {"seat": "bob", "why": "of spam", "when": "18:00"}
    for form, line in (
        ("eject", "EJECT bob REALLY BECAUSE of spam"),
        ("set-deadline", "SET DEADLINE 18:00 REALLY BECAUSE of spam"),
        ("shorten", "SHORTEN 18:00 REALLY BECAUSE of spam"),
    ):
        ticked = line_of(form, {**typed, "really": "yes"}).text
        assert ticked == line and needs_confirmation(commands_in(ticked))
        assert line_of(form, typed).text == line.replace("REALLY ", "")
    assert not needs_confirmation(commands_in("SET DEADLINE 18:00"))


# --- several lines, and forms sent again ----------------------------------------------------


def test_what_was_done_is_no_failure_and_is_not_kept(table: Table) -> None:
    mo = visitor(table)
    mo.enter(MO)
    page = mo.do(table.game_id, form="line", line="NOTICE Hi all\n\nEXTEND foo")
    assert mo.code == 422
    red = re.findall(r'class="answer no"[^>]*>(.*?)</p>', page, re.S)
    assert len(red) == 1 and "told" not in red[0]
    assert 'class="answer yes">Done: NOTICE Hi all' in page
    kept = re.search(r'<textarea id="line"[^>]*>(.*?)</textarea>', page, re.S)
    assert kept is not None and "EXTEND foo" in kept[1] and "NOTICE" not in kept[1]


def test_a_notice_is_mailed_once_however_often_its_form_is_sent(table: Table) -> None:
    mo = visitor(table)
    mo.enter(MO)
    do = f"/console/game/{table.game_id}/do"
    page = mo.get(f"/console/game/{table.game_id}")
    fields = {"line": "NOTICE Hi all", "key": mo.key, "version": mo.version, "csrf": mo.csrf}
    assert mo.key and page.count(f'value="{mo.key}"') > 1
    first, again = mo.send(do, fields), mo.send(do, fields)
    assert (first.status_code, again.status_code) == (200, 409)
    assert "sent before" in again.text
    assert len(table.mails("ann", "notice")) == 1


def test_a_form_with_a_second_page_is_carried_out_once(table: Table) -> None:
    mo = visitor(table)
    mo.enter(MO)
    line = "EJECT dee BECAUSE he is gone REALLY"
    mo.do(table.game_id, form="line", line=line)
    fields = {"line": line, "sure": "yes", "key": mo.key, "version": mo.version, "csrf": mo.csrf}
    do = f"/console/game/{table.game_id}/do"
    assert [mo.send(do, fields).status_code for _ in range(2)] == [200, 409]
